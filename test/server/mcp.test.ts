import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import { SCOPES } from '../../src/accounts/scopes.js';
import type { RunningServer } from '../../src/server/start.js';
import { ERROR_SCHEMA, readToolSchema } from '../../src/tools/schema_files.js';
import { bricks, REST, rpc, send, startTestServer, stopAll, toolCall } from './harness.js';

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
});
afterAll(stopAll);

const post = (body: unknown, headers: Record<string, string> = {}, path = '/mcp') =>
  send(server, path, { body: body as object, headers });

async function oldClient(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  return client;
}

async function newClient(
  mode?: 'legacy' | 'auto' | { pin: '2026-07-28' },
  headers?: Record<string, string>,
): Promise<ModernClient> {
  const client = new ModernClient(
    { name: 'test', version: '1' },
    mode === undefined ? {} : { versionNegotiation: { mode } },
  );
  await client.connect(new ModernTransport(new URL(`${server.url}/mcp`), headers ? { requestInit: { headers } } : {}));
  return client;
}

describe('the real clients', () => {
  it('the 2025 SDK client initializes without credentials, lists, calls and reads the structured answer', async () => {
    const client = await oldClient();
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    expect(client.getInstructions()).toContain('check_line_item');
    const { tools } = await client.listTools();
    expect(tools.map((t) => t.name)).toEqual([
      'check_line_item',
      'create_account',
      'authenticate_account',
      'poll_authentication',
      'check_account_status',
      'set_up_project',
      'list_projects',
      'assess_project_eligibility',
      'list_invoices',
      'list_line_items',
      'route_line_item',
      'answer_vat_complex_question',
      'reclassify_companion_items',
      'submit_invoice_data',
    ]);
    const result = await client.callTool({ name: 'check_line_item', arguments: bricks() });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({
      ok: true,
      classification: { treatment: 'reclaimable', vatReclaimable: '248.00' },
    });
    const [part] = result.content as { type: string; text: string }[];
    expect(JSON.parse(part?.text ?? '')).toEqual(result.structuredContent);
    await client.close();
  });

  it.each([
    [undefined, '2025-11-25'],
    ['legacy', '2025-11-25'],
    ['auto', '2026-07-28'],
    [{ pin: '2026-07-28' }, '2026-07-28'],
  ] as const)('the 2026 SDK client in mode %j speaks %s', async (mode, version) => {
    const client = await newClient(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools[0]?.annotations).toEqual({
      title: tools[0]?.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    const result = await client.callTool({ name: 'check_line_item', arguments: bricks() });
    expect(result.structuredContent).toMatchObject({ ok: true, classification: { vatReclaimable: '248.00' } });
    await client.close();
  });

  it('both clients get a tool error they can read, not an exception, when the input is wrong', async () => {
    for (const client of [await oldClient(), await newClient({ pin: '2026-07-28' })]) {
      const result = await client.callTool({ name: 'check_line_item', arguments: bricks({ supplyType: 'material' }) });
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toMatchObject({
        ok: false,
        error: 'invalid_input',
        issues: [{ path: 'item.supplyType', allowed: expect.arrayContaining(['materials']) }],
      });
      await client.close();
    }
  });

  it('an unknown tool is an error that names what is offered', async () => {
    for (const client of [await oldClient(), await newClient({ pin: '2026-07-28' })]) {
      await expect(client.callTool({ name: 'chek_line_item' })).rejects.toThrow(/did you mean "check_line_item"/);
      await expect(client.callTool({ name: 'submit_invoice' })).rejects.toThrow(/is not a tool of this server/);
      await client.close();
    }
  });
});

describe('contract', () => {
  it('the tool list is as last agreed (update the snapshot only with intent: it is what clients are built on)', async () => {
    const { json } = await post(rpc('tools/list'));
    await expect(JSON.stringify(json.result.tools, null, 2)).toMatchFileSnapshot('__snapshots__/tools.snap.txt');
  });

  it('stays within what clients can take: description under 2048 characters, no unions in the input schema', async () => {
    const { json } = await post(rpc('tools/list'));
    const account = await server.access.accounts.make('example@example.com', OPERATOR);
    const { key } = await server.access.keys.create(
      account.id,
      { name: 'x', scopes: SCOPES, madeBy: 'operator' },
      OPERATOR,
    );
    for (const tool of json.result.tools) {
      expect(tool.description.length).toBeLessThan(2048);
      expect(JSON.stringify(tool.inputSchema)).not.toMatch(/"(anyOf|oneOf|allOf|\$ref)"/);
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema.type).toBe('object');
      const example = /<example>\s*(.*?)\s*<\/example>/s.exec(tool.description)?.[1] ?? '';
      const { json: answer } = await post(toolCall(JSON.parse(example), tool.name), { Authorization: `Bearer ${key}` });
      const { ok, error } = answer.result.structuredContent;
      // What an example names by id is not there; that it is missed shows that the arguments are right.
      const namesSomething = /"(?:request_id|\w+Id)":/.test(example);
      expect([tool.name, ok || (namesSomething && error === 'not_found')]).toEqual([tool.name, true]);
    }
  });

  it('answers and errors are valid against their schemas and the announced one, over MCP and REST', async () => {
    const ajv = new Ajv({ strict: false });
    const answer = ajv.compile(readToolSchema('check_line_item.output'));
    const error = ajv.compile(ERROR_SCHEMA);
    const { json: list } = await post(rpc('tools/list'));
    const announced = ajv.compile(list.result.tools[0].outputSchema);
    const lines = [
      bricks(),
      bricks({ lineText: 'Twist pile carpet' }),
      bricks({ lineText: 'zzqx' }),
      bricks({ netAmount: '-5', vatCharged: '-1' }),
    ];
    for (const args of lines) {
      const { json } = await post(toolCall(args));
      expect(answer(json.result.structuredContent), JSON.stringify(answer.errors)).toBe(true);
      expect(announced(json.result.structuredContent)).toBe(true);
      expect((await send(server, REST, { body: args })).json).toEqual(json.result.structuredContent);
    }
    const { json } = await post(toolCall({}));
    expect(error(json.result.structuredContent)).toBe(true);
    expect(announced(json.result.structuredContent)).toBe(true);
  });

  it('POST /sse is the same as POST /mcp', async () => {
    const [a, b] = await Promise.all([post(toolCall(bricks())), post(toolCall(bricks()), {}, '/sse')]);
    expect(b.status).toBe(200);
    expect(b.json).toEqual(a.json);
    expect(b.headers['content-type']).toBe('application/json');
  });

  it('accepts notifications with 202 and nothing', async () => {
    const reply = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([reply.status, reply.text]).toEqual([202, '']);
  });

  it('clients that give their requests the same id each get their own answer, under the id they gave', async () => {
    const texts = Array.from({ length: 24 }, (_, i) => `${i + 2} pallets of facing bricks`);
    const replies = await Promise.all(
      texts.map((lineText, i) => post(toolCall(bricks({ lineText }), 'check_line_item', i % 2 === 0 ? 7 : 'seven'))),
    );
    for (const [i, { json }] of replies.entries()) {
      expect(json.id).toBe(i % 2 === 0 ? 7 : 'seven');
      expect(json.result.structuredContent.product.matchedText).toBe('facing bricks');
      expect(json.result.content[0].text).toBe(JSON.stringify(json.result.structuredContent));
    }
    const [one, other] = await Promise.all([post(rpc('no/such/method', {}, 7)), post(rpc('ping', {}, 7))]);
    expect([one.json.id, one.json.error.code]).toEqual([7, -32601]);
    expect(other.json).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
  });
});

describe('refusals', () => {
  it('what is no message is refused: not JSON, a bare value, an unknown version', async () => {
    expect((await post('{"jsonrpc":')).json.error.code).toBe(-32700);
    expect((await post('5')).json.error.code).toBe(-32600);
    const ancient = { 'MCP-Protocol-Version': '1999-01-01' };
    const unknown = await post(rpc('ping'), ancient);
    expect([unknown.status, unknown.json.error.code]).toEqual([400, -32000]);
    expect(unknown.json.error.message).toContain('1999-01-01 (supported versions: 2026-07-28, 2025-11-25,');
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, ancient)).status).toBe(400);
    expect((await post(rpc('no/such/method'))).json.error.code).toBe(-32601);
    for (const params of [
      { name: 5 },
      {},
      { name: 'check_line_item', arguments: [1] },
      { name: 'check_line_item', arguments: 'x' },
    ]) {
      const reply = await post(rpc('tools/call', params));
      expect([reply.status, reply.json.id, reply.json.error.code]).toEqual([400, 1, -32602]);
      expect(reply.json.error.message).toMatch(/^params\./);
    }
  });

  it('a gated tool without a token is 401 with the resource metadata, and with any token 401 invalid_token', async () => {
    const gated = [
      'set_up_project',
      'list_projects',
      'assess_project_eligibility',
      'list_invoices',
      'list_line_items',
      'route_line_item',
      'answer_vat_complex_question',
      'reclassify_companion_items',
      'submit_invoice_data',
    ];
    for (const name of gated) {
      const reply = await post(toolCall({}, name, 'abc'));
      expect(reply.status).toBe(401);
      expect(reply.headers['www-authenticate']).toMatch(
        new RegExp(
          `^Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource", scope="\\w+:\\w+"$`,
        ),
      );
      expect(reply.json).toMatchObject({ id: 'abc', error: { code: -32001 } });
    }
    const reply = await post(toolCall({}, 'list_projects'), { Authorization: `Bearer n708_live_${'0'.repeat(64)}` });
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toContain('error="invalid_token"');
    expect(reply.text).not.toContain('n708_live_');
  });

  it('set B answers a gated tool inside the result, a wrong key with 401', async () => {
    const setB = await startTestServer({ LIMITS: 'off', BEHAVIOUR_SET: 'B' });
    const reply = await send(setB, '/mcp', { body: toolCall({}, 'list_projects') });
    expect(reply.status).toBe(200);
    expect(reply.json.result.structuredContent).toMatchObject({ ok: false, error: 'registration_required' });
    const status = await send(setB, '/mcp', { body: toolCall({}, 'check_account_status') });
    expect(status.json.result.structuredContent.error).toBe('unauthenticated');
    const wrong = await send(setB, '/mcp', {
      body: toolCall({}, 'list_projects'),
      headers: { Authorization: 'Bearer x' },
    });
    expect(wrong.status).toBe(401);
  });
});

