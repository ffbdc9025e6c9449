import type { DocumentType } from '../../rulebook/evidence.js';

/** Words that say what kind of document it is, the most telling first: a quotation may speak of invoices, not the other way. */
const WORDS: readonly (readonly [RegExp, DocumentType])[] = [
  [/\bpro[\s-]?forma\b/i, 'pro_forma'],
  [
    /\bcredit[\s-]?note\b|\b(?:vat |sales )?credit (?:memo|advice)\b|\bself[\s-]billed credit\b|\brefund (?:receipt|note)\b/i,
    'credit_note',
  ],
  [/\bquotation\b|\bquote\b|\bestimate\b|\btender\b/i, 'quotation'],
  [
    /\border (?:confirmation|acknowledge?ment)\b|\backnowledge?ment of order\b|\bsales order\b|^order summary$/i,
    'order_confirmation',
  ],
  [/\bstatement\b/i, 'statement'],
  [
    /\b(?:vat |tax |sales |purchase |self[\s-]billed )?invoice\b|\btax receipt\b|\bfee (?:account|note)\b|\b(?:electricity|gas|water|energy|utility|telephone) bill\b|\bbill (?:number|no|date)\b|\b(?:your|total of this) bill\b|\bnote of fees\b|\baccount for professional (?:services|fees)\b|\b(?:rechnung|factuur|faktura|facture|fattura)\b/i,
    'invoice',
  ],
  // It asks for money, and the VAT invoice comes once that is paid.
  [/\bapplication for (?:interim )?payment\b/i, 'pro_forma'],
  [/^\W*refund\W*$|\brefund total\b|\brefunded to\b/i, 'credit_note'],
  [/\breceipt\b/i, 'simplified_receipt'],
];

