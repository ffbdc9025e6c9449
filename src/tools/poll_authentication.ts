import type { PollStatus } from '../accounts/approvals.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool } from './tool.js';
import { ToolError } from './tool_error.js';

const inputSchema = readToolSchema('poll_authentication.input');
const answerSchema = readToolSchema('poll_authentication.output');
const checked = inputCheck<{ request_id: string }>(inputSchema);

const NEXT: Record<PollStatus, string> = {
  pending: 'The person has not decided yet. Poll again after interval seconds.',
  ready:
    'Approved. Ask the person to open key_retrieval_url in a browser, once, and to put the key shown there into your configuration; never ask for the key in the conversation.',
  denied: 'The person denied the request. Do not ask again unless they want you to.',
  expired: 'The request has ended: nobody decided in time, or its key has been shown. Call authenticate_account anew.',
};

const DESCRIPTION = `Says whether the person has approved a request made by authenticate_account. status is pending, ready (with key_retrieval_url), denied or expired.

Use when: authenticate_account gave you a request_id. Poll every 3 to 5 seconds, as interval says.
Do not use when: you have no request_id.

<example>
{"request_id":"req_5vKc0pWqJ8Zr2mYd"}
</example>`;

export const pollAuthentication: Tool<{ request_id: string }> = {
  name: 'poll_authentication',
  title: 'Poll a request for access',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'public',
  refusals: { 404: 'There is no request of this request_id (not_found).' },
  countsTowardsDailyCap: false,
  limitClass: null,
  read: (args) => checked(args),
  run: async ({ request_id }, { access, page }) => {
    const poll = await access.approvals.poll(request_id);
    if (!poll)
      throw new ToolError('not_found', 'There is no request of this request_id; call authenticate_account.', 404);
    const { status, interval, retrievalToken } = poll;
    return {
      ok: true,
      status,
      interval,
      ...(retrievalToken === undefined ? {} : { key_retrieval_url: page(`/key/${retrievalToken}`) }),
      message: NEXT[status],
    };
  },
  logFields: (_input, answer) => ({ status: (answer as { status: PollStatus }).status }),
};
