import { datesIn } from './dates.js';

/** What a name of a firm or a person looks like. */

export const COMPANY =
  /\b(?:ltd|limited|plc|llp|l\.?l\.?p|p\.l\.c|inc|gmbh|b\.v|s\.a|co\.)\b\.?|\b& sons?\b|\band sons?\b|& co\b|\bbros\b|\bpartnership\b|(?<=\S )(?:aps|a\/s|oy|ab)\b\.?(?=$|[,;])/i;

export const TRADE =
  /\b(?:builders?|building|merchants?|timber|plumbing|heating|electrical|electrics?|roofing|joinery|carpentry|kitchens?|bathrooms?|windows?|glazing|plant|hire|skips?|scaffold(?:ing)?|groundworks?|construction|contractors?|supplies|services|renewables?|energy|solar|plastering|tiles?|tiling|flooring|concrete|aggregates?|steel|insulation|landscap\w+|architects?|design|engineering|doors?|paint|decorat\w+|hardware|tools?|centre|depot|trade|stores?|homes?|developments?|dry ?lining|quarr\w+|brick\w*|stone ?masons?|fencing|garage|dry|lining|sawmills?)\b/i;

const NOT_A_NAME =
  /^(?:inc|incl|ex|exc|excl)\.?[ -]?vat\b|^(?:to|for|vat|tax|invoice|sales (?:invoice|credit)|credit|receipt|quotation|quote|estimate|statement|pro[\s-]?forma|page|date|tel|telephone|phone|fax|mobile|e-?mail|www|http|account|order|ref|your|our|delivery|due|terms|totals?|sub|payment|bank|sort|thanks?|please|deliver|description|qty|copy|duplicate|original|customer|registered|company|copy invoice|here(?:'|’)?s|here is|rec(?:eive)?(?:'|’)?d with|received from|with thanks|a division|part of|remittance|from|supplier|seller|sold by|issued|head office|branch|returns|welcome|served|till|store|manager|reg|utr|cis|number|no\.?|time|pay|amount|balance|cash|card|see|all|goods|hi|hello|hey|dear|regards|cheers|inv|paid|unpaid|overdue|status|application for|t\/a|(?:a )?trading (?:as|name|style))\b|[!?]$|\b(?:invoice|faktura|rechnung|facture)[\s*]*$|\b(?:invoice|receipt|quotation|statement)\s*(?:no|number|#|:)|^(?:GB)?[\d\s/.,:£€$%()+-]+$|@|\bwww\.|https?:|\.co\.uk|\.com/i;

export const ADDRESS =
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|^\d+[a-z]?[,\s]|^(?:unit|plot|flat|the yard|po box|suite|floor)\b|\b(?:street|road|lane|avenue|close|drive|way|estate|park|court|place|crescent|business park|industrial|terrace|house|farm|row|grove|gardens|square|hill|mews|barn|cottage)\b[.,]?(?:,.*)?$/i;

/** Made of nothing but words for trades and kinds of company, so that it is no name by itself. */
export function isGeneric(name: string): boolean {
  return name
    .split(/[\s/]+/)
    .every(
      (word) =>
        TRADE.test(word) ||
        COMPANY.test(word) ||
        /^(?:&|and|of|the|uk|group|company|co|for|trading|products?|specialists?|supply|installations?|your|local|quality|home|garden|loft|conversions?)\W*$/i.test(
          word,
        ),
    );
}

/** A piece of text as a name; null when it cannot be one. */
export function cleanName(text: string): string | null {
  const name = text
    // A sign before it is part of a logo.
    .replace(/^(?:[-–—_=\s]|\p{So}\uFE0F?)+/u, '')
    // What ends a sentence of the row above.
    .replace(/^[a-z][^.]*[a-z]{2}\. (?=[A-Z])/, '')
    .replace(/^(?:cheers|thanks|many thanks|(?:kind |best )?regards)\s*,\s*(?=\S)/i, '')
    .replace(/^(?:from|supplier|seller|sold by|payee|account name|contractor)\s*[:.]\s*/i, '')
    // Of whom a mail comes from, the desk before the firm: "Sales | Orwell Steel".
    .replace(
      /^(["“]?)(?:sales|accounts?|orders?|info|invoic(?:es?|ing)|billing|admin|customer services?) [|•·] (?=[A-Z])/i,
      '$1',
    )
    // Set off by dashes stand the address and the VAT number.
    .replace(/ [-–—] .*(?:\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\bVAT\b.*\d{3}).*$/, '')
    .replace(/\s+(?:(?:tel|vat|phone|company)\b[\s:.]|t(?=[:.]?\s*[\d(+]|:)).*$/i, '')
    .replace(/\s*[|•·].*$/, '')
    .replace(/\s*[<(]\S+@\S+[>)].*$/, '')
    // Mails print a name in quotes.
    .replace(/^["“](.*)["”]$/, '$1')
    // Behind the name stand the title of the paper and the VAT number.
    .replace(/ [-–—] (?:tax |vat |sales )?invoice$|\s*\(VAT\b[^)]*\d{3}[^)]*\)$/i, '')
    .replace(/^(?:tax |vat )?invoice from (?=[A-Z])/i, '')
    // What a company trades as is no part of its name.
    .replace(/(?<=\b(?:ltd|limited|plc|llp)\b\.?),? (?:t\/a|trading as) .*$/i, '')
    // The address goes on behind the name.
    .replace(
      /(?<=\b(?:ltd|limited|plc|llp)\b\.?),? (?:(?<=, )|(?=(?:registered|reg|company|co|vat|incorporated)\b)).*$/i,
      '',
    )
    .replace(/[,\s]+\+?\d[\d\s]{8,}$/, '')
    // The number of a company abroad: "Nordfyr ApS; CVR DK28914463".
    .replace(/[;,] (?:cvr|org\.?nr|kvk|siret|hrb)\b.*$/i, '')
    // A full stop may be part of a name: "Natuursteen De Vries B.V.", "Holzbau Brandt e.K."
    .replace(/(?<!\b(?:[A-Z]\.[A-Z]|Co|e\. ?K))[,;:.\s-]+$|(?<=\b(?:[A-Z]\.[A-Z]|Co|e\. ?K)\.)[,;:.\s-]+$/, '')
    .trim();
  if (name.length < 2 || name.length > 70 || name.replace(/[^a-z]/gi, '').length < 2 || name.split(/\s+/).length > 9)
    return null;
  // A title whose letters are set apart: "P R O - F O R M A".
  if (/^(?:\S ){3,}\S$/.test(name)) return null;
  // The address of a web site stands for a name, which is printed elsewhere.
  if (/^\S+\.[a-z]{2,}$/.test(name)) return null;
  if (NOT_A_NAME.test(name) || datesIn(name).length > 0 || /[a-z]: |£/.test(name)) return null;
  return name;
}
