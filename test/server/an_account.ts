import { OPERATOR } from '../../src/accounts/audit.js';
import type { Scope } from '../../src/accounts/scopes.js';
import type { RunningServer } from '../../src/server/start.js';
import { type Reply, send, toolCall } from './harness.js';

export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** Calls a tool over MCP; `result` is its structured answer. */
export async function call(
  server: RunningServer,
  name: string,
  args: object = {},
  headers: Record<string, string> = {},
  door = '/mcp',
) {
  const reply = await send(server, door, { body: toolCall(args, name), headers });
  return { ...reply, result: reply.json?.result?.structuredContent };
}

/** Opens a page of the server, or sends it a form. */
export function page(
  server: RunningServer,
  url: string,
  form?: Record<string, string> | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { pathname, search } = new URL(url, server.url);
  return send(server, pathname + search, {
    ...(form
      ? {
          body: new URLSearchParams(form).toString(),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        }
      : { headers }),
  });
}

/** Link of the newest message in the embedded mailbox. */
export const newestLink = async (server: RunningServer): Promise<string> =>
  /href="(http[^"]+)"/.exec((await send(server, '/dev/mailbox')).text)?.[1] ?? '';

/** A key made by the operator, as with "notice708 keys create". */
export async function operatorKey(
  server: RunningServer,
  scopes: readonly Scope[] = ['projects:read'],
  email = 'op@example.com',
) {
  const account = await server.access.accounts.make(email, OPERATOR);
  return {
    account,
    ...(await server.access.keys.create(account.id, { name: 'x', scopes, madeBy: 'operator' }, OPERATOR)),
  };
}

/** A request for access by mail, with the link that decides it. The address must have an account. */
export async function askedAccess(server: RunningServer, email: string, more: Record<string, unknown> = {}) {
  const { result } = await call(server, 'authenticate_account', { email, ...more });
  return {
    requestId: String(result.request_id),
    userCode: String(result.user_code),
    interval: Number(result.interval),
    expiresInSecs: Number(result.expiresInSecs),
    link: await newestLink(server),
  };
}

/** The key of a request for access that its owner approves. */
export async function approvedKey(server: RunningServer, email: string, more: Record<string, unknown> = {}) {
  const asked = await askedAccess(server, email, more);
  await page(server, asked.link, { decision: 'approve' });
  const { result } = await call(server, 'poll_authentication', { request_id: asked.requestId });
  const shown = await page(server, result.key_retrieval_url, {});
  return {
    ...asked,
    retrievalUrl: String(result.key_retrieval_url),
    key: /n708_live_[0-9a-f]{64}/.exec(shown.text)?.[0] ?? '',
  };
}
