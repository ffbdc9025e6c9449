/** Amounts are decimal strings outside and whole pence inside. */

const AMOUNT = /^(-)?(\d{1,10})(?:\.(\d{1,2}))?$/;

/** Pence of a decimal string such as "1240.50" or "-62"; null when it is not one. */
export function parsePence(text: string): number | null {
  const match = AMOUNT.exec(text.trim());
  if (!match) return null;
  const pence = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0') || 0);
  return match[1] && pence !== 0 ? -pence : pence;
}

/** Pence as a decimal string with two places, "-0" never appears. */
export function formatPence(pence: number): string {
  const sign = pence < 0 ? '-' : '';
  const whole = Math.abs(pence);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/** Pence for a sentence: £1,240.50. */
export function poundsText(pence: number): string {
  const amount = formatPence(Math.abs(pence));
  const [whole, rest] = [amount.slice(0, -3), amount.slice(-3)];
  const grouped = whole.length < 4 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${pence < 0 ? '-' : ''}£${grouped}${rest}`;
}

/** `percent` (up to one decimal) of an amount in pence, half a penny rounded away from zero. */
export function percentOf(pence: number, percent: number): number {
  const tenths = Math.round(percent * 10);
  const product = Math.abs(pence) * tenths;
  const rounded = Math.floor((product + 500) / 1000);
  return pence < 0 ? -rounded : rounded;
}

/**
 * Shares of an amount in pence by weight: each floored, left-over pennies to the largest remainders, so the parts add
 * back to the whole (decisions.md, amounts).
 */
export function apportion(pence: number, weights: number[]): number[] {
  const total = weights.reduce((sum, w) => sum + w, 0);
  if (total === 0) return weights.map(() => 0);
  const sign = pence < 0 ? -1 : 1;
  const amount = Math.abs(pence);
  const exact = weights.map((w) => (amount * w) / total);
  const shares = exact.map(Math.floor);
  let left = amount - shares.reduce((sum, s) => sum + s, 0);
  const byRemainder = exact.map((e, i) => ({ i, r: e - Math.floor(e) })).sort((a, b) => b.r - a.r || a.i - b.i);
  for (const { i } of byRemainder) {
    if (left <= 0) break;
    shares[i] = (shares[i] ?? 0) + 1;
    left--;
  }
  return shares.map((s) => (s === 0 ? 0 : sign * s));
}
