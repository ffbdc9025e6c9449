import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOf, fittedBefore, type LateLine, type LineSums, lineEvidenceOf } from '../../src/claims/evidence.js';
import type { Invoice } from '../../src/claims/records.js';
import { newInvoice, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { DOCUMENT_TYPES } from '../../src/rulebook/evidence.js';
import { rulebook } from '../rulebook/book.js';

const book = await rulebook();
const PROJECT = { id: 'prj_1', organisationId: 'org_1' } as never;
/** Its weighted sum is 2 x 97 (decisions.md, c1). */
const VAT_NUMBER = 'GB980780684';
const GOOD: Partial<Invoice> = {
  documentType: 'invoice',
  supplierName: 'Jewson Ltd',
  supplierVatNumber: VAT_NUMBER,
  invoiceNumber: '1001',
  invoiceDate: '2026-05-01',
  customerName: 'Mr J Smith',
  netTotal: 124_000,
  vatTotal: 24_800,
  grossTotal: 148_800,
};

interface Case {
  invoice?: Partial<Invoice>;
  claimants?: string[];
  facts?: Record<string, string>;
  lines?: Omit<LineSums, 'withVat'> | null;
  duplicateOf?: Partial<Invoice>;
  likeness?: 'same' | 'doubtful';
  /** Name of the other project it stands in. */
  inProject?: string | null;
}

const invoiceOf = (more: Partial<Invoice>): Invoice => ({ ...newInvoice(PROJECT, UNKNOWN_HEAD, 0), ...more });

function findings({
  invoice = {},
  claimants = ['John Smith'],
  facts = {},
  lines = null,
  duplicateOf,
  likeness = 'same',
  inProject = null,
}: Case) {
  return evidenceOf(book, {
    project: { claimants, facts, building: { name: null, address: null, kind: null } },
    invoice: invoiceOf({ ...GOOD, ...invoice }),
    lines: lines && { ...lines, withVat: [] },
    repeats: duplicateOf ? { invoice: invoiceOf(duplicateOf), likeness, project: inProject } : null,
    today: '2026-11-20',
  });
}

const codes = (of: Case) => findings(of).map((finding) => finding.code);

describe('what a document proves', () => {
  it('is complete for an invoice with number, name and date in order', () => {
    expect(findings({})).toEqual([]);
    expect(codes({ facts: { completionDate: '2026-05-01' } })).toEqual([]);
  });

  it.each<[string, Case, string[]]>([
    ['no VAT number', { invoice: { supplierVatNumber: null } }, ['no_vat_number']],
    ['no VAT number and no VAT', { invoice: { supplierVatNumber: null, vatTotal: 0, netTotal: 148_800 } }, []],
    ['a number with wrong check digits', { invoice: { supplierVatNumber: '980780685' } }, ['vat_number_wrong']],
    ['a number with too few digits', { invoice: { supplierVatNumber: 'GB 98078068' } }, ['vat_number_wrong']],
    ['a branch', { invoice: { supplierVatNumber: 'GB 980 7806 84 001' } }, []],
    ['no customer above £250', { invoice: { customerName: null } }, ['name_missing_over_250']],
    ['no customer at £250.00', { invoice: { customerName: null, grossTotal: 25_000 } }, []],
    ['no customer at £250.01', { invoice: { customerName: null, grossTotal: 25_001 } }, ['name_missing_over_250']],
    [
      'a receipt up to £250 without customer',
      { invoice: { documentType: 'simplified_receipt', customerName: null, grossTotal: 25_000 } },
      [],
    ],
    [
      'a receipt above it without customer',
      { invoice: { documentType: 'simplified_receipt', customerName: null } },
      ['name_missing_over_250'],
    ],
    ['a receipt above it with customer', { invoice: { documentType: 'simplified_receipt' } }, ['simplified_over_250']],
    ['somebody else', { invoice: { customerName: 'Acme Builders Ltd' } }, ['wrong_customer']],
    [
      'a company where people claim, though it was named among them',
      {
        invoice: { customerName: 'Acme Builders Ltd' },
        claimants: ['John Smith', 'Acme Builders Ltd'],
        facts: { claimant: 'individuals' },
      },
      ['wrong_customer'],
    ],
    [
      'a company that makes the claim',
      {
        invoice: { customerName: 'Acme Homes Ltd' },
        claimants: ['Acme Homes Ltd'],
        facts: { claimant: 'company' },
      },
      [],
    ],
    ...(['repaid', 'not_repaid'] as const).map((is): [string, Case, string[]] => [
      `a business of people who claim, ${is}`,
      {
        invoice: { customerName: 'Reed Consulting Ltd, 3 High Street, Hereford HR1 2AA' },
        claimants: ['Joanna Reed', 'Reed Consulting Ltd'],
        facts: { claimant: 'individuals', chargedThroughCompany: is },
      },
      is === 'repaid' ? [] : ['business_not_repaid'],
    ]),
    [
      'a business that nobody named, though one was repaid',
      {
        invoice: { customerName: 'MacLeod Builders Ltd' },
        claimants: ['Joanna Reed', 'Reed Consulting Ltd'],
        facts: { claimant: 'individuals', chargedThroughCompany: 'repaid' },
      },
      ['wrong_customer'],
    ],
    [
      'a company when nobody is recorded and people claim',
      { invoice: { customerName: 'Acme Builders Ltd' }, claimants: [], facts: { claimant: 'individuals' } },
      ['wrong_customer'],
    ],
    ...['CASH SALE', 'Cash', 'Counter sale', 'N/A', 'Cash Sales 000001'].flatMap(
      (customerName): [string, Case, string[]][] => [
        [`${customerName} up to £250`, { invoice: { customerName, grossTotal: 12_000 } }, []],
        [`${customerName} above £250`, { invoice: { customerName } }, ['name_missing_over_250']],
      ],
    ),
    ['anybody when no claimants are recorded', { invoice: { customerName: 'Acme Builders Ltd' }, claimants: [] }, []],
    [
      'nobody when no claimants are recorded',
      { invoice: { customerName: ' ' }, claimants: [] },
      ['name_missing_over_250'],
    ],
    ['a quotation', { invoice: { documentType: 'quotation', supplierVatNumber: null } }, ['not_an_invoice']],
    ['a pro forma', { invoice: { documentType: 'pro_forma' } }, ['not_an_invoice']],
    ['something unknown', { invoice: { documentType: 'unknown' } }, ['document_type_unknown']],
    ['a document that failed to be read', { invoice: { extraction: 'failed' } }, ['illegible']],
    ['the day after completion', { facts: { completionDate: '2026-04-30' } }, ['after_completion']],
    [
      'a tax point before completion',
      { facts: { completionDate: '2026-04-30' }, invoice: { taxPoint: '2026-04-29' } },
      [],
    ],
    ['no date', { facts: { completionDate: '2026-04-30' }, invoice: { invoiceDate: null } }, ['no_date']],
    ['no supplier', { invoice: { supplierName: ' ' } }, ['no_supplier']],
    ['no number', { invoice: { invoiceNumber: null } }, ['no_invoice_number']],
    [
      'no number on a small bill',
      { invoice: { invoiceNumber: null, netTotal: 20_000, vatTotal: 4000, grossTotal: 24_000 } },
      [],
    ],
    ['a VAT number of noughts', { invoice: { supplierVatNumber: 'GB 000 0000 00' } }, ['vat_number_wrong']],
    ['a German number', { invoice: { supplierVatNumber: 'DE 123456789' } }, ['foreign_vat']],
    ['euros', { invoice: { currency: 'EUR', supplierVatNumber: null } }, ['no_vat_number', 'foreign_vat']],
    [
      'euros from Ireland in Northern Ireland',
      { invoice: { currency: 'EUR', supplierVatNumber: 'IE1234567T' }, facts: { country: 'northern_ireland' } },
      ['foreign_vat_northern_ireland'],
    ],
    ['euros from a UK trader', { invoice: { currency: 'EUR' } }, ['vat_not_in_sterling']],
    [
      'a credit note without customer',
      { invoice: { documentType: 'credit_note', customerName: null, supplierVatNumber: null } },
      [],
    ],
    ['the day itself', { invoice: { invoiceDate: '2026-11-20' } }, []],
    ['a day to come', { invoice: { invoiceDate: '2026-11-21' } }, ['dated_ahead']],
    ['figures that do not fit', { invoice: { reconciled: false } }, ['does_not_reconcile']],
    ['figures that fit', { invoice: { reconciled: true } }, []],
    ['a repetition', { duplicateOf: GOOD }, ['duplicate']],
    ['one of another project', { duplicateOf: GOOD, inProject: 'The barn' }, ['duplicate_elsewhere']],
    ['perhaps one', { duplicateOf: GOOD, likeness: 'doubtful' }, ['may_be_duplicate']],
    [
      'everything at once',
      {
        invoice: { supplierVatNumber: null, customerName: null },
        facts: { completionDate: '2026-01-01' },
        duplicateOf: GOOD,
      },
      ['no_vat_number', 'name_missing_over_250', 'after_completion', 'duplicate'],
    ],
  ])('%s', (_, given, expected) => {
    expect(codes(given)).toEqual(expected);
  });

  it('is not judged before the document is read', () => {
    for (const extraction of ['queued', 'running'] as const)
      expect(codes({ invoice: { ...UNKNOWN_HEAD, extraction } })).toEqual([]);
    const lines = { net: 100_000, vat: 20_000, lines: 1 };
    expect(codes({ invoice: { ...UNKNOWN_HEAD, supplierVatNumber: null, extraction: 'queued' }, lines })).toEqual([
      'document_type_unknown',
      'no_vat_number',
      'name_missing_over_250',
    ]);
    expect(codes({ invoice: { ...UNKNOWN_HEAD, extraction: 'failed' } })).toEqual(['illegible']);
  });

  it('takes what its foot does not say from its lines', () => {
    const invoice = { vatTotal: null, grossTotal: null, netTotal: null, supplierVatNumber: null, customerName: null };
    expect(codes({ invoice })).toEqual([]);
    expect(codes({ invoice, lines: { net: 20_833, vat: 4_167, lines: 1 } })).toEqual(['no_vat_number']);
    expect(codes({ invoice, lines: { net: 20_834, vat: 4_167, lines: 1 } })).toEqual([
      'no_vat_number',
      'name_missing_over_250',
    ]);
  });

  it('is said with the values, what to do, what to ask and the law', () => {
    const [customer] = findings({ invoice: { customerName: 'Acme Builders Ltd' }, claimants: ['Ann Lee', 'Bo Lee'] });
    expect(customer).toMatchObject({
      message: 'It is addressed to “Acme Builders Ltd”, and the claimants are Ann Lee and Bo Lee.',
      question: 'Who is that?',
    });
    expect(customer?.citations.map((c) => c.source)).toContain('Barnes, VTD 19407');
    const [number] = findings({ invoice: { supplierVatNumber: null, supplierName: null } });
    expect(number?.message).toBe(
      'The supplier charged VAT of £248.00 and shows no VAT number. A supplier who is not registered cannot charge VAT.',
    );
    const [duplicate] = findings({ duplicateOf: GOOD });
    expect(duplicate?.message).toContain('invoice 1001 of Jewson Ltd');
    const [name] = findings({ invoice: { customerName: null } });
    expect(name?.message).toContain('£1,488.00 is above £250,');
  });

  it('leaves no place of a text unfilled, whatever the document', () => {
    const some = <T>(...values: T[]) => fc.constantFrom(...values);
    fc.assert(
      fc.property(
        fc.record({
          documentType: some(...DOCUMENT_TYPES),
          extraction: some('not_needed', 'done', 'failed'),
          supplierName: some(null, 'Jewson Ltd'),
          supplierVatNumber: some(null, VAT_NUMBER, 'DE123456789', '12'),
          invoiceDate: some(null, '2026-05-01'),
          customerName: some(null, 'John Smith', 'Acme'),
          currency: some('GBP', 'EUR'),
          vatTotal: some(null, 0, 4000, -4000),
          grossTotal: some(null, 24_000, 30_000),
        }),
        some({}, { completionDate: '2026-01-01' }, { country: 'northern_ireland' }),
        fc.boolean(),
        (head, facts, repeats) => {
          const all = findings({
            invoice: head as Partial<Invoice>,
            facts: facts as Record<string, string>,
            ...(repeats ? { duplicateOf: GOOD } : {}),
          });
          for (const { message, action } of all) {
            expect(`${message} ${action}`).not.toMatch(/[{}]|undefined|null/);
            expect(message).toMatch(/^[A-Z“]/);
          }
          expect(new Set(all.map((f) => f.code)).size).toBe(all.length);
        },
      ),
    );
  });
});

describe('a document dated after completion', () => {
  const YES = [{ questionId: 'fitted_before_completion', answerId: 'yes', value: null }];
  const NO = [{ ...YES[0], answerId: 'no' }] as typeof YES;
  const line = (text: string, treatment: LateLine['treatment'], answers: LateLine['answers'] = []): LateLine => ({
    text,
    treatment,
    answers,
  });
  const RETENTION = line('Retention release', 'reclaimable');
  const WASHER = line('Washing machine', 'not_reclaimable');

  it.each<[string, LateLine[], boolean]>([
    ['nothing', [], false],
    ['a retention', [RETENTION], true],
    ['a retention of which nothing is claimed', [{ ...RETENTION, treatment: 'not_reclaimable' }], true],
    ['a retention beside goods that are refused', [RETENTION, WASHER], true],
    ['a retention beside goods that wait', [RETENTION, line('Facing bricks', 'needs_answer')], false],
    ['a retention beside goods said to be fitted before', [RETENTION, line('Facing bricks', 'reclaimable', YES)], true],
    ['goods said to be fitted before, beside refused ones', [line('Facing bricks', 'reclaimable', YES), WASHER], true],
    ['claimed goods of which nothing is said', [line('Facing bricks', 'reclaimable')], false],
    ['refused goods alone', [WASHER], false],
    ['refused goods said to be fitted later', [{ ...WASHER, answers: NO }], false],
  ])('proves or does not prove: %s', (_, lines, expected) => {
    expect(fittedBefore(book, lines)).toBe(expected);
  });
});

describe('what a line proves', () => {
  const line = (treatment: string, questionId: string | null) =>
    lineEvidenceOf(book, { treatment, questionId, vat: 18_000 } as never, 'Acme').map((finding) => finding.code);

  it('is open where its rate is wrong or its parts have no prices', () => {
    expect(line('supplier_correction', null)).toEqual(['wrong_rate']);
    const splits = [...book.questions.values()].filter((q) => q.answers.some((a) => a.parts)).map((q) => q.id);
    expect(splits.length).toBeGreaterThan(3);
    for (const question of splits) expect(line('needs_answer', question)).toEqual(['mixed_no_split']);
    expect(line('needs_answer', 'fitted_before_completion')).toEqual([]);
    expect(line('reclaimable', null)).toEqual([]);
  });
});
