import type { Citation } from '../rulebook/citations.js';
import { type Facts, truth } from '../rulebook/conditions.js';
import type {
  EvidenceBook,
  EvidenceCheck,
  EvidenceFactName,
  EvidencePlace,
  EvidenceSubject,
} from '../rulebook/evidence.js';
import { lineKindOf } from '../rulebook/line_kind.js';
import { poundsText } from '../rulebook/money.js';
import { fillPlaceholders } from '../rulebook/placeholders.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { isUkVatNumber } from '../rulebook/vat_number.js';
import type { Likeness } from './document_identity.js';
import { claimantsOf, customerOf } from './named_customer.js';
import type { Invoice, LineItem, Project } from './records.js';

/** Something that keeps a document or a line from being good evidence of VAT paid. */
export interface EvidenceFinding {
  /** Id of a check of rules/evidence.yaml. */
  code: string;
  title: string;
  /** What is wrong, naming the values. */
  message: string;
  action: string;
  /** What to ask the claimant; null when there is nothing to ask. */
  question: string | null;
  citations: Citation[];
}

/** A document with what its evidence turns on. */
export interface DocumentFile {
  project: Pick<Project, 'claimants' | 'facts' | 'building'>;
  invoice: Invoice;
  /** What its lines come to in pence, for what its foot does not say; null when it has no line with amounts. */
  lines: LineSums | null;
  /** The earlier document of the organisation that it repeats, or may repeat. */
  repeats: Repetition | null;
  /** ISO date. */
  today: string;
}

/** An earlier document that one repeats. */
export interface Repetition {
  invoice: Invoice;
  likeness: Exclude<Likeness, 'different'>;
  /** Name of its project; null where it is the same project. */
  project: string | null;
}

/** Pence, and how many lines they are of. */
export interface LineSums {
  net: number;
  vat: number;
  lines: number;
  /** Those with VAT; of a stored document they are read only where it is dated after completion. */
  withVat: readonly LateLine[];
}

/** A line with VAT, as far as its lateness turns on it. */
export type LateLine = Pick<LineItem, 'text' | 'treatment' | 'answers'>;

/** What lines come to; null when none has amounts. */
export function lineSums(lines: readonly (Pick<LineItem, 'net' | 'vat'> & LateLine)[]): LineSums | null {
  const known = lines.filter((line) => line.net !== null || line.vat !== null);
  if (known.length === 0) return null;
  const sum = (of: 'net' | 'vat') => known.reduce((all, line) => all + (line[of] ?? 0), 0);
  const withVat = known.flatMap(({ vat, text, treatment, answers }) => (vat ? [{ text, treatment, answers }] : []));
  return { net: sum('net'), vat: sum('vat'), lines: known.length, withVat };
}

/**
 * Whether lines of a document dated after completion are proved to be of what was supplied before: each that counts (`late` of
 * rules/evidence.yaml), and each of all where nothing is claimed, so that refused goods are asked about.
 */
export function fittedBefore(book: Rulebook, lines: readonly LateLine[]): boolean {
  const { fittedBefore: said, ofTheWorks, counted } = book.evidence.late;
  const counting = lines.filter(({ treatment }) => counted.includes(treatment));
  const asked = counting.length > 0 ? counting : lines;
  return (
    asked.length > 0 &&
    asked.every(
      ({ text, answers }) =>
        answers.some((a) => a.questionId === said.question && a.answerId === said.answer) ||
        ofTheWorks.includes(lineKindOf(book, text)),
    )
  );
}

/**
 * What is missing for a document to be evidence of VAT paid (fact book on the scheme, 1.9 and 4.5). It stands beside the
 * decisions on its lines and changes none. A document that is still to be read has no findings until lines of it are given.
 */
export function evidenceOf(book: Rulebook, file: DocumentFile): EvidenceFinding[] {
  const { extraction } = file.invoice;
  if (file.lines === null && (extraction === 'queued' || extraction === 'running')) return [];
  const facts = documentFacts(book, file);
  return found(book, 'document', facts, () => documentPlaces(book, file));
}

