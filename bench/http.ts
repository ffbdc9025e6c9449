import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Router from '@koa/router';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import autocannon from 'autocannon';
import Koa, { type Context } from 'koa';
import type { Line } from '../src/rulebook/line.js';
import type { Rulebook } from '../src/rulebook/rulebook.js';
import { built } from './built.js';
import { type Figure, median, perSecond } from './measure.js';
import { toolInput, withQuantity } from './sample_lines.js';
import { processorTime } from './served.js';

const SECONDS = 3;
const ROUNDS = 3;
const CONNECTIONS = 16;
const QUANTITIES = 5;

interface Door {
  url: string;
  requests: { method: string; path: string; headers: Record<string, string>; body: string }[];
}

/** Our server over real sockets beside the least that Koa and the SDK can do; the load comes from a worker thread. */
export async function httpFigures(book: Rulebook, lines: readonly Line[]): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'notice708-bench-'));
  const { startServer } = await built<typeof import('../src/server/start.js')>('server/start.js');
  const { readSettings } = await built<typeof import('../src/server/settings.js')>('server/settings.js');
  const ours = await startServer(readSettings({ PORT: '0', LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir }), {
    loadRulebook: async () => book,
  });
  await ours.ready;
  // So many that a text is long forgotten when it comes again.
  const inputs = Array.from({ length: QUANTITIES }, (_, i) =>
    lines.filter((l) => l.answers.length === 0).map((l) => toolInput({ ...l, text: withQuantity(l.text, i + 1) })),
  ).flat();
  const [first] = lines;
  if (!first) throw new Error('no lines');
  const answer = { ok: true, ...(await book.classify(first)) };
  const plain = await listen(plainKoa(answer));
  try {
    const post = (path: string, body: object) => ({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    });
    const rest = inputs.map((input) => post('/api/v1/check-line-item', input));
    const call = (input: object, name = 'check_line_item') =>
      post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });
    const [ourRest = 0, koa = 0, ourMcp = 0, trivial = 0, sameSize = 0] = await loads([
      { url: ours.url, requests: rest },
      { url: plain.url, requests: rest },
      { url: ours.url, requests: inputs.map((i) => call(i)) },
      { url: plain.url, requests: inputs.map((i) => call(i, 'trivial')) },
      { url: plain.url, requests: inputs.map((i) => call(i, 'same_size')) },
    ]);
    return [
      {
        what: 'REST, against a plain Koa JSON route',
        goal: 'at least 0.5',
        measured: `${(ourRest / koa).toFixed(2)} (${perSecond(ourRest)}, ${perSecond(koa)})`,
        reached: ourRest / koa >= 0.5,
      },
      {
        what: 'MCP, against the same SDK with a trivial tool',
        goal: 'at least 0.8',
        measured: `${(ourMcp / trivial).toFixed(2)} (${perSecond(ourMcp)}, ${perSecond(trivial)})`,
        reached: ourMcp / trivial >= 0.8,
      },
      {
        what: '  and with a tool that sends one answer of ours',
        goal: '',
        measured: `${(ourMcp / sameSize).toFixed(2)} (${perSecond(sameSize)})`,
      },
    ];
  } finally {
    await ours.close();
    plain.server.closeAllConnections();
    plain.server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Requests that each door answers in a second of processor time of the serving thread, in turns. */
async function loads(doors: readonly Door[]): Promise<number[]> {
  const measured = doors.map(() => [] as number[]);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, door] of doors.entries()) {
      const before = servingTime();
      const result = await autocannon({
        url: door.url,
        connections: CONNECTIONS,
        duration: round === 0 ? 1 : SECONDS,
        workers: 1,
        requests: door.requests,
      });
      if (result.errors > 0 || result.non2xx > 0)
        throw new Error(
          `${door.url}${door.requests[0]?.path}: ${result.errors} errors, ${result.non2xx} answers other than 2xx`,
        );
      // The first round only warms up.
      if (round > 0) measured[i]?.push((result.requests.total / (servingTime() - before)) * 1000);
    }
  }
  return measured.map(median);
}

/** The thread that serves is the first of the process; the load has one of its own. */
const servingTime = () => processorTime(`${process.pid}/task/${process.pid}`);

async function bodyOf(ctx: Context): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** The least: read JSON, send JSON of the same size; and an MCP server of the same SDK, one a request, as ours. */
function plainKoa(answer: object): Koa {
  const router = new Router();
  router.post('/api/v1/check-line-item', async (ctx: Context) => {
    await bodyOf(ctx);
    ctx.body = answer;
  });
  const jsonSchemaValidator = new AjvJsonSchemaValidator();
  router.post('/mcp', async (ctx: Context) => {
    const parsedBody = await bodyOf(ctx);
    const server = new Server(
      { name: 'plain', version: '1.0.0' },
      { capabilities: { tools: {} }, jsonSchemaValidator },
    );
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
      params.name === 'trivial'
        ? { content: [{ type: 'text', text: 'ok' }] }
        : { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } },
    );
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const response = await transport.handleRequest(new Request('http://127.0.0.1/mcp', { method: 'POST', headers }), {
      parsedBody,
    });
    ctx.status = response.status;
    ctx.type = 'json';
    ctx.body = await response.text();
    await server.close();
  });
  const app = new Koa();
  app.use(router.routes());
  return app;
}

async function listen(app: Koa): Promise<{ url: string; server: HttpServer }> {
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
