import { formatPence, percentOf } from '../../rulebook/money.js';
import type { DraftProblem } from '../draft.js';
import { penceOf } from '../numbers.js';
import type { Figure, InvoiceReading, LineReading } from '../reading.js';
import { isInclusive, rateOf, vatIn } from './rates.js';

/** Half a penny a line, a penny at least: VAT may be rounded on each line or on the whole. */
function roundingSlack(lines: number): number {
  return Math.max(1, lines / 2);
}

/** What recognition must be sure of where no sum confirms a figure. */
const SURE = 0.88;

/** Every check of the figures of an invoice, each with what the paper says and what its other figures make it. */
export function checkFigures(reading: InvoiceReading): DraftProblem[] {
  const { lines } = reading;
  if (lines.length === 0) return [problem('no_lines', 'No line with an amount could be read.', null, null)];
  return [
    ...lines.flatMap((line, i) => checkLine(reading, line, i)),
    ...checkSums(reading),
    ...checkVat(reading),
    ...(reading.source === 'ocr' ? checkCertainty(reading) : []),
  ];
}

export function problem(
  code: string,
  message: string,
  found: string | null,
  expected: string | null,
  line?: number,
): DraftProblem {
  return { code, message, found, expected, ...(line === undefined ? {} : { line }) };
}

function pence(figure: Figure | null): number | null {
  return figure === null ? null : penceOf(figure);
}

function name(line: LineReading): string {
  return line.description.length > 50 ? `${line.description.slice(0, 47)}...` : line.description;
}

function checkLine(reading: InvoiceReading, line: LineReading, at: number): DraftProblem[] {
  const found: DraftProblem[] = [];
  for (const { column, raw } of line.unread)
    found.push(
      problem(
        'unreadable_figure',
        `“${name(line)}”: the ${columnWord(column)} does not read as a number.`,
        raw,
        null,
        at,
      ),
    );
  for (const key of ['net', 'vat', 'gross'] as const)
    if (line[key] !== null && pence(line[key]) === null)
      found.push(
        problem(
          'part_of_a_penny',
          `“${name(line)}”: the ${key} has parts of a penny.`,
          line[key]?.raw ?? null,
          null,
          at,
        ),
      );
  const amount = line.net ?? line.gross;
  if (amount === null) {
    const expected = line.quantity && line.unitPrice ? (line.quantity.value * line.unitPrice.value).toFixed(2) : null;
    found.push(problem('line_without_amount', `“${name(line)}” has no amount that could be read.`, null, expected, at));
    return found;
  }
  if (line.quantity && line.unitPrice) {
    const expected = extended(line);
    // The price may be with VAT or without, whatever the amount is.
    const withVat =
      line.gross === null || line.vatRate === null ? null : { value: line.gross.value / (1 + line.vatRate / 100) };
    const fits = [line.net, line.gross, withVat].some(
      (f) => f !== null && expected.some((e) => Math.abs(e - f.value) <= extensionSlack(line) + 1e-9),
    );
    if (!fits)
      found.push(
        problem(
          'line_does_not_multiply',
          `“${name(line)}”: quantity times price${line.discount ? ', less the discount,' : ''} is not the amount.`,
          amount.raw,
          expected[0]?.toFixed(2) ?? null,
          at,
        ),
      );
  }
  const [net, vat, gross] = [pence(line.net), pence(line.vat), pence(line.gross)];
  if (net !== null && vat !== null && gross !== null && net + vat !== gross)
    found.push(
      problem(
        'line_does_not_add',
        `“${name(line)}”: net and VAT do not make the gross.`,
        formatPence(gross),
        formatPence(net + vat),
        at,
      ),
    );
  if (
    net !== null &&
    vat !== null &&
    line.vatRate !== null &&
    Math.abs(percentOf(net, line.vatRate) - vat) > 1 &&
    !settlementFits(reading, net, vat, line.vatRate)
  )
    found.push(
      problem(
        'line_vat_differs',
        `“${name(line)}”: the VAT is not ${line.vatRate}% of the net.`,
        formatPence(vat),
        formatPence(percentOf(net, line.vatRate)),
        at,
      ),
    );
  if (
    net !== null &&
    gross !== null &&
    vat === null &&
    line.vatRate !== null &&
    Math.abs(net + percentOf(net, line.vatRate) - gross) > 1
  )
    found.push(
      problem(
        'line_does_not_add',
        `“${name(line)}”: net and ${line.vatRate}% VAT do not make the gross.`,
        formatPence(gross),
        formatPence(net + percentOf(net, line.vatRate)),
        at,
      ),
    );
  return found;
}

function columnWord(column: string): string {
  return { unitPrice: 'unit price', amount: 'amount' }[column] ?? column;
}

/** What quantity and price come to, after the discount; merchants also print prices by the hundred or thousand. */
function extended(line: LineReading): number[] {
  const full = (line.quantity?.value ?? 0) * (line.unitPrice?.value ?? 0);
  const off = line.discount;
  const paid =
    off === null
      ? full
      : off.percent
        ? full * (1 - Math.abs(off.figure.value) / 100)
        : full - Math.abs(off.figure.value);
  const values = [paid];
  // A price may be printed before or after the discount.
  if (off !== null) values.push(full);
  const per = /^(?:\/?100|c|hd|hundred)$/i.test(line.unit ?? '')
    ? 100
    : /^(?:\/?1000|th|m|thou|k)$/i.test(line.unit ?? '')
      ? 1000
      : null;
  if (per !== null) values.push(paid / per);
  return values;
}

