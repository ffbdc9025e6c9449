import { listInvoices as list } from '../claims/lists.js';
import type { Invoice } from '../claims/records.js';
import { totalsByInvoice } from '../claims/totals.js';
import { askingIn, claimsCall, NOT_THERE } from './claim_calls.js';
import { invoiceView } from './claim_views.js';
import { inputCheck } from './input_check.js';
import { PAGE_SIZE } from './list_line_items.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool } from './tool.js';

interface Input {
  projectId: string;
  status?: Invoice['extraction'];
  state?: Invoice['state'];
  supplier?: string;
  limit?: number;
  cursor?: string;
}

const inputSchema = readToolSchema('list_invoices.input');
const answerSchema = readToolSchema('list_invoices.output');
const checked = inputCheck<Input>(inputSchema);

const DESCRIPTION = `Lists the invoice documents of a project with how far each has been read (extractionStatus), whether its figures fit together, what is missing for it to be evidence, and what its lines come to.

Use when: you follow documents that were submitted, or look for an invoice.
Do not use when: you want the lines (list_line_items).

<example>
{"projectId":"prj_0123456789abcdef01234567","status":"done"}
</example>`;

export const listInvoices: Tool<Input> = {
  name: 'list_invoices',
  title: 'List the invoices of a project',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: ['projects:read'],
  refusals: NOT_THERE,
  countsTowardsDailyCap: false,
  limitClass: null,
  read: (args) => checked(args),
  run: ({ status, limit = PAGE_SIZE, cursor = null, ...filter }, context) =>
    claimsCall(async () => {
      const { claims } = context;
      const { organisationId } = askingIn(context);
      const extraction = status === undefined ? {} : { extraction: status };
      const page = await list(claims, organisationId, { ...filter, ...extraction }, { limit, cursor });
      const sums = await totalsByInvoice(claims.store, page.items);
      return {
        ok: true,
        items: page.items.map((invoice) => invoiceView(invoice, sums.get(invoice.id) ?? NO_LINES)),
        nextCursor: page.nextCursor,
      };
    }),
  logFields: (_input, answer) => ({ items: (answer as { items: unknown[] }).items.length }),
};

const NO_LINES = { lines: 0, vatReclaimable: 0, vatHeldBack: 0, openQuestions: 0 };
