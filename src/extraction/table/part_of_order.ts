import { nearestPence } from '../numbers.js';
import { labelText } from './labels.js';
import { figureAt, labelledMoney } from './money_words.js';
import type { Row } from './page.js';

/** `Deposit 40% of order value   8,584.00` */
const PART =
  /^(?:deposit|(?:stage|interim|first|part) payment|instal\w+|payment)\b.*?(\d{1,2}(?:\.\d+)?) ?% of (?:the )?(?:order|contract|quot\w+|agreed|total)\b/;
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
    const percent = Number(PART.exec(text)?.[1] ?? Number.NaN);
    const whole = sums.find((sum) => WHOLE.test(sum.text) && Math.round((sum.pence * percent) / 100) === pence);
    if (whole === undefined) continue;
    const rest = sums.filter((sum) => REST.test(sum.text) && sum.pence === whole.pence - pence);
    return new Set([whole.row, ...rest.map(({ row }) => row)]);
  }
  return new Set();
}
