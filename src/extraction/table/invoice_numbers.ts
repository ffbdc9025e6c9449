import type { Draft } from '../draft.js';
import type { Doubt } from '../reading.js';
import { problem } from '../reconcile/problem.js';
import { type TotalKind, totalKind } from './labels.js';
import { labelledMoney } from './money_words.js';
import type { Row } from './page.js';
import { rowText } from './rows.js';

/** A row that begins as an invoice does, with its number. */
const TITLE =
  /^\W*(?:(?:vat |tax |sales )?invoice|credit note)(?: (?:no|number))?\b[.:#]* ?([A-Z]{0,4}[-/]?\d{3,}[\w/-]*)/i;

/** A document of those that stand one below another. */
interface Part {
  number: string;
  sums: Set<TotalKind>;
  /** Index of the row behind its last sum. */
  end: number;
}

/** The documents that stand one below another, each with its number, its VAT and its total; a slip for the payment has no VAT. */
function partsOf(rows: readonly Row[]): Part[] {
  const parts: Part[] = [];
  rows.forEach((row, i) => {
    const money = labelledMoney(row);
    const number = money.length === 0 ? TITLE.exec(rowText(row))?.[1] : undefined;
    if (number !== undefined && number !== parts.at(-1)?.number) parts.push({ number, sums: new Set(), end: i + 1 });
    for (const { label } of money) {
      const kind = totalKind(label);
      const part = parts.at(-1);
      if (kind === null || part === undefined) continue;
      part.sums.add(kind);
      part.end = i + 1;
    }
  });
  return parts.filter(({ sums }) => sums.has('vat') && (sums.has('gross') || sums.has('total') || sums.has('due')));
}

/** The rows of the first of several documents: its lines have no other sums than its own. All rows, where there is one. */
export function rowsOfFirst(rows: readonly Row[]): Row[] {
  const parts = partsOf(rows);
  return new Set(parts.map(({ number }) => number)).size < 2 ? [...rows] : rows.slice(0, parts[0]?.end);
}

/** Told when several invoices stand one below another. */
export function severalInvoices(rows: readonly Row[]): Doubt[] {
  const numbers = [...new Set(partsOf(rows).map(({ number }) => number))];
  if (numbers.length < 2) return [];
  return [
    {
      code: 'several_invoices',
      message: 'Several invoices stand below each other; give each its own file.',
      found: numbers.slice(0, 5).join(', '),
    },
  ];
}

/** `Sold by: BathDirect UK Ltd   VAT GB331904576` */
export const SOLD_BY =
  /^\W*(?:dispatched and |shipped and )?sold(?: and (?:dispatched|shipped|fulfilled))? by:? +(\S.*?)(?: VAT\b.*)?$/i;

/** Who sells the items of an order of a market place. What was bought may stand in the same row, so that they are told apart by their first word. */
export function sellersOf(rows: readonly Row[]): string[] {
  const sellers = new Map<string, string>();
  for (const row of rows) {
    const name = SOLD_BY.exec(rowText(row).trim())?.[1];
    const first = name?.split(/[\s,]/)[0]?.toLowerCase();
    if (name !== undefined && first !== undefined && !sellers.has(first)) sellers.set(first, name);
  }
  return [...sellers.values()];
}

/** The draft of an order, which is told where it is of several sellers, each of whom invoices for himself: none of them supplied it all. */
export function ofSeveralSellers(draft: Draft, sellers: readonly string[]): Draft {
  if (sellers.length < 2) return draft;
  const told = problem(
    'several_invoices',
    'The lines are of several sellers, each of whom invoices for himself; give each invoice its own file.',
    sellers.slice(0, 5).join(', '),
    null,
  );
  return {
    ...draft,
    supplier: { name: null, vatNumber: null },
    reconciled: false,
    problems: [...draft.problems, told],
  };
}
