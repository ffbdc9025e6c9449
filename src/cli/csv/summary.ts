import type { Treatment } from '../../rulebook/model.js';
import { TREATMENTS } from '../../rulebook/model.js';
import { formatPence, parsePence, poundsText } from '../../rulebook/money.js';
import { type Colour, wrap } from '../terminal.js';
import type { RowResult } from './decide_rows.js';

/** The money of a whole file, in pence. Every penny of VAT of a decided line is in exactly one of the five sums. */
export interface Summary {
  rows: number;
  decided: number;
  errors: number;
  empty: number;
  /** Rows that are sums of others. */
  totals: number;
  treatments: Record<Treatment, number>;
  vatCharged: number;
  reclaimable: number;
  toRecover: number;
  onceCorrected: number;
  refused: number;
  waiting: number;
  /** Columns of which nothing was read. */
  unused: readonly string[];
  /** What each named supplier has to repay. */
  recoverBySupplier: { supplier: string; amount: number }[];
}

export function summarise(results: readonly RowResult[], unused: readonly string[] = []): Summary {
  const sum: Summary = {
    rows: results.length,
    decided: 0,
    errors: 0,
    empty: 0,
    totals: 0,
    treatments: Object.fromEntries(TREATMENTS.map((t) => [t, 0])) as Record<Treatment, number>,
    vatCharged: 0,
    reclaimable: 0,
    toRecover: 0,
    onceCorrected: 0,
    refused: 0,
    waiting: 0,
    unused,
    recoverBySupplier: [],
  };
  const suppliers = new Map<string, number>();
  for (const result of results) {
    if (result.kind === 'error') sum.errors++;
    else if (result.kind === 'empty') sum.empty++;
    else if (result.kind === 'total') sum.totals++;
    else {
      const c = result.answer.classification;
      const pence = (text: string) => parsePence(text) ?? 0;
      const [reclaimable, toRecover, onceCorrected] = [
        pence(c.vatReclaimable),
        pence(c.vatToRecoverFromSupplier),
        pence(c.vatReclaimableOnceCorrected),
      ];
      sum.decided++;
      sum.treatments[c.treatment]++;
      sum.vatCharged += result.vat;
      sum.reclaimable += reclaimable;
      sum.toRecover += toRecover;
      sum.onceCorrected += onceCorrected;
      const rest = result.vat - reclaimable - toRecover - onceCorrected;
      if (c.treatment === 'needs_answer') sum.waiting += rest;
      else sum.refused += rest;
      if (toRecover !== 0 && result.supplier !== null)
        suppliers.set(result.supplier, (suppliers.get(result.supplier) ?? 0) + toRecover);
    }
  }
  sum.recoverBySupplier = [...suppliers]
    .map(([supplier, amount]) => ({ supplier, amount }))
    .sort((a, b) => b.amount - a.amount);
  return sum;
}

/** The summary as `--json` prints it: decimal strings in pounds. */
export function summaryJson(s: Summary, file: string, out: string | null): object {
  return {
    ok: s.errors === 0,
    file,
    out,
    columnsNotUsed: s.unused,
    rows: { total: s.rows, decided: s.decided, unreadable: s.errors, empty: s.empty, totals: s.totals },
    treatments: s.treatments,
    vatCharged: formatPence(s.vatCharged),
    vatReclaimable: formatPence(s.reclaimable),
    vatToRecoverFromSuppliers: formatPence(s.toRecover),
    vatReclaimableOnceCorrected: formatPence(s.onceCorrected),
    vatRefused: formatPence(s.refused),
    vatWaitingForAnswer: formatPence(s.waiting),
    recoverBySupplier: s.recoverBySupplier.map((r) => ({ supplier: r.supplier, amount: formatPence(r.amount) })),
  };
}

/** The summary for people. */
export function summaryText(s: Summary, paint: (colour: Colour, text: string) => string): string {
  const t = s.treatments;
  const count = (n: number) => `${n} ${n === 1 ? 'line' : 'lines'}`;
  const rows: [Colour, string, number, string][] = [
    ['green', 'Reclaimable from HMRC', s.reclaimable, count(t.reclaimable + t.reclaimable_in_part)],
    ['yellow', 'To recover from suppliers', s.toRecover, count(t.supplier_correction)],
    ['yellow', 'Claimable once corrected', s.onceCorrected, 'when the corrected invoice is there'],
    ['red', 'Refused', s.refused, count(t.not_reclaimable)],
    ['cyan', 'Waiting for an answer', s.waiting, count(t.needs_answer)],
  ];
  const shown = rows.filter(([, label, amount]) => label !== 'Claimable once corrected' || amount !== 0);
  const width = Math.max(...shown.map(([, , amount]) => poundsText(amount).length), poundsText(s.vatCharged).length);
  const line = (colour: Colour, label: string, amount: number, note: string) =>
    `  ${paint(colour, label.padEnd(27))}${poundsText(amount).padStart(width)}  ${paint('dim', note)}`;
  const out = shown.map((row) => line(...row));
  const zero = t.no_vat > 0 ? `, ${t.no_vat} without VAT` : '';
  out.push(line('bold', 'VAT on the lines read', s.vatCharged, `${count(s.decided)}${zero}`));
  if (s.errors > 0) out.push(paint('red', `  ${count(s.errors)} could not be read; see the column "error".`));
  if (s.unused.length > 0) out.push(...wrap(`Columns not used: ${s.unused.join(', ')}.`, 96).map((l) => `  ${l}`));
  if (s.recoverBySupplier.length > 0) {
    const each = s.recoverBySupplier.map((r) => `${r.supplier} ${poundsText(r.amount)}`).join('; ');
    out.push(...wrap(`To recover: ${each}.`, 96).map((l) => `  ${l}`));
  }
  return `${out.join('\n')}\n`;
}
