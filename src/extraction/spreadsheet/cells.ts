/** Reads the amounts and dates of a spreadsheet as people and programs in the UK write them. */

/** A value, or why there is none. */
export type Read<T> = { value: T } | { fault: string };

const NOTHING = /^(?:-|–|—|nil|none|zero)$/i;

/**
 * Pence of a cell such as `£1,240.50`, `(62.00)`, `62.00-`, `-£62`, `62.00 CR` or `GBP 12`; brackets, a trailing minus
 * and CR mean a credit. More than two decimals are refused rather than rounded, so that no penny is invented.
 */
export function readAmount(cell: string): Read<number> {
  let text = cell.normalize('NFKC').trim();
  if (text === '') return { fault: 'is empty' };
  // A spreadsheet writes nothing as a dash; an accountant as nil.
  const currency = (t: string) => t.replace(/[£]|\bGBP\b/gi, '').trim();
  if (NOTHING.test(currency(text))) return { value: 0 };
  let negative = false;
  const take = (pattern: RegExp): boolean => {
    const match = pattern.exec(text);
    if (!match) return false;
    text = (match[1] ?? '').trim();
    negative = true;
    return true;
  };
  take(/^\((.*)\)$/) || take(/^(.*?)\s*CR$/i) || take(/^(.*)[-−]$/);
  text = currency(text);
  const minus = /^[-−]\s*(.*)$/.exec(text);
  if (minus) {
    if (negative) return { fault: `"${cell}" is negative twice` };
    negative = true;
    text = currency(minus[1] ?? '');
  }
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/.exec(text);
  if (!match || (match[1] === undefined && !match[2])) return { fault: `"${cell}" is not an amount in pounds` };
  const decimals = (match[2] ?? '').replace(/0+$/, '');
  if (decimals.length > 2) return { fault: `"${cell}" has more than two decimals; give it in whole pence` };
  const whole = (match[1] ?? '0').replace(/,/g, '');
  if (whole.length > 10) return { fault: `"${cell}" is too large` };
  const pence = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return { value: negative && pence !== 0 ? -pence : pence };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** ISO date of a cell: `2024-03-01`, `20240301`, `01/03/2024` (always day first, as in the UK), `1 Mar 2024`, `1-Mar-24`. */
export function readDate(cell: string): Read<string> {
  const text = cell.trim().replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/, '');
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text);
  if (iso) return realDate(cell, Number(iso[1]), Number(iso[2]), Number(iso[3]));
  // Merchants' programs leave the signs away.
  const closed = /^(20\d\d)(0[1-9]|1[0-2])([0-3]\d)$/.exec(text);
  if (closed) return realDate(cell, Number(closed[1]), Number(closed[2]), Number(closed[3]));
  const uk = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text);
  if (uk) return realDate(cell, fullYear(uk[3] ?? ''), Number(uk[2]), Number(uk[1]));
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([A-Za-z]{3,9})[ ,-]+(\d{4}|\d{2})$/.exec(text);
  if (named) {
    const month = MONTHS.indexOf((named[2] ?? '').slice(0, 3).toLowerCase()) + 1;
    return realDate(cell, fullYear(named[3] ?? ''), month, Number(named[1]));
  }
  return { fault: `"${cell}" is not a date; write 2024-03-31 or 31/03/2024` };
}

function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) < 70 ? 2000 : 1900);
}

function realDate(cell: string, year: number, month: number, day: number): Read<string> {
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const order = /^\d{4}/.test(cell.trim()) ? '' : ', read day first';
  if (!same) return { fault: `"${cell}" is not a day of the calendar${order}` };
  return { value: date.toISOString().slice(0, 10) };
}
