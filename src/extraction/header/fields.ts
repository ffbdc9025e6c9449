import type { DocumentType } from '../../rulebook/evidence.js';
import type { HeaderReading } from '../reading.js';
import { type Row, textOf } from '../table/page.js';
import { rowText, segmentsOf } from '../table/rows.js';
import { customerOf, customerZonesOf, inCustomerBlock } from './customer.js';
import { datesIn, isDayOfMonth, isFarAhead } from './dates.js';
import { closedUp, documentTypeOf, isReverseCharge } from './document_type.js';
import { type Piece, piecesOf, rightBelow, valuesOf } from './labelled.js';
import { supplierOf } from './supplier.js';
import { readVatNumber } from './vat_number.js';

/** Everything an invoice says outside its table and sums. */
export function readHeader(rows: readonly Row[]): HeaderReading {
  const pieces = piecesOf(rows);
  const text = rows.map(rowText).join('\n');
  const documentType = documentTypeOf(
    rows.map((r) => ({
      text: segmentsOf(r).map(textOf).join('  '),
      height: Math.max(...r.words.map((w) => w.y1 - w.y0)),
    })),
  );
  return {
    documentType,
    supplierName: supplierOf(pieces),
    vatNumber: vatNumberOf(pieces, rows),
    customerName: customerOf(pieces),
    invoiceNumber: invoiceNumberOf(pieces, documentType),
    invoiceDate: dateOf(pieces, text, documentType),
    taxPoint: labelledDate(
      pieces,
      /\b(?:tax ?(?:point|date)|date of supply|supply date|date ?\/ ?tax ?point|invoice date ?(?:\/|and|&) ?tax ?point)(?: date)?\b/i,
    ),
    currency: currencyOf(text),
    reverseCharge: isReverseCharge(text.replace(/\n/g, ' ')),
    statesRate: STATED_RATE.test(text),
    pricesIncludeVat: saysPricesWithVat(text),
  };
}

/** Whether a text says of all its prices that VAT is in them. */
function saysPricesWithVat(text: string): boolean {
  return /\b(?:all )?(?:prices?|amounts|totals|figures|charges)[^.\n]{0,25}\b(?:inc(?:lude|luding|lusive|\.|l\.)?|with)(?: of)? (?:\S+ )?vat\b|\bvat inclusive\b/i.test(
    text.replace(TOTAL_WITH_VAT, ''),
  );
}

/** `QUOTED PRICE INCLUDING VAT   15,333.00` is the name of a sum. */
const TOTAL_WITH_VAT = /\bprice inc\w*\.? (?:of )?vat\b[^\n]*\d\.\d\d/gi;

/** `VAT @ 20%`, `20% VAT`, `VAT 20.00` */
const STATED_RATE =
  /\b(?:vat|tax)\b[^\n\d%]{0,12}(?:20|17\.5|5)(?:\.0+)? ?%|\b(?:20|17\.5|5)(?:\.0+)? ?% (?:vat|tax)\b|\bstandard rated?\b/i;

