/** Days of the calendar as ISO dates, without clock or time zone. */

const DAY_MS = 24 * 60 * 60 * 1000;
const SATURDAY = 6;

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A date written YYYY-MM-DD that is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return day >= 1 && day <= daysIn(year, month);
}

/** Days of a month, from 1; none for a month that is not one. */
function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
}

/** The day with the same number so many months on, or the last day of that month when it has no such day. */
export function monthsLater(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1];
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(toYear).padStart(4, '0')}-${two(toMonth)}-${two(Math.min(day, daysIn(toYear, toMonth)))}`;
}

/** Whole days from one day to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A month by its name or the first letters of it, as a pattern in small letters. */
export const MONTH_NAME = `(?:${MONTHS.map(nameOrShort).join('|')})`;

function nameOrShort(month: string): string {
  const [short, rest] = [month.slice(0, 3).toLowerCase(), month.slice(3)];
  return `${short}${rest === '' ? '' : `(?:${short === 'sep' ? 't|' : ''}${rest})?`}`;
}

/** The number of a month, from 1, by a name that `MONTH_NAME` finds; 0 for what is none. */
export function monthNamed(name: string): number {
  const short = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.slice(0, 3).toLowerCase() === short) + 1;
}

/** A day for a sentence: 1 May 2026. */
export function dayText(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** The day itself, or the Friday before when it is a Saturday or Sunday. */
export function weekdayOnOrBefore(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  const weekday = new Date(time).getUTCDay();
  const back = weekday === SATURDAY ? 1 : weekday === 0 ? 2 : 0;
  return new Date(time - back * DAY_MS).toISOString().slice(0, 10);
}
