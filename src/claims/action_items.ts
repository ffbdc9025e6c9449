import { daysBetween } from '../rulebook/calendar.js';
import type { Assessment } from '../rulebook/eligibility/assessment.js';
import { poundsText } from '../rulebook/money.js';
import { fillPlaceholders } from '../rulebook/placeholders.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { type ActionReading, type ActionState, waitingIn } from './action_reading.js';
import { claimedApart } from './claimed_apart.js';
import { type Correction, correctionsOf } from './corrections.js';
import { doubtItems } from './doubt_items.js';
import { documentName, type EvidenceFinding } from './evidence.js';
import { isForSomebodyElse } from './named_customer.js';
import { ACTION_KINDS, type ActionItem, type ActionKind, item, NOTHING, type OpenItem, sentence } from './open_item.js';
import { deadlineItem, type Settled, unsettledItems } from './project_items.js';
import type { Invoice, Project } from './records.js';
import { type Suppliers, supplierKey } from './suppliers.js';

export interface ActionInput extends ActionReading {
  project: Project;
  assessment: Settled & Pick<Assessment, 'deadlines' | 'documents' | 'split'>;
  /** ISO date. */
  today: string;
}

/**
 * Everything that is to be done about a project, worked out from what is stored: the most urgent first, then by money. An
 * item whose cause has gone is no longer there, unless somebody noted something on it; it is then shown as settled.
 */
export function actionItemsOf(book: Rulebook, input: ActionInput): ActionItem[] {
  const toOthers = new Set(
    input.invoices.filter((invoice) => isForSomebodyElse(book, input.project, invoice)).map(({ id }) => id),
  );
  // Only whoever was supplied can ask the supplier to put VAT right.
  const lines = input.lines.filter(({ invoiceId }) => !toOthers.has(invoiceId));
  // Where credits took back what was overcharged, nothing is left to ask for.
  const corrections = correctionsOf(book, { ...input, lines }).filter(
    ({ difference, letter }) => difference > 0 || letter !== null,
  );
  const unproved = unprovedIn(input, toOthers);
  const open = [
    ...unsettledItems(book, input.assessment, input.lineClaims),
    ...input.assessment.deadlines.map((deadline) => deadlineItem(book, deadline)),
    ...corrections.map((correction) => correctionItem(book, input.project, correction)),
    ...splitItems(input),
    ...waitingItems(book, input),
    ...doubtItems(book, input),
    ...unproved.map((one) => evidenceItem(book, one)),
    ...documentItems(book, input, unproved, corrections.length > 0),
  ];
  const states = new Map(input.states.map((state) => [state.actionId, state]));
  const ids = new Set(open.map((item) => item.id));
  const items = open.map((item): ActionItem => {
    const { state = 'open', note = null } = states.get(item.id) ?? {};
    return { ...item, stage: stageOf(book, item.dueDate, input.today), state, note, settled: false };
  });
  const settled = input.states.filter((state) => !ids.has(state.actionId) && isSet(state)).flatMap(settledItem);
  return [...items, ...settled].sort(compare);
}

/** Whether somebody noted something: an item put back to open without a note is as if nobody had touched it. */
function isSet({ state, note }: ActionState): boolean {
  return state !== 'open' || note !== null;
}

/** The narrowest of the days to warn at that a day lies within; 0 when it has passed. */
function stageOf({ eligibility }: Rulebook, dueDate: string | null, today: string): number | null {
  if (dueDate === null) return null;
  const left = daysBetween(today, dueDate);
  if (left < 0) return 0;
  const near = eligibility.periods.claim.warnDays.filter((days) => left <= days);
  return near.length === 0 ? null : Math.min(...near);
}

const FAR = Number.POSITIVE_INFINITY;

function compare(a: ActionItem, b: ActionItem): number {
  const done = (item: ActionItem) => Number(item.settled || item.state === 'done');
  return (
    done(a) - done(b) ||
    order(a.stage ?? FAR, b.stage ?? FAR) ||
    Math.abs(b.vat) - Math.abs(a.vat) ||
    order(a.dueDate ?? '9999', b.dueDate ?? '9999') ||
    ACTION_KINDS.indexOf(a.kind) - ACTION_KINDS.indexOf(b.kind) ||
    order(a.id, b.id)
  );
}

