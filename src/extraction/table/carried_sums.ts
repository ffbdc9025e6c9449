import { nearestPence } from '../numbers.js';
import type { Doubt } from '../reading.js';
import { labelledMoney } from './money_words.js';
import type { Row } from './page.js';
import { rowText } from './rows.js';

const FORWARD = /^(?:(?:sub )?total )?(?:carried|c) ?\/? ?(?:forward|fwd|f|over)\b/i;
const BROUGHT = /^(?:(?:sub )?total )?(?:brought|b) ?\/? ?(?:forward|fwd|f)\b/i;

/** What one page carries forward and the next brings forward is one sum; told when they are two. */
export function carriedSums(rows: readonly Row[]): Doubt[] {
  let carried: { pence: number; raw: string } | null = null;
  return rows.flatMap((row): Doubt[] => {
    const text = rowText(row).trim();
    const money = labelledMoney(row);
    const [only] = money;
    if (only === undefined || money.length > 1) return [];
    const sum = { pence: nearestPence(only.number), raw: only.word.text };
    if (FORWARD.test(text)) {
      carried = sum;
      return [];
    }
    if (!BROUGHT.test(text)) return [];
    const before: typeof carried = carried;
    carried = null;
    return before === null || before.pence === sum.pence
      ? []
      : [
          {
            code: 'lines_do_not_sum',
            message: 'What is brought forward is not what was carried forward.',
            found: sum.raw,
            expected: before.raw,
          },
        ];
  });
}
