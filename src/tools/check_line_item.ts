import { InputError, type InputIssue, parseConfirmedAnswer } from '../rulebook/answers.js';
import { isDay } from '../rulebook/calendar.js';
import type { Classification } from '../rulebook/classification.js';
import { type Line, lineOf } from '../rulebook/line.js';
import { parsePence } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool } from './tool.js';

/** The arguments as the schema lets them through: empty optional fields are gone, amounts are decimal text. */
interface CheckLineItemInput {
  context: Partial<Pick<Line, 'projectType' | 'newDwelling' | 'country' | 'completionDate' | 'taxPoint'>> & {
    claimantRoute: Line['route'];
    buildingType?: string;
  };
  item: Partial<
    Pick<Line, 'taxPoint' | 'supplierVatRegistered' | 'esmStatus' | 'relation' | 'esmInvoiceCtx' | 'saiInvoiceCtx'>
  > & {
    lineText: string;
    netAmount: string;
    vatCharged: string;
    supplyType: Line['supplyType'];
    vatComplexTypeHint?: Line['complexTypeHint'];
    confirmedAnswer?: string;
  };
}

export type CheckLineItemAnswer = { ok: true } & Classification;

const inputSchema = readToolSchema('check_line_item.input');
const answerSchema = readToolSchema('check_line_item.output');
const checked = inputCheck<CheckLineItemInput>(inputSchema);

const DAY_MS = 24 * 60 * 60 * 1000;
/** Every call asks for the day and it seldom changes. */
let today = { day: -1, text: '' };

/** Today in UTC as an ISO date. */
export function todayUtc(): string {
  const day = Math.floor(Date.now() / DAY_MS);
  if (day !== today.day) today = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return today.text;
}

/**
 * Reads the arguments of `check_line_item` (`{context, item}`) into a line in pence. Without a tax point on the item or
 * the context, `today` decides the law and `taxPointGiven` is false.
 * @param book needed to read `item.confirmedAnswer`, whose questions are the rulebook's.
 * @throws InputError naming each field that must change and the nearest allowed word.
 */
export function parseCheckLineItem(
  input: unknown,
  book?: Pick<Rulebook, 'questions'>,
  today: string = todayUtc(),
): Line {
  const { context, item } = checked(input);
  const issues: InputIssue[] = [];
  const date = (path: string, text: string | null | undefined): string | null => {
    if (text === null || text === undefined) return null;
    if (!isDay(text)) issues.push({ path, message: `"${text}" is not a day of the calendar` });
    return text;
  };
  const itemTaxPoint = date('item.taxPoint', item.taxPoint);
  const contextTaxPoint = date('context.taxPoint', context.taxPoint);
  const completionDate = date('context.completionDate', context.completionDate);
  if (issues.length > 0) throw new InputError(issues);
  if (item.confirmedAnswer !== undefined && book === undefined)
    throw new Error('parseCheckLineItem needs the rulebook to read confirmedAnswer');
  const taxPoint = itemTaxPoint ?? contextTaxPoint;
  return lineOf({
    route: context.claimantRoute,
    supplyType: item.supplyType,
    text: item.lineText,
    net: pence(item.netAmount),
    vat: pence(item.vatCharged),
    taxPoint: taxPoint ?? today,
    taxPointGiven: taxPoint !== null,
    completionDate,
    country: context.country,
    projectType: context.projectType,
    newDwelling: context.newDwelling,
    supplierVatRegistered: item.supplierVatRegistered,
    complexTypeHint: item.vatComplexTypeHint,
    esmStatus: item.esmStatus,
    relation: item.relation,
    esmInvoiceCtx: item.esmInvoiceCtx,
    saiInvoiceCtx: item.saiInvoiceCtx,
    answers: book === undefined ? [] : parseConfirmedAnswer(item.confirmedAnswer, book.questions),
  });
}

/** The schema's pattern has passed the text, so it always reads as pence. */
function pence(text: string): number {
  const amount = parsePence(text);
  if (amount === null) throw new Error('an amount passed the schema and does not read as pence');
  return amount;
}

/**
 * Classifies a line, as the tool answers it on a day.
 * @throws InputError when a confirmed answer contradicts the line.
 */
export async function checkLine(book: Rulebook, line: Line, today = todayUtc()): Promise<CheckLineItemAnswer> {
  const decided = await book.classify(line);
  const ahead = `The date ${line.taxPoint} is still to come, so the law as it is known today was used; check the date.`;
  return { ok: true, ...decided, warnings: [...decided.warnings, ...(line.taxPoint > today ? [ahead] : [])] };
}

const DESCRIPTION = `Says for one UK construction invoice line whether its VAT can be reclaimed by a self-builder or converter under VAT Notice 708 (DIY housebuilders scheme), how much, by which rule, and what to do next.

Use when: you have one line of an invoice (text, net, VAT) and know which claim it is for (new build: self_build_431nb; conversion: self_build_431c).
Do not use when: you want advice on VAT registration, on a business's input tax, or on a whole invoice at once; call it once per line. It stores nothing.

Answer: classification.treatment is reclaimable, reclaimable_in_part, no_vat, supplier_correction (the supplier charged VAT in error: ask them, not HMRC), not_reclaimable, or needs_answer. With needs_answer, put the question to the user and call again with item.confirmedAnswer set to "questionId=answerId"; do not guess the answer.

Amounts are decimal text in pounds. Give taxPoint when the invoice is not of today: the law of that day applies.

<example>
{"context":{"claimantRoute":"self_build_431nb"},"item":{"lineText":"Facing bricks 65mm","netAmount":"1240.00","vatCharged":"248.00","supplyType":"materials"}}
</example>`;

export const checkLineItem: Tool<Line> = {
  name: 'check_line_item',
  title: 'Check one invoice line against VAT Notice 708',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'public',
  countsTowardsDailyCap: true,
  limitClass: null,
  read: (args, { book, today }) => parseCheckLineItem(args, book, today),
  run: (line, { book, today }) => checkLine(book, line, today),
  logFields: (line, answer) => {
    const { classification, rule } = answer as CheckLineItemAnswer;
    return {
      route: line.route,
      supplyType: line.supplyType,
      treatment: classification.treatment,
      rule: rule?.id ?? null,
      lineText: line.text,
    };
  },
};