/** A price is printed to a penny or less, so its product may be off by half of its last place for each one. */
function extensionSlack(line: LineReading): number {
  const decimals = line.unitPrice?.text.split('.')[1]?.length ?? 0;
  const places = Math.max(2, decimals);
  return Math.max(0.01, Math.abs(line.quantity?.value ?? 0) * 0.5 * 10 ** -places);
}

function settlementFits(reading: InvoiceReading, net: number, vat: number, rate: number): boolean {
  const percent = reading.totals.settlementPercent;
  if (percent === null) return false;
  const paid = net - percentOf(net, percent);
  return Math.abs(percentOf(paid, rate) - vat) <= 1;
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

function checkSums(reading: InvoiceReading): DraftProblem[] {
  const { lines, totals } = reading;
  const found: DraftProblem[] = [];
  const [net, vat, gross] = [pence(totals.net), pence(totals.vat), pence(totals.gross)];
  const nets = sumOf(lines, 'net');
  const grosses = sumOf(lines, 'gross');
  const vats = sumOf(lines, 'vat');
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
  const lineSum = inclusive ? grosses : nets;
  const printed = inclusive ? gross : (net ?? (gross === null ? null : gross - (vat ?? 0)));
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
    // Lines without an amount are told one by one.
  } else if (lineSum !== printed)
    found.push(
      problem(
        'lines_do_not_sum',
        `The lines do not come to the ${inclusive ? 'total' : 'net total'} printed.`,
        formatPence(printed),
        formatPence(lineSum),
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
      (l.net !== null && l.vat !== null && l.vatRate !== null),
  );
}

function checkVat(reading: InvoiceReading): DraftProblem[] {
  const { lines, totals } = reading;
  const found: DraftProblem[] = [];
  const vat = pence(totals.vat);
  const net = pence(totals.net) ?? (vat !== null && totals.gross ? (pence(totals.gross) ?? 0) - vat : null);
  const inclusive = isInclusive(reading);
  const slack = roundingSlack(lines.length);
  for (const band of totals.bands) {
    const [bandNet, bandVat] = [pence(band.net), pence(band.vat)];
    if (bandNet === null || band.rate === null) continue;
    const mine = lines.filter((l) => l.vatRate === band.rate);
    const unknown = lines.some((l) => l.vatRate === null);
    const amounts = mine.map((l) => (inclusive ? pence(l.gross) : pence(l.net)));
    if (unknown || amounts.includes(null)) continue;
    const sum = amounts.reduce<number>((a, b) => a + (b ?? 0), 0);
    const printed = inclusive ? bandNet + (bandVat ?? 0) : bandNet;
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
  } else if (rateOf(net, vat) === null && !settlementTotal(reading, net, vat) && known.length === 0)
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

function settlementTotal(reading: InvoiceReading, net: number, vat: number): boolean {
  return [20, 17.5, 5].some((rate) => settlementFits(reading, net, vat, rate));
}

function settlementBand(reading: InvoiceReading, sum: number, bandNet: number): boolean {
  const percent = reading.totals.settlementPercent;
  return percent !== null && Math.abs(sum - percentOf(sum, percent) - bandNet) <= 1;
}

/** Figures that character recognition read and no sum confirms must have been read with certainty. */
function checkCertainty(reading: InvoiceReading): DraftProblem[] {
  const { lines, totals } = reading;
  const found: DraftProblem[] = [];
  const unsure = (figure: Figure | null) => figure !== null && (figure.confidence ?? 1) < SURE;
  lines.forEach((line, at) => {
    const pair = line.quantity !== null && line.unitPrice !== null;
    for (const [key, word] of [
      ['quantity', 'quantity'],
      ['unitPrice', 'unit price'],
    ] as const)
      if (!pair && unsure(line[key]))
        found.push(
          problem(
            'uncertain_figure',
            `“${name(line)}”: the ${word} is hard to read and nothing on the document confirms it.`,
            line[key]?.raw ?? null,
            null,
            at,
          ),
        );
    const [net, vat, gross] = [line.net, line.vat, line.gross];
    if (vat !== null && unsure(vat) && gross === null && line.vatRate === null)
      found.push(
        problem(
          'uncertain_figure',
          `“${name(line)}”: the VAT is hard to read and nothing on the document confirms it.`,
          vat.raw,
          null,
          at,
        ),
      );
    if (net === null && gross === null) return;
  });
  // One sum that one line repeats proves nothing: both may be misread alike.
  const proof = totals.vat !== null && (totals.net !== null || totals.gross !== null) && pence(totals.vat) !== 0;
  const figures = [...lines.flatMap((l) => [l.net, l.gross]), totals.gross, totals.net];
  if (!proof && lines.length === 1 && figures.some(unsure))
    found.push(
      problem(
        'uncertain_figure',
        'The amount is hard to read and nothing else on the document confirms it.',
        lines[0]?.net?.raw ?? lines[0]?.gross?.raw ?? null,
        null,
      ),
    );
  return found;
}
