import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ran } from './a_terminal.js';

const SAMPLE = 'fixtures/invoices/samples/merchant.pdf';
const folder = mkdtempSync(join(tmpdir(), 'notice708-read-'));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** An invoice of lines that say for themselves what they are. */
const invoice = (lines: object[], more: object = {}) => JSON.stringify({ documentType: 'invoice', lines, ...more });

describe('notice708 read', () => {
  it('prints the lines, the reconciliation and the decisions', async () => {
    const { code, out } = await ran(['read', SAMPLE, '--route', 'nb']);
    expect(code).toBe(0);
    expect(out).toContain('Castlegate Timber & Building Supplies');
    expect(out).toContain('Reconciles to the penny');
    expect(out).toMatch(/To claim: £[\d,.]+\. To get back from the supplier: £0\.00\./);
  });

  it('prints the JSON that is promised, and says that nothing was decided without a route', async () => {
    const { code, out } = await ran(['read', SAMPLE, '--json']);
    expect(code).toBe(0);
    const answer = JSON.parse(out);
    expect(Object.keys(answer)).toEqual(
      expect.arrayContaining([
        'documentType',
        'supplier',
        'invoiceNumber',
        'invoiceDate',
        'currency',
        'lines',
        'totals',
        'reconciled',
        'problems',
      ]),
    );
    expect(Object.keys(answer.supplier)).toEqual(['name', 'vatNumber']);
    expect(Object.keys(answer.lines[0])).toEqual(
      expect.arrayContaining(['description', 'quantity', 'unitPrice', 'net', 'vatRate', 'vat', 'gross', 'page', 'box']),
    );
    expect(answer.reconciled).toBe(true);
    expect(answer.decisions).toBeNull();
    expect(answer.decisionsNote).toMatch(/--route/);
  });

  it('gives a program the claim that it tells a person', async () => {
    const line = (description: string, net: string, vat: string) => ({ description, net, vat, vatRate: '20' });
    const open = invoice([line('Facing bricks', '800.00', '160.00'), line('Zorblat', '-80.00', '-16.00')], {
      totals: { net: '720.00', vat: '144.00', gross: '864.00' },
    });
    const { out } = await ran(['read', file('open.json', open), '--route', 'nb', '--json']);
    expect(JSON.parse(out).vatToClaim).toBe('144.00');
  });

  it('claims nothing of an invoice to a company before it is said whose it is', async () => {
    const bricks = [{ description: 'Facing bricks', net: '800.00', vat: '160.00', vatRate: '20' }];
    const to = async (name: string) => {
      const path = file('customer.json', invoice(bricks, { customer: { name } }));
      return JSON.parse((await ran(['read', path, '--route', 'nb', '--json'])).out);
    };
    expect((await to('Tregear Builders Ltd')).vatToClaim).toBe('0.00');
    expect((await to('Mrs J Pryce')).vatToClaim).toBe('160.00');
  });

  it('asks no supplier to repay VAT that is shown and not charged', async () => {
    const text = [
      'Mr K Doble Groundworks',
      'VAT Reg No. 391 3130 73',
      'INVOICE no 5120',
      'Date 3 March 2026',
      'Domestic reverse charge applies: customer to account for the VAT to HMRC',
      '',
      'Description                          Net      VAT rate   VAT due (RC)',
      'Strip foundations, labour         1,000.00        20%         200.00',
      'Blockwork labour                    500.00        20%         100.00',
      '',
      'Net total                         1,500.00',
      'VAT charged                           0.00',
      'Total due                         1,500.00',
    ].join('\n');
    const { out } = await ran(['read', file('charge.txt', text), '--route', 'nb', '--json']);
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({ reverseCharge: true, reconciled: true, vatToClaim: '0.00' });
    for (const { decision } of answer.decisions) expect(decision.classification.vatToRecoverFromSupplier).toBe('0.00');
  });

  it('says of a line what a heading and a second column say', async () => {
    const text = [
      'Kettleby Supplies Ltd',
      'VAT Reg No. 391 3130 73',
      'INVOICE no 5121',
      'Date 3 March 2026',
      '',
      'Description              Notes            Qty    Price      Amount',
      'Facing bricks            House            500     1.00      500.00',
      'Blocks 7N                Stables          100     5.00      500.00',
      'Stable block',
      'Concrete lintels                           10    10.00      100.00',
      '',
      'Net total                                                 1,100.00',
      'VAT 20%                                                     220.00',
      'Total                                                     1,320.00',
    ].join('\n');
    const { out } = await ran(['read', file('stables.txt', text), '--route', 'nb', '--json']);
    expect(JSON.parse(out)).toMatchObject({ reconciled: true, vatToClaim: '100.00' });
  });

  it('takes a discount off the goods beside it, and what is open off the claim', async () => {
    const line = (description: string, net: string, vat: string) => ({ description, net, vat, vatRate: '20' });
    const bricks = line('Facing bricks', '800.00', '160.00');
    const goods = invoice([bricks, line('Multibuy saving', '-80.00', '-16.00')], {
      totals: { net: '720.00', vat: '144.00', gross: '864.00' },
    });
    const unknown = invoice([bricks, line('Zorblat', '-80.00', '-16.00')], {
      totals: { net: '720.00', vat: '144.00', gross: '864.00' },
    });
    for (const [name, content] of Object.entries({ goods, unknown })) {
      const { out } = await ran(['read', file(`${name}.json`, content), '--route', 'nb']);
      expect(out).toContain('To claim: £144.00.');
    }
  });

  it('shares the VAT out to the penny, so that the lines come to the VAT printed', async () => {
    const { out } = await ran(['read', SAMPLE, '--route', 'nb', '--json']);
    const { decisions, totals } = JSON.parse(out);
    const pence = decisions.reduce((sum: number, d: { vat: string }) => sum + Math.round(Number(d.vat) * 100), 0);
    expect(pence).toBe(Math.round(Number(totals.vat) * 100));
  });

  it('takes goods beside building work for supply and installation, not for a purchase', async () => {
    const path = file(
      'contractor.json',
      invoice([
        { description: 'Labour to lay facing bricks', net: '1000.00', vat: '200.00' },
        { description: 'Facing bricks', net: '400.00', vat: '80.00' },
      ]),
    );
    const { out } = await ran(['read', path, '--route', 'nb', '--json']);
    const [, bricks] = JSON.parse(out).decisions;
    expect(bricks.supplyType).toBe('supply_and_install');
    expect(bricks.decision.classification.vatReclaimable).toBe('0.00');
  });

  it('takes what a credit note credits off the claim, however it prints it', async () => {
    const path = file(
      'credit.json',
      invoice([{ description: 'Facing bricks', net: '400.00', vat: '80.00' }], { documentType: 'credit_note' }),
    );
    const { out } = await ran(['read', path, '--route', 'nb', '--json']);
    expect(JSON.parse(out).decisions[0]).toMatchObject({
      net: '-400.00',
      vat: '-80.00',
      decision: { classification: { vatReclaimable: '-80.00' } },
    });
  });

  it('decides a quotation and says that it is no evidence', async () => {
    const path = file(
      'quote.json',
      invoice([{ description: 'Facing bricks', net: '400.00', vat: '80.00' }], { documentType: 'quotation' }),
    );
    expect((await ran(['read', path, '--route', 'nb'])).out).toContain('A quotation is no evidence for a claim');
  });

  it('decides no line whose VAT is not known, and no foreign currency', async () => {
    const open = file('open.json', invoice([{ description: 'Facing bricks', net: '400.00' }]));
    expect(JSON.parse((await ran(['read', open, '--route', 'nb', '--json'])).out).decisions[0]).toMatchObject({
      decision: null,
      undecided: expect.stringContaining('VAT'),
    });
    const euros = file(
      'euros.json',
      invoice([{ description: 'Facing bricks', net: '400.00', vat: '80.00' }], { currency: 'EUR' }),
    );
    expect((await ran(['read', euros, '--route', 'nb'])).out).toContain('The amounts are in EUR');
  });

  it('decides carriage in a list of bills by the goods of its own bill', async () => {
    const list = file(
      'bills.csv',
      [
        'Invoice No,Supplier,Description,Net,VAT,Gross',
        'A1,Marl Ltd,Facing bricks,400.00,80.00,480.00',
        'A1,Marl Ltd,Delivery,20.00,4.00,24.00',
        'B2,Marl Ltd,Wheelbarrow,50.00,10.00,60.00',
        'B2,Marl Ltd,Delivery,20.00,4.00,24.00',
      ].join('\n'),
    );
    const { decisions } = JSON.parse((await ran(['read', list, '--route', 'nb', '--json'])).out);
    expect(
      decisions.map(
        (d: { decision: { classification: { vatReclaimable: string } } }) => d.decision.classification.vatReclaimable,
      ),
    ).toEqual(['80.00', '4.00', '0.00', '0.00']);
  });

  it.each([
    [['read'], 2, 'name the file'],
    [['read', 'a', 'b'], 2, 'one file at a time'],
    [['read', '/nowhere/at/all.pdf'], 3, 'does not exist'],
    [['read', SAMPLE, '--net', '3'], 2, 'unknown flag --net'],
  ])('%j is told what is wrong', async (args, code, words) => {
    const result = await ran(args);
    expect(result.code).toBe(code);
    expect(result.err).toContain(words);
  });

  it('says what is accepted when a file is not', async () => {
    const { code, err } = await ran(['read', file('page.pdf', '<!doctype html><html><body>Invoice</body></html>')]);
    expect(code).toBe(3);
    expect(err).toContain('it is a web page');
    expect(err).toContain('PDF, JPEG, PNG');
  });
});
