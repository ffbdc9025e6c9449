import type { DocumentType } from '../rulebook/evidence.js';
import type { Box, DocumentOfLine, TextSource } from './draft.js';

/** Readers of every format fill this in; `reconcile` checks it and makes the draft. */
export interface InvoiceReading {
  header: HeaderReading;
  lines: LineReading[];
  totals: TotalsReading;
  /** What the table's one amount column holds, when its heading or the document says so. */
  amountColumn: 'net' | 'gross' | 'unsaid';
  source: TextSource;
  pages: number;
  /** What the reader itself could not settle. */
  doubts: Doubt[];
  /** Rows of text outside the lines, and the headings among them. */
  notes?: readonly string[];
}

export interface Doubt {
  code: string;
  message: string;
  found?: string;
  expected?: string;
  line?: number;
}

export interface HeaderReading {
  documentType: DocumentType;
  supplierName: string | null;
  vatNumber: string | null;
  customerName: string | null;
  invoiceNumber: string | null;
  invoiceDate: string | null;
  taxPoint: string | null;
  currency: string | null;
  reverseCharge: boolean;
  pricesIncludeVat: boolean;
  /** Whether a rate of VAT above nothing is printed anywhere. */
  statesRate: boolean;
}

/** A number as the document has it. */
export interface Figure {
  value: number;
  /** Decimal string, sign included, as many decimals as printed. */
  text: string;
  raw: string;
  place: Place | null;
  /** 0 to 1 from character recognition; null when the characters are stored in the document. */
  confidence: number | null;
}

export interface Place {
  page: number;
  box: Box;
}

export interface LineReading {
  description: string;
  /** What columns beside the description say of it: where it is for, how it was supplied. */
  remark: string | null;
  quantity: Figure | null;
  /** How many weeks or days it was hired for, where a column beside the quantity says so. */
  periods: Figure | null;
  unit: string | null;
  /** How many the price is for, where a column of its own says so: `100`, `1000`, `M`. */
  per: string | null;
  unitPrice: Figure | null;
  /** The price after the discount, where the one before it is printed too. */
  netPrice: Figure | null;
  /** The price with VAT, where the one without it is printed too. */
  grossPrice: Figure | null;
  discount: { figure: Figure; percent: boolean } | null;
  /** What comes on top of the quantity times the price, as materials do on days. */
  added: Figure | null;
  net: Figure | null;
  /** Whether the net is not printed, and is how many times the price. */
  isProduct: boolean;
  vatRate: number | null;
  vatCode: string | null;
  /** What stands in a column of codes, where it may be one of VAT. */
  code: string | null;
  vat: Figure | null;
  gross: Figure | null;
  /** Money of the one amount column, before it is known whether VAT is in it. */
  amount: Figure | null;
  section: string | null;
  /** Rows of words between it and the line before. */
  above: readonly string[];
  /** The document it is of, where columns of a list say so. */
  of: DocumentOfLine | null;
  place: Place | null;
  /** A cell that should hold a number and does not read as one: the column and what stands there. */
  unread: { column: string; raw: string }[];
}

export interface TotalsReading {
  net: Figure | null;
  vat: Figure | null;
  gross: Figure | null;
  /** Whether a total says that VAT is in it, where none is told. */
  includesVat: boolean;
  /** VAT by code or rate. */
  bands: BandReading[];
  /** Sums to be paid after what the VAT invoice totals: deposits, CIS, retention. */
  due: Figure | null;
  /** Settlement discount on which VAT may have been calculated. */
  settlementPercent: number | null;
}

export interface BandReading {
  code: string | null;
  rate: number | null;
  net: Figure | null;
  vat: Figure | null;
}

export function emptyLine(): LineReading {
  return {
    description: '',
    remark: null,
    quantity: null,
    periods: null,
    unit: null,
    per: null,
    unitPrice: null,
    netPrice: null,
    grossPrice: null,
    discount: null,
    added: null,
    net: null,
    isProduct: false,
    vatRate: null,
    vatCode: null,
    code: null,
    vat: null,
    gross: null,
    amount: null,
    section: null,
    above: [],
    of: null,
    place: null,
    unread: [],
  };
}

export function emptyTotals(): TotalsReading {
  return { net: null, vat: null, gross: null, includesVat: false, bands: [], due: null, settlementPercent: null };
}
