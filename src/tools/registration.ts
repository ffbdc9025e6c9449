import { TooManyKeys } from '../accounts/api_keys.js';
import { emailInput } from './email_input.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import { actorOf, type Tool } from './tool.js';
import { ToolError } from './tool_error.js';

const createInput = readToolSchema('create_account.input');
const createAnswer = readToolSchema('create_account_with_key.output');
const checkedCreate = inputCheck<{ email: string }>(createInput);
const freshInput = readToolSchema('authenticate_with_recovery_code.input');
const freshAnswer = readToolSchema('authenticate_with_recovery_code.output');
const checkedFresh = inputCheck<{ email: string; recoveryCode?: string }>(freshInput);

const HINTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

/** `create_account` of behaviour set B. */
export const createAccountWithKey: Tool<{ email: string }> = {
  name: 'create_account',
  title: 'Create an account with a key',
  description: `Creates an account and returns its API key and a recovery code, both shown this once.

Use when: the person has no account yet and a project tool needs a key.
Do not use when: they have an account; call authenticate_account with the recovery code.

<example>
{"email":"sam@example.com"}
</example>`,
  inputSchema: createInput,
  answerSchema: createAnswer,
  outputSchema: announcedOutput(createAnswer),
  hints: HINTS,
  access: 'public',
  refusals: { 409: 'The address has an account (account_exists).' },
  countsTowardsDailyCap: false,
  limitClass: 'account_request',
  read: (args) => ({ email: emailInput(checkedCreate(args).email) }),
  run: async ({ email }, { access, caller }) => {
    const made = await access.registration.create(email, actorOf(caller));
    if (!made)
      throw new ToolError(
        'account_exists',
        'This address has an account; call authenticate_account with its recovery code.',
        409,
      );
    return {
      ok: true,
      ...made,
      message: 'Store both now: neither is shown again. Send the key as Authorization: Bearer.',
    };
  },
  logFields: () => ({}),
};

/** `authenticate_account` of behaviour set B. */
export const authenticateWithRecoveryCode: Tool<{ email: string; recoveryCode?: string }> = {
  name: 'authenticate_account',
  title: 'Get a fresh key for an account',
  description: `Returns a fresh API key for an existing account, shown this once.

Use when: the account's key is lost and its recovery code is at hand.
Do not use when: you have a working key, or there is no account (create_account).

<example>
{"email":"sam@example.com","recoveryCode":"..."}
</example>`,
  inputSchema: freshInput,
  answerSchema: freshAnswer,
  outputSchema: announcedOutput(freshAnswer),
  hints: HINTS,
  access: 'public',
  refusals: {
    401: 'Address and recovery code do not belong together (wrong_credentials), or the key sent is not valid.',
    409: 'The account has as many keys as it may (too_many_keys).',
  },
  countsTowardsDailyCap: false,
  limitClass: 'account_request',
  read: (args) => {
    const { email, ...rest } = checkedFresh(args);
    return { ...rest, email: emailInput(email) };
  },
  run: async ({ email, recoveryCode }, { access, caller }) => {
    try {
      const fresh = await access.registration.freshKey(email, recoveryCode ?? null, actorOf(caller));
      if (fresh)
        return { ok: true, ...fresh, message: 'Store it now: it is not shown again. Older keys keep working.' };
    } catch (error) {
      if (error instanceof TooManyKeys) throw new ToolError('too_many_keys', error.message, 409);
      throw error;
    }
    throw new ToolError('wrong_credentials', 'Address and recovery code do not belong to an active account.', 401);
  },
  logFields: () => ({}),
};
