import { expect, it } from 'vitest';
import { Mcp2025 } from '../../src/server/mcp_2025.js';
import { type McpExchange, type McpToolResult, toolResult } from '../../src/server/mcp_exchange.js';
import { rpc, toolCall } from './harness.js';

const exchange = (body: object, call: McpExchange['call'] = async () => toolResult({ ok: true })): McpExchange => ({
  body,
  url: 'http://127.0.0.1/mcp',
  headers: {},
  gone: () => new AbortController().signal,
  announced: [],
  call,
});

it('one client cannot cancel the call of another, whatever id it names', async () => {
  const mcp = await Mcp2025.open();
  let finish: (result: McpToolResult) => void = () => {};
  let begun: () => void = () => {};
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const answer = mcp.serve(
    exchange(toolCall({}, 'slow', 7), () => {
      begun();
      return new Promise((resolve) => {
        finish = resolve;
      });
    }),
  );
  await started;
  for (let requestId = 0; requestId < 20; requestId++) {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    expect(await mcp.serve(exchange(cancelled))).toEqual({ status: 202 });
  }
  finish(toolResult({ ok: true, slow: 'but done' }));
  expect(await answer).toEqual({ status: 200, text: expect.stringContaining('but done') });
});

it('answers that come in another order than their requests go to those who asked, under the ids they gave', async () => {
  const mcp = await Mcp2025.open();
  const waiting: (() => void)[] = [];
  const calls = Array.from({ length: 10 }, (_, i) => {
    const call: McpExchange['call'] = () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(toolResult({ ok: true, mine: i }, i === 3)));
      });
    return mcp.serve(exchange(toolCall({}, 'slow', i % 2 === 0 ? 1 : 'one'), call));
  });
  while (waiting.length < calls.length) await new Promise((resolve) => setImmediate(resolve));
  for (const answer of waiting.reverse()) answer();
  for (const [i, call] of calls.entries()) {
    const { text = '' } = await call;
    const { id, result } = JSON.parse(text);
    expect(id).toBe(i % 2 === 0 ? 1 : 'one');
    expect(result.structuredContent).toEqual({ ok: true, mine: i });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(result.isError).toBe(i === 3 ? true : undefined);
  }
});

it('a message that is none is refused, and a failure inside is the answer', async () => {
  const mcp = await Mcp2025.open();
  const refused = await mcp.serve(exchange({ ...rpc('ping'), more: 1 }));
  expect([refused.status, JSON.parse(refused.text ?? '')]).toEqual([
    400,
    {
      jsonrpc: '2.0',
      error: { code: -32700, message: 'Parse error: Invalid JSON-RPC message' },
      id: null,
    },
  ]);
  const broken = await mcp.serve(exchange(toolCall({}, 'broken', 4), () => Promise.reject(new Error('broken'))));
  expect(JSON.parse(broken.text ?? '')).toMatchObject({ id: 4, error: { code: -32603, message: 'broken' } });
});
