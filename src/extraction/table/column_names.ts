import { withoutAccents } from '../../rulebook/words.js';
import { remembered } from '../remember.js';
import { UNIT } from './units.js';

/** What the columns of an invoice's table are called, in the words of UK merchants, contractors and their software. */

export const COLUMN_KINDS = [
  'description',
  'quantity',
  'periods',
  'unit',
  'per',
  'unitPrice',
  'netPrice',
  'unitPriceGross',
  'discount',
  'amount',
  'net',
  'vatRate',
  'vat',
  'gross',
  'code',
  'lineNumber',
  'date',
  'supplier',
  'customer',
  'invoiceNumber',
  'orderNumber',
  'currency',
  'documentNet',
  'documentVat',
  'documentGross',
  'documentType',
  'vatNumber',
  'other',
] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Kinds whose cells are sums of money of a line. `amount` is one that does not say whether VAT is in it. */
export const MONEY_KINDS: ReadonlySet<ColumnKind> = new Set(['amount', 'net', 'vat', 'gross']);
export const NUMBER_KINDS: ReadonlySet<ColumnKind> = new Set([
  ...MONEY_KINDS,
  'quantity',
  'periods',
  'unitPrice',
  'netPrice',
  'unitPriceGross',
  'discount',
]);

/** The first pattern that fits says which kinds a heading may mean, the likeliest first; the cells decide between them. */
const NAMES: readonly (readonly [RegExp, readonly ColumnKind[]])[] = [
  // German and Dutch, of makers of windows, doors and floors.
  [/^(?:bezeichnung|beschreibung|artikelbezeichnung|leistung|omschrijving)(?: description)?$/, ['description']],
  [/^artikel$/, ['code', 'description']],
  [/^(?:menge|anzahl|aantal)$/, ['quantity']],
  [/^(?:me|einheit|eenh|eenheid)$/, ['unit']],
  [/^(?:e preis|ep|einzelpreis|einzel|preis|prijs|stukprijs)$/, ['unitPrice']],
  [/^(?:rabatt|korting)(?: ?%)?$/, ['discount']],
  [/^(?:gesamt|gesamtpreis|g preis|gp|betrag|summe|bedrag|totaal)$/, ['amount', 'net', 'gross']],
  // Danish, Norwegian and Swedish, of makers of stoves, windows and log houses.
  [/^(?:(?:vare)?(?:beskrivelse|betegnelse|tekst)|(?:be|arti?kel)namning)(?: description)?$/, ['description']],
  [/^(?:vare|art(?:ikel)?|produkt) ?(?:nr|nummer)$/, ['code', 'lineNumber']],
  [/^antall?$/, ['quantity']],
  [/^(?:enhe[dt])$/, ['unit']],
  [/^(?:(?:a|stk|enheds|enhets|styk) ?)?pris$/, ['unitPrice']],
  [/^rabatt?(?: ?%)?$/, ['discount']],
  [/^(?:(?:linje ?)?(?:belob|belop|belopp|summa)|i alt|linjetotal)$/, ['amount', 'net', 'gross']],
  [/^(?:moms|mva)(?: ?%|sats)$/, ['vatRate']],
  [/^(?:moms|mva)$/, ['vat', 'vatRate']],
  [/^fakt(?:ura)? ?(?:nr|nummer)$/, ['invoiceNumber']],
  [/^(?:faktura ?)?dato$|^faktura ?datum$/, ['date']],
  // Exports repeat the sums of the whole order or invoice on each of its lines.
  [/^order id$/, ['orderNumber']],
  [
    /^(?:seller|supplier|merchant|vendor|company|issuer|our)s? (?:vat|tax)(?: (?:reg|registration))?(?: (?:no|id))?$|^tax (?:no|id)$|^vat (?:reg |registration )?(?:no|id)$/,
    ['vatNumber'],
  ],
  [/^(?:doc|document|transaction|trans|invoice) type$/, ['documentType']],
  [/^(?:invoice|inv|order|bill|document|doc) (?:sub ?total|net|goods(?: total)?)$/, ['documentNet']],
  [/^(?:invoice|inv|order|bill|document|doc) (?:vat|tax)(?: total)?$|^tax total$/, ['documentVat']],
  [/^(?:invoice|inv|order|bill|document|doc) (?:net total|total|gross|total inc(?: vat)?)$/, ['documentGross']],
  [
    /^(?:(?:unit|item|each|list|selling|sell)(?: price| cost)?|price|cost|rate)(?: each| per unit)? inc(?: vat| tax)?$/,
    ['unitPriceGross', 'gross'],
  ],
  // A weighbridge: the load with its lorry, the lorry alone, and what was bought.
  [
    /^(?:gross|tare)(?: (?:weight|wt|mass))?(?: (?:t|te|kg|kgs|tonnes?|tons?))$|^(?:gross|tare) (?:weight|wt|mass)$|^tare$/,
    ['other'],
  ],
  [/^net (?:(?:weight|wt|mass) ?)?(?:t|te|kg|kgs|tonnes?|tons?)$|^net (?:weight|wt|mass)$/, ['quantity']],
  // The gross value of work is that before a retention, and says nothing of VAT.
  [/^(?:gross )?(?:value|amount|valuation|total)(?: of works?)? to date$/, ['amount', 'net']],
  [
    /\binc(?: of)? (?:vat|tax)\b|^gross\b|^inc$|\bgross$|^(?:total|amount|value|subtotal|line) inc$|^total (?:with|and|plus) vat$|^vat inc$|\bnet and (?:vat|tax)$/,
    ['gross'],
  ],
  [
    /^(?:(?:unit|item|each|list|selling)(?: price| cost| rate)?|price|cost|rate)(?: each| per unit)? (?:ex|net)(?: vat| tax)?$|^(?:net|ex vat)(?: unit)? price$|^net unit(?: price)?$/,
    ['unitPrice', 'netPrice', 'net'],
  ],
  [/^nett?$/, ['net', 'unitPrice', 'netPrice']],
  [/^item sub ?total$/, ['net', 'other']],
  // Exports of shops call what is paid for an item net of its discounts, with VAT.
  [/^item net total$/, ['net', 'gross']],
  [/^item unit price(?: (?:ex|net)(?: vat| tax)?)?$/, ['unitPrice']],
  [/^item (?:sub ?total )?(?:vat|tax) (?:rate|%|percent|percentage)$/, ['vatRate']],
  [/^item sub ?total (?:vat|tax)$/, ['vat']],
  [
    /\bex (?:vat|tax)\b|^ex$|^net (?:amount|total|sub ?total|value|sum|cost|price total|line total|goods|amt|invoice|credited|refunded)$|^line net total$|^total net(?: amount)?$|^(?:amount|total|value|subtotal|line) (?:net|ex)$|^line net(?: (?:amount|value))?$|^net line (?:amount|value|total)$|^item net$|^goods(?: value| total| amount| net)?$|^nett (?:amount|total|value)$|^taxable(?: amount| value)?$/,
    ['net'],
  ],
  [/^(?:vat|tax) ?(?:rate|%|percent|percentage|rate %)$/, ['vatRate']],
  [
    /^(?:vat|tax) ?(?:code|cd|c|type|rate %|band|cat|category|ind|class)$|^(?:rate|%) (?:of )?(?:vat|tax)$|^vat at$|^(?:vc|tc|t c|t|v c|v|vr|vat rt)$|^% vat$|^vat code rate$/,
    ['vatRate', 'code'],
  ],
  [/^(?:vat|tax)(?: at)? \d{1,2}(?: \d{1,2})? %$/, ['vat']],
  [
    /^(?:(?:line|item) )?(?:vat|tax)(?: amount| value| total| sub ?total| amt| charged| credited| refunded| sum| payable)?$|^(?:amount|total|value)(?: of)? (?:vat|tax)$|^sales tax$|^vat due$|^of which (?:vat|tax)$/,
    ['vat', 'vatRate'],
  ],
  [/^price (?:per|unit)$/, ['unitPrice', 'per']],
  [
    /^(?:disc|dsc|discount)(?: ?%| amount| amt| rate| percent| value)?$|^% (?:disc|dsc|discount)$|^less$|^(?:you )?sav(?:ings?|ed?)$|^allow(?:ance)?$|^(?:item )?promotion$|^trade disc(?:ount)?$|^disc pct$/,
    ['discount'],
  ],
  [
    /^(?:unit|uom|item|each|selling|piece|trade|day|hourly|hour|daily|week|month|wk|charge|hire|labour|net|material|sell|sales)(?:ly)? ?(?:price|cost|rate|charge|amount|value)(?: each| per unit)?$|^price(?: each| per| per unit| per item| ea)?$|^(?:cost|rate|charge) (?:each|per unit|per hour|per day|per item)$|^each$|^unit ?£$|^price or rate$|^rate price$|^u price$|^(?:agreed|contract|quoted|tendered) rate$|^(?:unit |net )?sell(?:ing)?$|^(?:purchase )?ppu$|^rate or price$|^each per$|^(?:sold|sells|priced|charged|supplied|bought) at$/,
    ['unitPrice', 'amount'],
  ],
  [/^rate$/, ['unitPrice', 'vatRate']],
  [/^how (?:many|much)$/, ['quantity', 'amount']],
  // Of a stage payment: what the whole is worth, and how much of it is done.
  [
    /^contract (?:sum|value|price|amount)$|^(?:fee|fees|to date|(?:% ?)?(?:complete|completed|done)(?: to date)?)$|^% ?(?:claimed|of (?:contract|total|sum|contract (?:sum|value|price)))$|^(?:less )?previous(?:ly)?(?: (?:invoiced|paid|certified|claimed|billed|applied))?(?: %)?$|^cumulative(?: %)?$|^(?:invoiced|paid|certified|claimed|billed)(?: (?:previously|to date|before))$|^(?:balance|remaining|to follow|balance remaining)$/,
    ['other'],
  ],
  [
    /^(?:(?:amount|value|sum) )?(?:due )?(?:on )?(?:this|current) (?:invoice|stage|period|claim|application|valuation|certificate|month)$|^now due$|^(?:amount )?(?:now )?(?:claimed|invoiced)$/,
    ['amount', 'net'],
  ],
  // What it costs others stands there for comparison only.
  [/^(?:list|rrp|was)(?: price)?$/, ['unitPrice', 'other']],
  [/^(?:now|your price|our price)$/, ['unitPrice', 'amount']],
  // How long something was hired, beside how many of it.
  [
    /^(?:weeks|wks|days|hours|hrs|months|mths|no of (?:weeks|days|hours)|(?:hire|chargeable|charge|charged) (?:weeks|wks|days|period)|chargeable|periods?|duration)$/,
    ['quantity', 'periods'],
  ],
  // What it weighs may stand beside how many there are.
  [/^kgs?$/, ['quantity', 'other']],
  [
    /^(?:(?:item|line|charge|charged|billed) )?(?:qty|quantity)$|^(?:qty|quantity|quant|qnty|qtty|q ty|wks qty|wks or qty|weeks or qty|days or qty|qty hrs|qty hours|hours qty|hours or qty|quantity hours|hrs qty|units|nos|number|no of|number of units|no off|measured|returned|credited|issued|hired|sold|tonnes?|tons?|metres|litres|m2|m3|cu m|sq m|loads|volume|area|boxes|packs|rolls|bags|sheets|lengths|amount of units|(?:amount|units) used|usage|consumption|pcs|pieces|invoiced)$|^(?:qty|quantity|units|no)(?: of)? (?:delivered|del|deld|sup|supplied|shipped|invoiced|inv|desp|despatched|units|items|sold|collected|returned|credited|refunded)$|^(?:delivered|del|deld|del d|supplied|supp|sup|shipped|despatched|desp|collected|coll)(?: qty)?$|^(?:qty|quantity)(?: or)? unit$/,
    ['quantity'],
  ],
  [
    /^(?:qty|quantity)(?: on)? (?:ordered|ord|order|back order|outstanding|o s|b o|to follow)$|^(?:ordered|back order|to follow|b o|outstanding|ord)(?: qty)?$/,
    ['other'],
  ],
  [
    /^(?:unit|uom|u o m|um|u m|unit of (?:measure|sale)|measure|unit type|units of measure|sell(?:ing)? unit|pack|pack size|size)$/,
    ['unit', 'unitPrice'],
  ],
  [/^(?:per|price per|priced per|price unit|unit of price|pricing unit)$/, ['unit', 'per', 'unitPrice']],
  [
    /^(?:date|placed|purchased|(?:created|paid|ordered|placed) (?:at|on)|day|work date|date of work|service date|delivery date|week ending|w e|wk ending|from|to|start|end|finish|on hire|off hire|hire (?:from|to|start|end|period)|start date|end date|(?:date|period) (?:from|to)|period|from to|dates?)$|^date of (?:supply|service|works?)$/,
    ['date'],
  ],
  [
    /^(?:product|item|stock|part|catalogue|cat|article|material|sales|supplier|our|quick)?(?: ?)(?:code|sku|no|ref|reference|number|id)$|^(?:sku|part|cat no|product ref|stock no|order code|ean|barcode|plu|isbn)$|^order (?:no|number|ref)$|^(?:fleet|asset|machine|serial|contract|plant) ?(?:no|number|code)$|^(?:plot|site|location|bin|weight|delivery note|del note|ticket|notes?|pos|nominal(?: code)?|account code|category|phase)$/,
    ['code', 'lineNumber'],
  ],
  // Right of the price it is what the line comes to.
  [/^line$/, ['lineNumber', 'code', 'amount', 'net']],
  [/^(?:ln|l n|seq|#|item #|line #|pos|sr no|s no|s n|line no|line number)$/, ['lineNumber', 'code']],
  [/^(?:customer|client|buyer|purchaser)(?: name)?$|^(?:bill(?:ed)?|invoiced?|sold) to$/, ['customer']],
  [
    /^(?:supplier|merchant|vendor|company|issuer|issued by|supplier name|seller|seller name|vendor name|contact name|payee|from|(?:bought|purchased|ordered|supplied|invoiced?|billed?|sourced) (?:from|by)|paid to|who(?: from)?|where bought|shop|retailer|firm|trades(?:man|person)|trader)$/,
    ['supplier'],
  ],
  [
    /^(?:(?:vat |tax )?invoice|inv|document|doc|receipt|bill) ?(?:no|number|ref|#)?$|^trans(?:action)? ref(?:erence)?$/,
    ['invoiceNumber'],
  ],
  // What a program knows it by, where no number stands beside it.
  [/^(?:invoice|document|doc|receipt|bill) id$/, ['invoiceNumber', 'other']],
  [/^(?:invoice|inv|order|bill|document|doc|transaction)(?: issue)? date$|^tax point$|^tax date$/, ['date']],
  [/^(?:(?:order|invoice|document|doc) )?(?:currency|curr|ccy)$/, ['currency']],
  [
    /\bdesc(?:ription)?\b|^(?:details?|particulars|narrative|works?|(?:works? (?:carried out|done|completed)|what we did)(?: (?:in|during|to|for|this) .*)?|service|services|services provided|activity|task|job description|line item|line text|item name|product name|name|(?:product |item |listing )?title|text|item details?|product details?|item and description|product service|product or service|product and service|labour|materials|labour and materials|stage|stages? of (?:the )?(?:works?|payment)|element|trade|timber|stone|works completed|goods or services|goods and services|supply|items|materials?|(?:goods|items?) (?:supplied|returned|credited)(?: (?:and|or) reason)?|(?:goods|items?) returned reason|item supplied|memo|charge details|equipment|plant|hire item|equipment hired|specification|scope|scope of works?|what(?: (?:we did|was done|for))?|works? description|valuation|contract works|element of works?)$|^(?:invoice )?details\b|^(?:name|type|nature|particulars|details) of (?:the )?(?:goods|services?|works?|supply|supplies|products?|items?)\b.*$/,
    ['description'],
  ],
  [/^section$/, ['description', 'code']],
  [/^(?:make|model|make and model)$/, ['description', 'code']],
  // The number of the job, or what was done.
  [/^job$/, ['code', 'lineNumber', 'description']],
  [/^(?:item|items?|product|products|article|goods description|service item)$/, ['description', 'code', 'lineNumber']],
  [/^(?:credit|refund(?:ed)?)(?: (?:amount|total|value))?$/, ['amount', 'net', 'gross', 'other']],
  [/^(?:charges?|fees?)$/, ['amount', 'description', 'net', 'gross', 'unitPrice']],
  [
    /^(?:amount|total|value|line total|total price|total cost|total amount|total value|cost|charge|sum|subtotal|sub total|total credit(?:ed)?|credit (?:amount|value)|line value|line amount|ext|extn|extension|extended|extended (?:price|value|amount|cost)|ext price|price total|fee|fees|total charge|amount due|total due|item total|item net total|sum total|amount charged|charged)$/,
    ['amount', 'net', 'gross', 'unitPrice', 'quantity'],
  ],
];

function kindsNamed(name: string): readonly ColumnKind[] | undefined {
  return NAMES.find(([pattern]) => pattern.test(name))?.[1];
}

/** A heading as compared: lower case, without signs, with one word for `including`, `excluding` and `number`. */
export function headingText(text: string): string {
  return (
    // Programs write their headings as one word: `InvoiceNumber`.
    withoutAccents(text.replace(/(?<=[a-z])(?=VAT)|(?<=[a-z]|VAT)(?=[A-Z][a-z])/g, ' ').toLowerCase())
      .replace(/v\.\s?a\.\s?t\.?/g, 'vat')
      .replaceAll('²', '2')
      .replaceAll('³', '3')
      // Exports of shops say "Lineitem name".
      .replace(/^line ?item (?=\S)/, '')
      .replace(/\b(?:gbp|eur|usd|pounds?)\b|[£€$]/g, ' ')
      .replace(/\b(?:including|inclusive|incl|included|includes)\b\.?/g, 'inc')
      .replace(/\b(?:excluding|exclusive|excl|exc|without|before|excluded)\b\.?/g, 'ex')
      .replace(/\bnumber\b/g, 'no')
      .replace(/\bamt\b/g, 'amount')
      .replace(/\bdt\b/g, 'date')
      .replace(/\bnett\b/g, 'net')
      .replace(/&|\+/g, ' and ')
      .replace(/%/g, ' % ')
      .replace(/#/g, ' # ')
      .replace(/[^a-z0-9%#]+/g, ' ')
      .replace(/\b(?:inc|ex) (?:of )?(vat|tax)\b/g, (m) => m.replace(' of', ''))
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Kinds a heading may mean, the likeliest first; empty when it is not the heading of a column. */
export const headingKinds: (text: string) => readonly ColumnKind[] = remembered((text) => {
  // A bare currency sign heads a column of amounts.
  if (/^[\s(]*(?:£|€|\$|GBP|£ ?p)[\s)]*$/.test(text)) return ['amount', 'net', 'gross', 'unitPrice'];
  if (text.trim() === '@' || isPerUnit(text)) return ['unitPrice'];
  const name = headingText(text);
  if (name === '' || name.length > 45) return [];
  // With a currency sign it is a price and no measure.
  if (name === 'unit' && /[£€$]/.test(text)) return ['unitPrice', 'amount'];
  // "No." is how many, or the number of the line.
  if (name === 'no' || name === 'num') return ['lineNumber', 'quantity', 'code'];
  // "Material / Charge" heads the words of lines, as each half does.
  const halves = text.includes('/') ? ofTwoWords(text) : null;
  if (halves?.[0] === 'description') return halves;
  return kindsNamed(name) ?? ofTwoWords(text) ?? ofUnit(name) ?? repaired(name);
});

/** `£/m²`, `€ / no.`, `£ per 1000` */
function isPerUnit(text: string): boolean {
  const per = /^[(\s]*(?:£|€|\$|GBP|EUR) ?(?:\/|per\b) ?(\S+?)[)\s]*$/i.exec(text)?.[1];
  return per !== undefined && UNIT.test(per);
}

/** `Price/m3`, `£ per day`, `Quantity (t)`: a heading with the unit it is in. */
function ofUnit(name: string): readonly ColumnKind[] | null {
  const match = /^(.*?) ?\b(per )?(\w+)$/.exec(name);
  if (!match || !UNIT.test(match[3] ?? '')) return null;
  const what = match[1] ?? '';
  if (/^(?:unit |hire |list |net )?(?:rate|price|cost|charge)s?$/.test(what) || (what === '' && match[2] !== undefined))
    return ['unitPrice', 'amount'];
  return /^(?:qty|quantity|total|volume|area|length|weight|net weight)(?: in)?$/.test(what) ? ['quantity'] : null;
}

/** `Work / goods`, `Weeks / Qty`, `Total m2 / ea`: each half names what the lines are of, or how much of it there is. */
function ofTwoWords(text: string): readonly ColumnKind[] | null {
  const halves = text.split(/ ?\/ ?| & | and /).map(headingText);
  if (halves.length !== 2) return null;
  const said = (half: string) => kindsNamed(half) ?? ofUnit(half) ?? [];
  const ofLines = (half: string) => half === 'work' || half === 'goods' || said(half).includes('description');
  if (halves.every(ofLines)) return ['description'];
  // "Pieces / length m" holds two measures, as "24/4.8".
  if (halves.some((half) => /\blengths?\b/.test(half))) return null;
  const howMuch = halves.filter((half) => said(half)[0] === 'quantity');
  const units = halves.filter((half) => UNIT.test(half) && !howMuch.includes(half));
  return howMuch.length > 0 && howMuch.length + units.length === 2 ? ['quantity'] : null;
}

/** Long words that head columns; character recognition may get one letter of them wrong. */
const LONG_WORDS = ['description', 'quantity', 'discount', 'amount', 'price', 'total', 'details', 'value'];

function repaired(name: string): readonly ColumnKind[] {
  const words = name.split(' ');
  const mended = words.map((word) => LONG_WORDS.find((known) => offByOne(word, known)) ?? word).join(' ');
  if (mended === name) return [];
  return kindsNamed(mended) ?? [];
}

/** One letter put in, left out or changed. */
function offByOne(word: string, known: string): boolean {
  if (known.length < 5 || Math.abs(word.length - known.length) > 1) return false;
  let i = 0;
  while (i < Math.min(word.length, known.length) && word[i] === known[i]) i++;
  let j = 0;
  while (j < Math.min(word.length, known.length) - i && word[word.length - 1 - j] === known[known.length - 1 - j]) j++;
  return Math.max(word.length, known.length) - i - j <= 1;
}
