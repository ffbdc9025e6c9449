import { POLL_INTERVAL_SECS } from '../accounts/approvals.js';
import { SCOPES, type Scope } from '../accounts/scopes.js';
import { emailInput } from './email_input.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import { actorOf, type Tool } from './tool.js';

interface Input {
  email: string;
  scopes?: Scope[];
  clientName?: string;
}

const inputSchema = readToolSchema('authenticate_account.input');
const answerSchema = readToolSchema('authenticate_account.output');
const checked = inputCheck<Input>(inputSchema);

const MOST_CLIENT_NAME = 60;

const DESCRIPTION = `Asks the owner of an account for an API key by e-mail, without a browser on your side: sends an approval e-mail and returns user_code and request_id.

Use when: the person has a confirmed account and a project tool needs a key.
Do not use when: you have a key already, or the person has no account (create_account).

Show user_code to the person: the approval page shows the same code. Then call poll_authentication with request_id every ${POLL_INTERVAL_SECS} seconds. The answer is the same whether or not the address has an account.

<example>
{"email":"sam@example.com","clientName":"Site assistant"}
</example>`;

export const authenticateAccount: Tool<Input> = {
  name: 'authenticate_account',
  title: 'Ask for access to an account by e-mail',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  access: 'public',
  countsTowardsDailyCap: false,
  limitClass: 'account_request',
  read: (args) => {
    const { email, ...rest } = checked(args);
    return { ...rest, email: emailInput(email) };
  },
  run: async ({ email, scopes, clientName }, { access, caller }) => {
    const client = printable(clientName ?? '') || printable(caller.userAgent) || 'A program that gave no name';
    const asked = await access.approvals.ask(email, { scopes: scopes ?? SCOPES, client }, actorOf(caller));
    return {
      ok: true,
      user_code: asked.userCode,
      request_id: asked.requestId,
      interval: POLL_INTERVAL_SECS,
      expiresInSecs: asked.expiresInSecs,
      message: `If the address has an account, an e-mail was sent to it. Ask the person to open its link, compare the code ${asked.userCode} and approve; meanwhile call poll_authentication.`,
    };
  },
  logFields: () => ({}),
};

/** What a stranger calls itself, fit to be shown on one line. */
function printable(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_CLIENT_NAME);
}
