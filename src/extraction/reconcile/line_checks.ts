import { formatPence, percentOf } from '../../rulebook/money.js';
import type { DraftProblem } from '../draft.js';
import { penceOf } from '../numbers.js';
import type { Figure, InvoiceReading, LineReading } from '../reading.js';
import { perBase } from '../table/units.js';
import { nameOf, problem } from './problem.js';
import { rateOf, vatIn } from './rates.js';
import { settlementFits } from './settlement.js';

/** The figures of one line against each other. */
export function checkLine(reading: InvoiceReading, line: LineReading, at: number): DraftProblem[] {
  const found: DraftProblem[] = [];
  for (const { column, raw } of line.unread) {
    if (column === 'vatRate') {
      found.push(problem('vat_rate_unclear', `“${nameOf(line)}”: this is no rate of VAT.`, raw, null, at));
      continue;
    }
    found.push(
      problem(
        'unreadable_figure',
        `“${nameOf(line)}”: the ${columnWord(column)} does not read as a number.`,
        raw,
        suggestion(line, column),
        at,
      ),
    );
  }
  for (const key of ['net', 'vat', 'gross'] as const)
    if (line[key] !== null && pence(line[key]) === null)
      found.push(
        problem(
          'part_of_a_penny',
          `“${nameOf(line)}”: the ${key} has parts of a penny.`,
          line[key]?.raw ?? null,
          null,
          at,
        ),
      );
  const amount = line.net ?? line.gross;
  if (amount === null) {
    const expected = line.quantity && line.unitPrice ? (line.quantity.value * line.unitPrice.value).toFixed(2) : null;
    found.push(
      problem('line_without_amount', `“${nameOf(line)}” has no amount that could be read.`, null, expected, at),
    );
    return found;
  }
  if (hasAnotherGrossPrice(line))
    found.push(
      problem(
        'line_does_not_multiply',
        `“${nameOf(line)}”: the price with VAT is not the price without it and its VAT.`,
        line.grossPrice?.raw ?? null,
        null,
        at,
      ),
    );
  if (line.quantity && line.unitPrice) {
    const signed = reading.source === 'structured';
    const expected = extended(line, signed);
    const fits =
      comesTo(line, line.net, signed) ||
      // The price may be with VAT or without, whatever the amount is; but not from line to line.
      ((comesTo(line, line.gross, signed) || comesTo(line, withoutVat(line), signed)) &&
        !(line.net !== null && pricedWithoutVat(reading.lines, signed)));
    if (!fits || isMisprint(reading, line) || leavesDiscount(reading, line) || hasAnotherNetPrice(line, signed))
      found.push(
        problem(
          'line_does_not_multiply',
          `“${nameOf(line)}”: quantity times price${line.discount ? ', less the discount,' : ''} is not the amount.`,
          amount.raw,
          expected[0]?.value.toFixed(2) ?? null,
          at,
        ),
      );
  }
  const [net, vat, gross] = [pence(line.net), pence(line.vat), pence(line.gross)];
  if (net !== null && vat !== null && gross !== null && net + vat !== gross)
    found.push(
      problem(
        'line_does_not_add',
        `“${nameOf(line)}”: net and VAT do not make the gross.`,
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
        `“${nameOf(line)}”: the VAT is not ${line.vatRate}% of the net.`,
        formatPence(vat),
        formatPence(percentOf(net, line.vatRate)),
        at,
      ),
    );
  // Where totals are printed, they prove the VAT or are told themselves.
  if (net && vat !== null && line.vatRate === null && !hasTotals(reading) && rateOf(net, vat, reading.header) === null)
    found.push(
      problem(
        'vat_rate_unclear',
        `“${nameOf(line)}”: the VAT is at no rate that is known.`,
        formatPence(vat),
        null,
        at,
      ),
    );
  // Where a line says what it costs and the VAT in that.
  if (
    net === null &&
    gross !== null &&
    vat !== null &&
    line.vatRate !== null &&
    Math.abs(vatIn(gross, line.vatRate, true) - vat) > 1
  )
    found.push(
      problem(
        'line_vat_differs',
        `“${nameOf(line)}”: the VAT is not what is in the gross at ${line.vatRate}%.`,
        formatPence(vat),
        formatPence(vatIn(gross, line.vatRate, true)),
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
        `“${nameOf(line)}”: net and ${line.vatRate}% VAT do not make the gross.`,
        formatPence(gross),
        formatPence(net + percentOf(net, line.vatRate)),
        at,
      ),
    );
  return found;
}

