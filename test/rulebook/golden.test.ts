import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type FixtureRow, lineOfRow, rulebook } from './book.js';

interface GoldenRow extends FixtureRow {
  treatment: string;
  reclaimable: string;
  toRecover: string;
  onceCorrected: string;
  source: string;
}

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'golden');

for (const file of ['scheme_worked_examples.csv', 'energy_saving_worked_examples.csv', 'matrix_cells.csv']) {
  const rows = parse(readFileSync(join(folder, file), 'utf8'), { columns: true }) as GoldenRow[];
  describe(`golden: ${file}`, () => {
    it.each(rows.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
      const book = await rulebook();
      const { classification, rule, question } = await book.classify(lineOfRow(book, row));
      const why = `${row.lineText} -> ${rule?.id} ${question?.id ?? ''}`;
      expect(classification.treatment, why).toBe(row.treatment);
      expect(classification.vatReclaimable, why).toBe(row.reclaimable);
      if (row.toRecover !== '')
        expect(row.toRecover.split('|'), why).toContain(classification.vatToRecoverFromSupplier);
      if (row.onceCorrected !== '') expect(classification.vatReclaimableOnceCorrected, why).toBe(row.onceCorrected);
    });
  });
}