/** What is wrong with one decided line as evidence. */
export function lineEvidenceOf(
  book: Rulebook,
  { treatment, questionId, vat }: Pick<LineItem, 'treatment' | 'questionId' | 'vat'>,
  supplierName: string | null,
): EvidenceFinding[] {
  const answers = questionId === null ? [] : (book.questions.get(questionId)?.answers ?? []);
  const openQuestion = questionId === null ? 'none' : answers.some((a) => a.parts) ? 'splits' : 'another';
  return found(book, 'line', { treatment, openQuestion }, () => ({
    ...nothingKnown(book),
    vat: () => poundsText(vat ?? 0),
    supplier: () => supplierName ?? SUPPLIER,
  }));
}

type Places = Record<EvidencePlace, () => string>;

const SUPPLIER = 'the supplier';

function found(book: Rulebook, about: EvidenceSubject, facts: Facts, places: () => Places): EvidenceFinding[] {
  return book.evidence.checks
    .filter((check) => check.about === about && truth(check.when, facts) === 1)
    .map((check) => finding(book, check, places()));
}

function finding(
  book: Rulebook,
  { id, title, because, action, question, citations }: EvidenceCheck,
  places: Places,
): EvidenceFinding {
  return {
    code: id,
    title,
    message: sentence(fillPlaceholders(because, places)),
    action: sentence(fillPlaceholders(action, places)),
    question: question?.text ?? null,
    citations: citations.map((ref) => book.cite(ref)),
  };
}

/** A text may begin with a name that is not known ("the supplier"). */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type DocumentFactName = Exclude<EvidenceFactName, 'treatment' | 'openQuestion'>;

function documentFacts(
  book: Rulebook,
  { project, invoice, lines, repeats, today }: DocumentFile,
): Record<DocumentFactName, string> {
  const { evidence } = book;
  const { vat, gross } = pricesOf(invoice, lines);
  const document = evidence.documents.get(invoice.documentType)?.is ?? 'not_known';
  const { completionDate, country } = project.facts;
  const date = dateOf(invoice);
  const dated =
    date === null || completionDate === undefined
      ? 'not_known'
      : date > completionDate
        ? 'after_completion'
        : 'before_completion';
  const inBritain = country === 'england' || country === 'wales' || country === 'scotland';
  return {
    document,
    read: invoice.extraction === 'failed' ? 'no' : 'yes',
    // A credit takes VAT off a claim, whichever way its figures are printed.
    vatCharged: document === 'credit_note' ? 'no' : vat === null ? 'not_known' : yesNo(vat > 0),
    ...whoseVat(evidence, invoice),
    numbered: yesNo(isShown(invoice.invoiceNumber)),
    supplierNamed: yesNo(isShown(invoice.supplierName)),
    aboveLimit: gross === null ? 'not_known' : yesNo(gross > evidence.fullInvoiceAbove),
    customer: customerOf(invoice, project, evidence.names),
    dated,
    fittedBefore: yesNo(dated === 'after_completion' && fittedBefore(book, lines?.withVat ?? [])),
    dateAhead: date === null ? 'not_known' : yesNo(date > today),
    reconciled: exceedsPrinted(invoice, lines)
      ? 'no'
      : invoice.reconciled === null
        ? 'not_known'
        : yesNo(invoice.reconciled),
    building: country === 'northern_ireland' ? 'northern_ireland' : inBritain ? 'great_britain' : 'not_known',
    repeated:
      repeats === null
        ? 'no'
        : repeats.likeness === 'doubtful'
          ? 'may_be'
          : repeats.project === null
            ? 'yes'
            : 'elsewhere',
  };
}

const yesNo = (is: boolean) => (is ? 'yes' : 'no');

const isShown = (text: string | null) => text !== null && text.trim() !== '';

