import { nearestPence } from '../numbers.js';
import type { LineReading, TotalsReading } from '../reading.js';
import { labelText, totalKind } from './labels.js';
import { figureAt, labelledMoney } from './money_words.js';
import type { Row } from './page.js';
import { mayBeVatOn } from './rate_cell.js';

/** `Deposit 40% of order value   8,584.00`, `30% deposit now due   5,112.00` */
const PART =
  /^(\d{1,2}(?:\.\d+)?) ?% (?:deposit|(?:stage|interim|first|part|advance) payment|instal\w+)(?: (?:now )?(?:due|payable|required|invoiced))?(?: now)?$|^(?:deposit|(?:stage|interim|first|part) payment|instal\w+|payment)\b.*?(\d{1,2}(?:\.\d+)?) ?% of (?:the )?(?:order|contract|quot\w+|agreed|total)\b/;
const WHOLE = /^(?:total )?(?:order|contract|quot\w+|agreed)\b/;
const REST = /^(?:balance|remainder|rest)\b/;

/**
 * Rows that tell of a whole order of which an invoice charges a part: what it comes to, and what is left for later, where the part is just its
 * share and the rest what that leaves. They are no sums of the invoice.
 */
export function rowsOfWholeOrder(rows: readonly Row[]): Set<Row> {
  const sums = rows.flatMap((row) => {
    const [first] = labelledMoney(row);
    const figure = first === undefined ? null : figureAt(row, first.word);
    return first === undefined || figure === null
      ? []
      : [{ row, text: labelText(first.label), pence: nearestPence(figure) }];
  });
  for (const { text, pence } of sums) {
    const percent = Number(
      PART.exec(text)
        ?.slice(1)
        .find((share) => share !== undefined) ?? Number.NaN,
    );
    const whole = sums.find((sum) => WHOLE.test(sum.text) && Math.round((sum.pence * percent) / 100) === pence);
    if (whole === undefined) continue;
    const rest = sums.filter((sum) => REST.test(sum.text) && sum.pence === whole.pence - pence);
    return new Set([whole.row, ...partsOf(whole, sums), ...rest.map(({ row }) => row)]);
  }
  return new Set();
}

interface SumOfRow {
  row: Row;
  text: string;
  pence: number;
}

/** The rows right above that of a whole order with VAT that tell its net and its VAT. */
function partsOf(whole: SumOfRow, sums: readonly SumOfRow[]): Row[] {
  const at = sums.indexOf(whole);
  const [net, vat] = sums.slice(Math.max(0, at - 2), at);
  const makesWhole = net !== undefined && vat !== undefined && net.pence + vat.pence === whole.pence;
  return makesWhole && WHOLE.test(net.text) && totalKind(vat.text) === 'vat' ? [net.row, vat.row] : [];
}

/** With the part of an order that is charged as the total, where no row names another and the VAT is told as in it. */
export function withPartAsTotal(totals: TotalsReading, lines: readonly LineReading[]): TotalsReading {
  const [part, another] = lines;
  const { net, vat, gross } = totals;
  const amount = part?.amount ?? null;
  if (net !== null || gross !== null || vat === null || amount === null || another !== undefined) return totals;
  return mayBeVatOn(amount.value - vat.value, vat.value) ? { ...totals, gross: amount } : totals;
}
