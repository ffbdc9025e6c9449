import { nearestPence, penceOf } from '../numbers.js';
import type { BandReading, LineReading } from '../reading.js';

/** Signs of more kinds than this are no signs of VAT. */
const MOST_GROUPS = 3;

/**
 * Lines with a sign behind their sum and those without are each at one rate of the analysis, where it names no signs ("* ZERO RATED GOODS") and
 * the lines come to its sums in just one way.
 * @param inclusive whether the lines are priced with VAT.
 */
export function ratesOfGroups(lines: readonly LineReading[], bands: readonly BandReading[], inclusive: boolean): void {
  const groups = [...new Set(lines.map(({ vatCode }) => vatCode))];
  const open = lines.every((line) => line.vatRate === null && line.vat === null);
  const told = bands.flatMap((band) => sumOf(band, inclusive));
  const isSigned = lines.length > 0 && open && groups.length > 1 && groups.length <= MOST_GROUPS;
  if (!isSigned || told.length !== groups.length || bands.some(({ code }) => code !== null)) return;
  const sums = groups.map((group) =>
    lines.filter(({ vatCode }) => vatCode === group).reduce((sum, line) => sum + (amountOf(line) ?? Number.NaN), 0),
  );
  const fitting = sums.map((sum) => told.filter(({ pence }) => pence === sum));
  const rates = fitting.map(([only, other]) => (other === undefined ? only?.rate : undefined));
  if (rates.includes(undefined) || new Set(rates).size !== rates.length) return;
  for (const line of lines) line.vatRate = rates[groups.indexOf(line.vatCode)] ?? null;
}

function amountOf({ net, gross, amount }: LineReading): number | null {
  const figure = amount ?? gross ?? net;
  return figure === null ? null : penceOf(figure);
}

/** What the lines of a band come to. */
function sumOf({ rate, net, vat }: BandReading, inclusive: boolean): { rate: number; pence: number }[] {
  if (rate === null || net === null || vat === null) return [];
  return [{ rate, pence: nearestPence(net) + (inclusive ? nearestPence(vat) : 0) }];
}
