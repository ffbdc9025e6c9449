import { classifyInboundRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMcp2026 } from '../../src/server/mcp_2026.js';

const claim = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const maybe = <T>(...values: T[]) => fc.constantFrom(undefined, ...values);

it('the quick look at the era and the full one of the SDK never differ', () => {
  const message = fc.record(
    {
      jsonrpc: maybe<unknown>('2.0', '1.0', 2),
      id: maybe<unknown>(1, 'a', null, 1.5, {}),
      method: maybe<unknown>('tools/call', 'initialize', 'ping', 'server/discover', 'notifications/initialized', 7),
      params: maybe<unknown>(
        {},
        { name: 'x' },
        { _meta: claim },
        { _meta: {} },
        { _meta: null },
        { _meta: { progressToken: 1 } },
        [],
        'x',
        null,
      ),
      result: maybe<unknown>({}),
      error: maybe<unknown>({ code: 1, message: 'x' }),
    },
    { requiredKeys: [] },
  );
  const headers = fc.record({
    'mcp-protocol-version': maybe(
      '2026-07-28',
      '2025-11-25',
      '2025-06-18',
      '2024-11-05',
      '1999-01-01',
      '2099-01-01',
      ' 2026-07-28',
      '',
    ),
    'mcp-method': maybe('tools/call', 'other'),
    'mcp-name': maybe('x', 'y'),
  });
  fc.assert(
    fc.property(message, headers, (sparse, named) => {
      const body = JSON.parse(JSON.stringify(sparse));
      const given = JSON.parse(JSON.stringify(named));
      const route = classifyInboundRequest({
        httpMethod: 'POST',
        protocolVersionHeader: given['mcp-protocol-version'],
        mcpMethodHeader: given['mcp-method'],
        mcpNameHeader: given['mcp-name'],
        body,
      });
      expect(isMcp2026({ body, headers: given })).toBe(route.kind !== 'legacy');
    }),
    { numRuns: 5_000 },
  );
});