/** It tells that money was given back, and not how it may be. */
const REFUNDED =
  /\bwe(?:'ve|’ve| have) (?:now )?(?:refunded|(?:processed|issued|made) (?:you )?(?:your|a|the) refund)\b|\btotal refund(?:ed)?\b|\brefund(?:ed)? total\b|^your refund (?:from|of|for|has|is)\b|^refund (?:reference|ref|number|no|confirmation|advice|date)\b/im;

/** It says of itself that it is no invoice. */
const NO_INVOICE =
  /\bnot a (?:valid |full )?(?:vat|tax) (?:invoice|receipt)\b|\bthis is not an? (?:vat |tax )?invoice\b/i;

/** It says of itself that it is one, whatever else it is called. */
const IS_INVOICE =
  /\bthis (?:e-?mail|message|document|page|letter) is (?:your|our|a|the) (?:full )?(?:vat|tax) invoice\b/i;

/** The invoice is still to come. */
const INVOICE_FOLLOWS =
  /\b(?:invoice|vat receipt) (?:will (?:be |follow)|follows\b)|\b(?:we(?:'|’)ll|we will|will) (?:then )?(?:e-?mail|send|issue|raise|post|provide)(?: you)? (?:an?|your|the) (?:\w+ )?(?:vat |tax )?(?:invoice|vat receipt)\b/gi;

/** It says of itself that it lists what an account owes. */
const IS_STATEMENT =
  /\bthis is (?:a|your|the) (?:\w+ )?statement\b|\bstatement of (?:your )?account\b.*\bnot an? (?:vat |tax )?invoice\b/i;

/** What came with the goods, whatever number it refers to. */
const DELIVERY_NOTE =
  /^(?:delivery|despatch|dispatch|advice|goods received) note(?: ?\/ ?(?:[a-z]+ )?(?:ticket|docket))?\b(?:\W+(?:no\W+|number\W+)?[A-Z]{0,4}[ /-]?\d[\w/-]*)?[^a-z\d]*$/i;

/** Not the title: words that only mention a document of another kind. */
const MENTIONS =
  /\boriginal invoice(?= ?(?:no\b|number|ref|date|[:#\d]))|\b(?:your|our|per|to|against|of|see|as|from|previous) invoice\b|\b(?:original|your|our|my|his|her|their|per|to|against|of|see|as|from|previous) (?:quotation|quote|estimate|statement|order(?! (?:confirmation|acknowledge?ment))|credit note|receipt|pro[\s-]?forma)\b|\b(?:invoice|quotation|quote|estimate|statement|order|receipt|pro[\s-]?forma) (?:no|number|ref|date|address|to|reference|total|terms|#)|\((?:your|our|per|see|of|as) order (?:confirmation|acknowledge?ment)\b|\bmethod statement\b|\bno credit note\b|\bcredit note (?:will|can|may|is|are)\b|\bthis is not a (?:vat |tax )?invoice\b|\bnot a (?:vat|tax) (?:invoice|receipt)\b|\bproof of\b|\breceipt of\b|\b(?:view|print|download|request)(?: (?:or|and) (?:view|print|download))? (?:an? |the |your )?(?:vat |tax )?(?:invoice|receipt)\b/gi;

/** On what has the number of an invoice, a quotation with its number and date is what came before. */
const INVOICE_NUMBER = /\binvoice (?:no|number)\b[\s.:#]*\S*\d/i;
const QUOTED_BEFORE = /\b(?:quotation|quote|estimate)\b[\s:]*[A-Z]*[-/]?\d\S* +(?:of|dated|\() ?\d.*$/i;

/** Rows in which titles stand. */
const TOP_ROWS = 12;

/**
 * Kind of a document from its rows of text, pieces of a row set apart by two blanks, with their heights. A title (large, short or near the top) outweighs
 * words in the small print; numbers such as "Invoice No" count least, but they do count.
 */
export function documentTypeOf(rows: readonly { text: string; height: number }[]): DocumentType {
  const usual = [...rows].map((r) => r.height).sort((a, b) => a - b)[Math.floor(rows.length / 2)] ?? 1;
  const scores = new Map<DocumentType, number>();
  const add = (type: DocumentType, score: number) => scores.set(type, (scores.get(type) ?? 0) + score);
  const numbered = rows.some(({ text }) => INVOICE_NUMBER.test(text));
  rows.forEach(({ text, height }, i) => {
    const own = closedUp(text).replace(INVOICE_FOLLOWS, ' ').replace(MENTIONS, ' ');
    const title = numbered ? own.replace(QUOTED_BEFORE, ' ') : own;
    const words = title.split(/\s+/).filter((w) => w !== '').length;
    for (const [pattern, type] of WORDS) {
      const named = pattern.exec(title)?.[0];
      if (named === undefined) continue;
      const large = height > 1.25 * usual ? 3 : 0;
      const upper = named === named.toUpperCase() ? 1.5 : 0;
      const top = i < TOP_ROWS ? 1.5 : 0;
      const alone = words <= 4 ? 1.5 : 0;
      add(type, Math.max(0.2, large + upper + top + alone - (type === 'statement' && /\bbank\b/i.test(text) ? 5 : 0)));
      break;
    }
  });
  const all = rows.map((r) => closedUp(r.text).replace(/ +/g, ' ')).join('\n');
  const noInvoice = NO_INVOICE.test(all);
  if (noInvoice && !scores.has('quotation') && !scores.has('order_confirmation')) add('pro_forma', 4);
  if (/^thank you for your order\b|\breceived your order\b/im.test(all)) add('order_confirmation', 1.5);
  if (all.search(INVOICE_FOLLOWS) >= 0) add(scores.has('order_confirmation') ? 'order_confirmation' : 'pro_forma', 4);
  if (
    /\b(?:invoice|inv|document|bill) ?(?:(?:no|number|num)\b|#)|\b(?:our|here(?:'|’)?s my|here is my) bill\b|\b(?:vat|tax) invoice [A-Z]{0,5}\d[\w-]*/i.test(
      all,
    )
  )
    add('invoice', 1.2);
  if (/^(?:our|my) invoice [A-Z]{0,5}[-/]?\d/im.test(all)) add('invoice', 1.2);
  if (/\breceipt ?(?:(?:no|number)\b|#)/i.test(all)) add('simplified_receipt', 1.1);
  if (/\bcredit(?: note)? (?:no|number)\b/i.test(all)) add('credit_note', 3);
  const isTitled = rows
    .slice(0, TOP_ROWS)
    .some(({ text }) => INVOICE_TITLE.test(closedUp(text).replace(MENTIONS, ' ')));
  if (REFUNDED.test(all)) add('credit_note', isTitled ? 1 : 6);
  if (
    /\b(?:quotation|quote|estimate) (?:no|number|ref)\b|(?<!\binvoice (?:is|remains) )\bvalid (?:for|until)\b|\bquote valid\b/i.test(
      all,
    )
  )
    add('quotation', 1.5);
  if (/\b(?:balance brought forward|aged|current\s+30 days|30 days\s+60 days|statement date)\b/i.test(all))
    add('statement', 2.5);
  if (IS_STATEMENT.test(all)) add('statement', 6);
  // A statement of the account may stand at the foot of an invoice.
  if (scores.has('statement') && rows.slice(0, TOP_ROWS).some(({ text }) => INVOICE_NUMBER.test(text)))
    add('invoice', 3);
  const till =
    /\b(?:till|cashier|operator|change due|contactless|card sale|auth(?:orisation)? code|merchant (?:id|no)|aid:|cash tendered|gift (?:card|voucher)|visa debit|mastercard|amex|american express|txn|please retain|keep (?:this|your) receipt|thank you for (?:shopping|your custom)|served by|store manager|paid by (?:visa|card|cash|mastercard|paypal)|collected at)\b/i;
  if (till.test(all)) add('simplified_receipt', scores.has('invoice') ? 1 : 3);
  if (!scores.has('invoice') && /\b(?:cash|counter) sale\b/i.test(all)) add('simplified_receipt', 1.5);
  // A sole trader's sheet may say no more than "Inv 412".
  if (scores.size === 0 && /\binv(?:oice ref(?:erence)?)?\b[.:]? ?[A-Z]{0,4}[-/]?\d/i.test(all)) add('invoice', 1);
  const best = [...scores].sort((a, b) => b[1] - a[1])[0];
  const type = best && best[1] >= 0.5 ? best[0] : 'unknown';
  const titled = rows.slice(0, TOP_ROWS).map(({ text }) => closedUp(text).trim());
  // Beside the title may stand its number and its date.
  const noteBeside = !scores.has('invoice') && titled.some((text) => isNoteBeside(text.split(/ {2,}/)));
  if (noteBeside) return 'delivery_note';
  if (titled.some((text) => DELIVERY_NOTE.test(text)) && !titled.some((text) => INVOICE_TITLE.test(text)))
    return 'delivery_note';
  if (type === 'simplified_receipt' && CARD_SLIP.every((words) => words.test(all)) && !OF_SALE.test(all))
    return 'unknown';
  const says = IS_INVOICE.test(all.replace(/\s+/g, ' '));
  if (!says && titled.some((text) => callsItselfTwoThings(text, type))) return 'unknown';
  if (says && type === 'order_confirmation') return 'invoice';
  return noInvoice && type === 'invoice' ? 'pro_forma' : type;
}

/** What a card terminal prints, which says that money was paid and not for what. */
const CARD_SLIP = [/\b(?:merchant|terminal) id\b|\bm?tid\b|\bmid\b/i, /\bcard ?holder\b|\bauth(?:orisation)? code\b/i];
/** On the receipt of a till the slip stands below what was sold. */
const OF_SALE = /\bv\.?a\.?t\b|\breceipt (?:no|number)\b|\binvoice\b|\bsub ?-?total\b|\bitems?\b/i;

/** A row that calls the document an invoice, and not one that tells the number of another. */
const INVOICE_TITLE = /\binvoice\b(?! ?(?:no\b|number|num\b|ref|date|to\b|address|#))/i;

/** Kinds of documents that can prove VAT. */
const PROOFS: ReadonlySet<DocumentType> = new Set(['invoice', 'simplified_receipt', 'credit_note']);

/** `Order confirmation & VAT receipt`: a title of one kind that proves VAT and of one that does not, of which one was found. */
function callsItselfTwoThings(text: string, found: DocumentType): boolean {
  const title = text.replace(INVOICE_FOLLOWS, ' ').replace(MENTIONS, ' ').trim();
  const parts = title.split(/\s*(?:&|\+|\/|\band\b)\s*/i);
  if (parts.length !== 2 || title.split(/\s+/).length > 8) return false;
  const kinds = parts.map((part) => WORDS.find(([pattern]) => pattern.test(part))?.[1]);
  const [first, second] = kinds;
  if (first === undefined || second === undefined || !kinds.includes(found)) return false;
  return PROOFS.has(first) !== PROOFS.has(second);
}

/** Whether the first piece of a row names a delivery note, or one behind the name of the firm, in capitals: no label of another number. */
function isNoteBeside([first = '', ...pieces]: readonly string[]): boolean {
  return DELIVERY_NOTE.test(first) || pieces.some((piece) => !/[a-z:]/.test(piece) && DELIVERY_NOTE.test(piece));
}

/** A title whose letters are set apart: `I N V O I C E`. */
export function closedUp(text: string): string {
  return text.replace(/\b(?:[A-Z] +){3,}[A-Z]\b/g, (letters) =>
    letters.replaceAll(' ', '').replace(/(?<=[A-Z])(?=(?:INVOICE|NOTE|RECEIPT|ACCOUNT|FORMA)$)/, ' '),
  );
}

/** Words by which the customer accounts for the VAT. */
export function isReverseCharge(text: string): boolean {
  return (
    /\breverse[\s-]charge\b|\bcustomer to (?:account|pay)[^.]{0,40}\bVAT\b|\bs(?:ection|\.)? ?55A\b/i.test(text) &&
    !/\breverse[\s-]charge (?:does|do) not apply|\bnot (?:subject to|under) (?:the )?(?:domestic )?reverse[\s-]charge/i.test(
      text,
    )
  );
}
