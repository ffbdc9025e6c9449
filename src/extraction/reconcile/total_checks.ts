import { formatPence, percentOf } from '../../rulebook/money.js';
import type { DraftProblem } from '../draft.js';
import { penceOf } from '../numbers.js';
import type { Figure, InvoiceReading, LineReading } from '../reading.js';
import { problem } from './problem.js';
import { isInclusive, isVatAlone, rateOf, vatIn, vatPence } from './rates.js';
import { settlementFits } from './settlement.js';

/** Half a penny a line, a penny at least: VAT may be rounded on each line or on the whole. */
function roundingSlack(lines: number): number {
  return Math.max(1, lines / 2);
}

function sumOf(lines: readonly LineReading[], key: 'net' | 'vat' | 'gross'): number | null {
  let total = 0;
  for (const line of lines) {
    const value = pence(line[key]);
    if (value === null) return null;
    total += value;
  }
  return total;
}

/** The lines against the totals, and the totals against each other. */
export function checkSums(reading: InvoiceReading): DraftProblem[] {
  const { lines, totals } = reading;
  const found: DraftProblem[] = [];
  const [net, vat, gross] = [pence(totals.net), pence(totals.vat), pence(totals.gross)];
  const nets = sumOf(lines, 'net');
  const grosses = sumOf(lines, 'gross');
  const vats = sumOf(lines, 'vat');
  for (const key of ['net', 'vat', 'gross'] as const)
    if (totals[key] !== null && pence(totals[key]) === null)
      found.push(problem('part_of_a_penny', `The ${key} total has parts of a penny.`, totals[key]?.raw ?? null, null));
  if (net !== null && vat !== null && gross !== null && net + vat !== gross)
    found.push(
      problem(
        'totals_do_not_add',
        'The net and the VAT do not make the total.',
        formatPence(gross),
        formatPence(net + vat),
      ),
    );
  const inclusive = isInclusive(reading);
  // Where the only sum is one with VAT, and each line has its net, its VAT and its gross, the gross amounts make it.
  const byGross = inclusive || (net === null && vat === null && nets !== null && vats !== null && grosses !== null);
  // So do the net and the VAT of each line, where no line prints both together.
  const netsAndVats = nets === null || vats === null ? null : nets + vats;
  const withVats =
    net === null && vat === null && gross !== null && netsAndVats === gross && lines.every((l) => l.gross === null);
  const lineSum = withVats ? gross : byGross ? grosses : nets;
  const printed = byGross ? gross : (net ?? (gross === null ? null : gross - (vat ?? 0)));
  if (printed === null) {
    if (!(provedByLine(reading) && reading.source === 'structured'))
      found.push(
        problem(
          'no_total',
          'No total was found that the lines could be checked against.',
          null,
          lineSum === null ? null : formatPence(lineSum),
        ),
      );
  } else if (lineSum === null) {
    // Lines without an amount are told one by one; amounts of which some are with VAT and some without have no sum.
    if (lines.every((l) => l.net !== null || l.gross !== null))
      found.push(
        problem('lines_do_not_sum', 'The amounts of the lines cannot be added up.', formatPence(printed), null),
      );
  } else if (lineSum !== printed)
    found.push(
      problem(
        'lines_do_not_sum',
        `The lines do not come to the ${byGross ? 'total' : 'net total'} printed.`,
        formatPence(printed),
        formatPence(lineSum),
      ),
    );
  // A row of the analysis of VAT that was taken for a line makes the total with the net amounts of the others, and so does the net with their VAT.
  const taxed = byGross && net !== null && vat !== null && vat !== 0 && lineSum === gross && lineSum === net + vat;
  const isLine = (sum: number | null) => lines.some((l) => l.quantity === null && pence(l.gross) === sum);
  if (taxed && lines.length > 1 && (isLine(vat) || isLine(net)))
    found.push(
      problem(
        'lines_do_not_sum',
        `One of the lines is as much as the ${isLine(vat) ? 'VAT, and the others are the net' : 'net, and the others are the VAT'}.`,
        null,
        null,
      ),
    );
  if (
    !inclusive &&
    grosses !== null &&
    gross !== null &&
    lines.some((l) => l.gross !== null) &&
    grosses !== gross &&
    lineSum === printed
  )
    found.push(
      problem(
        'lines_do_not_sum',
        'The gross amounts of the lines do not come to the total printed.',
        formatPence(gross),
        formatPence(grosses),
      ),
    );
  if (vats !== null && vat !== null && Math.abs(vats - vat) > roundingSlack(lines.length))
    found.push(
      problem(
        'vat_does_not_sum',
        'The VAT of the lines does not come to the VAT printed.',
        formatPence(vat),
        formatPence(vats),
      ),
    );
  return found;
}

