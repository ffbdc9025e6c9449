import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';
import { readPages } from '../../src/extraction/read_pages.js';
import { typed } from './typed_page.js';

const HEAD = ['Calder Cladding Ltd', 'VAT Reg No. 391 3130 73', 'Invoice 318', 'Date 3 March 2026', ''];
const row = (text: string, amount: string) => `${text.padEnd(44)}${amount.padStart(10)}`;
const told = (lines: readonly { section?: string | null; description: string; net: string | null }[]) =>
  lines.map(({ section, description, net }) => `${section}: ${description} ${net}`);

const rows = (upper = '640.00') => [
  'North elevation',
  row('Strip old boards', '240.00'),
  row('Counter battens', '400.00'),
  row('Sub-total north', upper),
  '',
  'South elevation and the porch',
  row('Larch boards', '900.00'),
  row('Corner trims', '60.00'),
  row('Sub-total south', '960.00'),
  '',
  row('Net total', '1600.00'),
  row('VAT 20%', '320.00'),
  row('Total', '1920.00'),
];
const LINES = [
  'North elevation: Strip old boards 240.00',
  'North elevation: Counter battens 400.00',
  'South elevation and the porch: Larch boards 900.00',
  'South elevation and the porch: Corner trims 60.00',
];

describe('sections that end in their sums, with one figure in a line', () => {
  it('are read to the last in a table', () => {
    const draft = readPages([typed([...HEAD, row('Description', 'Amount'), ...rows()])], 'text');
    expect(draft.reconciled).toBe(true);
    expect(told(draft.lines)).toEqual(LINES);
  });

  it('are read to the last in a letter', async () => {
    const draft = await readDocument(Buffer.from([...HEAD, ...rows()].join('\n')));
    expect(draft.reconciled).toBe(true);
    expect(told(draft.lines)).toEqual(LINES);
  });

  it('do not reconcile where the sum of one is not what its lines come to', async () => {
    for (const text of [
      [...HEAD, ...rows('610.00')],
      [...HEAD, row('Description', 'Amount'), ...rows('610.00')],
    ])
      expect((await readDocument(Buffer.from(text.join('\n')))).reconciled).toBe(false);
  });

  it('are no reason to take what stands below the sums for lines', () => {
    const draft = readPages(
      [
        typed([
          ...HEAD,
          row('Description', 'Amount'),
          row('Strip old boards', '240.00'),
          row('Counter battens', '400.00'),
          row('Net total', '640.00'),
          row('VAT 20%', '128.00'),
          row('Total', '768.00'),
          row('Your account stands at', '900.00'),
          row('Balance', '1668.00'),
        ]),
      ],
      'text',
    );
    expect(draft.lines).toHaveLength(2);
    expect(draft.totals).toMatchObject({ net: '640.00', gross: '768.00' });
  });
});
