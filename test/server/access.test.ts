import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../src/server/start.js';
import { bricks, REST, send, startTestServer, stopAll, toolCall } from './harness.js';

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
    // The digits of an id or a time may be those of the amount.
    expect(text.replace(/[0-9a-f-]{36}/g, '')).not.toMatch(/Facing bricks|topsecret|\b1240\b/);
  });

  it('has the line text when the operator asks for it', async () => {
    expect(await logged({ LOG_LINE_TEXT: 'on' })).toContain('Facing bricks 65mm');
  });
});
