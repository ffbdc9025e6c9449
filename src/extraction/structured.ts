import { DOCUMENT_TYPES, type Draft } from './draft.js';
import { LIMITS } from './limits.js';
import { figureOf } from './numbers.js';
import { emptyLine, emptyTotals, type Figure, type InvoiceReading, type LineReading } from './reading.js';
import { reconcile } from './reconcile/reconcile.js';
import { DocumentRefused } from './refusal.js';
import { readRate } from './table/rate_cell.js';

/** Lines that a caller has already read; the fields are those of a draft, and all but the description may be missing. */
export interface StructuredInvoice {
  documentType?: string;
  supplier?: { name?: string | null; vatNumber?: string | null };
  invoiceNumber?: string | null;
  invoiceDate?: string | null;
  taxPoint?: string | null;
  currency?: string | null;
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

/**
 * Checks lines that were read elsewhere as strictly as lines read here.
 * @throws DocumentRefused that names the field which is not as it should be.
 */
export function readStructured(given: unknown): Draft {
  const invoice = given as StructuredInvoice;
  if (typeof given !== 'object' || given === null || !Array.isArray(invoice.lines))
    throw fault('"lines" is missing; give {"lines": [{"description": "...", "net": "12.00", "vat": "2.40"}]}');
  if (invoice.lines.length > LIMITS.lines)
    throw fault(`"lines" has ${invoice.lines.length} entries; at most ${LIMITS.lines} are read`);
  const lines = invoice.lines.map((line, i) => readLine(line, i));
  const reading: InvoiceReading = {
    header: {
      documentType: DOCUMENT_TYPES.find((t) => t === invoice.documentType) ?? 'unknown',
      supplierName: invoice.supplier?.name ?? null,
      vatNumber: invoice.supplier?.vatNumber ?? null,
      customerName: null,
      invoiceNumber: invoice.invoiceNumber ?? null,
      invoiceDate: invoice.invoiceDate ?? null,
      taxPoint: invoice.taxPoint ?? null,
      currency: invoice.currency ?? null,
      reverseCharge: false,
      pricesIncludeVat: lines.every((l) => l.net === null && l.gross !== null),
    },
    lines,
    totals: {
      ...emptyTotals(),
      net: sum('totals.net', invoice.totals?.net),
      vat: sum('totals.vat', invoice.totals?.vat),
      gross: sum('totals.gross', invoice.totals?.gross),
    },
    amountColumn: lines.every((l) => l.net === null && l.gross !== null) ? 'gross' : 'net',
    source: 'structured',
    pages: 1,
    doubts: [],
  };
  return reconcile(reading);
}

function readLine(line: StructuredInvoice['lines'][number], i: number): LineReading {
  const path = (field: string) => `lines[${i}].${field}`;
  if (
    typeof line !== 'object' ||
    line === null ||
    typeof line.description !== 'string' ||
    line.description.trim() === ''
  )
    throw fault(`"${path('description')}" must be a text that is not empty`);
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

function sum(path: string, value: unknown): Figure | null {
  if (value === undefined || value === null) return null;
  const figure = typeof value === 'string' || typeof value === 'number' ? figureOf(String(value)) : null;
  if (figure === null) throw fault(`"${path}" is ${JSON.stringify(value)}; give an amount such as "1240.50"`);
  return figure;
}

function fault(message: string): DocumentRefused {
  return new DocumentRefused('unsupported', `${message}.`);
}