const VAT_LABEL =
  /\b(?:v\.?a\.?t\.?|tax|ust-?id|tva|btw|iva|cvr)[\s.-]*(?:nr|reg(?:istration|istered|n|'?d)?\.?)?[\s.]*(?:no|number|num|n[°o]|id|#|code)?s?[\s.:#]*(?=(?:GB|XI|[A-Z]{2})?[\s.:]*\d)/gi;
const CUSTOMER_VAT =
  /\b(?:your|their|cust(?:omer)?(?:'?s|\.)?|clients?|client's|buyer'?s?|purchaser'?s?) (?:v\.?a\.?t|tax)\b/i;

/** `Customer: Orchard Homes Ltd, VAT 512 0447 93` */
const OF_CUSTOMER = /^(?:customer|client|buyer|bill(?:ed)? to|invoiced? to|sold to)\b.*\b(?:v\.?a\.?t)\b/i;

/** How much it weighs against a VAT number that it is said to be the customer's, and that it stands in the customer's block. */
const OF_ANOTHER = 6;
const IN_CUSTOMER_BLOCK = 3;

/** Over the block of who supplied what the customer invoices to himself. */
const OF_SUPPLIER = /^(?:supplier|sub-?contractor|payee)(?: details)?\s*:?$/i;

/** Set by the same left edge as the label of its block. */
function isUnder(piece: Piece, label: Piece): boolean {
  return Math.abs(piece.x0 - label.x0) < piece.row.height;
}

function vatNumberOf(pieces: readonly Piece[], rows: readonly Row[]): string | null {
  const found: { number: string; valid: boolean | null; score: number }[] = [];
  const look = (text: string, labelled: boolean, againstIt: () => number) => {
    for (const match of text.matchAll(
      /\b(?:DE|AT ?U|BE|NL|PL|IT|ES)(?: ?\d{3}){3}(?: ?[A-Z]?\d{1,3})?\b|(?:\b(?:GB|XI)[\s.:-]*)?(?:(?:\b|(?<=\b(?:GB|XI)))(?:[\dOIlSBZ]{3}[\s.-]{0,3}[\dOIlSBZ]{4}[\s.-]{0,3}[\dOIlSBZ]{2}(?:(?:[\s-]{0,3}|\.)\d{3})?|\d{3} \d{3} \d{3})\b|(?<=GB)\d{9}\b)|\b(?:GB|XI) ?(?:GD|HA)\d{3}\b|\bFR\s?[0-9A-Z]{2}(?: ?\d{3}){3}\b|\b(?:IE|DE|FR|NL|ES|IT|PL|BE|AT|DK|SE|PT|CZ|LU|FI)\s?[0-9A-Z]{8,12}\b/g,
    )) {
      const read = readVatNumber(match[0]);
      if (read === null || (!labelled && (read.valid !== true || !/^(?:GB|XI)/.test(read.number)))) continue;
      found.push({
        ...read,
        score: (labelled ? 2 : 0) + (read.valid === true ? 2 : read.valid === null ? 1 : 0) - againstIt(),
      });
    }
  };
  const zones = customerZonesOf(pieces);
  const own = pieces.filter(({ text }) => OF_SUPPLIER.test(text));
  const against = (piece: Piece | undefined) => {
    if (piece === undefined) return 0;
    // Of two blocks side by side each has its own label.
    if (own.some((zone) => isUnder(piece, zone)) && inCustomerBlock(piece, pieces, own)) return -1;
    return inCustomerBlock(piece, pieces, zones) ? IN_CUSTOMER_BLOCK : 0;
  };
  for (const [i, row] of rows.entries()) {
    // Small print breaks off where its line ends, also inside the number.
    const next = rows[i + 1];
    const text = next && next.page === row.page ? `${rowText(row)} ${rowText(next)}` : rowText(row);
    const length = rowText(row).length;
    const isCustomers = () =>
      CUSTOMER_VAT.test(text.slice(0, length)) || pieces.some((p) => p.row === row && OF_CUSTOMER.test(p.text));
    // The piece of the row that a label stands in.
    const piece = (match: RegExpMatchArray) => {
      const before = text.slice(0, match.index).split(match[0].trim()).length - 1;
      return pieces.filter((p) => p.row === row && p.text.includes(match[0].trim()))[before];
    };
    let at = -1;
    for (const match of text.matchAll(VAT_LABEL)) {
      if (match.index >= length) break;
      at = match.index;
      look(text.slice(match.index + match[0].length, match.index + match[0].length + 28), true, () =>
        isCustomers() ? OF_ANOTHER : against(piece(match)),
      );
    }
    // Without a label, only one with its country is taken for a VAT number.
    if (at < 0 && /GB|XI/.test(text)) look(text.slice(0, length), false, () => (isCustomers() ? OF_ANOTHER : 0));
  }
  const label =
    /\b(?:v\.?a\.?t\.?)[\s.]*(?:(?:reg(?:istration|istered|n)?\.?)?[\s.]*(?:no|number|id|#)\b|reg(?:istration|n)?\b)\.?:?/i;
  for (const { value, from } of valuesOf(pieces, label))
    look(value, true, () => (CUSTOMER_VAT.test(from.text) ? OF_ANOTHER : against(from)));
  const best = found.sort((a, b) => b.score - a.score)[0];
  return best && best.score > -2 ? best.number : null;
}

const NUMBER_LABELS: Readonly<Record<string, RegExp>> = {
  credit_note:
    /\b(?:credit(?: note| memo)?|c\/n|document|refund)\s*(?:no\b|number\b|num\b|ref(?:erence)?\b|id\b|#)\.?/i,
  pro_forma: /\b(?:pro[\s-]?forma|p\.?f\.?)(?: invoice)?\s*(?:no\b|number\b|num\b|ref(?:erence)?\b|id\b|#)\.?/i,
  quotation: /\b(?:quotation|quote|estimate|document)\s*(?:no\b|number\b|num\b|ref(?:erence)?\b|id\b|#)\.?/i,
  order_confirmation: /\b(?:order|sales order|document|confirmation)\s*(?:no\b|number\b|ref(?:erence)?\b|id\b|#)\.?/i,
  invoice:
    /\b(?:tax |vat |sales )?(?:inv(?:oice)?|document|doc|bill|fee (?:account|note))\.?\s*(?:\((?:tax|vat) invoice\) )?(?:no\b|nr\b|number\b|num\b|n[°º]|ref(?:erence)?\b|id\b|#)\.?|^our (?:invoice|bill)$|\b(?:my|our|the) (?:invoice|bill) \((?:number|no)\b\.?|\b(?:factuur|rechnungs?)(?: \(invoice\))?[- ]?(?:nummer\b|nr\b)\.?/i,
  simplified_receipt:
    /\b(?:receipt|transaction|trans|tran|ticket|sale|till receipt|txn|invoice|document|bill)\s*(?:no\b|number\b|num\b|ref(?:erence)?\b|id\b|#)\.?/i,
};

/** Kinds of document that follow upon a quotation. */
const BILLED: ReadonlySet<string> = new Set(['invoice', 'credit_note', 'simplified_receipt']);

function invoiceNumberOf(pieces: readonly Piece[], type: string): string | null {
  // The numbers on a statement are those of its invoices.
  if (type === 'statement')
    return (
      valuesOf(pieces, /\bstatement\s*(?:no\b|number\b|ref(?:erence)?\b|#)\.?/i)
        .map(({ value }) => documentNumber(value))
        .find((n) => n !== null) ?? null
    );
  const labels = [
    // A receipt that has the number of an invoice too is known by that.
    ...(type === 'simplified_receipt'
      ? [NUMBER_LABELS.invoice, NUMBER_LABELS[type]]
      : [NUMBER_LABELS[type], NUMBER_LABELS.invoice]),
    /^(?:subject: )?(?:order confirmation (?:and|&) )?(?:tax |vat |sales |hire |purchase |stage |balance |deposit |interim |final |final account |policy )?(?:[a-z]{4,12} \/ )?(?:invoice|document|credit note|receipt|pro[\s-]?forma(?: invoice)?|fee (?:account|note|invoice))\s*(?:#|:|-)?\s*(?=[A-Z]{0,6}[-/]?\d|[A-Z]{1,4} \d{3}|(?!(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|page|no|copy)\b)[A-Z]{2,4} \d{2}$)/i,
    // "DUTY AND VAT INVOICE DV-881204", "Valuation 6 - VAT Invoice KEH-0619": every word of a title is set large.
    /^(?!.*\b(?:[Ll]ess|LESS|[Oo]f|OF|[Aa]gainst|AGAINST|[Ff]or|FOR|[Yy]our|YOUR|[Pp]er|PER|[Pp]aid|PAID|[Oo]riginal|ORIGINAL|[Cc]redit|CREDIT|[Rr]eplac\w+|REPLAC\w+|[Pp]revious|PREVIOUS)\b)(?:(?:\p{Lu}[\p{L}&]+|\d{1,3}|and|&|[-–]) ){1,6}(?:INVOICE|Invoice)\s*(?:#|:|-)?\s*(?=[A-Z]{0,6}[-/]?\d{2}|[A-Z]{1,4} \d{3})/u,
    ...(type === 'order_confirmation'
      ? [/^(?:sales )?order (?:confirmation|acknowledge?ment)\s*(?:#|:|-)?\s*(?=[A-Z]{0,6}[-/]?\d|[A-Z]{1,4} \d{3})/i]
      : []),
    // What was quoted before is no number of an invoice.
    ...(BILLED.has(type)
      ? []
      : [/^(?:quotation|quote|estimate)\s*(?:#|:|-)?\s*(?=[A-Z]{0,6}[-/]?\d|[A-Z]{1,4} \d{3})/i]),
    /^(?:inv|document|invoice|fee (?:account|note)|credit note)\.?\s*:?$/i,
    /(?<!\b(?:plan|planning|drawing|design|job|site|plot|project|contract|customer|client|account|meter|mpan|mprn|policy) )\b(?:our ref(?:erence)?|ref(?:erence)?(?: no)?|receipt|number|no|transaction|trans|sale|order (?:no|number))\b\.?\s*[:#]/i,
    /\b(?:tran(?:s(?:action)?)?|receipt|rct|rcpt|ticket|txn|till receipt|(?:cash|counter|card) sale|^sale)\b\s*[:#]?\s*(?=[A-Z]{0,4}[-/ ]?(?:\d{1,4}[-/])?\d{3,})/i,
    /^(?:our|my) (?:invoice|bill|account) (?=[A-Z]{0,5}[-/]?\d)/i,
    /(?<=[.,] )invoice (?=[A-Z]{0,5}[-/]?\d+,? (?:dated|of) )/i,
    /^inv(?:\.\s*|\s*[:#]\s*|\s+)(?=[A-Z]{0,4}[-/]?\d)/i,
    /^(?:number|no\.?|our ref(?:erence)?|ref(?:erence)?)$/i,
    /^(?:no|nr|number)\b\.?\s*[:#]?\s*(?=[A-Z]{0,5}[-/]?\d{2,})/i,
    // What was ordered on the web has no other number.
    /^\[?(?:invoice for |your )?order\s*#\s*(?=[A-Z]{0,6}[-/]?\d)/i,
    /^(?:subject: )?(?:thank you for )?your order:? (?=[A-Z]{0,4}-?\d{4,}\b)/i,
    /^order (?:no|number)\.? (?=[A-Z]{0,4}-?\d{2}[\d-]{4,})/i,
  ];
  for (const [at, label] of labels.entries()) {
    if (at === 2) {
      const titled = numberUnderTitle(pieces);
      if (titled !== null) return titled;
    }
    if (!label) continue;
    for (const { value, from, of } of valuesOf(pieces, label)) {
      if (
        /\b(?:original|credit)\b/i.test(from.text) &&
        type === 'credit_note' &&
        /original invoice|invoice (?:no|number)/i.test(from.text)
      )
        continue;
      // In a row of the small print each number stands behind its own words.
      const own = from.text.split(/[,;|] /).find((part) => label.test(part)) ?? from.text;
      const isOther = OTHER_NUMBERS.test(own) || (of !== from && isWhollyOther(of.text));
      if (isOther || PAID_BEFORE.test(from.text)) continue;
      const number = documentNumber(value);
      if (number !== null) return number;
    }
  }
  // A bare "INVOICE" with nothing but a number beside it.
  for (const [i, piece] of pieces.entries()) {
    const next = pieces[i + 1];
    const title =
      /^(?:(?:[a-z]+ (?:and|&) )?(?:tax|vat|sales|hire|stage|interim|final|deposit|balance|pro[\s-]?forma|(?:cash|counter) sale) )?(?:invoice|credit note|quotation|quote|estimate|receipt|pro[\s-]?forma)\s*[:#]?$/i.test(
        piece.text,
      );
    const beside = next?.row === piece.row ? next : undefined;
    const number = [beside, title ? rightBelow(piece, pieces) : undefined].find(
      (p) => p !== undefined && /^(?:[A-Z]{1,4} )?(?=.*\d{3})[\w/-]{3,20}$|^Book \d+,? No\.? ?\d+$/.test(p.text),
    );
    if (title && number) return number.text;
    const marked = /^# ?([A-Z]{0,6}-?(?=.*\d)[\w/-]{2,20})$/i.exec(piece.text);
    if (marked) return marked[1] ?? null;
    // "Invoice / Faktura FV/31/2025"
    const last = piece.text.split(/\s+/).at(-1) ?? '';
    if (
      /^(?:(?:and|&) )?(?:(?:tax|vat|sales) )?(?:invoice|credit note|quotation|receipt)\b/i.test(piece.text) &&
      /^(?=.*\d)[A-Z]{1,5}[/-][\dA-Z/-]{2,}$/.test(last)
    )
      return last;
  }
  // What professionals call an account is their invoice.
  const account = pieces.some(({ text }) => /^fee account$/i.test(closedUp(text)))
    ? valuesOf(pieces, /^account\s*(?:no|number|ref)\b\.?/i)
    : [];
  return account.map(({ value }) => documentNumber(value)).find((number) => number !== null) ?? null;
}

/** `SALES INVOICE` over `No. 61204`. */
function numberUnderTitle(pieces: readonly Piece[]): string | null {
  for (const piece of pieces) {
    if (!/^(?:\p{L}+ ?\/ ?)?(?:(?:tax|vat|sales|hire|cash) )*(?:invoice|credit note|receipt)$/iu.test(piece.text))
      continue;
    const number = /^n(?:o|umber|[º.])(?!\w)\.?\s*:?\s*(?=\S*\d)([\w/-]{2,20})$/i.exec(
      rightBelow(piece, pieces)?.text ?? '',
    )?.[1];
    if (number !== undefined) return number;
  }
  return null;
}

/** The address beside a label is no number: a postcode, a house in a street. */
const POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/;
const HOUSE =
  /^\d{1,3}[a-z]?,? (?!(?:Page|Date|Copy|Original|Due|Tax|Vat|Invoice)\b)[A-Z][a-z'’-]+(?: [A-Z][a-z'’-]+)*,?$/;

const ROOM = /^(?:unit|units|suite|flat|apartment|office|floor|level|plot|block|po box) \d+[a-z]?\b/i;

/** Labels of numbers that are not the document's. */
const OTHER_NUMBERS =
  /\b(?:v\.?a\.?t|tax) ?(?:reg|no|number|id)|\bregist|\bcompany (?:no|number|reg)|(?<!\bfee )\baccount\b|\bsort code|\btel(?:ephone)?\b|\bphone|\bmobile|\b(?:keep|retain) (?:this|your|the)\b/i;

/** `VAT NO:` with its number in a piece of its own. */
function isWhollyOther(label: string): boolean {
  return /^(?:v\.?a\.?t|tax|company|co)\.? ?(?:reg\w*\.? ?)?(?:no|number|id)?\.?\s*:?$/i.test(label.trim());
}

/** "Invoice SI-7715-1, paid 18 Aug 2025": one of a schedule of payments. */
const PAID_BEFORE = /^invoice \S+,? (?:paid|settled)\b/i;

/** The number itself at the start of a value: it holds a digit and is no date, sum or phone number. */
function documentNumber(value: string): string | null {
  // The number of an account and of the project it is one of: "MEA 2518 / 07".
  const [ofProject] = /^(?:[A-Z]{1,5} )?\d[\w-]* \/ (?:\d{1,4}|[A-Z]{1,3}\d{0,4})$/.exec(value.trim()) ?? [];
  if (ofProject !== undefined && datesIn(value).length === 0) return ofProject;
  const parts = value
    .replace(/^[\s:.#]+/, '')
    .replace(/^(?:no|number|is)\b(?![/-])[\s.:#]*/i, '')
    .split(/\s+/);
  const token = (parts[0] ?? '').replace(/[,;:.)\]]+$/, '').replace(/^[(#:]+/, '');
  // Prefixes stand apart on some layouts: "INV 10234".
  const second = parts[1] ?? '';
  if (POSTCODE.test(parts.slice(0, 2).join(' ')) || HOUSE.test(value.trim()) || ROOM.test(value.trim())) return null;
  // Branch and number stand apart on merchants' invoices: "0715 AAB123".
  if (parts.length === 2 && parts.every((p) => /^(?=.*\d)[A-Z0-9]{2,10}$/.test(p)) && datesIn(value).length === 0)
    return parts.join(' ');
  const joined = /^[A-Z]{1,5}-?$/i.test(token) && /^\d[\w/-]*$/.test(second) ? `${token} ${second}` : token;
  if (!/\d/.test(joined) || joined.length > 30) return null;
  if (/^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/.test(joined) || /^[£€$]/.test(joined) || /^\d+\.\d{2}$/.test(joined))
    return null;
  if (datesIn(value)[0]?.at === 0 || isDayOfMonth(value)) return null;
  // "STAGE INVOICE 2 OF 2"
  if (/^\d{1,2} of \d{1,2}\b/i.test(value.trim())) return null;
  return joined;
}

function labelledDate(pieces: readonly Piece[], label: RegExp): string | null {
  for (const { value } of valuesOf(pieces, label)) {
    const [date] = datesIn(value);
    if (date && date.at < 12) return date.iso;
  }
  return null;
}

const OTHER_DATES =
  /\b(?:due|delivery|despatch|dispatch|order|expiry|valid|until|printed|payment|pay by|works?|start|finish|delivered|collection|hire|from|off hire|on hire|required|planning|completion|statement|previous|original|signed|contract|agreement|installed|fitted|commissioned)\b/i;

const OF_AGREEMENT = /\b(?:under|agreement|contract)\b/i;

/** The date of the document: the likeliest that is not far ahead, as only a misread one is where another stands. */
function dateOf(pieces: readonly Piece[], text: string, type: DocumentType): string | null {
  let ahead: string | null = null;
  // The dates in the rows of a statement are those of other documents.
  for (const iso of likelyDates(pieces, type === 'statement' ? '' : text, type)) {
    if (!isFarAhead(iso)) return iso;
    ahead ??= iso;
  }
  return ahead;
}

function* likelyDates(pieces: readonly Piece[], text: string, type: DocumentType): Generator<string> {
  const own = [
    // On an invoice behind a statement it is that of the statement.
    ...(type === 'statement' ? [/\bstatement date\b/i] : []),
    /\b(?:invoice|inv|document|doc|credit(?: note)?|quotation|quote|estimate|receipt|issue|bill)\.? date\b(?: ?(?:\/|and|&) ?tax ?point)?|\bdate of (?:issue|invoice)\b|\bdate issued\b|\bissued(?: on)?\b|\binvoiced on\b|\bdate ?\/ ?tax ?point\b|\bdate (?:and|&) tax point\b|^as at\b/i,
    // Beside it the tax point may be another day.
    ...(pieces.some(({ text }) => /^date:?$/i.test(text)) ? [/^date:?$/i] : []),
    /\btax point\b/i,
    /\b(?:invoice|bill)\b.{0,25}\bdated\b/i,
    /\border\.? date\b/i,
  ];
  for (const label of [...own, /^(?:date|dated)\b/i, /\bdate\b/i]) {
    const isOwn = own.includes(label);
    for (const { value, from } of valuesOf(pieces, label)) {
      const [date] = datesIn(value);
      // "issued under an agreement dated 6 January": what stands between them tells of another paper.
      const isOther = isOwn ? OF_AGREEMENT.test(value.slice(0, date?.at)) : OTHER_DATES.test(from.text);
      if (date && date.at < (isOwn ? 30 : 12) && !isOther) yield date.iso;
    }
  }
  // Without a label: the first date that no other label claims.
  for (const line of text.split('\n')) {
    if (isPeriod(line)) continue;
    for (const date of datesIn(line))
      if (!OTHER_DATES.test(line.slice(Math.max(0, date.at - 22), date.at).replace(/^\S*\d\S*/, ''))) yield date.iso;
  }
  // What was ordered on the web may have no date but that of the order.
  const ordered = text.split('\n').find((line) => /\border\b/i.test(line) && datesIn(line).length > 0);
  const [date] = datesIn(ordered ?? '');
  if (date) yield date.iso;
}

/** `1 May 2026 - 31 May 2026` */
function isPeriod(line: string): boolean {
  const [from, to] = datesIn(line);
  if (from === undefined || to === undefined) return false;
  return /^\s*(?:-|–|—|to|until)\s*$/i.test(line.slice(from.at + from.raw.length, to.at));
}

function currencyOf(text: string): string | null {
  const stated =
    /\b(?:currency|all (?:prices|amounts) in|amounts? in|total in|payable in)\b\s*[:=]?\s*(?:is )?(GBP|EUR|USD|£|€|\$|pounds|euros?)/i
      .exec(text)?.[1]
      ?.toUpperCase();
  if (stated)
    return stated.startsWith('E') || stated === '€' ? 'EUR' : stated === 'USD' || stated === '$' ? 'USD' : 'GBP';
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const counts: [string, number][] = [
    ['GBP', count(/£|\bGBP(?![A-Z])/g)],
    ['EUR', count(/€|\bEUR(?![A-Z])/g)],
    ['USD', count(/\$|\bUSD(?![A-Z])/g)],
  ];
  const best = counts.sort((a, b) => b[1] - a[1])[0];
  if (best && best[1] > 0) return best[0];
  const other = otherCurrency(text);
  if (other !== null) return other;
  // Without any sign, a British VAT registration or postcode says pounds.
  return /\bGB ?\d{3}|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\bV\.?A\.?T\b/.test(text) ? 'GBP' : null;
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** A code that ends several rows behind a sum; once it may be a word, as many codes are. */
function otherCurrency(text: string): string | null {
  const codes = [...text.matchAll(/\d[.,]\d\d ([A-Z]{3})$/gm)].map((match) => match[1] as string);
  const [code] = codes;
  return code !== undefined && codes.length > 1 && codes.every((c) => c === code) && CURRENCIES.has(code) ? code : null;
}
