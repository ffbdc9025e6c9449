import { readNumber } from '../numbers.js';

/** Rates that have applied in the United Kingdom since 1991, and the usual ones of the countries that goods are bought from. */
export const KNOWN_RATES = [0, 5, 8, 12.5, 13.5, 15, 17.5, 19, 20, 21, 22, 23, 25] as const;

/** The first of these rates that makes one sum of another, to the penny. */
export function rateOf(net: number, vat: number): (typeof KNOWN_RATES)[number] | undefined {
  return KNOWN_RATES.find((rate) => isVatAt(rate, net, vat));
}

/** Whether a sum may be VAT that was charged on another. */
export function mayBeVatOn(net: number, vat: number): boolean {
  return KNOWN_RATES.some((rate) => rate > 0 && isVatAt(rate, net, vat));
}

function isVatAt(rate: number, net: number, vat: number): boolean {
  return Math.abs((net * rate) / 100 - vat) <= 0.011;
}

/** No country that goods are bought from charges more, in percent. */
export const HIGHEST_RATE = 27;

/** A cell of a sheet that no format makes a percentage; a sum of money has two decimals. */
const SHARES: Readonly<Record<string, number>> = { '0.2': 20, '0.05': 5, '0.175': 17.5 };

/** The percent a cell states: `20%`, `20.00`, `20`, `20% (VAT on Income)`, `Zero Rated`, `Standard`; null for a bare code. */
export function readRate(text: string): number | null {
  const bare = text.trim();
  if (bare === '') return null;
  // "DRC 20%", "20% Domestic Reverse Charge": the customer accounts for it, and nothing is charged.
  if (/\bd?rc\b|\breverse[- ]charge\b/i.test(bare)) return 0;
  const share = SHARES[bare];
  if (share !== undefined) return share;
  const number = readNumber(bare);
  if (number !== null) return KNOWN_RATES.find((r) => Math.abs(r - number.value) < 1e-9) ?? null;
  const percent = /(\d{1,2}(?:\.\d{1,2})?)\s*%/.exec(bare);
  if (percent) return KNOWN_RATES.find((r) => Math.abs(r - Number(percent[1])) < 1e-9) ?? null;
  // Accounting programs name the rate after what it is booked to: "Zero Rated Income".
  const name = bare.replace(/ (?:income|expenses|sales|supplies|goods|services)$/i, '');
  if (
    /^(?:zero|zero[- ]rated|z\/r|zr|exempt|no vat|none|nil|(?:outside|out of)(?: the)? scope(?: of vat)?|not subject to vat|o\/s|n\/a)$/i.test(
      name,
    )
  )
    return 0;
  if (/^(?:std|standard|standard[- ]rated?|full|s\/r)$/i.test(bare)) return 20;
  if (/^(?:reduced|reduced[- ]rated?|low|lower|r\/r)$/i.test(bare)) return 5;
  return null;
}

const NAMES_NO_VAT = /\bzero[ -]rated\b|\bexempt (?:from|of) v\.?a\.?t\b|\bvat[ -]exempt\b/i;

/** The one rate of VAT that the heading of a section tells of its lines: `Goods supplied without fixing, VAT at 20%`. */
export function rateInHeading(heading: string): number | null {
  const [told, ...more] = heading.match(/\b\d{1,2}(?:\.\d{1,2})? ?%/g) ?? [];
  if (told === undefined && NAMES_NO_VAT.test(heading) && !/\bnot (?:zero|exempt)|\bstandard/i.test(heading)) return 0;
  return told !== undefined && more.length === 0 && /\bv\.?a\.?t\b/i.test(heading) ? readRate(told) : null;
}

/** A code that stands for a rate: `1`, `S`, `T1`, `*`. */
export function readCode(text: string): string | null {
  const bare = text.trim().replace(/^\((.*)\)$/, '$1');
  return /^(?:[A-Z]{1,2}\d{0,2}|\d{1,2}|[*#])$/i.test(bare) ? bare.toUpperCase() : null;
}
