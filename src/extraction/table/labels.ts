import { remembered } from '../remember.js';

/** Words beside figures that are not lines: sums, sums carried over, and what follows the table. */

export type TotalKind = 'net' | 'vat' | 'gross' | 'total' | 'due' | 'paid' | 'charge' | 'discount' | 'skip';

/** A label as compared: lower case, without signs and figures, spelt one way. */
export function labelText(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/v\.\s?a\.\s?t\.?|\bvalue added tax\b|\b(?:btw|mwst|ust|mehrwertsteuer|moms|mva)\b\.?/g, 'vat')
      // German and Dutch.
      .replace(/\b(?:zwischensumme|subtotaal)\b/g, 'sub total')
      .replace(/\b(?:totaal|gesamt(?:betrag|summe)?|endbetrag|summe)\b/g, 'total')
      // Danish and Norwegian.
      .replace(/\bi alt\b/g, 'total')
      .replace(/\bat betale\b|\bå betale\b/g, 'total to pay')
      .replace(/\beksport\b/g, 'export')
      .replace(/\bnetto\b/g, 'net')
      .replace(/\bbrutto\b/g, 'gross')
      .replace(/\bte betalen\b|\bzahlbetrag\b/g, 'total to pay')
      // What is explained in brackets behind a label: "VAT at 0% (construction of a new dwelling)".
      .replace(/(?<=\S )\((?![^)]*\b(?:vat|tax|inc\w*|ex\w*|net|gross)\b)[^)]*[a-z]{3}[^)]* [^)]*\)/g, ' ')
      // Explained on in the next row.
      .replace(/(?<=\S )\([^)]*[a-z]{3}[^)]*$/, ' ')
      // Of which parts: "Total payable (A + B)"; in how much: "Pallet delivery (3 pallets)".
      .replace(/(?<=\S )\((?:[a-h](?: ?[+&] ?[a-h])+|\d+ (?:pallets?|parcels?|boxes|drops?|loads?))\)/g, ' ')
      // How many there are: "To pay (4 lines)", "Total (8 items incl VAT)".
      .replace(/(?<=\S )\(\d+ (?:lines?|items?)\b,?((?: (?:inc\w*|ex\w*)\.? (?:of )?vat)?)\)/g, '$1 ')
      .replace(/\b(?:gbp|eur|usd|sterling)\b|[£€$:*=_]|\.{2,}/g, ' ')
      .replace(/\b(?:including|inclusive|incl|included|inc)\b\.?/g, 'inc ')
      .replace(/\b(?:excluding|exclusive|excl|exc|before|ex)\b\.?/g, 'ex ')
      .replace(/&|\+/g, ' and ')
      .replace(/[^a-z0-9%@.]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

const RATE = String.raw`(?: ?(?:@|at)? ?\d{1,2}(?:\.\d{1,2})? ?(?:%|per ?cent)?)?`;
const TOTAL_LABELS: readonly (readonly [RegExp, TotalKind])[] = [
  [
    /\b(?:carried|brought|c|b) ?(?:forward|fwd|f)\b|^(?:continued|cont d)\b|^page (?:sub ?)?total|^running total|^(?:(?:original|revised|agreed|total) )?(?:contract|tender|quoted) (?:sum|price|value)\b/,
    'skip',
  ],
  [
    /^(?:sub ?)?total (?:of |for )?(?:section|part|element|area|stage|phase|trade|room|bill|page|sheet)(?: [a-z0-9]{1,3})?$/,
    'skip',
  ],
  // "Despatch total", "Docket total": what one of several deliveries on an invoice comes to. A "delivery total" may be its carriage.
  [
    /^(?:despatch|dispatch|delivery note|advice note|docket|drop|ticket|consignment|load) (?:sub ?)?total(?: (?:(?:dn|no|number|note|ref) ?)?[a-z]{0,3} ?\d+)?$/,
    'skip',
  ],
  // "Part B net": what is charged under one heading, where the sum of all follows.
  [/^(?:section|part|element|stage|phase|schedule) [a-z0-9]{1,3} (?:sub ?)?(?:total|net|vat|gross)s?$/, 'skip'],
  // "Plot 14 sub-total", "Site compound sub-total": the sum of a section, under its name.
  [
    /^(?:hire|plant|sales|equipment|(?:plot|unit|block|house|level|site|phase) (?:[a-z0-9]+ ){1,3}?)sub ?total$|^sub ?total (?:[a-h]|\d)$/,
    'skip',
  ],
  [/^(?:settlement|prompt payment|early payment|cash) disc(?:ount|\b)/, 'skip'],
  // What was owed before is no sum of this bill.
  [
    /^balance (?:on|from|at|of) (?:your |the )?(?:last|previous)\b|^(?:your )?(?:last|previous|opening) balance\b/,
    'skip',
  ],
  // What one rate is charged on, told beside the sum of all: "Goods at 20%", "Fees and expenses subject to VAT", "Disbursements, no VAT".
  [
    /^(?:works?|goods|labour|materials|services|fees|expenses|disbursements|items|supplies|hire|net amount|net value|net)(?: and (?:works?|goods|labour|materials|services|fees|expenses|disbursements|sales))*(?: (?:(?:at|@) \d{1,2}(?:\.\d+)? ?%(?: vat)?|(?:not )?subject to vat|(?:with )?no vat|without vat|outside (?:the scope of )?vat))$/,
    'skip',
  ],
  [
    /^(?:amount |balance |total |sum |net )?(?:now )?(?:due|outstanding|owing|owed)(?: now| on this invoice| today| for payment| by .*)?$|^bal$|^balance(?: due| outstanding| to pay| remaining| payable| owing)?.*$|^(?:total |amount |sum )?payable by .*$|^(?:amount|sum|deposit) payable(?: now)?$|^(?:total paid(?: (?:by|with|on) (?:(?:debit|credit) )?(?:card|cash|visa|mastercard|paypal|bank transfer|bacs|account))?|please pay|to pay|net payment(?: to you| due| payable)?|pay this amount|total to pay|amount to pay|now due|this payment|remaining balance)$|^(?:total |amount |sum )?(?:payable|due|to pay|please pay)(?: within| in)? \d+ (?:days|weeks)$|^(?:total |amount |sum )?(?:payable|due|to pay|please pay) (?:ex|on|with) (?:the )?(?:despatch|dispatch|delivery|collection|order|completion|installation|receipt)$/,
    'due',
  ],
  [
    /^(?:less|minus) .*\binvoiced?\b.*$|^(?:less |minus )?(?:total )?(?:deposit|amount paid|paid|payments?(?: received| made)?|retention|cis|cis deduction|cis tax|already paid|previously (?:paid|invoiced|certified)|certified and paid|paid and certified|certified (?:to date|previously)|previous(?:ly)? (?:payments?|invoices?|applications?)|less previous|received|part payment|on account|credit applied|credits? used|payment on account|deduct|tax deducted)(?: (?:you|we|already|paid|(?:in )?cash|by (?:cash|card|cheque|bacs|bank transfer)|on account|received|held|retained|deducted|deduction|amount|of|on|(?:this|the) (?:period|month|application|valuation|certificate|invoice|stage)|with|thanks|visa|mastercard|amex|card|cheque|paypal|bacs|bank transfer|at|@|less|payment|invoice|to date|stage|certificates?|valuations?|applications?|nos?|to|and|(?<=invoice )[a-z]{1,4}(?= \d))|[ \d.%@]|\d{1,2} \d{1,2} \d{2,4})*(?: (?:until|till|pending|for) .*)?$|^(?:less )?contra(?: charges?)?\b.*$|^(?:less |minus )?(?:cis|construction industry scheme)(?: tax)? (?:deduct\w*|withheld|suffered|retained|(?:at|@) ?\d).*$|^(?:less|minus) cis\b.*$/,
    'paid',
  ],
  [new RegExp(`^(?:domestic )?reverse charge (?:vat|tax)${RATE}$`), 'vat'],
  // Xero's name of a rate that is nothing: "TOTAL ZERO RATED EXPORT 0%".
  [
    new RegExp(`^total (?:zero rated|exempt|no vat)(?: (?:export|exports|income|sales|supplies|goods))?${RATE}$`),
    'vat',
  ],
  [
    /^(?:total |sub ?total |net )?(?:vat|tax)(?: (?:total|amount|due|payable|charged|value|content|element|inc|included|paid|credit(?:ed)?|refund(?:ed)?|analysis total))*(?: on .*| in (?:this|the) (?:price|total|amount|refund|invoice|receipt|credit|sale|order))?$/,
    'vat',
  ],
  [
    new RegExp(
      `^(?:plus |add )?(?:total |(?:(?:this|the|your|above) )?(?:(?:total|price|amount|sum|balance|payment) )?includes |inc |of which |standard rate |reduced rate |std |standard |which includes |this includes )?(?:vat|tax)(?: (?:total|amount|rate|code|of|inc|included|charged|credit(?:ed)?|standard|std|reduced|zero|rated?|domestic|reverse|charge|applies|drc|at(?= (?:zero|standard|reduced))|export|exempt|on expenses|on income|united kingdom|uk|[a-z]\\d?|\\d))*${RATE}(?: (?:on|of|goods|net|rate|std|standard|inc|customer to (?:account|pay)).*)?$|^(?:vat|tax)(?: at| @)? 0(?:\\.0+)? ?% (?:new|construction|conversion|zero|export|outside|exempt|vata?|sch|group)\\b.*$`,
    ),
    'vat',
  ],
  [
    /^(?:standard|reduced|zero) rate(?:d)? (?:vat|tax)?(?: ?\d{1,2}(?:\.\d+)? ?%)?$|^(?:inc |includes |which inc |plus |add )?\d{1,2}(?:\.\d{1,2})? ?% (?:vat|tax)(?: of)?$/,
    'vat',
  ],
  [
    /^(?:(?:invoice|document|order|credit|refund|receipt|job|contract|overall|works|items?|item|product|merchandise|quotation|quote|estimate) )?(?:grand |gross |final )?(?:total|amount|value)?(?: to pay| \w+)? ?(?:inc|with|and|plus) (?:of )?(?:vat|tax)(?: (?:total|amount|@|at|\d.*))*$|^(?:grand|gross|overall|final) (?:total|amount|value)(?: (?:amount|due|payable|inc vat|to pay))?$|^gross$|^gross invoice(?: total| amount| value)?$|^total (?:gross|payable|charged|inc|incl|inc vat|cost inc vat)$|^total and vat$|^(?:quoted|agreed|full|fixed) (?:price|total|sum) inc vat$|^(?:account |fee )?total fees and vat$/,
    'gross',
  ],
  [
    /^(?:(?:sub|grand|overall|net|nett|goods|charges?|invoice|total|order|value|document|labour and mat(?:erial)?s|works|items?|materials?|parts?|contract|taxable|merchandise|product) ?)*(?:total|amount|value|price|cost|sum)?(?: of goods| of works)? ?(?:ex|without|net of|less|pre|excl|not inc) ?(?:of )?(?:vat|tax)(?: total| amount)?$|^sub ?-?totals?\b.{0,40}$|^(?:total )?net+(?: (?:total|amount|value|goods|price|sum|invoice|payable|credit(?:ed)?|invoice total|goods total|invoice value))*$|^(?:total )?(?:hire|fees|hire charges)(?: and (?:sales|expenses|charges|services))+$|^(?:total )?goods(?: and (?:charges|services|delivery|carriage))?(?: (?:total|value|amount|net|ex vat))*$|^(?:total )?(?:taxable|vatable)(?: (?:amount|total|value|supplies))?$|^(?:total )?net(?: sales)? (?:value|amount|total|price) of (?:the )?(?:goods|works|items|materials|supplies)$|^total (?:net|ex|excl|nett|goods|ex vat|before vat)(?: amount| value)?$|^(?:total|value) of (?:goods|works)$|^(?:items?|goods|materials?|labour|parts?|works?|merchandise|products?) (?:sub)?total$|^balance before vat$|^(?:labour and materials|materials and labour)$|^total (?:labour|materials|plant|works|items|expenses|for goods)(?: and (?:labour|materials|plant|expenses))*$|^net due$|^(?:[a-h] )?(?:net )?amount (?:for|of) payment$|^(?:amount|sum|total|balance) (?:now )?due ex vat$|^total of (?:all )?(?:the )?(?:sections?|parts?|elements?|trades)(?: [a-z0-9]{1,2} (?:to|and) [a-z0-9]{1,2})? ex vat$|^(?:gross|total|net|this|current)? ?(?:valuation|certificate|application)(?: (?:total|value|amount|to date|this (?:period|month|invoice|application)))*$|^due this (?:certificate|application|valuation|stage)$|^(?:net )?(?:amount|value|sum|payment)?(?: due| payable)? ?(?:(?:for|of) )?this (?:certificate|application|valuation|stage|invoice)(?: (?:net|ex vat))?$|^net (?:additions?|omissions?|extras?|variations?)(?: (?:to|from) (?:the )?contract(?: (?:sum|price))?)?$|^(?:gross )?value of (?:works?|work done)(?: (?:completed|done|executed|to date|this (?:application|valuation|period|month|certificate|stage)))*$|^works to date$/,
    'net',
  ],
  [
    /^(?:less |further |trade |special |order |customer |member(?:ship|s)? |loyalty |staff |account |promotional |promotion |voucher |multi ?buy |total |bulk |quantity |volume |project |contract |introductory |web |online )*(?:discount|savings?|voucher|promotion|promo|rebate)s?(?: (?:applied|given|allowed|amount|total|of|code))*(?: @)?(?: \d+(?:\.\d+)? ?%)?(?: [a-z]*\d+[a-z\d]*)?$/,
    'discount',
  ],
  [
    /^less (?:\d+(?:\.\d+)? ?% )?(?:loyalty|trade|staff|members?|membership|special|promotional|bulk|volume|quantity|account)(?: (?:discount|terms|rate|bonus|reward))?(?: \d+(?:\.\d+)? ?%)?$/,
    'discount',
  ],
  [
    /^(?:total )?(?:(?:pallet|hiab|site|kerbside|van|lorry|courier|standard|express|next day|economy|local|uk|mainland) )?(?:carriage|delivery|shipping|postage|p and p|post(?:age)? and pack(?:ag)?ing|freight|haulage|packing|pallet charge|handling|fuel surcharge|surcharge|small order charge|delivery (?:charges?|cost|fee)|carriage (?:charges?|cost|net)|shipping (?:charges?|cost|and handling|fee)|collection charge|environmental charge|card (?:fee|charge)|booking fee|service charge)(?: (?:charges?|net|(?:ex|inc) (?:vat|tax)|total|tracked|signed for|standard|express|economy|free|courier|next day|named day|kerbside|mainland|uk))*$/,
    'charge',
  ],
  [
    /^(?:total )?(?:cash|card|visa|visa debit|mastercard|debit mastercard|maestro|amex|american express|contactless|tendered|change|change due|cash tendered|card payment|debit card|credit card|payment type|amount tendered|sale|auth code|paypal|bacs|rounding|cashback|card sale|visa credit|debit|points.*|clubcard.*|you saved.*|savings today.*)$/,
    'paid',
  ],
  [/^you (?:have )?paid (?:on|by|us|in|already)\b.*$/, 'paid'],
  // With the number of the document: "Invoice 9027715 total", "Total for order SO 118840".
  [
    /^(?:invoice|document|order|credit note|receipt|account) (?:(?:no|number|ref)\.? )?(?:[a-z]{1,5} )?[a-z]{0,5}\d[a-z\d]*(?: \d+)* (?:grand )?totals?$|^(?:grand )?totals? (?:for |of )?(?:this )?(?:invoice|document|order|credit note|receipt|account) (?:(?:no|number|ref)\.? )?(?:[a-z]{1,5} )?[a-z]{0,5}\d[a-z\d]*(?: \d+)*$/,
    'total',
  ],
  [
    /^(?:so |and )?(?:that|this|it|which|all that) (?:all )?(?:comes|adds up|amounts) to$|^(?:so )?(?:all ?together|all in all|in all)$|^(?:(?:invoice|inv|document|doc|credit(?: note)?|order|receipt|total|overall|quotation|quote|estimate|job|contract|amount|sum|works) )*(?:total|totals|sum total)(?: (?:amount|value|price|cost|invoice|this invoice|due|to pay|(?:for|of) this (?:invoice|account|bill)|list price|retail price|list|credit(?:ed)?(?: to your account)?|refund(?:ed)?|now due|due now|now payable|payable now|payable|applied for|charges?|payment|balance|for payment|all|invoiced|overall|purchase|sale|sum|value of invoice|\d+ items?))*$|^net (?:amount|sum) (?:now )?(?:due|payable)(?: now)?$|^(?:invoice|amount|credit|refund|document|order) (?:total|amount|value|sum)(?: due)?$|^(?:so )?total$|^amount$|^all(?: rates| codes)?$|^\d+ items?(?: total)?(?: (?:to pay|due|payable))?$|^total \d+ (?:items?|lines?)$/,
    'total',
  ],
];

/** "Deposit for windows and doors, 50% of order": what is charged, and not what was paid before. */
const DEPOSIT_FOR =
  /^(?:deposit|part payment|payment on account) (?:for|towards|against|on) (?!(?:account|receipt|completion|\d)\b|(?:the |your |this )?(?:order|invoice|contract|works?)\b)[a-z]/;

/** What sum a label names; null when it is not one that stands beside the sums of an invoice. */
export const totalKind: (label: string) => TotalKind | null = remembered((label) => {
  const text = labelText(label)
    .replace(/[.\s]+$/, '')
    .trim();
  if (text === '' || text.length > 70 || DEPOSIT_FOR.test(text)) return null;
  const known = TOTAL_LABELS.find(([pattern]) => pattern.test(text))?.[1];
  // In two languages: "Totaal excl. BTW / Total excl. VAT".
  // Or after a sentence: "All prices include 20% VAT. VAT in this order".
  const last = label.split(/ \/ |(?<=[a-z]{3}|VAT)(?<!\b(?:excl|exc|incl|inc))\. (?=[A-Z])/).at(-1) as string;
  return known ?? (last === label ? null : totalKind(last));
});

/** Delivery and discounts told in more words than a label has; where sums stand they are one, in a table they may be a line. */
export function extraKind(label: string): 'charge' | 'discount' | null {
  const text = labelText(label);
  if (
    /^(?:less )?(?:\d+(?:\.\d+)? ?% )?(?:[a-z]+ ){0,3}(?:discount|rebate|promotion|promo)\b(?! (?:code|terms|available))|^(?:less )?(?:[a-z]+ ){1,4}\d{1,2}(?:\.\d+)? ?% off\b|^promo(?:tion(?:al)?)? code\b/.test(
      text,
    )
  )
    return 'discount';
  return /^(?:(?:tracked|standard|express|courier|economy|next day|royal mail|\d{2}) )*(?:carriage|delivery|haulage|shipping|postage|freight|packing)\b(?! (?:notes?|address|dates?|tickets?|dockets?|to(?! (?:site|kerb\w*|door|room|(?:ground|first|second|any|upper) floor|(?!follow|be |you|us|collect)[a-z]{4,}$)\b)|due|by|contact|slot|instructions)\b)|^(?:[a-z]+ ){1,4}surcharge$|^(?!.*\b(?:total|inc|ex|and|with|less|free|net|gross|for|of)\b)(?:[a-z]+ ){1,3}(?:delivery|carriage|haulage|shipping|postage|freight)(?: (?:charge|cost|fee)s?)?$/.test(
    text,
  )
    ? 'charge'
    : null;
}

/** Rows under a table that are neither lines nor part of the last description. */
export function isAfterword(text: string): boolean {
  return /^(?:payment|terms|bank|please|thank|e ?& ?o ?e|all goods|goods remain|registered|company reg|vat (?:reg|no|number|registration|analysis|summary|breakdown|codes?)|sort code|account (?:name|no|number)|cheques|bacs|iban|notes?:|comments?:|make (?:all )?(?:cheques|payments)|if you|we |reverse charge|due date|signed (?:by|for by|on)?:|signature|received by:|customer to|delivery address|page \d|tel|e-?mail|www|how to pay|remittance|this invoice|title|ownership|returns|no returns|items?: ?\d+$|(?:no\.?|number) of (?:lines|items)|total (?!labour|materials?)[a-z ]+ (?:delivered|on \d+ tickets)|you were served|served by|interest|date of supply|tax point|method of payment|(?:delivery|collection|advice|despatch) (?:ticket|note|docket)s? (?:no\.? ?)?\d+)\b/i.test(
    text.trim(),
  );
}

/** Sums of lines; carriage and discounts may be lines themselves. */
export function isSumKind(kind: TotalKind | null): boolean {
  return kind !== null && kind !== 'charge' && kind !== 'discount';
}
