import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

const read = (...rows: string[]) => readDocument(Buffer.from(rows.join('\n')));
const linesOf = ({ lines }: Awaited<ReturnType<typeof read>>) =>
  lines.map(({ description, quantity, net }) => [description, quantity, net]);

describe('a bill written as a letter', () => {
  it('gives the lines and the sums that its sentences tell', async () => {
    const draft = await read(
      'Hi Priya,',
      '',
      'Hope the kids are settled. Invoice 2231 dated 14 March 2026 for the plastering at 9 Mill Lane.',
      '',
      'Skimming the two bedrooms and the landing came to £980.00 and boarding and skimming the kitchen ceiling was £465.00.',
      'Materials £212.40. Total £1,657.40 plus VAT of £331.48, so £1,988.88 please.',
      '',
      'Dean Harker Plastering Ltd',
      '14 Cross Street, Otley LS21 1AB',
    );
    expect(draft).toMatchObject({
      reconciled: true,
      documentType: 'invoice',
      invoiceNumber: '2231',
      totals: { net: '1657.40', vat: '331.48', gross: '1988.88' },
    });
    expect(linesOf(draft)).toEqual([
      ['Skimming the two bedrooms and the landing', null, '980.00'],
      ['boarding and skimming the kitchen ceiling', null, '465.00'],
      ['Materials', null, '212.40'],
    ]);
  });

  it('has its net in a total to which the VAT is yet to come', async () => {
    const draft = await read(
      'A Smith Roofing',
      'VAT No GB 980780684',
      'Invoice 77, 14 May 2026',
      '',
      'Dear Mr Green',
      '',
      'Repairs to the roof at 3 Mill Lane   £1,500.00',
      '',
      'Total £1,500 plus VAT £300',
    );
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '1500.00', vat: '300.00', gross: '1800.00' } });
    expect(linesOf(draft)).toEqual([['Repairs to the roof at 3 Mill Lane', null, '1500.00']]);
  });

  it('takes one sum and the VAT on it for a line, and what was paid before for none', async () => {
    const draft = await read(
      'Dear Sam,',
      '',
      'Invoice 1008, 1 May 2026. Thank you for the £500 deposit paid in March.',
      '',
      'The balance of the windows is £3,300.00 and VAT at 20% is £660.00, making £3,960.00. Take off the £500.00 leaves £3,460.00.',
      '',
      'Clearview Ltd',
    );
    expect(linesOf(draft)).toEqual([['The balance of the windows', null, '3300.00']]);
    expect(draft.totals).toEqual({ net: '3300.00', vat: '660.00', gross: '3960.00' });
  });

  it('counts by a word, where the price and the sum bear it out', async () => {
    const draft = await read(
      'Dear Sue,',
      '',
      'Invoice 7, 9 February 2026',
      '',
      'For hanging six ledged doors, at £342.50 each: £2,055.00. For two thresholds at £20 each: £45.00. That makes £2,100.00',
      'before VAT. VAT at 20% is £420.00, so the whole comes to £2,520.00.',
    );
    expect(linesOf(draft)).toEqual([
      ['For hanging six ledged doors', '6', '2055.00'],
      ['For two thresholds', null, '45.00'],
    ]);
  });

  it('reads nothing out of sums that do not make a total', async () => {
    const draft = await read(
      'Dear Sam,',
      '',
      'Invoice 12, 1 May 2026. The stairs were £1,850.00 and I reckon the VAT on it is £300.00, say £2,000.00 all in.',
    );
    expect(draft.lines).toEqual([]);
    expect(draft.reconciled).toBe(false);
  });
});

it('a letter that says the work is zero-rated charges no VAT', async () => {
  const draft = await read(
    'Kit Marchbank Plastering',
    'VAT Reg No. 391 3130 73',
    '',
    'Mrs Joanna Tredwell',
    'The Paddocks',
    '',
    '9 May 2025',
    'Invoice ref: KM/0525/3',
    '',
    'Dear Joanna,',
    '',
    'Boarding and skimming to ground floor ceilings: £2,150.00',
    'Making good after electricians, 12 hours @ £32.00: £384.00',
    '',
    'This comes to £2,534.00. The work is zero-rated for VAT as a new dwelling, so the total to pay is £2,534.00.',
  );
  expect(draft).toMatchObject({
    reconciled: true,
    documentType: 'invoice',
    totals: { net: '2534.00', vat: '0.00', gross: '2534.00' },
  });
  expect(linesOf(draft)).toEqual([
    ['Boarding and skimming to ground floor ceilings', null, '2150.00'],
    ['Making good after electricians, 12 hours', '12', '384.00'],
  ]);
});
