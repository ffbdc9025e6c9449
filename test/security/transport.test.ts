import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../src/server/start.js';
import { bearer, call, operatorKey } from '../server/an_account.js';
import { bricks, REST, rpc, send, startTestServer, stopAll, toolCall } from '../server/harness.js';

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({
    LIMITS: 'off',
    ALLOWED_ORIGINS: 'https://app.example',
    ALLOWED_HOSTS: 'vat.internal',
    MAX_BODY_BYTES: '65536',
    MAX_JSON_DEPTH: '10',
  });
});
afterAll(stopAll);

const DOORS = [
  ['/mcp', rpc('ping')],
  ['/sse', rpc('ping')],
  [REST, bricks()],
] as const;

const post = (body: object | string, headers = {}) => send(server, '/mcp', { body, headers });

/** What the server says to bytes no client would send. */
function spoken(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.once('data', (d) => {
      resolve(d.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** A message of revision 2026-07-28, and the headers that go with it. */
const VERSION = '2026-07-28';
const modern = (name: string, version = VERSION) =>
  rpc('tools/call', {
    name,
    arguments: bricks(),
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });
const modernHeaders = (name: string, version = VERSION) => ({
  'Mcp-Method': 'tools/call',
  'Mcp-Name': name,
  'MCP-Protocol-Version': version,
});

describe('MCP transport', () => {
  describe('11 a foreign Origin is 403, none passes, "null" is 403', () => {
    it.each(DOORS)('%s: listed passes with CORS headers', async (path, body) => {
      expect((await send(server, path, { body })).status).toBe(200);
      const listed = await send(server, path, { body, headers: { Origin: 'https://app.example' } });
      expect(listed.status).toBe(200);
      expect(listed.headers['access-control-allow-origin']).toBe('https://app.example');
      expect(listed.headers['access-control-allow-credentials']).toBeUndefined();
      expect(listed.headers.vary).toContain('Origin');
      for (const origin of [
        'https://evil.example',
        'null',
        'https://app.example.evil.example',
        'http://app.example',
        'https://app.example:8443',
      ]) {
        const refused = await send(server, path, { body, headers: { Origin: origin } });
        expect([refused.status, refused.json.error]).toEqual([403, 'origin_not_allowed']);
        expect(refused.headers['access-control-allow-origin']).toBeUndefined();
      }
    });

    it('a preflight of a listed origin is answered, that of another refused', async () => {
      const headers = {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      };
      const preflight = await send(server, REST, { method: 'OPTIONS', headers });
      expect(preflight.status).toBe(204);
      expect(preflight.headers['access-control-allow-methods']).toContain('POST');
      expect(preflight.headers['access-control-allow-headers']).toContain('content-type');
      const foreign = { ...headers, Origin: 'https://evil.example' };
      expect((await send(server, REST, { method: 'OPTIONS', headers: foreign })).status).toBe(403);
    });

    it('our own pages may ask', async () => {
      expect((await send(server, REST, { body: bricks(), headers: { Origin: server.url } })).status).toBe(200);
    });
  });

  it('12 a foreign Host is 403; addresses, localhost and listed names pass', async () => {
    for (const host of [`127.0.0.1:${server.port}`, 'localhost', '[::1]:7080', 'vat.internal', 'VAT.internal:8443']) {
      expect((await send(server, '/mcp', { body: rpc('ping'), headers: { Host: host } })).status, host).toBe(200);
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:7080']) {
      for (const path of ['/mcp', REST, '/sign-in', '/oauth/token']) {
        const refused = await send(server, path, { body: rpc('ping'), headers: { Host: host } });
        expect([refused.status, refused.json.error], `${host} ${path}`).toEqual([403, 'host_not_allowed']);
      }
    }
    expect(await spoken('POST /mcp HTTP/1.0\r\nContent-Length: 0\r\n\r\n')).toMatch(/^HTTP\/1.1 403/);
    expect((await send(server, '/healthz', { headers: { Host: 'probe.cluster' } })).status).toBe(200);
  });

  describe('13 a body over the limit is 413 before it is parsed; depth and elements are capped', () => {
    const big = Buffer.from(JSON.stringify(bricks({ lineText: 'x'.repeat(100_000) })));

    it.each([...DOORS.map(([path]) => path), '/oauth/token', '/oauth/register', '/sign-in'])(
      '%s: too large is 413, announced or chunked',
      async (path) => {
        const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
        const headers = ['/oauth/token', '/sign-in'].includes(path) ? form : {};
        for (const chunked of [false, true]) {
          const reply = await send(server, path, { body: big, chunked, headers });
          expect(reply.status).toBe(413);
        }
        expect((await send(server, '/healthz')).status).toBe(200);
      },
    );

    it('a length that lies is refused before the body arrives', async () => {
      const head = `POST ${REST} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json`;
      expect(await spoken(`${head}\r\nContent-Length: 99999999\r\n\r\n{`)).toMatch(/^HTTP\/1.1 413/);
    });

    it('must be JSON, in UTF-8, not compressed, not too deep; what is wide is refused as input', async () => {
      const rest = (body: string | Buffer, headers = {}) => send(server, REST, { body, headers });
      expect((await rest('{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
      expect((await rest('{}', { 'Content-Encoding': 'gzip' })).status).toBe(415);
      expect((await rest(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
      const deep = await rest(`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`);
      expect([deep.status, deep.json.message]).toEqual([400, expect.stringMatching(/deeper than 10/)]);
      expect((await rest('['.repeat(60_000))).status).toBe(400);
      const bracketsInText = await rest(JSON.stringify(bricks({ lineText: '[[[[[[[[[[[[[[ {{{{{ \\" [[[[' })));
      expect(bracketsInText.status).toBe(200);
      expect((await post('{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
      const wide = Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`k${i}`, 0]));
      const refused = await rest(JSON.stringify({ ...bricks(), ...wide }));
      expect([refused.status, refused.json.issues.length <= 20]).toEqual([400, true]);
      const list = await rest(JSON.stringify(bricks({ lineText: Array.from({ length: 30_000 }, () => 0) })));
      expect([list.status, list.text.length < 5_000]).toEqual([400, true]);
    });
  });

  it('14 arrays are refused, so no protected or counted call slips past inside one', async () => {
    for (const door of ['/mcp', '/sse', '/mcp/auth']) {
      for (const batch of [
        [],
        [rpc('ping')],
        [rpc('ping'), toolCall({}, 'list_projects')],
        Array.from({ length: 50 }, (_, i) => toolCall(bricks(), 'check_line_item', i)),
      ]) {
        const reply = await send(server, door, { body: batch });
        expect([reply.status, reply.json.error.code]).toEqual([400, -32600]);
      }
    }
    const capped = await startTestServer({ LIMIT_CHECK_LINE_ITEM_PER_DAY: '1' });
    await send(capped, '/mcp', { body: [toolCall(bricks()), toolCall(bricks())] });
    expect((await send(capped, '/mcp', { body: toolCall(bricks()) })).status).toBe(200);
    expect((await send(capped, '/mcp', { body: toolCall(bricks()) })).status).toBe(429);
  });

  it('15 headers that name a public tool do not open a protected one', async () => {
    const older = modernHeaders('check_line_item');
    expect((await post(toolCall({}, 'list_projects'), older)).status).toBe(401);
    expect((await post(modern('list_projects'), older)).status).toBe(401);
    expect((await post(modern('list_projects'), modernHeaders('list_projects'))).status).toBe(401);
    const { key } = await operatorKey(server, ['jobs:read']);
    expect((await post(modern('list_projects'), { ...older, ...bearer(key) })).status).toBe(403);
  });

  it('16 headers that differ from the body, and unknown versions, are 400', async () => {
    expect((await post(modern('check_line_item'), modernHeaders('check_line_item'))).status).toBe(200);
    const wrongs: [object, object, number][] = [
      [modern('check_line_item'), modernHeaders('other'), -32020],
      [modern('check_line_item'), { ...modernHeaders('check_line_item'), 'Mcp-Method': 'tools/list' }, -32020],
      [modern('check_line_item'), modernHeaders('check_line_item', '2025-11-25'), -32020],
      [modern('check_line_item', '2099-01-01'), modernHeaders('check_line_item', '2099-01-01'), -32022],
    ];
    for (const [body, headers, code] of wrongs) {
      const { status, json } = await post(body, headers);
      expect([status, json.error?.code], JSON.stringify(headers)).toEqual([400, code]);
    }
    expect((await post(rpc('ping'), { 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400);
  });

  it('17 no session id is minted or trusted: identity comes from the bearer alone', async () => {
    const hello = rpc('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    const { key } = await operatorKey(server);
    const reply = await post(hello, { 'Mcp-Session-Id': 'stolen', ...bearer(key) });
    expect(reply.status).toBe(200);
    expect(reply.headers['mcp-session-id']).toBeUndefined();
    expect(reply.json.result.protocolVersion).toBe('2025-06-18');
    const session = { 'Mcp-Session-Id': 'stolen', 'Last-Event-Id': '1' };
    expect((await call(server, 'list_projects', {}, session)).status).toBe(401);
    expect((await call(server, 'check_account_status', {}, session)).result.authenticated).toBe(false);
    expect((await send(server, '/mcp', { method: 'GET', headers: session })).status).toBe(405);
    expect((await send(server, '/mcp', { method: 'DELETE', headers: session })).status).toBe(405);
  });

  it('18 duplicate keys and __proto__ change nothing but their own call', async () => {
    const twice =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_line_item","name":"list_projects"}}';
    expect((await post(twice)).status).toBe(401);
    const hidden =
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"list_projects"},"method":"tools/call"}';
    expect((await post(hidden)).status).toBe(401);
    for (const pollution of [
      '"__proto__":{"ok":true,"supplyType":"labour"}',
      '"constructor":{"prototype":{"x":1}}',
      '"__proto__":{"principal":{"scopes":["projects:read"]}}',
    ]) {
      const polluted = JSON.stringify(toolCall(bricks())).replace('"arguments":{', `"arguments":{${pollution},`);
      const { json } = await post(polluted);
      // Refused as an unknown field or dropped on the way: in no case does it change what is answered.
      const { ok, error, classification } = json.result.structuredContent;
      if (ok) expect(classification.vatReclaimable).toBe('248.00');
      else expect([json.result.isError, error]).toEqual([true, 'invalid_input']);
      const above = JSON.stringify(toolCall({}, 'list_projects')).replace('"params":{', `"params":{${pollution},`);
      expect((await post(above)).status).toBe(401);
    }
    expect(({} as Record<string, unknown>).supplyType).toBeUndefined();
    expect((await post(toolCall(bricks()))).json.result.structuredContent.classification.vatReclaimable).toBe('248.00');
  });
});
