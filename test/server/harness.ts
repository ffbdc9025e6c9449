import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRulebook } from '../../src/rulebook/load.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { readSettings } from '../../src/server/settings.js';
import { type RunningServer, type StartParts, startServer } from '../../src/server/start.js';

let book: Promise<Rulebook> | undefined;
/** The real rulebook, loaded once in a test file. */
export const sharedRulebook = (): Promise<Rulebook> => {
  const { rulesDir, schemasDir } = readSettings({});
  book ??= loadRulebook(rulesDir, schemasDir);
  return book;
};

const folders: string[] = [];
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notice708-'));
  folders.push(folder);
  return folder;
}

const started: RunningServer[] = [];
/** A real server on a free port with a real database in a folder of its own. */
export async function startTestServer(
  env: Record<string, string> = {},
  parts: StartParts = {},
): Promise<RunningServer> {
  const settings = readSettings({ PORT: '0', DATA_DIR: tempFolder(), LOG_LEVEL: 'silent', DRAIN_SECS: '1', ...env });
  const server = await startServer(settings, { loadRulebook: sharedRulebook, ...parts });
  started.push(server);
  if (!parts.loadRulebook) await server.ready;
  return server;
}

/** Ends what a test file started. */
export async function stopAll(): Promise<void> {
  await Promise.all(started.splice(0).map((s) => s.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read freely in tests
  json: any;
}

/** One HTTP exchange with full say over the headers, which fetch would not give. */
export function send(
  server: Pick<RunningServer, 'port'>,
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string | string[]>;
    body?: string | Buffer | object;
    chunked?: boolean;
  } = {},
): Promise<Reply> {
  const { body } = options;
  const payload =
    body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const method = options.method ?? (payload === undefined ? 'GET' : 'POST');
  const length =
    payload === undefined || options.chunked ? {} : { 'Content-Length': String(Buffer.byteLength(payload)) };
  const type = payload === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path,
        method,
        headers: { ...type, ...length, ...options.headers },
        agent: false,
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (c: Buffer) => chunks.push(c));
        res.on('error', reject);
        res.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          let json: unknown;
          try {
            json = JSON.parse(text);
          } catch {
            json = undefined;
          }
          resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json });
        });
      },
    );
    req.on('error', reject);
    if (payload !== undefined && options.chunked) {
      for (let i = 0; i < payload.length; i += 16_384) req.write(payload.slice(i, i + 16_384));
    } else if (payload !== undefined) req.write(payload);
    req.end();
  });
}

export const REST = '/api/v1/check-line-item';

/** Arguments of a line whose outcome is settled law: bricks bought alone for a new dwelling. */
export function bricks(item: Record<string, unknown> = {}, context: Record<string, unknown> = {}) {
  return {
    context: { claimantRoute: 'self_build_431nb', ...context },
    item: {
      lineText: 'Facing bricks 65mm',
      netAmount: '1240.00',
      vatCharged: '248.00',
      supplyType: 'materials',
      ...item,
    },
  };
}

/** A JSON-RPC message of the 2025 revisions. */
export const rpc = (method: string, params: object = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
export const toolCall = (args: unknown, name = 'check_line_item', id: number | string = 1) =>
  rpc('tools/call', { name, arguments: args }, id);
