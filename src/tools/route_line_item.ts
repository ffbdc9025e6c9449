import type { InvoiceHead, Stated } from '../claims/records.js';
import {
  type GivenLine,
  type InvoiceOfLine,
  type Restated,
  rerouteLine,
  routeNewLine,
  UNKNOWN_HEAD,
} from '../claims/route_line.js';
import { InputError, type InputIssue, parseConfirmedAnswer } from '../rulebook/answers.js';
import { isDay } from '../rulebook/calendar.js';
import { DOCUMENT_TYPES } from '../rulebook/evidence.js';
import { parsePence } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { claimsCall, REFUSED_CHANGES, writingIn } from './claim_calls.js';
import { changeView } from './claim_views.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool } from './tool.js';

interface ItemInput extends Omit<Stated, 'complexTypeHint'> {
  lineText?: string;
  netAmount?: string;
  vatCharged?: string;
  confirmedAnswer?: string;
  identifierName?: string;
  vatComplexTypeHint?: Stated['complexTypeHint'];
}

type HeadInput = Partial<
  Pick<
    InvoiceHead,
    | 'documentType'
    | 'supplierName'
    | 'supplierVatNumber'
    | 'invoiceNumber'
    | 'invoiceDate'
    | 'taxPoint'
    | 'customerName'
    | 'currency'
  >
> & { grossTotal?: string };

interface Input {
  projectId: string;
  lineItemId?: string;
  invoiceId?: string;
  invoice?: HeadInput;
  item?: ItemInput;
  idempotencyKey?: string;
}

type Request = { args: Input } & (
  | { kind: 'new'; given: GivenLine; of: InvoiceOfLine }
  | { kind: 'stored'; lineItemId: string; restated: Restated }
);

const inputSchema = readToolSchema('route_line_item.input');
const answerSchema = readToolSchema('route_line_item.output');
const checked = inputCheck<Input>(inputSchema);

function read(given: unknown, book: Rulebook): Request {
  const args = checked(given);
  const { lineItemId, invoiceId, invoice, item = {} } = args;
  const issues: InputIssue[] = [];
  const not = (path: string, message: string) => issues.push({ path, message });
  for (const [path, day] of [
    ['item.taxPoint', item.taxPoint],
    ['invoice.invoiceDate', invoice?.invoiceDate],
    ['invoice.taxPoint', invoice?.taxPoint],
  ] as const)
    if (day != null && !isDay(day)) not(path, `"${day}" is not a day of the calendar`);
  if (lineItemId !== undefined) {
    if (invoiceId !== undefined) not('invoiceId', 'a stored line stays on its invoice; leave it out');
    if (invoice !== undefined) not('invoice', 'a stored line stays on its invoice; leave it out');
    if (item.lineText !== undefined) not('item.lineText', 'the text of a stored line stays; leave it out');
    if (item.confirmedAnswer !== undefined)
      not('item.confirmedAnswer', 'answer a question of a stored line with answer_vat_complex_question');
  } else {
    for (const field of ['lineText', 'netAmount', 'vatCharged'] as const)
      if (item[field] === undefined) not(`item.${field}`, 'is required for a new line');
    if (invoiceId !== undefined && invoice !== undefined)
      not('invoice', 'give invoiceId for a stored invoice or invoice for what it says, not both');
  }
  if (issues.length > 0) throw new InputError(issues);
  const stated = statedOf(item);
  if (lineItemId !== undefined)
    return { kind: 'stored', args, lineItemId, restated: { stated, ...amountsGiven(item) } };
  return {
    kind: 'new',
    args,
    given: {
      text: item.lineText ?? '',
      ...{ net: null, vat: null, ...amountsGiven(item) },
      stated,
      printed: {},
      answers: parseConfirmedAnswer(item.confirmedAnswer, book.questions),
    },
    of: invoiceId !== undefined ? { invoiceId } : { head: headOf(invoice ?? {}) },
  };
}

