import type { DocumentType } from '../../rulebook/evidence.js';
import { isReverseCharge } from '../header/document_type.js';
import { readVatNumber } from '../header/vat_number.js';
import { readNumber } from '../numbers.js';
import {
  type Doubt,
  emptyLine,
  type Figure,
  type HeaderReading,
  type InvoiceReading,
  type LineReading,
} from '../reading.js';
import { KNOWN_RATES } from '../table/rate_cell.js';
import { text, type Xml } from './xml.js';

/** What UBL and CII have in common. */

/** UNTDID 1001 document codes that occur on invoices; every other is an invoice. */
export function typeOfCode(code: string | null): DocumentType {
  if (code === null) return 'invoice';
  if (['381', '396', '261', '262', '81', '83', '532'].includes(code)) return 'credit_note';
  if (code === '325') return 'pro_forma';
  if (code === '310') return 'quotation';
  if (['231', '320'].includes(code)) return 'order_confirmation';
  return 'invoice';
}

/** An amount of the XML; null when the element is missing or holds no number. */
export function amount(node: Xml, ...path: string[]): Figure | null {
  const raw = text(node, ...path);
  const match = raw === null ? null : /^([+-]?)(\d{1,12})(?:\.(\d{1,8}))?$/.exec(raw);
  if (!raw || !match) return null;
  const decimals = (match[3] ?? '').replace(/0+$/, '');
  const unsigned = `${(match[2] ?? '0').replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`;
  const value = Number(unsigned);
  const negative = match[1] === '-' && value !== 0;
  return {
    value: negative ? -value : value,
    text: negative ? `-${unsigned}` : unsigned,
    raw,
    place: null,
    confidence: null,
  };
}

export function percent(node: Xml, ...path: string[]): number | null {
  const raw = text(node, ...path);
  const number = raw === null ? null : readNumber(raw);
  return number === null ? null : (KNOWN_RATES.find((r) => Math.abs(r - number.value) < 1e-9) ?? number.value);
}

/** Percent of a VAT category that needs none: exempt, reverse charge, zero-rated, export and the like. */
export function rateOfCategory(category: string | null): number | null {
  return category !== null && ['Z', 'E', 'AE', 'K', 'G', 'O'].includes(category) ? 0 : null;
}

/** Units of UN/ECE Recommendation 20 as people write them. */
const UNITS: Readonly<Record<string, string>> = {
  C62: 'each',
  EA: 'each',
  H87: 'each',
  XPP: 'each',
  HUR: 'hours',
  DAY: 'days',
  MTR: 'm',
  MTK: 'm2',
  MTQ: 'm3',
  KGM: 'kg',
  TNE: 'tonnes',
  LTR: 'litres',
  WEE: 'weeks',
  MON: 'months',
  SET: 'set',
  XBX: 'box',
  XPK: 'pack',
  XBG: 'bag',
};

export function unitOf(code: string | null): string | null {
  return code === null ? null : (UNITS[code] ?? code);
}

/** What is taken off a line; its charges and allowances together as one sum. A charge makes the line dearer and stands in its amount. */
export function lineDiscount(items: readonly { charge: boolean; sum: Figure | null }[]): LineReading['discount'] {
  const pence = items.reduce(
    (all, { charge, sum }) => all + Math.round((sum?.value ?? 0) * 100) * (charge ? -1 : 1),
    0,
  );
  if (pence === 0) return null;
  const shown = (pence / 100).toFixed(2);
  return { figure: { value: pence / 100, text: shown, raw: shown, place: null, confidence: null }, percent: false };
}

/** The amount in the currency of the invoice; some also say their VAT in that of the tax office. */
export function inCurrency(amounts: readonly Xml[], currency: string | null): Xml {
  const stated = (node: Xml) =>
    node !== undefined && typeof node !== 'string' && !Array.isArray(node) ? text(node, '@currencyID') : null;
  return amounts.find((node) => currency !== null && stated(node) === currency) ?? amounts[0];
}

/** The name of an item and what its description says besides: "Oak doors" and "Oak doors for the stables" are the latter. */
export function wordsOfItem(name: string | null, more: string | null): string {
  if (name === null || more === null) return name ?? more ?? '';
  if (more.includes(name)) return more;
  return name.includes(more) ? name : `${name} ${more}`;
}

/** What notes of a line say of it: where it is for, how it was supplied. */
export function remarkOf(notes: readonly (string | null)[]): string | null {
  const said = notes.flatMap((note) => note?.replace(/\s+/g, ' ').trim() || []);
  return said.length === 0 ? null : said.join(' - ');
}

/** A charge or an allowance of the whole document, as a line of its own. */
export function chargeLine(reason: string, sum: Figure, charge: boolean, rate: number | null): LineReading {
  const signed = charge || sum.value <= 0 ? sum : { ...sum, value: -sum.value, text: `-${sum.text}` };
  return { ...emptyLine(), unread: [], description: reason, net: signed, vatRate: rate };
}

export function header(
  given: Partial<HeaderReading> & {
    vatId: string | null;
    notes: readonly string[];
    categories: readonly (string | null)[];
  },
): HeaderReading {
  const { vatId, notes, categories, ...rest } = given;
  return {
    documentType: 'invoice',
    supplierName: null,
    customerName: null,
    invoiceNumber: null,
    invoiceDate: null,
    taxPoint: null,
    currency: null,
    pricesIncludeVat: false,
    statesRate: false,
    ...rest,
    vatNumber: vatId === null ? null : (readVatNumber(vatId)?.number ?? vatId.replace(/\s/g, '')),
    reverseCharge: categories.includes('AE') || isReverseCharge(notes.join(' ')),
  };
}

export function reading(
  header: HeaderReading,
  lines: LineReading[],
  totals: InvoiceReading['totals'],
  doubts: Doubt[],
  notes: readonly string[],
): InvoiceReading {
  const said = notes.map((note) => note.replace(/\s+/g, ' ').trim()).filter((note) => note !== '');
  return { header, lines, totals, amountColumn: 'net', source: 'structured', pages: 1, doubts, notes: said };
}

/** A price and how many it is for; by any other number than the hundred or the thousand it is not the price that a line shows. */
export function pricedBy(base: Figure | null, price: Figure | null): Pick<LineReading, 'unitPrice' | 'per'> {
  if (base === null || base.value === 1) return { unitPrice: price, per: null };
  return base.value === 100 || base.value === 1000
    ? { unitPrice: price, per: String(base.value) }
    : { unitPrice: null, per: null };
}
