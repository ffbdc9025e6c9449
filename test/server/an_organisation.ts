import { OPERATOR } from '../../src/accounts/audit.js';
import { SCOPES, type Scope } from '../../src/accounts/scopes.js';
import { type Project, projectRow } from '../../src/claims/records.js';
import type { RunningServer } from '../../src/server/start.js';
import { newId } from '../../src/store/ids.js';
import { type Reply, send, toolCall } from './harness.js';

type Server = Pick<RunningServer, 'port' | 'access' | 'store'>;
export type Headers = Record<string, string>;

/** A person with an account; `key` makes further keys, `project` a project in the database. */
export interface Person {
  organisationId: string;
  /** With every scope. */
  headers: Headers;
  key(...scopes: Scope[]): Promise<Headers>;
  project(): Promise<string>;
}

export async function aPerson(server: Server, email: string): Promise<Person> {
  const account = await server.access.accounts.make(email, OPERATOR);
  const key = async (...scopes: Scope[]) => {
    const made = await server.access.keys.create(account.id, { name: 'x', scopes, madeBy: 'operator' }, OPERATOR);
    return { Authorization: `Bearer ${made.key}` };
  };
  return {
    organisationId: account.organisationId,
    headers: await key(...SCOPES),
    key,
    project: async () => {
      const now = Date.now();
      const project: Project = {
        id: newId('prj'),
        organisationId: account.organisationId,
        name: 'Our home',
        scheme: 'self_build_431nb',
        building: { name: null, address: null, kind: null },
        facts: {},
        elements: [],
        claimants: [],
        eligibility: 'needs_answer',
        revision: 1,
        createdAt: now,
        updatedAt: now,
      };
      await server.store.db.insertInto('projects').values(projectRow(project)).execute();
      return project.id;
    },
  };
}

/** Calls submit_invoice_data over MCP. */
export async function submit(server: Server, headers: Headers, args: object) {
  const reply = await send(server, '/mcp', { body: toolCall(args, 'submit_invoice_data'), headers });
  return reply.json?.result?.structuredContent ?? reply.json;
}

export const base64 = (bytes: Buffer): string => bytes.toString('base64');

/** Sends a form as a browser would. */
export function sendForm(
  server: Server,
  path: string,
  headers: Headers,
  fields: Record<string, string>,
  files: readonly { name?: string; fileName: string; bytes: Buffer; type?: string }[],
): Promise<Reply> {
  const boundary = '----a-form-of-the-tests';
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields))
    parts.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`));
  for (const { name = 'file', fileName, bytes, type = 'application/octet-stream' } of files)
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return send(server, path, {
    body: Buffer.concat(parts),
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  });
}

/** Polls a job until it has ended. */
export async function ended(
  server: Server,
  headers: Headers,
  jobId: string,
  withinMs = 60_000,
): Promise<Reply['json']> {
  const until = Date.now() + withinMs;
  for (;;) {
    const { status, json } = await send(server, `/api/v1/jobs/${jobId}`, { headers });
    if (status !== 200) throw new Error(`the job answered ${status}: ${JSON.stringify(json)}`);
    if (json.status === 'done' || json.status === 'failed') return json;
    if (Date.now() > until) throw new Error(`the job has not ended: ${JSON.stringify(json)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