function statedOf({ supplyType, vatComplexTypeHint, ...item }: ItemInput): Stated {
  const { taxPoint, supplierVatRegistered, esmStatus, relation, esmInvoiceCtx, saiInvoiceCtx } = item;
  const all = {
    supplyType,
    taxPoint,
    supplierVatRegistered,
    esmStatus,
    relation,
    esmInvoiceCtx,
    saiInvoiceCtx,
    complexTypeHint: vatComplexTypeHint,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The schema's pattern has passed the texts, so they read as pence. */
function amountsGiven({ netAmount, vatCharged }: ItemInput): { net?: number; vat?: number } {
  return {
    ...(netAmount === undefined ? {} : { net: parsePence(netAmount) ?? 0 }),
    ...(vatCharged === undefined ? {} : { vat: parsePence(vatCharged) ?? 0 }),
  };
}

function headOf({ grossTotal, currency, ...head }: HeadInput): InvoiceHead {
  return {
    ...UNKNOWN_HEAD,
    ...head,
    currency: currency?.toUpperCase() ?? UNKNOWN_HEAD.currency,
    grossTotal: grossTotal === undefined ? null : parsePence(grossTotal),
  };
}

const DESCRIPTION = `Stores one invoice line in a project with its decision: whether its VAT can be reclaimed, how much, by which rule. The decision is kept with the rule, the edition of the rulebook and what was known; earlier decisions stay in the line's history.

Use when: a line of an invoice belongs to a project and should count in its totals. Name the invoice it stands on (invoiceId, or invoice with supplierName, invoiceNumber and invoiceDate): lines of one invoice are read together, and a labour line can change what is said of the goods beside it (otherLines).
Do not use when: you only want to know about a line (check_line_item), have the document itself (submit_invoice_data), or answer a question (answer_vat_complex_question).

With lineItemId it decides a stored line again, with what item now says of it; the text and printed amounts stay (a misread document is put right with submit_invoice_data and corrects). A line proves VAT only when its invoice says documentType, the supplier's VAT number and, above £250, customerName. Document types: ${DOCUMENT_TYPES.join(', ')}.

<example>
{"projectId":"prj_0123456789abcdef01234567","invoice":{"documentType":"invoice","supplierName":"Jewson","supplierVatNumber":"GB 123 4567 27","invoiceNumber":"10442","invoiceDate":"2026-05-14","customerName":"A Marsh"},"item":{"lineText":"Facing bricks 65mm","netAmount":"1240.00","vatCharged":"248.00","supplyType":"materials"}}
</example>`;

export const routeLineItem: Tool<Request> = {
  name: 'route_line_item',
  title: 'Decide an invoice line and keep it in a project',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  access: ['line_items:write'],
  refusals: REFUSED_CHANGES,
  countsTowardsDailyCap: false,
  limitClass: 'line_decision',
  read: (args, { book }) => read(args, book),
  run: (request, context) =>
    claimsCall(async () => {
      const { args } = request;
      const asking = writingIn(context, 'route_line_item', args);
      const routed =
        request.kind === 'new'
          ? await routeNewLine(context.claims, asking, args.projectId, request.given, request.of)
          : await rerouteLine(context.claims, asking, args.projectId, request.lineItemId, request.restated);
      const { invoice, item, classification, others } = routed;
      return {
        ok: true,
        projectId: item.projectId,
        invoiceId: invoice.id,
        lineItemId: item.id,
        decisionId: item.decisionId,
        status: item.status,
        undecidedBecause: item.undecided,
        ...(classification ?? NOT_DECIDED),
        evidence: invoice.evidence,
        otherLines: others.map(changeView),
      };
    }),
  logFields: ({ kind }, answer) => {
    const { status, rule } = answer as { status: string; rule: { id: string } | null };
    return { kind, status, rule: rule?.id ?? null };
  },
};

/** What is said where the rulebook was not asked. */
export const NOT_DECIDED = {
  classification: null,
  rule: null,
  product: null,
  question: null,
  steps: [],
  warnings: [],
  rulebook: null,
};