const hasTotals = ({ totals }: InvoiceReading): boolean =>
  totals.net !== null || totals.vat !== null || totals.gross !== null;

/** Whether quantity times price is an amount; a credit note may print the amount alone as negative. */
function comesTo(
  line: LineReading,
  amount: { value: number } | null,
  signed: boolean,
  slack: (line: LineReading, base: number) => number = extensionSlack,
): boolean {
  return (
    amount !== null &&
    extended(line, signed).some(
      ({ value, base }) => Math.abs(Math.abs(value) - Math.abs(amount.value)) <= slack(line, base) + 1e-9,
    )
  );
}

/** So many lines of more than a few show whether the prices of a document are those it was worked out with. */
const LINES_THAT_SHOW = 2;

/**
 * Whether a line whose amount is off by no more than rounding its price may make is one with a misprint all the same: no other line of the
 * document is off, some that would be are not, and no price of three decimals makes the amount.
 */
function isMisprint({ lines, source }: InvoiceReading, line: LineReading): boolean {
  if (source === 'structured' || isExact(line)) return false;
  const others = lines.filter((other) => other !== line && other.quantity !== null && other.unitPrice !== null);
  if (!others.every(isExact)) return false;
  if (others.filter((other) => extensionSlack(other, 1) > 0.01).length < LINES_THAT_SHOW) return false;
  const [quantity, amount] = [line.quantity?.value ?? 0, (line.net ?? line.gross)?.value ?? 0];
  const price = Math.round((amount / quantity) * 1000) / 1000;
  return Math.abs(Math.abs(price * quantity) - Math.abs(amount)) > 0.0055;
}

/** Whether quantity times price is an amount of the line to the penny. */
function isExact(line: LineReading): boolean {
  return [line.net, line.gross, withoutVat(line)].some((amount) => comesTo(line, amount, false, () => 0.01));
}

/** Whether nothing was taken off for the discount of a line, though all others of the document were: a price may be printed before or after it. */
function leavesDiscount({ lines, source }: InvoiceReading, line: LineReading): boolean {
  const isWhole = (of: LineReading) => makesAmount({ ...of, discount: null, netPrice: null }, source === 'structured');
  const others = lines.filter((other) => other !== line && other.discount !== null && other.unitPrice !== null);
  return line.discount !== null && others.length > 0 && isWhole(line) && !others.some(isWhole);
}

/** Whether the price after the discount is neither what the discount leaves of the price before it nor what the amount was worked out with. */
function hasAnotherNetPrice(line: LineReading, signed: boolean): boolean {
  return (
    line.netPrice !== null &&
    !netPriceFits(line) &&
    !makesAmount({ ...line, unitPrice: line.netPrice, netPrice: null, discount: null }, signed)
  );
}

/** Whether the price with VAT is neither that without it and its VAT nor, where no rate is known, what makes the gross. */
function hasAnotherGrossPrice({ grossPrice, unitPrice, quantity, discount, gross, vatRate }: LineReading): boolean {
  if (grossPrice === null || unitPrice === null || discount !== null) return false;
  if (vatRate !== null) return Math.abs(unitPrice.value * (1 + vatRate / 100) - grossPrice.value) > 0.0111;
  const times = Math.abs(quantity?.value ?? 1);
  const slack = Math.max(0.01, times * 0.005) + 1e-9;
  return gross !== null && Math.abs(Math.abs(times * grossPrice.value) - Math.abs(gross.value)) > slack;
}

