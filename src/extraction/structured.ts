import { isDay } from '../rulebook/calendar.js';
import { DOCUMENT_TYPES } from '../rulebook/evidence.js';
import type { Draft } from './draft.js';
import { LIMITS } from './limits.js';
import { figureOf, penceOf } from './numbers.js';
import { emptyLine, emptyTotals, type Figure, type InvoiceReading, type LineReading } from './reading.js';
import { reconcile } from './reconcile/reconcile.js';
import { DocumentRefused } from './refusal.js';
import { readCode, readRate } from './table/rate_cell.js';

/** Lines that a caller has already read; the fields are those of a draft, and all but the description may be missing. */
export interface StructuredInvoice {
  documentType?: string;
  supplier?: { name?: unknown; vatNumber?: unknown } | null;
  customer?: { name?: unknown } | null;
  invoiceNumber?: unknown;
  /** ISO dates. */
  invoiceDate?: unknown;
  taxPoint?: unknown;
  currency?: unknown;
  lines: {
    description: string;
    quantity?: unknown;
    unitPrice?: unknown;
    net?: unknown;
    vatRate?: unknown;
    vat?: unknown;
    gross?: unknown;
  }[];
  totals?: { net?: unknown; vat?: unknown; gross?: unknown };
}

/** A field of lines read elsewhere that is not as it should be. */
export interface FieldFault {
  /** Names of fields, and places in lists. */
  path: readonly (string | number)[];
  /** What is wrong with it, to be read after its name. */
  fault: string;
}

/** Lines read elsewhere of which fields are not as they should be. */
export class FieldsRefused extends DocumentRefused {
  constructor(readonly faults: readonly FieldFault[]) {
    super(
      'unsupported',
      `${faults
        .slice(0, MOST_TOLD)
        .map(({ path, fault }) => `"${written(path)}" ${fault}.`)
        .join(' ')}${more(faults)}`,
    );
    this.name = 'FieldsRefused';
  }
}

/** So many faults are told in words. */
const MOST_TOLD = 5;

const more = ({ length }: readonly FieldFault[]): string =>
  length > MOST_TOLD ? ` ${length - MOST_TOLD} more fields are wrong.` : '';

/** `lines[0].net` */
const written = (path: readonly (string | number)[]): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');

type Path = FieldFault['path'];

/**
 * Checks lines that were read elsewhere as strictly as lines read here.
 * @throws FieldsRefused with every field that is wrong.
 */
export function readStructured(given: unknown): Draft {
  const invoice = given as StructuredInvoice;
  if (typeof given !== 'object' || given === null || !Array.isArray(invoice.lines))
    throw new FieldsRefused([
      {
        path: ['lines'],
        fault: 'is missing; give {"lines": [{"description": "...", "net": "12.00", "vat": "2.40"}]}',
      },
    ]);
  if (invoice.lines.length > LIMITS.lines)
    throw new FieldsRefused([
      { path: ['lines'], fault: `has ${invoice.lines.length} entries; at most ${LIMITS.lines} are read` },
    ]);
  const faults: FieldFault[] = [];
  const { word, day, total } = readers(faults);
  const lines = invoice.lines.map((line, i) => readLine(line, i, faults));
  const reading: InvoiceReading = {
    header: {
      documentType: DOCUMENT_TYPES.find((t) => t === invoice.documentType) ?? 'unknown',
      supplierName: word(['supplier', 'name'], invoice.supplier?.name),
      vatNumber: word(['supplier', 'vatNumber'], invoice.supplier?.vatNumber),
      customerName: word(['customer', 'name'], invoice.customer?.name),
      invoiceNumber: word(['invoiceNumber'], invoice.invoiceNumber),
      invoiceDate: day(['invoiceDate'], invoice.invoiceDate),
      taxPoint: day(['taxPoint'], invoice.taxPoint),
      currency: word(['currency'], invoice.currency),
      reverseCharge: false,
      pricesIncludeVat: lines.every((l) => l.net === null && l.gross !== null),
      statesRate: false,
    },
    lines,
    totals: {
      ...emptyTotals(),
      net: total(['totals', 'net'], invoice.totals?.net),
      vat: total(['totals', 'vat'], invoice.totals?.vat),
      gross: total(['totals', 'gross'], invoice.totals?.gross),
    },
    amountColumn: lines.every((l) => l.net === null && l.gross !== null) ? 'gross' : 'net',
    source: 'structured',
    pages: 1,
    doubts: [],
  };
  if (faults.length > 0) throw new FieldsRefused(faults);
  return reconcile(reading);
}

function readLine(given: StructuredInvoice['lines'][number], i: number, faults: FieldFault[]): LineReading {
  const { sum, rate } = readers(faults);
  const line: Partial<typeof given> = typeof given === 'object' && given !== null ? given : {};
  const path = (field: string): Path => ['lines', i, field];
  const description = typeof line.description === 'string' ? line.description.trim() : '';
  if (description === '') faults.push({ path: path('description'), fault: 'must be a text that is not empty' });
  return {
    ...emptyLine(),
    unread: [],
    description,
    quantity: sum(path('quantity'), line.quantity),
    unitPrice: sum(path('unitPrice'), line.unitPrice),
    net: sum(path('net'), line.net),
    vat: sum(path('vat'), line.vat),
    gross: sum(path('gross'), line.gross),
    vatRate: rate(path('vatRate'), line.vatRate),
  };
}

/** Longer texts are no name or number of anything. */
const LONGEST_WORD = 200;

const shown = (value: unknown): string => JSON.stringify(value).slice(0, LONGEST_WORD);

/** Read single fields; of one that is wrong they note why and give null. */
function readers(faults: FieldFault[]) {
  const refuse = (path: Path, fault: string): null => {
    faults.push({ path, fault });
    return null;
  };
  const sum = (path: Path, value: unknown): Figure | null => {
    if (value === undefined || value === null) return null;
    const figure = typeof value === 'string' || typeof value === 'number' ? figureOf(String(value)) : null;
    return (
      figure ?? refuse(path, `is ${shown(value)}; give an amount of at most nine digits and pence such as "1240.50"`)
    );
  };
  const total = (path: Path, value: unknown): Figure | null => {
    const figure = sum(path, value);
    if (figure === null || penceOf(figure) !== null) return figure;
    return refuse(path, `is ${shown(value)}, which has a part of a penny; give the total in pounds and pence`);
  };
  /** A code stands for a rate that only its document explains. */
  const rate = (path: Path, value: unknown): number | null => {
    if (value === undefined || value === null) return null;
    const text = String(value);
    const read = readRate(text);
    if (read !== null || text.trim() === '' || /^\d/.test(text) || readCode(text) !== null) return read;
    return refuse(path, `is ${shown(value)}; give a rate of VAT in percent such as "20"`);
  };
  const word = (path: Path, value: unknown): string | null => {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string' && value.length <= LONGEST_WORD) return value.trim();
    return refuse(path, `is ${shown(value)}; give a text of at most ${LONGEST_WORD} characters`);
  };
  const day = (path: Path, value: unknown): string | null => {
    const text = word(path, value);
    if (text === null || isDay(text)) return text;
    return refuse(path, `is "${text}", which is not a day of the calendar; give a date such as "2026-11-20"`);
  };
  return { sum, total, rate, word, day };
}
