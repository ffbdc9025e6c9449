import { daysBetween } from '../../rulebook/calendar.js';
import { readDate } from '../spreadsheet/cells.js';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DATE = new RegExp(
  [
    String.raw`\b\d{4}-\d{2}-\d{2}\b`,
    String.raw`\b\d{1,2} ?(?<sign>[/.-]) ?\d{1,2} ?\k<sign> ?(?:\d{4}|\d{2})\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)? ?[-/ ]? ?(?:of )?${MONTH}\.?,? ?[-/ ]? ?(?:\d{4}|['’]?\d{2}(?! ${MONTH}\b))\b`,
    String.raw`\b${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b`,
  ].join('|'),
  'gi',
);

/** A sort code, by the words before it or the account named behind it. */
const SORT_CODE =
  /(?<=\b(?:sort(?: ?code)?|s\/c|bank(?! transfer)|bacs)\b[^\d\n]{0,25}(?:\b\d{7,8}\b[^\d\n]{0,15})?)\b\d\d-\d\d-\d\d\b|\b\d\d-\d\d-\d\d(?=[\s,;/|]{1,4}(?:a\/?c|acct?|account)\b[^\d\n]{0,10}\b\d{7,8}\b)/gi;

/** A date in a text, as ISO, and where it begins. Day first, as in the United Kingdom. */
export function datesIn(text: string): { iso: string; at: number; raw: string }[] {
  const own = text.replace(SORT_CODE, (code) => '#'.repeat(code.length));
  return [...own.matchAll(DATE)].flatMap((match) => {
    const iso = isoOf(match[0]);
    return iso === null ? [] : [{ iso, at: match.index, raw: match[0] }];
  });
}

const DAY_OF_MONTH = new RegExp(`^\\d{1,2}(?:st|nd|rd|th)? ${MONTH}\\b`, 'i');

/** `18 September`, whose year stands elsewhere. */
export function isDayOfMonth(text: string): boolean {
  return DAY_OF_MONTH.test(text);
}

const MONTH_FIRST = new RegExp(`^(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, 'i');
const SPELT = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)? ?[-/ ]? ?(?:of )?(${MONTH})\\.?,? ?[-/ ]? ?['’]?(\\d{4}|\\d{2})$`,
  'i',
);

function isoOf(raw: string): string | null {
  const monthFirst = MONTH_FIRST.exec(raw);
  const spelt = SPELT.exec(raw);
  const text = monthFirst
    ? `${monthFirst[2]} ${monthFirst[1]?.slice(0, 3)} ${monthFirst[3]}`
    : spelt
      ? `${spelt[1]} ${spelt[2]?.slice(0, 3)} ${spelt[3]}`
      : raw.replace(/ /g, '');
  const read = readDate(text);
  return 'value' in read ? read.value : null;
}

/** Documents are dated ahead by a while, and not by more than this. */
const DAYS_AHEAD = 365;

/** Whether a date is too far ahead of the day of reading to be that of a document. */
export function isFarAhead(iso: string): boolean {
  return daysBetween(new Date().toISOString().slice(0, 10), iso) > DAYS_AHEAD;
}
