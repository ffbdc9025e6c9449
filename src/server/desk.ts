import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Access } from '../accounts/access.js';
import type { Principal } from '../accounts/principal.js';
import type { Claims } from '../claims/claims.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Purse } from '../tools/call.js';
import { todayUtc } from '../tools/check_line_item.js';
import type { Submissions } from '../tools/submissions.js';
import type { ToolTable } from '../tools/table.js';
import type { ToolContext } from '../tools/tool.js';
import type { CallLimits } from './call_limits.js';
import { identityOf } from './identity.js';
import type { Loading } from './loading.js';
import type { Settings } from './settings.js';
import { requestsLeft } from './window_limit.js';

/** What every door needs to answer. */
export interface Desk {
  settings: Settings;
  tools: ToolTable;
  rulebook: Loading<Rulebook>;
  access: Access;
  claims: Claims;
  submissions: Submissions;
  callLimits: CallLimits;
  log: Logger;
  /** Address clients use, without a trailing slash. */
  baseUrl(): string;
  /** Where the protected-resource metadata is; null where this server has no OAuth. */
  metadataUrl(): string | null;
}

/**
 * What a tool may use in answering this request, and what the call costs its caller.
 * @param principal who calls; of a request to the API, as its Authorization header says.
 */
export function callSite(
  ctx: Context,
  desk: Desk,
  book: Rulebook,
  principal: Principal | null = identityOf(ctx).principal,
): { context: ToolContext; purse: Purse } {
  const clientAddress: string = ctx.state.client;
  return {
    context: {
      book,
      today: todayUtc(),
      caller: {
        principal,
        clientAddress,
        userAgent: ctx.get('User-Agent'),
        left: (limit) =>
          limit === 'requests_per_minute' ? requestsLeft(ctx) : desk.callLimits.left(limit, principal, clientAddress),
      },
      access: desk.access,
      claims: desk.claims,
      submissions: desk.submissions,
      page: (path) => `${desk.baseUrl()}${path}`,
    },
    purse: desk.callLimits.purse(principal, clientAddress),
  };
}
