import type { Doubt } from '../reading.js';
import { type TotalKind, totalKind } from './labels.js';
import { labelledMoney } from './money_words.js';
import type { Row } from './page.js';
import { rowText } from './rows.js';

/** A row that begins as an invoice does, with its number. */
const TITLE = /^\W*(?:vat |tax |sales )?invoice(?: (?:no|number))?\b[.:#]* ?([A-Z]{0,4}[-/]?\d{3,}[\w/-]*)/i;

/** Invoices that stand one below another, each with its number, its VAT and its total; a slip for the payment has no VAT. */
export function severalInvoices(rows: readonly Row[]): Doubt[] {
  const parts: { number: string; sums: Set<TotalKind> }[] = [];
  for (const row of rows) {
    const money = labelledMoney(row);
    const number = money.length === 0 ? TITLE.exec(rowText(row))?.[1] : undefined;
    if (number !== undefined && number !== parts.at(-1)?.number) parts.push({ number, sums: new Set() });
    for (const { label } of money) {
      const kind = totalKind(label);
      if (kind !== null) parts.at(-1)?.sums.add(kind);
    }
  }
  const whole = parts.filter(
    ({ sums }) => sums.has('vat') && (sums.has('gross') || sums.has('total') || sums.has('due')),
  );
  const numbers = [...new Set(whole.map(({ number }) => number))];
  if (numbers.length < 2) return [];
  return [
    {
      code: 'several_invoices',
      message: 'Several invoices stand below each other; give each its own file.',
      found: numbers.slice(0, 5).join(', '),
    },
  ];
}