/** VAT and the price with it, in pence: as printed, else what the lines come to. */
function pricesOf(
  { netTotal, vatTotal, grossTotal }: Invoice,
  lines: LineSums | null,
): { vat: number | null; gross: number | null } {
  const vat = vatTotal ?? lines?.vat ?? null;
  const net = netTotal ?? lines?.net ?? null;
  return { vat, gross: grossTotal ?? (net === null || vat === null ? null : net + vat) };
}

/** Whether the lines come to more than the document prints, by more than a penny a line that rounding makes. */
function exceedsPrinted({ documentType, vatTotal, grossTotal }: Invoice, sums: LineSums | null): boolean {
  if (sums === null || documentType === 'credit_note') return false;
  const { net, vat, lines } = sums;
  return vat - (vatTotal ?? vat) > lines || net + vat - (grossTotal ?? net + vat) > lines;
}

const dateOf = ({ taxPoint, invoiceDate }: Invoice) => taxPoint ?? invoiceDate;

function vatNumberIs(number: string | null, foreign: readonly string[]): 'none' | 'uk' | 'foreign' | 'wrong' {
  const written = number?.replace(/[\s.-]/g, '').toUpperCase() ?? '';
  if (written === '') return 'none';
  if (isUkVatNumber(written)) return 'uk';
  return foreign.some((letters) => written.startsWith(letters)) ? 'foreign' : 'wrong';
}

type WhoseVat = Pick<Invoice, 'supplierVatNumber' | 'currency'>;

function whoseVat({ foreignVatNumbers }: EvidenceBook, { supplierVatNumber, currency }: WhoseVat) {
  return {
    vatNumber: vatNumberIs(supplierVatNumber, foreignVatNumbers),
    currency: currency === 'GBP' ? 'sterling' : 'other',
  };
}

/** Whether the VAT of a document is that of another country. */
export function showsForeignVat({ evidence }: Pick<Rulebook, 'evidence'>, invoice: WhoseVat): boolean {
  return truth(evidence.foreignVat, whoseVat(evidence, invoice)) === 1;
}

function documentPlaces(book: Rulebook, { project, invoice, lines, repeats }: DocumentFile): Places {
  const { vat, gross } = pricesOf(invoice, lines);
  const { documents } = book.evidence;
  return {
    ...nothingKnown(book),
    label: () => documents.get(invoice.documentType)?.label ?? 'document',
    supplier: () => invoice.supplierName ?? SUPPLIER,
    vat: () => poundsText(vat ?? 0),
    gross: () => poundsText(gross ?? 0),
    vatNumber: () => invoice.supplierVatNumber ?? 'none',
    customer: () => invoice.customerName ?? 'nobody',
    claimants: () => claimantsOf(project, book.evidence.names).join(' and ') || 'people',
    date: () => dateOf(invoice) ?? 'no date',
    completionDate: () => project.facts.completionDate ?? 'no date',
    currency: () => invoice.currency,
    first: () =>
      repeats === null
        ? 'another'
        : `${documentName(book, repeats.invoice)}${repeats.project === null ? '' : ` in your project “${repeats.project}”`}`,
  };
}

/** A document in words: "invoice 1001 of Jewson Ltd". */
export function documentName(
  book: Rulebook,
  invoice: Pick<Invoice, 'documentType' | 'invoiceNumber' | 'supplierName'>,
): string {
  const label = book.evidence.documents.get(invoice.documentType)?.label ?? 'document';
  const number = invoice.invoiceNumber === null ? '' : ` ${invoice.invoiceNumber}`;
  return `${label}${number}${invoice.supplierName === null ? '' : ` of ${invoice.supplierName}`}`;
}

function nothingKnown({ evidence }: Rulebook): Places {
  const none = () => '';
  return {
    label: none,
    supplier: () => SUPPLIER,
    vat: none,
    gross: none,
    limit: () => poundsText(evidence.fullInvoiceAbove).replace(/\.00$/, ''),
    vatNumber: none,
    customer: none,
    claimants: none,
    date: none,
    completionDate: none,
    currency: none,
    first: none,
  };
}
