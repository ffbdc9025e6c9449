import { type LineFilter, listLineItems as listLines } from '../claims/lists.js';
import { notOneOf } from '../rulebook/answers.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { askingIn, claimsCall, NOT_THERE } from './claim_calls.js';
import { decisionView, lineView } from './claim_views.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool } from './tool.js';

type Input = LineFilter & { lineItemId?: string; limit?: number; cursor?: string };

const inputSchema = readToolSchema('list_line_items.input');
const answerSchema = readToolSchema('list_line_items.output');
const checked = inputCheck<Input>(inputSchema);

/** Rows of a page when the caller does not say (design section 5). */
export const PAGE_SIZE = 50;

function read(args: unknown, { questions }: Rulebook): Input {
  return checked(args, ({ openQuestion }, wrong) =>
    openQuestion === undefined || wrong.has('openQuestion') || openQuestion === 'any' || questions.has(openQuestion)
      ? []
      : [
          notOneOf(
            'openQuestion',
            openQuestion,
            ['any', ...questions.keys()],
            (word) => `there is no question ${word}`,
          ),
        ],
  );
}

const DESCRIPTION = `Lists the invoice lines of a project with their decisions, open questions and answers, page by page. Filters by invoice, status, treatment, supplier and open question; with lineItemId it shows one line and every decision ever made on it.

Use when: you need the lines to work on (openQuestion: "any"), to explain, or to show what a claim consists of.
Do not use when: you want totals (list_projects with projectId) or documents (list_invoices).

<example>
{"projectId":"prj_0123456789abcdef01234567","openQuestion":"any","limit":20}
</example>`;

export const listLineItems: Tool<Input> = {
  name: 'list_line_items',
  title: 'List the invoice lines of a project',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: ['projects:read'],
  refusals: NOT_THERE,
  countsTowardsDailyCap: false,
  limitClass: null,
  read: (args, { book }) => read(args, book),
  run: ({ lineItemId, limit = PAGE_SIZE, cursor = null, ...filter }, context) =>
    claimsCall(async () => {
      const { claims } = context;
      const { organisationId } = askingIn(context);
      const one =
        lineItemId === undefined ? null : await claims.stored.lineItem(organisationId, lineItemId, filter.projectId);
      const page = one
        ? { items: [one], nextCursor: null }
        : await listLines(claims, organisationId, filter, { limit, cursor });
      const decisions = await claims.stored.decisions(page.items.flatMap((i) => i.decisionId ?? []));
      return {
        ok: true,
        items: page.items.map((item) => lineView(item, decisions.get(item.decisionId ?? '') ?? null)),
        nextCursor: page.nextCursor,
        history: one ? (await claims.stored.history(organisationId, one.id)).map(decisionView) : null,
      };
    }),
  logFields: (_input, answer) => ({ items: (answer as { items: unknown[] }).items.length }),
};