function order<T extends number | string>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function correctionItem(book: Rulebook, { scheme, eligibility }: Project, correction: Correction): OpenItem {
  const { title, titleOutOfTime, because, outOfTime, ifRefused, ifReducedRefused, citations } =
    book.evidence.corrections;
  const inTime = correction.difference - correction.outOfTime;
  const isLost = inTime === 0 && correction.outOfTime > 0;
  const places = {
    supplier: () => correction.supplierName ?? 'the supplier',
    vatCharged: () => poundsText(correction.vatCharged),
    vatRight: () => poundsText(correction.vatRight),
    difference: () => poundsText(correction.difference),
    inTime: () => poundsText(inTime),
    outOfTime: () => poundsText(correction.outOfTime),
  };
  const texts = [
    because,
    ...(correction.outOfTime === 0 ? [] : [outOfTime]),
    ifRefused[scheme],
    ...(eligibility !== 'not_eligible' && correction.lines.some(({ kind }) => kind === 'reduced')
      ? [ifReducedRefused]
      : []),
  ];
  return item('supplier_correction', correction.key, {
    title: fillPlaceholders(isLost && titleOutOfTime !== undefined ? titleOutOfTime : title, places),
    text: texts.map((text) => sentence(fillPlaceholders(text, places))).join(' '),
    vat: inTime,
    dueDate: correction.limitDate,
    supplier: correction.supplierName,
    invoiceIds: correction.invoiceIds,
    lineItemIds: correction.lines.map((line) => line.lineItemId),
    citations: citations.map((ref) => book.cite(ref)),
    correction,
    request: correction.letter,
  });
}

function splitItems({ assessment, project }: ActionInput): OpenItem[] {
  return (assessment.split?.suppliers ?? []).map(({ name, invoices, request }) =>
    item('split_invoices', supplierKey({ supplierName: name, supplierVatNumber: null }) ?? name, {
      title: `Ask ${name} for separate invoices`,
      text: `${name} works on ${invoices.map(({ elements, of }) => `${elements.join(', ')} (${of})`).join(' and on ')}. Each needs an invoice of its own.`,
      supplier: name,
      request: { subject: `Separate invoices for ${project.building.name ?? project.name}`, body: request },
    }),
  );
}

function waitingItems(book: Rulebook, { invoices, lines, said, companions, suppliers }: ActionInput): OpenItem[] {
  const withThem = new Map(companions.flatMap(({ open }) => [...open]));
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return waitingIn(lines).map(({ invoiceId, questionId, lines: waiting }) => {
    const invoice = byId.get(invoiceId);
    const name = invoice === undefined ? 'a document' : documentInSentence(book, invoice);
    const [main] = waiting;
    const vat = waiting.reduce((sum, line) => sum + (line.vat ?? 0), 0);
    const waits = `${waiting.length === 1 ? '1 line' : `${waiting.length} lines`} of ${name}, with VAT of ${poundsText(vat)}`;
    const others = waiting.length === 1 ? '' : ` and ${waiting.length - 1} more`;
    const off = waiting.reduce((sum, line) => sum + Math.max(0, -(line.vat ?? 0)), 0);
    const held = off === 0 || invoice === undefined ? '' : heldText(off, invoice, suppliers);
    const belonging = waiting.reduce((sum, line) => sum + (withThem.get(line.id) ?? 0), 0);
    const follow =
      belonging === 0
        ? ''
        : `Other lines belong to the same job; ${poundsText(belonging)} that is claimed on them is held back until then.`;
    const about = {
      vat,
      supplier: invoice?.supplierName ?? null,
      invoiceIds: [invoiceId],
      lineItemIds: waiting.map((line) => line.id),
    };
    const decision = said.get(main.id);
    const apart = questionId === null ? claimedApart(book, main) : null;
    if (questionId === null)
      return item('unread_lines', invoiceId, {
        ...about,
        title: apart === null ? `Look at ${waits}` : `Claim apart: ${waits}`,
        text: `${fullStopped(sentence(main.undecided ?? decision?.explanation ?? 'It could not be decided'))} ${apart?.value == null ? '' : `You gave: ${fullStopped(apart.value)}`} ${held}`.trim(),
      });
    const question = decision?.question ?? null;
    return item('open_question', `${invoiceId}:${questionId}`, {
      ...about,
      title: question?.text ?? book.questions.get(questionId)?.text ?? questionId,
      text: `“${main.text}”${others} of ${name}, with VAT of ${poundsText(vat)}, ${waiting.length === 1 ? 'waits' : 'wait'} for the answer. ${[question?.whyAsked ?? '', held, follow].filter((text) => text !== '').join(' ')}`.trim(),
      citations: (book.questions.get(questionId)?.citations ?? []).map((ref) => book.cite(ref)),
      question,
    });
  });
}

/** As a sentence names it: what has neither number nor supplier is any one. */
function documentInSentence(book: Rulebook, invoice: Invoice): string {
  const name = documentName(book, invoice);
  if (invoice.invoiceNumber !== null || invoice.supplierName !== null) return name;
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
}

