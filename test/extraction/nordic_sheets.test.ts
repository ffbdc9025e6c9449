import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/extraction/read_document.js';

/** An export of a Scandinavian maker, as its program saves it: semicolons, decimal commas, Windows-1252. */
const exported = (head: string, total: string) =>
  readDocument(
    Buffer.from(
      [
        head,
        '51207;03-03-2026;VK-20;Roof window 780 x 1180, pine;4;stk;1.310,00;10;4.716,00;0',
        '51207;03-03-2026;VK-F;Flashing for tiles;4;stk;62,50;0;250,00;0',
        '51207;03-03-2026;FRAGT;Freight to Leith;1;;145,00;0;145,00;0',
        `;;;Total ex. moms;;;;;${total};`,
        ';;;Moms 0 % (eksport);;;;;0,00;',
        `;;;Total GBP;;;;;${total};`,
        ';;;"Højlys Vinduer A/S; CVR DK31847720";;;;;;',
      ].join('\r\n'),
      'latin1',
    ),
  );

const DANISH = 'Fakturanr;Dato;Varenr;Beskrivelse / description;Antal;Enhed;Pris GBP;Rabat %;Beløb GBP;Moms %';

describe('a list with the headings of a Scandinavian program', () => {
  it('has its lines, its number and who it is from', async () => {
    expect(await exported(DANISH, '5.111,00')).toMatchObject({
      reconciled: true,
      supplier: { name: 'Højlys Vinduer A/S', vatNumber: 'DK31847720' },
      invoiceNumber: '51207',
      invoiceDate: '2026-03-03',
      lines: [
        { description: 'Roof window 780 x 1180, pine', quantity: '4', unitPrice: '1310.00', net: '4716.00' },
        { description: 'Flashing for tiles', net: '250.00' },
        { description: 'Freight to Leith', net: '145.00' },
      ],
      totals: { net: '5111.00', vat: '0.00', gross: '5111.00' },
    });
  });

  it('does not reconcile with another total', async () => {
    const draft = await exported(DANISH, '5.101,00');
    expect(draft.reconciled).toBe(false);
    expect(draft.problems).toContainEqual(
      expect.objectContaining({ code: 'lines_do_not_sum', found: '5101.00', expected: '5111.00' }),
    );
  });

  it('is not read as one line where no heading is understood', async () => {
    const draft = await exported('Lasku;Pvm;Tuote;Kuvaus;Maara;Yks;Hinta;Ale;Yhteensa;Vero', '5.111,00');
    expect(draft.reconciled).toBe(false);
    expect(draft.problems).toContainEqual(expect.objectContaining({ code: 'unreadable_figure', found: '250,00' }));
  });
});
