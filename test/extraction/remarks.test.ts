import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/extraction/draft.js';
import { readDocument } from '../../src/extraction/read_document.js';

const words = async (heading: string, ...cells: string[]) => {
  const rows = cells.map(
    (cell, i) => `Oakfield Supplies Ltd,5120,03/03/2026,Oak door ${i + 1},${cell},100.00,20.00,120.00`,
  );
  const sheet = [`Supplier,Invoice No,Date,Description,${heading},Net,VAT,Gross`, ...rows].join('\n');
  return (await readDocument(Buffer.from(sheet))).lines.map(wordsOf);
};

describe('the words of a second column', () => {
  it.each(['Notes', 'Site', 'Plot', 'Location', 'Remarks', 'Type', 'For', 'Delivered to', 'Cost centre', 'Category'])(
    'are of the line under %s',
    async (heading) => {
      expect(await words(heading, 'House', 'Stables')).toEqual(['Oak door 1 - House', 'Oak door 2 - Stables']);
    },
  );

  it('are read where few lines have any', async () => {
    expect(await words('Notes', '', 'fitted by us', '')).toEqual([
      'Oak door 1',
      'Oak door 2 - fitted by us',
      'Oak door 3',
    ]);
  });

  it.each([
    ['Nominal', 'Repairs', 'Tools'],
    ['Status', 'Awaiting payment', 'Authorised'],
    ['Notes', '12 Mar 2026', 'Each'],
    ['Type', 'Materials', 'Product'],
    ['Location', 'A12-334', 'B07'],
  ])('under %s, "%s" and "%s" say nothing of it', async (heading, ...cells) => {
    expect(await words(heading, ...cells)).toEqual(['Oak door 1', 'Oak door 2']);
  });
});