const fullStopped = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What is held back meanwhile, and of which documents, as totals hold it. */
function heldText(off: number, invoice: Invoice, suppliers: Suppliers): string {
  const { documentType, supplierName } = invoice;
  const others = `other documents${suppliers.perhaps(invoice) === null ? '' : ` of ${supplierName ?? 'its supplier'}`}`;
  const of =
    documentType === 'credit_note'
      ? `what can be claimed on ${others}`
      : `what can be claimed, first on this document, and on ${others} as far as this one cannot bear it`;
  return `Until it is settled, up to ${poundsText(off)} is held back from ${of}, as if all of it took VAT off the claim.`;
}

/** A document that does not prove the VAT that stands or falls with it. */
interface Unproved {
  invoice: Invoice;
  findings: readonly EvidenceFinding[];
  vat: number;
}

/**
 * Where nothing is claimed and nothing waits, nothing needs to be proved; but of a document to somebody else it is asked who that
 * is before its supplier is asked for anything.
 */
function unprovedIn(
  { invoices, lines, evidence, atStake, withoutLines }: ActionInput,
  toOthers: ReadonlySet<string>,
): Unproved[] {
  const toRecover = new Map<string, number>();
  for (const { invoiceId, vatToRecover } of lines)
    if (toOthers.has(invoiceId)) toRecover.set(invoiceId, (toRecover.get(invoiceId) ?? 0) + vatToRecover);
  return invoices.flatMap((invoice) => {
    const findings = evidence.get(invoice.id) ?? [];
    const vat = (atStake.get(invoice.id) ?? 0) + (toRecover.get(invoice.id) ?? 0);
    const matters = vat !== 0 || withoutLines.has(invoice.id);
    return findings.length > 0 && matters ? [{ invoice, findings, vat }] : [];
  });
}

function evidenceItem(book: Rulebook, { invoice, findings, vat }: Unproved): OpenItem {
  return item('missing_evidence', invoice.id, {
    title: `${sentence(documentName(book, invoice))}: ${findings.map(({ title }) => lower(title)).join(', ')}`,
    text: findings.map(({ message, action }) => `${message} ${action}`).join(' '),
    vat,
    supplier: invoice.supplierName,
    invoiceIds: [invoice.id],
    citations: findings.flatMap((finding) => finding.citations),
    evidence: findings,
  });
}

/** The documents of the claim: those the facts ask for, and those that what is stored asks for. */
function documentItems(
  book: Rulebook,
  { assessment }: ActionInput,
  unproved: readonly Unproved[],
  corrections: boolean,
): OpenItem[] {
  const codes = new Set(unproved.flatMap(({ findings }) => findings.map(({ code }) => code)));
  const calledFor = new Set([
    ...book.evidence.checks.flatMap(({ id, document }) => (document !== undefined && codes.has(id) ? [document] : [])),
    ...(corrections ? [book.evidence.corrections.document] : []),
  ]);
  const needed = assessment.documents.filter(({ id, need }) => need !== 'optional' || calledFor.has(id));
  const listed = new Set(needed.map(({ id }) => id));
  const more = book.eligibility.documents
    .filter(({ id }) => calledFor.has(id) && !listed.has(id))
    .map(({ id, title, note, citations }) => ({ id, title, note, citations: citations.map((ref) => book.cite(ref)) }));
  return [...needed, ...more].map(({ id, title, note, citations }) =>
    item('document', id, { title, text: note, citations }),
  );
}

const SETTLED: Readonly<Record<ActionKind, string>> = {
  eligibility: 'Whether the project can be claimed for',
  deadline: 'A last day for the claim',
  supplier_correction: 'VAT a supplier had to put right',
  split_invoices: 'Separate invoices of a supplier',
  open_question: 'A question that was open',
  one_supply: 'Goods and their fitting on two invoices',
  counted_twice: 'A payment in advance or in stages beside a later invoice',
  same_purchase: 'Perhaps one purchase under two numbers',
  companion_lines: 'Lines that did not follow an answer',
  unread_lines: 'Lines that were not decided',
  missing_evidence: 'Evidence that was missing',
  document: 'A document of the claim',
};

function settledItem({ actionId, state, note }: ActionState): ActionItem[] {
  const [kind, ...about] = actionId.split(':');
  const known = ACTION_KINDS.find((one) => one === kind);
  if (known === undefined) return [];
  const ofInvoice = known === 'open_question' || known === 'unread_lines' || known === 'missing_evidence';
  return [
    {
      ...NOTHING,
      id: actionId,
      kind: known,
      title: `${SETTLED[known]}: nothing is left to be done`,
      text: `What it was about is gone or settled. It was last noted as ${state}.`,
      invoiceIds: ofInvoice ? about.slice(0, 1) : [],
      stage: null,
      state: 'done',
      note,
      settled: true,
    },
  ];
}

/** A title inside a sentence; an abbreviation keeps its capitals. */
function lower(title: string): string {
  return /^[A-Z][^A-Z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
