import { emailInput } from './email_input.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import { actorOf, type Tool } from './tool.js';

const inputSchema = readToolSchema('create_account.input');
const answerSchema = readToolSchema('create_account.output');
const checked = inputCheck<{ email: string }>(inputSchema);

const DESCRIPTION = `Starts the registration of an account: sends a confirmation e-mail. No key is returned, and no account exists until the person opens the link and confirms.

Use when: the person has no account yet and a project tool needs a key.
Do not use when: they have an account; call authenticate_account.

The answer is the same whether or not the address is known. Afterwards ask the person to confirm the e-mail, then call authenticate_account with the same address. check_line_item needs no account.

<example>
{"email":"sam@example.com"}
</example>`;

export const createAccount: Tool<{ email: string }> = {
  name: 'create_account',
  title: 'Register an account by e-mail',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  access: 'public',
  countsTowardsDailyCap: false,
  limitClass: 'account_request',
  read: (args) => ({ email: emailInput(checked(args).email) }),
  run: async ({ email }, { access, caller }) => {
    await access.signUp.ask(email, actorOf(caller));
    return {
      ok: true,
      status: 'confirmation_sent',
      message:
        'An e-mail was sent. Ask the person to open its link and press "Confirm", then call authenticate_account with the same address.',
      nextTool: 'authenticate_account',
    };
  },
  logFields: () => ({}),
};
