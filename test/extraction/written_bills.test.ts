import { expect, it } from 'vitest';
import { readTyped } from './typed_page.js';

it('pence behind a stroke are pence, and what was added wrongly is told', () => {
  const bill = (total: string) =>
    readTyped(
      'Des Harker',
      'plasterer, Skipton',
      '12th Jan. 26',
      '',
      '3 days float and set              £510-00',
      'beads + scrim                       45-50',
      'boarding utility, your boards      230-00',
      '',
      `                           Total  £${total}`,
    );
  expect(bill('785.50').lines.map(({ net }) => net)).toEqual(['510.00', '45.50', '230.00']);
  const draft = bill('795.50');
  expect(draft.reconciled).toBe(false);
  expect(draft.problems).toContainEqual(
    expect.objectContaining({ code: 'lines_do_not_sum', found: '795.50', expected: '785.50' }),
  );
});

const letter = (left: string, total: string) =>
  readTyped(
    'Alun Bevan, Stonemason',
    'VAT registered 391 3130 73',
    'Friday 16th January 2026',
    '',
    'Dear Mrs. Prosser,',
    '',
    'For the walling of the gable, all lime found by me, the price agreed in May was',
    `£6,400.00, from which I have taken £150.00 for the sand you bought, leaving ${left}.`,
    'The quoins come to £820.00. There is no VAT to pay on these as yours is a new house.',
    '',
    'I also collected two chimney pots at £90.00 each, which your builder is setting, so I have',
    'to add VAT at 20% on those, that is £180.00 plus £36.00.',
    '',
    `The whole therefore comes to £7,250.00 plus VAT £36.00, in all ${total}. You have`,
    'paid me £2,000.00 on account.',
    '',
    'Yours sincerely,',
    'A. Bevan',
  );

it('a letter tells what is left of a price, and the VAT on one thing alone', () => {
  const draft = letter('£6,250.00', '£7,286.00');
  expect(draft).toMatchObject({
    reconciled: true,
    totals: { net: '7250.00', vat: '36.00', gross: '7286.00' },
    lines: [
      { net: '6250.00', vatRate: '0' },
      { net: '820.00', vatRate: '0' },
      { quantity: '2', unitPrice: '90.00', net: '180.00', vatRate: '20', vat: '36.00' },
    ],
  });
  expect(draft.lines[0]?.description).toMatch(/all lime found by me$/);
});

it.each([
  ['£6,260.00', '£7,286.00'],
  ['£6,250.00', '£7,296.00'],
])('and does not reconcile where they do not fit: %s, %s', (left, total) => {
  expect(letter(left, total).reconciled).toBe(false);
});
