import { expect } from 'vitest';
import type { Truth } from '../../fixtures/invoices/generator/truth.js';
import type { Draft } from '../../src/extraction/draft.js';

/** Whether the full stop of a sentence is part of it, nobody asks. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');

/** Wants the head of a document, its lines and its sums read as they are printed on it; what is not printed may follow from the rest. */
export function expectAsPrinted(draft: Draft, truth: Truth): void {
  expect(draft.reconciled).toBe(truth.reconciles ?? true);
  expect({
    type: draft.documentType,
    supplier: draft.supplier,
    number: draft.invoiceNumber,
    date: draft.invoiceDate,
    currency: draft.currency,
  }).toEqual({
    type: truth.documentType,
    supplier: truth.supplier,
    number: truth.invoiceNumber,
    date: truth.invoiceDate,
    currency: truth.currency,
  });
  expect(draft.lines.map((l) => plain(l.description))).toEqual(truth.lines.map((l) => plain(l.description)));
  for (const [i, line] of truth.lines.entries())
    for (const key of ['quantity', 'unitPrice', 'net', 'vatRate', 'vat', 'gross'] as const)
      if (line[key] !== null) expect([i, key, Number(draft.lines[i]?.[key])]).toEqual([i, key, Number(line[key])]);
  for (const key of ['net', 'vat', 'gross'] as const)
    if (truth.totals[key] !== null) expect([key, draft.totals[key]]).toEqual([key, truth.totals[key]]);
  if (truth.taxPoint != null) expect(draft.taxPoint).toBe(truth.taxPoint);
  if (truth.customer !== undefined) expect(draft.customer.name).toBe(truth.customer);
  expect(draft.problems.map(({ code }) => code)).toEqual(expect.arrayContaining(truth.problems ?? []));
}