/** Whether each line carries figures that prove each other, so that a list without totals can still be right. */
function provedByLine({ lines }: InvoiceReading): boolean {
  return lines.every(
    (l) =>
      [l.net, l.vat, l.gross].filter((f) => f !== null).length === 3 ||
      ((l.net ?? l.gross) !== null && l.vat !== null && l.vatRate !== null),
  );
}

/** The VAT by rate and as a whole against the lines. */
export function checkVat(reading: InvoiceReading): DraftProblem[] {
  const { lines, totals } = reading;
  const found: DraftProblem[] = [];
  const vat = vatPence(totals);
  const net = pence(totals.net) ?? (vat !== null && totals.gross ? (pence(totals.gross) ?? 0) - vat : null);
  const inclusive = isInclusive(reading);
  const slack = roundingSlack(lines.length);
  for (const band of totals.bands) {
    const [bandNet, bandVat] = [pence(band.net), pence(band.vat)];
    if (band.rate === 0 && bandNet !== null && bandVat !== null && bandVat !== 0)
      found.push(problem('vat_does_not_sum', 'The VAT analysis has VAT at 0%.', band.vat?.raw ?? null, '0.00'));
    if (bandNet === null || band.rate === null) continue;
    const mine = lines.filter((l) => l.vatRate === band.rate);
    const unknown = lines.some((l) => l.vatRate === null);
    const amounts = mine.map((l) => (inclusive ? pence(l.gross) : pence(l.net)));
    if (unknown || amounts.includes(null)) continue;
    const sum = amounts.reduce<number>((a, b) => a + (b ?? 0), 0);
    const printed = inclusive ? bandNet + (bandVat ?? percentOf(bandNet, band.rate)) : bandNet;
    if (sum !== printed && !(inclusive && Math.abs(sum - printed) <= 1) && !settlementBand(reading, sum, bandNet))
      found.push(
        problem(
          'band_does_not_sum',
          `The lines at ${band.rate}% do not come to what the VAT analysis says.`,
          formatPence(printed),
          formatPence(sum),
        ),
      );
  }
  const known = totals.bands.filter((b) => b.net !== null && b.vat !== null);
  if (vat !== null && known.length > 0 && known.length === totals.bands.length) {
    const sum = known.reduce((total, b) => total + (pence(b.vat) ?? 0), 0);
    if (sum !== vat)
      found.push(
        problem(
          'vat_does_not_sum',
          'The VAT by rate does not come to the VAT printed.',
          formatPence(vat),
          formatPence(sum),
        ),
      );
  }
  const isTakenOff = lines.some((l) => l.vatRate === null && ((l.net ?? l.gross)?.value ?? 0) < 0);
  const analysed = known.reduce((total, b) => total + (pence(b.net) ?? 0) + (pence(b.vat) ?? 0), 0);
  const whole = pence(totals.gross);
  // What is taken off at no rate that is known is no goods of any: the whole analysis tells what is left.
  if (isTakenOff && known.length > 1 && known.length === totals.bands.length && whole !== null && analysed !== whole)
    found.push(
      problem(
        'band_does_not_sum',
        'The goods and the VAT of the analysis do not come to the total.',
        formatPence(analysed),
        formatPence(whole),
      ),
    );
  // Amounts that come to the only total are with VAT as likely as without it, where the document charges VAT.
  const isOpen =
    vat === null && net === null && (!inclusive || (totals.includesVat && !reading.header.pricesIncludeVat));
  if (isOpen && reading.header.statesRate && lines.some((l) => l.vat === null))
    found.push(problem('vat_not_found', 'The document speaks of VAT, but no sum of VAT could be read.', null, null));
  if (vat === null || net === null || net === 0) return found;
  const rated = lines.every((l) => l.vatRate !== null && (inclusive ? l.gross : l.net) !== null);
  if (rated) {
    const expected = lines.reduce(
      (total, l) => total + vatIn(pence(inclusive ? l.gross : l.net) ?? 0, l.vatRate ?? 0, inclusive),
      0,
    );
    if (
      Math.abs(expected - vat) > slack &&
      !settlementTotal(reading, net, vat) &&
      !proofByWhole(reading, vat, inclusive)
    )
      found.push(
        problem(
          'vat_differs',
          'The VAT printed is not the VAT of the lines at their rates.',
          formatPence(vat),
          formatPence(expected),
        ),
      );
    const strange = totals.bands.find(
      ({ rate, vat: of }) => rate !== null && of !== null && of.value !== 0 && !lines.some((l) => l.vatRate === rate),
    );
    if (strange !== undefined)
      found.push(
        problem(
          'vat_differs',
          `VAT is told at ${strange.rate}%, which is the rate of no line.`,
          strange.vat?.raw ?? null,
          null,
        ),
      );
  } else if (notAsStated(reading, net, vat)) {
    const [rate = 0] = statedRates(reading);
    found.push(
      problem(
        'vat_differs',
        `The VAT printed is not ${rate}% of the net, as the document says.`,
        formatPence(vat),
        formatPence(percentOf(net, rate)),
      ),
    );
  } else if (
    rateOf(net, vat, reading.header) === null &&
    !settlementTotal(reading, net, vat) &&
    !isWithVatAlone(reading, vat) &&
    // An analysis proves the VAT when each of its rates has its goods and its VAT.
    (known.length === 0 || known.length < totals.bands.length)
  )
    found.push(
      problem(
        'vat_rate_unclear',
        'The VAT is at no single known rate, and the lines do not say theirs.',
        formatPence(vat),
        null,
      ),
    );
  return found;
}

