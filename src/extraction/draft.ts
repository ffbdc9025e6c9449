import type { DocumentType } from '../rulebook/evidence.js';
import type { AskVision } from './vision/proposal.js';

/** What reading a document gives: the lines of an invoice as printed, and whether its figures fit together. */

/** Where something was read: left, top, right and bottom as fractions of the page, once it stands upright. */
export type Box = readonly [number, number, number, number];

/** Where the characters come from. */
export type TextSource = 'structured' | 'text' | 'ocr';

/** What a list says of the document that one of its lines is of, as printed. */
export interface DocumentOfLine {
  supplier: string | null;
  invoiceNumber: string | null;
}

/** One line of the invoice. Amounts are decimal strings in `currency`; null is "not on the paper" or "not readable". */
export interface DraftLine {
  description: string;
  /** What columns beside the description say of it: where it is for, how it was supplied. */
  remark?: string;
  quantity: string | null;
  unit: string | null;
  unitPrice: string | null;
  /** As printed: "10%" or an amount. */
  discount: string | null;
  net: string | null;
  /** Percent: "20", "5", "0", "17.5". */
  vatRate: string | null;
  /** As printed, such as "1", "S" or "T1"; its rate stands in `vatRate` when the document says which it is. */
  vatCode: string | null;
  vat: string | null;
  gross: string | null;
  /** Heading the line stands under. */
  section: string | null;
  /** Rows of words between it and the line before, which may head it or go on with that. */
  above?: readonly string[];
  /** The document it is of, where a list holds lines of several. */
  of?: DocumentOfLine;
  /** Of net, vat and gross: those that are not printed on the line and follow from the others. */
  derived: readonly ('net' | 'vat' | 'gross')[];
  page: number | null;
  box: Box | null;
}

/** All words that a document has for a line. */
export function wordsOf({ description, remark }: Pick<DraftLine, 'description' | 'remark'>): string {
  return remark === undefined ? description : `${description} - ${remark}`;
}

export interface DraftTotals {
  net: string | null;
  vat: string | null;
  gross: string | null;
}

export interface VatBand {
  rate: string | null;
  code: string | null;
  net: string | null;
  vat: string | null;
}

/** Something that does not fit, with both figures. */
export interface DraftProblem {
  code: string;
  message: string;
  /** What the paper says. */
  found: string | null;
  /** What the other figures of the paper would make it: a suggestion, never put in its place. */
  expected: string | null;
  /** Index in `lines`, when it is about one. */
  line?: number;
}

export interface Draft {
  documentType: DocumentType;
  supplier: { name: string | null; vatNumber: string | null };
  customer: { name: string | null };
  invoiceNumber: string | null;
  /** ISO date. */
  invoiceDate: string | null;
  taxPoint: string | null;
  /** ISO 4217. */
  currency: string | null;
  lines: readonly DraftLine[];
  totals: DraftTotals;
  /** VAT by rate or code, where the document analyses it. */
  vatBands: readonly VatBand[];
  reverseCharge: boolean;
  /** Whether the line amounts are printed with the VAT in them. */
  vatInclusive: boolean;
  source: TextSource;
  /** Rows of text outside the lines, and the headings among them, as printed. */
  notes: readonly string[];
  pages: number;
  /** True only when every check passed to the penny and every line amount was read from the document. */
  reconciled: boolean;
  problems: readonly DraftProblem[];
}

/** How far reading has come. */
export interface Progress {
  page: number;
  pages: number;
}

export interface ReadOptions {
  /** Only for messages; what a file is, its content says. */
  fileName?: string;
  mediaType?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Shows the pages to a vision model when their words do not reconcile; without it nothing is shown to anybody. */
  vision?: AskVision;
}
