import type { Settings } from './settings.js';

const BODY =
  '{"context":{"claimantRoute":"self_build_431nb"},"item":{"lineText":"Facing bricks 65mm","netAmount":"1240.00","vatCharged":"248.00","supplyType":"materials"}}';

/** A line for bash that asks a real question of the server at `baseUrl`. */
export function curlLine(baseUrl: string): string {
  return `curl -s ${baseUrl}/api/v1/check-line-item -H 'Content-Type: application/json' -d '${BODY}'`;
}

/** What is served and how to try it, as plain text. */
export function frontPage(
  baseUrl: string,
  { behaviourSet, limits }: Pick<Settings, 'behaviourSet' | 'limits'>,
): string {
  const cap =
    limits.checkLineItemPerDay === null
      ? 'no daily cap'
      : `${limits.checkLineItemPerDay} checks in 24 hours for each address`;
  return `Notice 708: says for one UK construction invoice line whether its VAT can be reclaimed.

  MCP      ${baseUrl}/mcp                        (type: http)
  REST     ${baseUrl}/api/v1/check-line-item
  OpenAPI  ${baseUrl}/openapi.json      (every address of the API)
  Pages    ${baseUrl}/sign-in${behaviourSet === 'A' ? ', /register' : ''}, /projects, /settings/api-keys
  Health   ${baseUrl}/healthz

Behaviour set ${behaviourSet}; ${cap}.

Try it:
  ${curlLine(baseUrl)}
`;
}
