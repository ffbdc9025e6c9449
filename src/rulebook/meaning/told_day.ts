import { isDay, MONTH_NAME, monthNamed } from '../calendar.js';

/** Days with their years; "15.10.20" may as well be a size or the number of a part. */
const TOLD = [
  new RegExp(`\\b(?:(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+)?(?<month>${MONTH_NAME})\\.?\\s+(?<year>20\\d\\d)\\b`, 'gi'),
  /\b(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>(?:20)?\d\d)\b/g,
  /\b(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>20\d\d)\b/g,
  /\b(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)\b/g,
];

/** What a day beside these is of: the supply, or a paper about it. */
const SUPPLY =
  'suppl(?:y|ied)|works?|worked|labour|done|deliver(?:y|ed)|del(?:d|iv|vd)?|dlvd|d[ei]spatch(?:ed)?|fit(?:ted)?|fix(?:ed)?|install(?:ed|ation)|laid|erected|built|carried out|complet(?:ed|ion)|undertaken|attended|collected';
const PAPER =
  'quot(?:e[ds]?|ations?)|estimates?|estimated|tender(?:ed|s)?|orders?|ordered|po|ref(?:erence)?s?|drawings?|drgs?|dwgs?|rev(?:ision)?s?|plans?|letters?|e-?mails?|contracts?|agreements?|agreed|dated|invoiced?|invoices|specs?|specifications?|schedules?|valid|price[ds]?|due|paid|payments?';
const SAYS_OF_WHAT = new RegExp(`\\b(?:(?<supply>${SUPPLY})|(?:${PAPER}))\\b`, 'gi');

/**
 * The days on which the words tell that it was or will be supplied, as ISO dates ("supplied 4 Feb 2026", "delivery July 2026"). The words
 * before a day say what it is the day of, or else those behind it: a quotation, an order or a drawing is of another day than what was
 * supplied by it.
 */
export function daysOfSupply(text: string): string[] {
  return TOLD.flatMap((form) => [...text.matchAll(form)]).flatMap((told) => {
    const is = isoOf(told.groups ?? {});
    if (!isDay(is)) return [];
    const before = [...text.slice(0, told.index).matchAll(SAYS_OF_WHAT)].at(-1);
    const [behind] = text.slice(told.index + told[0].length).matchAll(SAYS_OF_WHAT);
    return (before ?? behind)?.groups?.supply === undefined ? [] : [is];
  });
}

/** Of a month without a day its first. */
function isoOf({ day, month = '', year = '' }: Readonly<Record<string, string | undefined>>): string {
  const two = (part: string | number) => String(part).padStart(2, '0');
  return `${year.padStart(4, '20')}-${two(monthNamed(month) || month)}-${two(day ?? 1)}`;
}
