import { dayText, monthsLater } from '../rulebook/calendar.js';
import { CORRECTION_KINDS, type CorrectionKind, correctionKind } from '../rulebook/evidence.js';
import { poundsText } from '../rulebook/money.js';
import { fillPlaceholders } from '../rulebook/placeholders.js';
import { remembering } from '../rulebook/remembering.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { documentName } from './evidence.js';
import { taxPointOf } from './line_facts.js';
import { worksMayBearVat } from './project_law.js';
import type { Invoice, LineItem, Project } from './records.js';
import type { Suppliers } from './suppliers.js';

/** What a correction is worked out from; a stored line is more. */
export type CorrectedLine = Pick<
  LineItem,
  'id' | 'invoiceId' | 'text' | 'vat' | 'stated' | 'treatment' | 'vatToRecover' | 'vatOnceCorrected' | 'ruleId'
>;

/** A line on which a supplier must put VAT right. Amounts are pence. */
export interface CorrectionLine {
  lineItemId: string;
  invoiceId: string;
  invoiceNumber: string | null;
  text: string;
  kind: CorrectionKind;
  /** The law that says what is right, in words. */
  authority: string;
  vatCharged: number;
  vatRight: number;
  /** What the supplier must repay. */
  difference: number;
  /** The last day on which the supplier can; null when the day of supply is not known. */
  limitDate: string | null;
  outOfTime: boolean;
}

/** Everything that one supplier must put right. Amounts are pence, over all lines. */
export interface Correction {
  /** As `Suppliers` calls it, or the document where nothing says who the supplier is. */
  key: string;
  supplierName: string | null;
  invoiceIds: string[];
  lines: CorrectionLine[];
  vatCharged: number;
  vatRight: number;
  difference: number;
  /** Of the difference, what can no longer be corrected. */
  outOfTime: number;
  /** The first day on which some of it is lost; null when no day is known or none is left. */
  limitDate: string | null;
  /** Null when nothing is left to ask for. */
  letter: { subject: string; body: string } | null;
}

/**
 * VAT that suppliers must put right, by supplier (fact book on the scheme, 1.10 and 5.4).
 * @param lines those with VAT to recover; each of one of `invoices`.
 */
export function correctionsOf(
  book: Rulebook,
  { project, invoices, lines, suppliers, today }: CorrectionInput,
): Correction[] {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const authorityOf = remembering(RULES_KEPT, (ruleId) => authority(book, ruleId));
  const about = { today, authorityOf, isNoDwelling: worksMayBearVat(book, project) };
  const groups = new Map<string, { line: CorrectedLine; invoice: Invoice }[]>();
  for (const line of lines) {
    const invoice = byId.get(line.invoiceId);
    if (invoice === undefined || line.vatToRecover === 0) continue;
    const key = suppliers.told(invoice) ?? `invoice ${invoice.id}`;
    const group = groups.get(key);
    if (group) group.push({ line, invoice });
    else groups.set(key, [{ line, invoice }]);
  }
  return [...groups].map(([key, group]) => {
    const rows = group.map(({ line, invoice }) => correctionLine(book, line, invoice, about));
    const inTime = rows.filter((row) => !row.outOfTime);
    const supplierName = group.find(({ invoice }) => invoice.supplierName !== null)?.invoice.supplierName ?? null;
    return {
      key,
      supplierName,
      invoiceIds: [...new Set(rows.map((row) => row.invoiceId))],
      lines: rows,
      ...totals(rows),
      outOfTime: totals(rows).difference - totals(inTime).difference,
      limitDate: earliest(inTime),
      letter: totals(inTime).difference > 0 ? letter(book, project, supplierName, inTime, byId) : null,
    };
  });
}

/** As many rules as correct anything, and more. */
const RULES_KEPT = 500;

export interface CorrectionInput {
  project: Pick<Project, 'scheme' | 'building' | 'claimants' | 'facts' | 'elements' | 'eligibility'>;
  invoices: readonly Invoice[];
  lines: readonly CorrectedLine[];
  /** Of all documents of the project. */
  suppliers: Suppliers;
  /** ISO date. */
  today: string;
}

