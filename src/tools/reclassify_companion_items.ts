import { reclassifyCompanions } from '../claims/companion_lines.js';
import { claimsCall, REFUSED_CHANGES, writingIn } from './claim_calls.js';
import { companionView } from './claim_views.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool } from './tool.js';

interface Input {
  invoiceId: string;
  dryRun?: boolean;
  idempotencyKey?: string;
}

const inputSchema = readToolSchema('reclassify_companion_items.input');
const answerSchema = readToolSchema('reclassify_companion_items.output');
const checked = inputCheck<Input>(inputSchema);

const DESCRIPTION = `Lets the lines of an invoice follow the answers given to its main lines: goods, delivery and labour of the same job by the same supplier take the main line's treatment. Reports every line before and after, with the reason.

Use when: answer_vat_complex_question showed companions that change. dryRun: true shows the same without doing it.
Do not use when: no line of the invoice has an answer; nothing then follows.

A line its owner has answered is never changed; where it disagrees, conflict says so. Fees, hire, tools, carpets, furniture and appliances never follow. Calling it again changes nothing more.

<example>
{"invoiceId":"inv_0123456789abcdef01234567","dryRun":true}
</example>`;

export const reclassifyCompanionItems: Tool<Input> = {
  name: 'reclassify_companion_items',
  title: 'Let the lines of an invoice follow an answer',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: ['line_items:write'],
  refusals: REFUSED_CHANGES,
  countsTowardsDailyCap: false,
  limitClass: 'line_decision',
  read: (args) => checked(args),
  run: (args, context) =>
    claimsCall(async () => {
      const asking = writingIn(context, 'reclassify_companion_items', args);
      const { invoice, dryRun, lines } = await reclassifyCompanions(
        context.claims,
        asking,
        args.invoiceId,
        args.dryRun ?? false,
      );
      return {
        ok: true,
        invoiceId: invoice.id,
        dryRun,
        changed: lines.filter((line) => line.changed).length,
        lines: lines.map(companionView),
      };
    }),
  logFields: (_input, answer) => {
    const { dryRun, changed } = answer as { dryRun: boolean; changed: number };
    return { dryRun, changed };
  },
};
