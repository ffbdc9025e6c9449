import { isDay } from '../rulebook/calendar.js';
import { DOCUMENT_TYPES } from '../rulebook/evidence.js';
import type { Draft } from './draft.js';
import { LIMITS } from './limits.js';
import { figureOf } from './numbers.js';
import { emptyLine, emptyTotals, type Figure, type InvoiceReading, type LineReading } from './reading.js';
import { reconcile } from './reconcile/reconcile.js';
import { DocumentRefused } from './refusal.js';
import { readRate } from './table/rate_cell.js';

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
export class FieldRefused extends DocumentRefused {
  constructor(
    /** Names of fields, and places in lists. */
    readonly path: readonly (string | number)[],
    /** What is wrong with it, to be read after its name. */
    readonly fault: string,
  ) {
    super('unsupported', `"${written(path)}" ${fault}.`);
    this.name = 'FieldRefused';
  }
}

/** `lines[0].net` */
const written = (path: readonly (string | number)[]): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');

type Path = FieldRefused['path'];

/**
 * Checks lines that were read elsewhere as strictly as lines read here.
 * @throws FieldRefused
 */
export function readStructured(given: unknown): Draft {
  const invoice = given as StructuredInvoice;
  if (typeof given !== 'object' || given === null || !Array.isArray(invoice.lines))
    throw new FieldRefused(
      ['lines'],
      'is missing; give {"lines": [{"description": "...", "net": "12.00", "vat": "2.40"}]}',
    );
  if (invoice.lines.length > LIMITS.lines)
    throw new FieldRefused(['lines'], `has ${invoice.lines.length} entries; at most ${LIMITS.lines} are read`);
  const lines = invoice.lines.map((line, i) => readLine(line, i));
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
      net: sum(['totals', 'net'], invoice.totals?.net),
      vat: sum(['totals', 'vat'], invoice.totals?.vat),
      gross: sum(['totals', 'gross'], invoice.totals?.gross),
    },
    amountColumn: lines.every((l) => l.net === null && l.gross !== null) ? 'gross' : 'net',
    source: 'structured',
    pages: 1,
    doubts: [],
  };
  return reconcile(reading);
}

function readLine(line: StructuredInvoice['lines'][number], i: number): LineReading {
  const path = (field: string): Path => ['lines', i, field];
  if (
    typeof line !== 'object' ||
    line === null ||
    typeof line.description !== 'string' ||
    line.description.trim() === ''
  )
    throw new FieldRefused(path('description'), 'must be a text that is not empty');
  const rate = line.vatRate === undefined || line.vatRate === null ? null : readRate(String(line.vatRate));
  return {
    ...emptyLine(),
    unread: [],
    description: line.description.trim(),
    quantity: sum(path('quantity'), line.quantity),
    unitPrice: sum(path('unitPrice'), line.unitPrice),
    net: sum(path('net'), line.net),
    vat: sum(path('vat'), line.vat),
    gross: sum(path('gross'), line.gross),
    vatRate: rate,
  };
}

function sum(path: Path, value: unknown): Figure | null {
  if (value === undefined || value === null) return null;
  const figure = typeof value === 'string' || typeof value === 'number' ? figureOf(String(value)) : null;
  if (figure === null)
    throw new FieldRefused(
      path,
      `is ${shown(value)}; give an amount of at most nine digits and pence such as "1240.50"`,
    );
  return figure;
}

/** Longer texts are no name or number of anything. */
const LONGEST_WORD = 200;

const shown = (value: unknown): string => JSON.stringify(value).slice(0, LONGEST_WORD);

function word(path: Path, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && value.length <= LONGEST_WORD) return value.trim();
  throw new FieldRefused(path, `is ${shown(value)}; give a text of at most ${LONGEST_WORD} characters`);
}

function day(path: Path, value: unknown): string | null {
  const text = word(path, value);
  if (text === null || isDay(text)) return text;
  throw new FieldRefused(path, `is "${text}", which is not a day of the calendar; give a date such as "2026-11-20"`);
}