/** Whether quantity times price is an amount of the line. */
function makesAmount(line: LineReading, signed: boolean): boolean {
  return [line.net, line.gross, withoutVat(line)].some((amount) => comesTo(line, amount, signed));
}

function withoutVat({ gross, vatRate }: LineReading): { value: number } | null {
  return gross === null || vatRate === null ? null : { value: gross.value / (1 + vatRate / 100) };
}

/** Whether the prices of a document are without VAT: so are those of two lines at least, and not with it. */
function pricedWithoutVat(lines: readonly LineReading[], signed: boolean): boolean {
  const priced = lines.filter((l) => l.quantity && l.unitPrice && l.gross !== null && comesTo(l, l.net, signed));
  return priced.filter((l) => !comesTo(l, l.gross, signed)).length > 1;
}

/** What the other figures of the line make one that could not be read. */
function suggestion(line: LineReading, column: string): string | null {
  const [quantity, price] = [line.quantity?.value, line.unitPrice?.value];
  const amount = (line.net ?? line.gross)?.value;
  if (line.discount !== null) return null;
  if (column === 'quantity' && price && amount !== undefined) return String(Number((amount / price).toFixed(3)));
  if (column === 'unitPrice' && quantity && amount !== undefined) return (amount / quantity).toFixed(2);
  const isAmount = column === 'net' || column === 'amount' || column === 'gross';
  return isAmount && quantity !== undefined && price !== undefined ? (quantity * price).toFixed(2) : null;
}

function columnWord(column: string): string {
  return { unitPrice: 'unit price', netPrice: 'net price', amount: 'amount' }[column] ?? column;
}

/**
 * What quantity and price come to, after the discount; merchants also print prices by the hundred or thousand.
 * @param signed whether a discount below zero is a charge; on paper the minus only says that it is taken off.
 */
function extended(line: LineReading, signed: boolean): { value: number; base: number }[] {
  const full = (line.quantity?.value ?? 0) * (line.periods?.value ?? 1) * (line.unitPrice?.value ?? 0);
  const off = line.discount;
  const base = perBase(line.per ?? line.unit ?? '');
  return (base > 1 ? [1, base] : [1]).flatMap((by) => {
    const whole = full / by;
    const paid =
      off === null
        ? whole
        : off.percent
          ? whole * (1 - Math.abs(off.figure.value) / 100)
          : whole - (signed ? off.figure.value : Math.abs(off.figure.value));
    const values = [paid];
    // The days may be printed beside a rate for the week, of five days or seven.
    if (line.periods !== null) values.push(paid / 5, paid / 7);
    // A price may be printed before or after the discount.
    if (off !== null) values.push(whole);
    if (line.netPrice !== null && netPriceFits(line))
      values.push(((line.quantity?.value ?? 0) * line.netPrice.value) / by);
    return values.map((value) => ({ value: value + (line.added?.value ?? 0), base: by }));
  });
}

/** Whether the net price is the list price less the discount, rounded to what is printed of it. */
function netPriceFits({ unitPrice, netPrice, discount }: LineReading): boolean {
  if (unitPrice === null || netPrice === null || discount === null || !discount.percent) return true;
  const exact = unitPrice.value * (1 - Math.abs(discount.figure.value) / 100);
  return Math.abs(exact - netPrice.value) <= 10 ** -decimalsOf(netPrice) + 1e-9;
}

/** A price is printed to a penny or less, so its product may be off by half of its last place for each one. */
function extensionSlack(line: LineReading, base: number): number {
  const places = Math.max(2, line.unitPrice === null ? 0 : decimalsOf(line.unitPrice));
  const times = Math.abs((line.quantity?.value ?? 0) * (line.periods?.value ?? 1)) / base;
  return Math.max(0.01, times * 0.5 * 10 ** -places);
}

function decimalsOf(figure: Figure): number {
  return figure.text.split('.')[1]?.length ?? 0;
}

function pence(figure: Figure | null): number | null {
  return figure === null ? null : penceOf(figure);
}
