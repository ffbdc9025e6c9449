import { isDay } from '../calendar.js';

const MONTH =
  '(?<month>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|tember|ober)?\\.?';
const TOLD = [
  new RegExp(`\\b(?:(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+)?${MONTH}\\s+(?<year>20\\d\\d)\\b`, 'gi'),
  /\b(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>(?:20)?\d\d)\b/g,
  /\b(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)\b/g,
];
const NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The earliest day that a text tells with its year ("supplied 4 Aug 2026"), of a month its first ("works Aug 2026"); null without one. */
export function dayTold(text: string): string | null {
  const days = TOLD.flatMap((form) => [...text.matchAll(form)]).flatMap(({ groups = {} }) => {
    const named = NAMES.indexOf((groups.month ?? '').slice(0, 3).toLowerCase()) + 1;
    const two = (part: string | number | undefined) => String(part ?? 1).padStart(2, '0');
    const day = `${(groups.year ?? '').padStart(4, '20')}-${two(named > 0 ? named : groups.month)}-${two(groups.day)}`;
    return isDay(day) ? [day] : [];
  });
  return days.sort()[0] ?? null;
}

/**
 * The day of a supply that is invoiced after completion: the one that its words tell, where that is before it. Otherwise its tax point.
 * @param completed ISO date; null while it is not known.
 */
export function supplyDay(text: string, taxPoint: string, completed: string | null): string {
  if (completed === null || taxPoint <= completed) return taxPoint;
  const told = dayTold(text);
  return told !== null && told <= completed ? told : taxPoint;
}
