import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

const order = (...sellers: readonly [string, string]) =>
  readDocument(
    Buffer.from(
      [
        'Order Details',
        'Ordered on 11 January 2026   Order# 204-7719028-5529134',
        'View or Print invoice',
        '',
        'Dispatch to',
        'Gwen Trahearne',
        'Ty Newydd',
        'Llanilar',
        'SY23 4QT',
        '',
        'Order Summary',
        'Total before VAT:\t£135.39',
        'VAT:\t£27.08',
        'Grand Total:\t£162.47',
        '',
        'Extractor fan 100mm inline',
        `Sold by: ${sellers[0]}`,
        '£89.99',
        'Qty: 1',
        '',
        'Semi rigid ducting 75mm x 50m',
        `Sold by: ${sellers[1]}`,
        '£72.48',
        'Qty: 1',
      ].join('\n'),
    ),
  );

describe('an order of a market place', () => {
  it('names what was bought above who sold it, and is no invoice because one can be printed', async () => {
    const draft = await order('VentDirect UK', 'VentDirect UK');
    expect(draft).toMatchObject({
      reconciled: true,
      documentType: 'order_confirmation',
      supplier: { name: 'VentDirect UK' },
      customer: { name: 'Gwen Trahearne' },
      lines: [
        { description: 'Extractor fan 100mm inline', gross: '89.99' },
        { description: 'Semi rigid ducting 75mm x 50m', gross: '72.48' },
      ],
    });
  });

  it('of several sellers is no one document', async () => {
    const draft = await order('VentDirect UK', 'Duct Stores');
    expect(draft.reconciled).toBe(false);
    expect(draft.problems.map(({ code }) => code)).toContain('several_invoices');
  });
});