/** Whether the only rate a document states is not that of its VAT, which is just what another rate comes to ("VAT 20%" of 17.5%). */
function notAsStated(reading: InvoiceReading, net: number, vat: number): boolean {
  const [rate, another] = statedRates(reading);
  // No VAT beside the rate of a form, or under the reverse charge, is no VAT at a wrong rate.
  if (vat === 0 || rate === undefined || another !== undefined || settlementTotal(reading, net, vat)) return false;
  const really = rateOf(net, vat, reading.header, roundingSlack(reading.lines.length));
  return (
    really !== null && really !== rate && Math.abs(percentOf(net, rate) - vat) > roundingSlack(reading.lines.length)
  );
}

function statedRates({ totals }: InvoiceReading): number[] {
  return [...new Set(totals.bands.flatMap(({ rate }) => (rate === null ? [] : [rate])))];
}

/** VAT worked out once for each rate, which rounds otherwise than line by line. */
function proofByWhole(reading: InvoiceReading, vat: number, inclusive: boolean): boolean {
  const byRate = new Map<number, number>();
  for (const line of reading.lines) {
    const amount = pence(inclusive ? line.gross : line.net) ?? 0;
    byRate.set(line.vatRate ?? 0, (byRate.get(line.vatRate ?? 0) ?? 0) + amount);
  }
  const sum = [...byRate].reduce((total, [rate, amount]) => total + vatIn(amount, rate, inclusive), 0);
  return Math.abs(sum - vat) <= 1;
}

/** Whether the VAT of the document is that of its lines, of which some charge VAT alone and all others tell their rate. */
function isWithVatAlone({ lines }: InvoiceReading, vat: number): boolean {
  return lines.every((line) => line.vatRate !== null || isVatAlone(line)) && sumOf(lines, 'vat') === vat;
}

function settlementTotal(reading: InvoiceReading, net: number, vat: number): boolean {
  return [20, 17.5, 5].some((rate) => settlementFits(reading, net, vat, rate));
}

function settlementBand(reading: InvoiceReading, sum: number, bandNet: number): boolean {
  const percent = reading.totals.settlementPercent;
  return percent !== null && Math.abs(sum - percentOf(sum, percent) - bandNet) <= 1;
}

function pence(figure: Figure | null): number | null {
  return figure === null ? null : penceOf(figure);
}
