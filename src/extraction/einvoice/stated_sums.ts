import { formatPence } from '../../rulebook/money.js';
import { nearestPence } from '../numbers.js';
import type { Doubt, Figure, LineReading } from '../reading.js';

/** What the totals of an e-invoice say besides its net, its VAT and its gross (EN 16931, BR-CO-10 to 12 and 16). */
export interface StatedSums {
  lines: Figure | null;
  allowances: Figure | null;
  charges: Figure | null;
  gross: Figure | null;
  prepaid: Figure | null;
  rounding: Figure | null;
  payable: Figure | null;
}

/**
 * Sums that are not what they are the sum of: no program sends such an invoice, so a figure was changed.
 * @param added charges and allowances of the whole document, as lines.
 */
export function contradictedSums(
  stated: StatedSums,
  lines: readonly LineReading[],
  added: readonly { charge: boolean; sum: Figure }[],
): Doubt[] {
  const nets = lines.map(({ net }) => net);
  const sums = (charge: boolean) => inAll(added.flatMap((item) => (item.charge === charge ? [item.sum] : [])));
  const { gross, prepaid, rounding } = stated;
  const left = gross === null ? null : pence(gross) - pence(prepaid) + pence(rounding);
  return [
    ...differs('lines_do_not_sum', 'The sum of the lines', stated.lines, nets.includes(null) ? null : inAll(nets)),
    ...differs('lines_do_not_sum', 'The sum of the allowances', stated.allowances, sums(false)),
    ...differs('lines_do_not_sum', 'The sum of the charges', stated.charges, sums(true)),
    ...differs('totals_do_not_add', 'The sum to be paid', stated.payable, left),
  ];
}

function differs(code: string, what: string, figure: Figure | null, expected: number | null): Doubt[] {
  if (figure === null || expected === null || pence(figure) === expected) return [];
  return [
    {
      code,
      message: `${what} is not what it is made of.`,
      found: figure.raw,
      expected: formatPence(expected),
    },
  ];
}

function pence(figure: Figure | null): number {
  return figure === null ? 0 : nearestPence(figure);
}

function inAll(figures: readonly (Figure | null)[]): number {
  return figures.reduce((sum, figure) => sum + pence(figure), 0);
}
