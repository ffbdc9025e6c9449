import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RulebookError } from '../../src/rulebook/problems.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { readSettings } from '../../src/server/settings.js';
import { startServer } from '../../src/server/start.js';
import { serverProcess } from './a_process.js';
import { bricks, REST, rpc, send, sharedRulebook, startTestServer, stopAll, tempFolder } from './harness.js';

afterAll(stopAll);

describe('while the rulebook loads', () => {
  it('requests are 503 with Retry-After 5, healthz says loading; then both answer', async () => {
    let deliver: (book: Rulebook) => void = () => {};
    const server = await startTestServer(
      { LIMITS: 'off' },
      {
        loadRulebook: () =>
          new Promise((resolve) => {
            deliver = resolve;
          }),
      },
    );
    for (const [path, body] of [
      ['/mcp', rpc('initialize')],
      ['/sse', rpc('ping')],
      [REST, bricks()],
    ] as const) {
      const reply = await send(server, path, { body });
      expect([reply.status, reply.headers['retry-after'], reply.json.error]).toEqual([503, '5', 'starting']);
    }
    const health = await send(server, '/healthz');
    expect([health.status, health.json.status]).toEqual([503, 'loading']);
    expect((await send(server, '/openapi.json')).status).toBe(200);
    expect((await send(server, '/mcp')).status).toBe(405);
    deliver(await sharedRulebook());
    await server.ready;
    expect((await send(server, '/healthz')).json).toEqual({ ok: true, status: 'ready', edition: expect.any(String) });
    expect((await send(server, REST, { body: bricks() })).status).toBe(200);
  });
});

describe('what cannot start', () => {
  it('a rulebook with a mistake: ready rejects with the place, and the port is closed', async () => {
    const folder = tempFolder();
    const { rulesDir } = readSettings({});
    cpSync(rulesDir, join(folder, 'rules'), { recursive: true });
    writeFileSync(join(folder, 'rules', 'facts.yaml'), 'facts: [\n  oops');
    const settings = readSettings({
      PORT: '0',
      DATA_DIR: folder,
      RULES_DIR: join(folder, 'rules'),
      LOG_LEVEL: 'silent',
    });
    const server = await startServer(settings);
    await expect(server.ready).rejects.toThrow(RulebookError);
    await expect(server.ready).rejects.toThrow(/rules\/facts\.yaml:\d+:\d+/);
    await expect(send(server, '/healthz')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('a port in use and a data folder that is a file say which setting to change', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    await expect(startTestServer({ PORT: String(port) })).rejects.toThrow(/in use; set PORT/);
    taken.close();
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    await expect(startTestServer({ DATA_DIR: join(folder, 'file') })).rejects.toThrow(/DATA_DIR=.* cannot be used/);
    mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
    await startTestServer({ DATA_DIR: join(folder, 'deep', 'er', 'new') });
  });
});

describe('the process', () => {
  it('says what it serves before the rulebook has loaded, answers the pasted curl line, and ends on SIGTERM', async () => {
    const { child, said, ended, until } = serverProcess({});
    await until('curl -s');
    expect(said.out).not.toContain('Ready');
    expect(said.out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
    await until('Ready: rulebook');
    const line = /curl -s .*/.exec(said.out)?.[0] ?? '';
    const curl = spawn('bash', ['-c', line]);
    let answer = '';
    for await (const chunk of curl.stdout) answer += chunk;
    expect(JSON.parse(answer)).toMatchObject({ ok: true, classification: { vatReclaimable: '248.00' } });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('exits 1 with the problems of a bad rulebook, 2 with those of bad settings', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'rules'));
    writeFileSync(join(folder, 'rules', 'rulebook.yaml'), 'edition: [');
    const bad = serverProcess({ RULES_DIR: join(folder, 'rules') });
    expect(await bad.ended).toBe(1);
    expect(bad.said.err).toMatch(/rules\/rulebook\.yaml:\d+:\d+/);
    const unset = serverProcess({ PORT: 'seven', LIMIT_MCP_PER_MINUT: '3' });
    expect(await unset.ended).toBe(2);
    expect(unset.said.err).toMatch(/PORT=seven/);
    expect(unset.said.err).toMatch(/did you mean "LIMIT_MCP_PER_MINUTE"/);
  });
});

it('open streams and kept-alive connections do not hold up the end', async () => {
  const server = await startTestServer({ LIMITS: 'off', DRAIN_SECS: '20' });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const listen = fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'subscriptions/listen',
    },
    body: JSON.stringify(rpc('subscriptions/listen', { _meta: meta, notifications: { toolsListChanged: true } })),
  });
  const stream = await listen;
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  await (await fetch(`${server.url}/healthz`)).text();
  const started = Date.now();
  await server.close();
  expect(Date.now() - started).toBeLessThan(3_000);
  await stream.text();
});

it('a request under way is answered while the server drains, a new one is not taken', async () => {
  const book = await sharedRulebook();
  let go = () => {};
  const slow = Object.create(book, {
    classify: {
      value: async (line: never) => {
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        return book.classify(line);
      },
    },
  });
  const server = await startTestServer({ LIMITS: 'off', DRAIN_SECS: '5' }, { loadRulebook: async () => slow });
  await server.ready;
  const answer = send(server, REST, { body: bricks() });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const closed = server.close();
  await expect(send(server, '/healthz')).rejects.toThrow();
  go();
  expect((await answer).status).toBe(200);
  await closed;
});
