import PDFDocument from 'pdfkit';
import type { Proposal, ProposedLine } from '../../src/extraction/vision/proposal.js';

/** An invoice whose sums have names that the reader does not know, and what is right of it. */

export type Row = readonly (readonly [x: number, text: string])[];

export const HEAD: Row[] = [
  [[50, 'Hollow Lane Timber Ltd']],
  [
    [50, 'INVOICE'],
    [350, 'Invoice number HL-2041'],
  ],
  [[350, 'Date 12/03/2026']],
  [],
];
export const priced = (text: string, amount: string): Row => [
  [50, text],
  [480, amount],
];
/** Words for the sums that the reader does not know. */
export const SUMS: Row[] = [
  [],
  [
    [380, 'Cyfanswm net'],
    [480, '470.00'],
  ],
  [
    [380, 'TAW'],
    [480, '94.00'],
  ],
  [
    [380, 'Swm terfynol'],
    [480, '564.00'],
  ],
];
export const GOODS = [
  priced('Sawn carcassing timber C24', '310.00'),
  priced('Roofing battens graded', '95.50'),
  priced('Breather membrane roll', '64.50'),
];

export async function pdf(rows: readonly Row[]): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', margin: 0 });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => doc.on('end', resolve));
  doc.fontSize(10);
  rows.forEach((row, i) => {
    for (const [x, text] of row) doc.text(text, x, 60 + i * 22, { lineBreak: false });
  });
  doc.end();
  await done;
  return Buffer.concat(chunks);
}

export const line = (description: string, net: string): ProposedLine => ({
  page: 1,
  description,
  quantity: null,
  unitPrice: null,
  net,
  vat: null,
  gross: null,
});
export const TOTALS = { net: '470.00', vat: '94.00', gross: '564.00' };
export const RIGHT: Proposal = {
  lines: [
    line('Sawn carcassing timber C24', '310.00'),
    line('Roofing battens graded', '95.50'),
    line('Breather membrane roll', '64.50'),
  ],
  totals: TOTALS,
};
