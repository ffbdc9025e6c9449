import { describe, expect, it } from 'vitest';
import { withImportVat } from '../../src/claims/import_vat.js';
import { readDocument } from '../../src/extraction/read_document.js';
import { readInvoice } from '../../src/tools/read_invoice.js';
import { rulebook } from '../rulebook/book.js';

describe('import VAT that stands on a document as an amount', () => {
  const counted = async (text: string, net: number, vat = 0) =>
    withImportVat(await rulebook(), [text], [{ net, vat }])[0];

  it('is VAT, and no price without VAT', async () => {
    expect(await counted('Import VAT (B00)', 104_200)).toEqual({ net: 0, vat: 104_200 });
    expect(await counted('Import VAT 20% of 5,210.00', 104_200)).toEqual({ net: 0, vat: 104_200 });
  });

  it('is asked where the words name goods, unless they tell how it was worked out', async () => {
    expect(await counted('Import VAT on floor tiles, import document C88', 50_000)).toMatchObject({ net: null });
    expect(await counted('Import VAT on floor tiles, C88, 20% of £2,500.00', 50_000)).toEqual({ net: 0, vat: 50_000 });
    expect(await counted('Import VAT on floor tiles, C88, 20% of £2,500.00', 250_000)).toMatchObject({ net: null });
  });

  it('leaves other lines as they are, and VAT that is printed as such', async () => {
    expect(await counted('Customs clearance fee', 4_500)).toEqual({ net: 4_500, vat: 0 });
    expect(await counted('Import VAT', 100_000, 20_000)).toEqual({ net: 100_000, vat: 20_000 });
    expect(await counted('Import VAT', 0)).toEqual({ net: 0, vat: 0 });
  });

  it('counts as VAT of the document too', async () => {
    const broker = [
      'SWIFT BROKERS LTD          VAT 700 2915 79',
      'Invoice no DV-88           27/06/2025',
      'Charge                        Amount     VAT      Total',
      'Import VAT                  1,000.00    0.00   1,000.00',
      'Customs clearance fee          45.00    9.00      54.00',
      'Total                       1,045.00    9.00   1,054.00',
    ];
    const draft = await readDocument(Buffer.from(broker.join('\n')));
    expect(draft).toMatchObject({ reconciled: true, totals: { net: '1045.00', vat: '9.00' } });
    const { head, lines } = readInvoice(draft, null, await rulebook());
    expect(lines.map(({ net, vat }) => [net, vat])).toEqual([
      [0, 100_000],
      [4_500, 900],
    ]);
    expect(head).toMatchObject({ netTotal: 4_500, vatTotal: 100_900, grossTotal: 105_400 });
  });
});
