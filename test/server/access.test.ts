import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../src/server/start.js';
import { bricks, REST, rpc, send, startTestServer, stopAll, toolCall } from './harness.js';

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

describe('Origin', () => {
  it.each(DOORS)('%s: none passes, listed passes with CORS, others and "null" are 403', async (path, body) => {
    expect((await send(server, path, { body })).status).toBe(200);
    const listed = await send(server, path, { body, headers: { Origin: 'https://app.example' } });
    expect(listed.status).toBe(200);
    expect(listed.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(listed.headers.vary).toContain('Origin');
    for (const origin of ['https://evil.example', 'null', 'https://app.example.evil.example', 'http://app.example']) {
      const refused = await send(server, path, { body, headers: { Origin: origin } });
      expect([refused.status, refused.json.error]).toEqual([403, 'origin_not_allowed']);
      expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('answers a preflight of a listed origin and refuses that of another', async () => {
    const headers = {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    };
    const preflight = await send(server, REST, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    expect(preflight.headers['access-control-allow-headers']).toContain('content-type');
    expect(
      (await send(server, REST, { method: 'OPTIONS', headers: { ...headers, Origin: 'https://evil.example' } })).status,
    ).toBe(403);
  });

  it('our own pages may ask', async () => {
    expect((await send(server, REST, { body: bricks(), headers: { Origin: server.url } })).status).toBe(200);
  });
});

describe('Host', () => {
  it('answers to addresses, localhost and listed names; a rebound name is 403', async () => {
    for (const host of [`127.0.0.1:${server.port}`, 'localhost', '[::1]:7080', 'vat.internal', 'VAT.internal:8443']) {
      expect((await send(server, '/mcp', { body: rpc('ping'), headers: { Host: host } })).status, host).toBe(200);
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:7080']) {
      const refused = await send(server, '/mcp', { body: rpc('ping'), headers: { Host: host } });
      expect([refused.status, refused.json.error], host).toEqual([403, 'host_not_allowed']);
    }
    expect((await send(server, '/healthz', { headers: { Host: 'probe.cluster' } })).status).toBe(200);
  });

  it('the name of BASE_URL is known, and addresses in answers come from it, never from the request', async () => {
    const named = await startTestServer({ LIMITS: 'off', BASE_URL: 'https://vat.example/' });
    const reply = await send(named, '/mcp', {
      body: toolCall({}, 'list_projects'),
      headers: { Host: 'vat.example', 'X-Forwarded-Host': 'evil.example' },
    });
    expect(reply.headers['www-authenticate']).toBe(
      'Bearer resource_metadata="https://vat.example/.well-known/oauth-protected-resource", scope="projects:read"',
    );
  });
});

describe('body', () => {
  const big = Buffer.from(JSON.stringify(bricks({ lineText: 'x'.repeat(100_000) })));

  it.each(DOORS.map(([path]) => path))('%s: too large is 413, announced or chunked', async (path) => {
    for (const chunked of [false, true]) {
      const reply = await send(server, path, { body: big, chunked });
      expect(reply.status).toBe(413);
    }
    expect((await send(server, '/healthz')).status).toBe(200);
  });

  it('a length that lies is refused before the body arrives', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(
          `POST ${REST} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`,
        ),
      );
      socket.once('data', (d) => {
        resolve(d.toString());
        socket.destroy();
      });
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 413/);
  });

  it('must be JSON, in UTF-8, not compressed, not too deep', async () => {
    const post = (body: string | Buffer, headers = {}) => send(server, REST, { body, headers });
    expect((await post('{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post('{}', { 'Content-Encoding': 'gzip' })).status).toBe(415);
    expect((await post(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
    const deep = await post(`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`);
    expect([deep.status, deep.json.message]).toEqual([400, expect.stringMatching(/deeper than 10/)]);
    expect((await post('['.repeat(60_000))).status).toBe(400);
    const bracketsInText = await post(JSON.stringify(bricks({ lineText: '[[[[[[[[[[[[[[ {{{{{ \\" [[[[' })));
    expect(bracketsInText.status).toBe(200);
    expect((await send(server, '/mcp', { body: '{}', headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
  });
});

describe('methods, paths, headers', () => {
  it.each([
    ['GET', '/mcp', 'POST'],
    ['DELETE', '/mcp', 'POST'],
    ['GET', '/sse', 'POST'],
    ['PUT', '/sse', 'POST'],
    ['GET', REST, 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('%s %s is 405 and names what is allowed', async (method, path, allow) => {
    const reply = await send(server, path, { method, headers: { Accept: 'text/event-stream' } });
    expect(reply.status).toBe(405);
    expect(reply.headers.allow).toBe(allow);
  });

  it('an unknown path is 404 in the usual shape', async () => {
    for (const path of ['/nope', '/mcp/', '/api/v1', '/../etc/passwd', '/%2e%2e', '/healthz%00']) {
      const reply = await send(server, path);
      expect([reply.status, reply.json.error]).toEqual([404, 'not_found']);
    }
  });

  it('every answer has the security headers and a request id, also refusals', async () => {
    const replies = [
      await send(server, '/'),
      await send(server, '/nope'),
      await send(server, '/mcp', { body: '{' }),
      await send(server, REST, { body: {} }),
      await send(server, REST, { body: {}, headers: { Origin: 'null' } }),
    ];
    for (const { headers } of replies) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['x-powered-by']).toBeUndefined();
    }
    const own = await send(server, '/', { headers: { 'X-Request-Id': 'my-request-1' } });
    expect(own.headers['x-request-id']).toBe('my-request-1');
    const bad = await send(server, '/', { headers: { 'X-Request-Id': 'a b<script>' } });
    expect(bad.headers['x-request-id']).not.toContain('<');
  });
});

describe('log', () => {
  async function logged(env: Record<string, string>): Promise<string> {
    let text = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    });
    const quiet = await startTestServer({ LIMITS: 'off', ...env }, { log: pino({ level: 'info' }, sink) });
    const headers = { Authorization: 'Bearer n708_live_topsecret' };
    await send(quiet, REST, { body: bricks() });
    await send(quiet, REST, { body: bricks(), headers });
    await send(quiet, '/mcp?key=topsecret', { body: toolCall(bricks()) });
    await send(quiet, '/mcp', { body: toolCall({}, 'list_projects'), headers });
    for (const page of ['/confirm/', '/approve/', '/key/', '/sign-in/link/']) await send(quiet, `${page}topsecret`);
    return text;
  }

  it('says what happened, never the line text or a credential', async () => {
    const text = await logged({});
    const [first] = text.split('\n').map((l) => l && JSON.parse(l));
    expect(first).toMatchObject({
      method: 'POST',
      path: REST,
      status: 200,
      tool: 'check_line_item',
      treatment: 'reclaimable',
      requestId: expect.any(String),
    });
    expect(text).not.toMatch(/Facing bricks|topsecret|1240/);
  });

  it('has the line text when the operator asks for it', async () => {
    expect(await logged({ LOG_LINE_TEXT: 'on' })).toContain('Facing bricks 65mm');
  });
});