describe('forgiving and harmless', () => {
  it('takes arguments sent as JSON text, once or twice', async () => {
    const once = JSON.stringify(bricks());
    for (const args of [once, JSON.stringify(once), { ...bricks(), item: JSON.stringify(bricks().item) }]) {
      const { json } = await post(toolCall(args));
      expect(json.result.structuredContent.ok).toBe(true);
    }
  });

  it('overlapped calls answer as the same calls one after another, each under its own id', async () => {
    const texts = [
      'Facing bricks 65mm',
      'Twist pile carpet',
      'uPVC windows',
      'Roof tiles',
      'Blind rivets',
      'Solar panels',
    ];
    const calls = Array.from({ length: 60 }, (_, i) =>
      toolCall(bricks({ lineText: texts[i % texts.length] }), 'check_line_item', i),
    );
    const alone = [];
    for (const call of calls) alone.push((await post(call)).json);
    const together = (await Promise.all(calls.map((call, i) => post(call, {}, i % 2 ? '/sse' : '/mcp')))).map(
      (r) => r.json,
    );
    expect(together).toEqual(alone);
    expect(together.map((a) => a.id)).toEqual(calls.map((c) => c.id));
  });
});

it('what a client says wrongly is told as its own mistake, once, with what is spoken', async () => {
  const told = async (body: object, headers: Record<string, string> = {}) =>
    (await send(server, '/mcp', { body, headers })).json.error;
  expect(await told(toolCall({}, 'nope'))).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^"nope" is not a tool/),
  });
  const hello = await told({ jsonrpc: '2.0', id: 1, method: 'initialize' });
  expect([hello.code, hello.message.includes('\n')]).toEqual([-32602, false]);
  expect(hello.message).toMatch(/^Invalid params: params/);
  const era = await told(rpc('ping'), { 'MCP-Protocol-Version': '2020-01-01' });
  expect(era.message).toContain('supported versions: 2026-07-28, 2025-11-25');
});