function correctionLine(
  book: Rulebook,
  line: CorrectedLine,
  invoice: Invoice,
  {
    today,
    authorityOf,
    isNoDwelling,
  }: { today: string; authorityOf: (ruleId: string) => string; isNoDwelling: boolean },
): CorrectionLine {
  const taxPoint = taxPointOf(invoice, line);
  const limitDate = taxPoint === null ? null : monthsLater(taxPoint, 12 * book.evidence.corrections.years);
  const vatCharged = line.vat ?? 0;
  return {
    lineItemId: line.id,
    invoiceId: line.invoiceId,
    invoiceNumber: invoice.invoiceNumber,
    text: line.text,
    kind: kindOf(book, line, isNoDwelling),
    authority: authorityOf(line.ruleId ?? ''),
    vatCharged,
    vatRight: vatCharged - line.vatToRecover,
    difference: line.vatToRecover,
    limitDate,
    outOfTime: limitDate !== null && limitDate < today,
  };
}

/** What the rule says is right, where its amounts are those of the whole line; else another rate is right on a part. */
function kindOf(
  book: Rulebook,
  { treatment, ruleId, vat, vatToRecover, vatOnceCorrected }: CorrectedLine,
  isNoDwelling: boolean,
): CorrectionKind {
  const rule = ruleId === null ? undefined : book.rule(ruleId);
  const kind = rule?.outcome.treatment === treatment ? correctionKind(rule) : null;
  // No letter says that works make a dwelling where the facts say that they make none.
  if (isNoDwelling && kind !== 'not_vat') return 'part';
  const whole = vatToRecover === vat;
  switch (kind) {
    case 'zero':
    case 'not_vat':
      return whole ? kind : 'part';
    case 'reduced':
      // In a project that is not eligible nothing is claimed of what stays.
      return vatOnceCorrected === 0 || vatToRecover + vatOnceCorrected === vat ? kind : 'part';
    default:
      return kind ?? 'part';
  }
}

function totals(rows: readonly CorrectionLine[]): Pick<Correction, 'vatCharged' | 'vatRight' | 'difference'> {
  const sum = (of: (row: CorrectionLine) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    vatCharged: sum((row) => row.vatCharged),
    vatRight: sum((row) => row.vatRight),
    difference: sum((row) => row.difference),
  };
}

function earliest(rows: readonly CorrectionLine[]): string | null {
  const dates = rows.flatMap(({ limitDate }) => (limitDate === null ? [] : [limitDate]));
  return dates.sort()[0] ?? null;
}

/** The letter to a supplier, with what is known filled in and the rest left to the claimant. */
function letter(
  book: Rulebook,
  { scheme, building, claimants }: CorrectionInput['project'],
  supplierName: string | null,
  rows: readonly CorrectionLine[],
  invoices: ReadonlyMap<string, Invoice>,
): { subject: string; body: string } {
  const { blanks, law, ...texts } = book.evidence.corrections.letter;
  const sums = totals(rows);
  const limit = earliest(rows);
  const places = {
    supplier: () => supplierName ?? blanks.supplier,
    building: () => [building.name, building.address].filter((part) => part !== null).join(', ') || blanks.building,
    lines: () =>
      rows
        .map((row) =>
          fillPlaceholders(texts.line, {
            invoice: () => dated(book, invoices.get(row.invoiceId)),
            text: () => row.text,
            vatCharged: () => poundsText(row.vatCharged),
            vatRight: () => poundsText(row.vatRight),
            difference: () => poundsText(row.difference),
            authority: () => row.authority,
          }),
        )
        .join('\n'),
    law: () => {
      const kinds = new Set(rows.map((row) => row.kind));
      return CORRECTION_KINDS.flatMap((kind) => (kinds.has(kind) ? [law[scheme][kind] ?? ''] : [])).join('\n\n');
    },
    vatCharged: () => poundsText(sums.vatCharged),
    vatRight: () => poundsText(sums.vatRight),
    difference: () => poundsText(sums.difference),
    limitDate: () => (limit === null ? blanks.limitDate : dayText(limit)),
    claimants: () => claimants.join(' and ') || blanks.claimants,
    address: () => building.address ?? blanks.address,
  };
  return { subject: fillPlaceholders(texts.subject, places), body: fillPlaceholders(texts.body, places) };
}

function dated(book: Rulebook, invoice: Invoice | undefined): string {
  if (invoice === undefined) return '';
  const name = documentName(book, { ...invoice, supplierName: null });
  const date = invoice.invoiceDate ?? invoice.taxPoint;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${date === null ? '' : `, ${dayText(date)}`}`;
}

/** The law a rule rests on, in words; for a rule that is no more, what holds for every correction. */
function authority(book: Rulebook, ruleId: string): string {
  const rule = book.rule(ruleId);
  const named = (rule?.citations ?? book.evidence.corrections.citations).map((ref) => {
    const { source, paragraph } = book.cite(ref);
    return paragraph === null ? source : `${source}, ${paragraph}`;
  });
  return [...new Set(named)].join('; ');
}
