import type { Doubt } from '../reading.js';
import { totalKind } from './labels.js';
import { labelledMoney } from './money_words.js';
import type { Row } from './page.js';
import { rowText } from './rows.js';

/** A row that begins as an invoice does, with its number. */
const TITLE = /^\W*(?:vat |tax |sales )?invoice(?: (?:no|number))?\b[.:#]* ?([A-Z]{0,4}[-/]?\d{2,}[\w/-]*)/i;

/** Invoices that stand one below another, each with its number and its own sums: one is not the others. */
export function severalInvoices(rows: readonly Row[]): Doubt[] {
  const parts: { number: string; isSummed: boolean }[] = [];
  for (const row of rows) {
    const money = labelledMoney(row);
    const number = money.length === 0 ? TITLE.exec(rowText(row))?.[1] : undefined;
    if (number !== undefined && number !== parts.at(-1)?.number) parts.push({ number, isSummed: false });
    const last = parts.at(-1);
    if (last && money.some(({ label }) => ['gross', 'total', 'due'].includes(totalKind(label) ?? '')))
      last.isSummed = true;
  }
  const numbers = [...new Set(parts.filter(({ isSummed }) => isSummed).map(({ number }) => number))];
  if (numbers.length < 2) return [];
  return [
    {
      code: 'several_invoices',
      message: 'Several invoices stand below each other; give each its own file.',
      found: numbers.slice(0, 5).join(', '),
    },
  ];
}
