import { scopesIn, scopeText } from '../accounts/scopes.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import { CALL_LIMITS, type Tool, type ToolContext } from './tool.js';
import { ToolError } from './tool_error.js';

const inputSchema = readToolSchema('check_account_status.input');
const answerSchema = readToolSchema('check_account_status.output');
const checked = inputCheck<Record<string, never>>(inputSchema);

const DESCRIPTION = `Says who the caller is to this server: whether the call carries a valid key, whether the address is confirmed, the plan, the scopes, what the person still has to do, and what is left of the limits.

Use when: a call was refused, or before work that needs a key.
Do not use when: you want the state of a request for access; that is poll_authentication.

<example>
{}
</example>`;

/** @param confirmsAddress whether addresses are confirmed by e-mail here, so that one can be waited for. */
function statusTool(
  anonymous: (context: ToolContext) => object,
  confirmsAddress: boolean,
): Tool<Record<string, never>> {
  return {
    name: 'check_account_status',
    title: 'Account, plan, scopes and limits',
    description: DESCRIPTION,
    inputSchema,
    answerSchema,
    outputSchema: announcedOutput(answerSchema),
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    access: 'public',
    countsTowardsDailyCap: false,
    limitClass: null,
    read: (args) => checked(args ?? {}),
    run: async (_input, context) => {
      const { principal } = context.caller;
      if (!principal) return anonymous(context);
      const waiting = await context.access.approvals.waiting(principal.accountId);
      return {
        ok: true,
        authenticated: true,
        email: principal.email,
        verified: principal.verified,
        plan: principal.plan,
        scopes: scopesIn(scopeText(principal.scopes)),
        pendingActions: [
          ...(principal.verified || !confirmsAddress
            ? []
            : [{ action: 'confirm_email', message: 'The address of this account was never confirmed by e-mail.' }]),
          ...waiting.map(({ userCode, status }) =>
            status === 'pending'
              ? { action: 'approve_access', message: `A request for access, code ${userCode}, waits for approval.` }
              : { action: 'retrieve_key', message: `The key of request ${userCode} is approved and not yet shown.` },
          ),
        ],
        limits: limitsOf(context),
      };
    },
    logFields: () => ({}),
  };
}

/** Nobody decides stored lines without a key. */
function limitsOf({ caller }: ToolContext): object {
  const theirs = CALL_LIMITS.filter((limit) => caller.principal !== null || limit !== 'line_decisions_per_minute');
  return Object.fromEntries(theirs.map((limit) => [limit, caller.left(limit) ?? NO_LIMIT]));
}

const NO_LIMIT = { limit: null, left: null, resetsInSecs: null };

/** Behaviour set A: without a key the answer says so and tells nothing of any account. */
export const checkAccountStatus = statusTool(
  (context) => ({
    ok: true,
    authenticated: false,
    pendingActions: [
      {
        action: 'authenticate',
        message: 'Send a key as Authorization: Bearer, or get one with create_account and authenticate_account.',
      },
    ],
    limits: limitsOf(context),
  }),
  true,
);

/** Behaviour set B: without a key it is a structured error, not HTTP 401. */
export const checkAccountStatusWithKey = statusTool(() => {
  throw new ToolError(
    'unauthenticated',
    'check_account_status needs an API key, sent as Authorization: Bearer <API_KEY>.',
    200,
  );
}, false);
