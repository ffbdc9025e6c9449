import { UsageError } from './exit_codes.js';
import { parseFlags } from './flags.js';
import type { Terminal } from './terminal.js';

/** Flags that stand in for an environment variable. */
const SETTINGS: Readonly<Record<string, string>> = {
  host: 'HOST',
  port: 'PORT',
  'data-dir': 'DATA_DIR',
  'base-url': 'BASE_URL',
  rules: 'RULES_DIR',
};

/** `notice708 serve`: starts the server and comes back when a signal has stopped it. */
export async function serve(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(
    args,
    Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, { type: 'string' as const }])),
    'serve',
  );
  if (flags.positionals.length > 0)
    throw new UsageError(
      `serve takes no ${flags.positionals.join(' ')}; settings are flags or environment variables`,
      'serve',
    );
  const env = { ...terminal.env };
  for (const [flag, variable] of Object.entries(SETTINGS)) if (flags.has(flag)) env[variable] = flags.text(flag);
  const { serve: serveUntilStopped } = await import('../server/serve.js');
  return serveUntilStopped(env, terminal);
}
