import type { Draft, DraftLine } from './draft.js';

/** Whether the lines come to less than the net: a row without figures may be the one that is missing. */
export function fallsShort({ problems }: Draft): boolean {
  const differs = problems.find(({ code }) => code === 'lines_do_not_sum');
  return Math.abs(Number(differs?.expected ?? Number.NaN)) < Math.abs(Number(differs?.found));
}

/**
 * Whether a document is read better another way than by the columns of its table: then everything fits, all three totals are
 * printed, and the table had rows missed or left without a figure. A whole table that does not add up is misprinted.
 */
export function isBetter(other: Draft, draft: Draft): boolean {
  // "Your payment received £0.00" is no line that was missed.
  const charged = ({ lines }: Draft) => lines.filter(({ net, gross }) => Number(net ?? gross ?? 0) !== 0).length;
  const missed =
    charged(other) > charged(draft) ||
    draft.problems.some((p) => p.code === 'line_without_amount' || p.code === 'unreadable_figure');
  const { net, vat, gross } = other.totals;
  const whole = other.lines.every((line) => line.net !== null || line.gross !== null) && !leavesFigures(other, draft);
  return (
    other.reconciled && missed && whole && net !== null && vat !== null && gross !== null && keepsVat(other, draft)
  );
}

/** Whether figures that stand in columns of the table end up behind the words of a line: read so, nothing checks them. */
function leavesFigures(other: Draft, { lines }: Draft): boolean {
  return other.lines.some(
    (line) =>
      LEFT_OVER.test(line.description) &&
      lines.some((same) => standsIn(same, line) && !LEFT_OVER.test(same.description)),
  );
}

const LEFT_OVER = /(?:^|\s)[£€]?\d[\d,]*\.\d{2,4}$/;

/** Whether the VAT that the table tells line by line is still that: read without its columns, the last of them passes for the amounts. */
function keepsVat(other: Draft, { lines }: Draft): boolean {
  return lines.every((line) => {
    if (line.vat === null || line.derived.includes('vat')) return true;
    return other.lines.every(
      (same) => !standsIn(same, line) || (same.vat === line.vat && !same.derived.includes('vat')),
    );
  });
}

/** Whether two lines share a row. */
function standsIn(a: DraftLine, b: DraftLine): boolean {
  if (a.box === null || b.box === null || a.page !== b.page) return false;
  return Math.min(a.box[3], b.box[3]) > Math.max(a.box[1], b.box[1]);
}

/** Whether sentences give the sums of the whole, of which no row has one, and more lines than the rows that happen to end in a sum, or those with their sum. */
export function saysMore(prose: Draft, { lines, totals }: Draft): boolean {
  const more = prose.lines.length - lines.length;
  const isMore = more > 0 || (more === 0 && prose.reconciled);
  return totals.net === null && totals.gross === null && prose.totals.gross !== null && isMore;
}
