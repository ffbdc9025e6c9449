import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckInput } from '../../src/cli/check_input.js';
import { decideRows, type RowResult } from '../../src/cli/csv/decide_rows.js';
import { DECISION_COLUMNS } from '../../src/cli/csv/decision_columns.js';
import { summarise, summaryJson, summaryText } from '../../src/cli/csv/summary.js';
import { readTable } from '../../src/cli/csv/table.js';
import { writeTable } from '../../src/cli/csv/write.js';
import { InputError } from '../../src/rulebook/answers.js';
import type { Classification } from '../../src/rulebook/classification.js';
import type { Treatment } from '../../src/rulebook/model.js';

const NB = { claimantRoute: 'self_build_431nb' };

/** An answer as the tool gives it; no rulebook is needed to test what is made of answers. */
function answer(treatment: Treatment, reclaimable = '0.00', recover = '0.00', once = '0.00'): Classification {
  return {
    classification: {
      treatment,
      vatReclaimable: reclaimable,
      vatToRecoverFromSupplier: recover,
      vatReclaimableOnceCorrected: once,
      rateCharged: '20',
      correctRate: null,
      explanation: 'Because.',
      action: null,
    },
    rule: {
      id: 'a.rule',
      title: 'A rule',
      effectiveFrom: '1994-09-01',
      effectiveTo: null,
      citations: [
        { source: 'Notice', paragraph: '1.2', url: 'https://example.org', confidence: 'seen' },
        { source: 'Act', paragraph: null, url: 'https://example.org', confidence: 'seen' },
      ],
    },
    product: null,
    question:
      treatment === 'needs_answer'
        ? {
            id: 'what',
            kind: 'other',
            text: 'What?',
            whyAsked: 'To know.',
            answers: [{ id: 'this', label: 'This one', thenTreatment: 'reclaimable' }],
          }
        : null,
    steps: [],
    warnings: [],
    rulebook: { edition: 'test', digest: 'sha256:0' },
  };
}

async function decided(
  csv: string | Buffer,
  decide: (input: CheckInput) => Classification = () => answer('reclaimable', '2.00'),
  defaults: object = NB,
) {
  const table = readTable(Buffer.from(csv), 'test.csv');
  const inputs: CheckInput[] = [];
  const results = await decideRows(
    table,
    defaults,
    async (input) => {
      inputs.push(input);
      return decide(input);
    },
    () => {},
  );
  const text = writeTable(table, results);
  const rows = parse(text, { delimiter: table.delimiter, relax_column_count: true }) as string[][];
  const header = rows[table.preamble.length] ?? [];
  const out = rows
    .slice(table.preamble.length + 1)
    .map((cells) => Object.fromEntries(header.map((h, i) => [h, cells[i] ?? ''])));
  return { table, inputs, results, text, header, out };
}

describe('reading a spreadsheet', () => {
  it('makes the tool input of each row', async () => {
    const { inputs } = await decided(
      'Details;Goods;Tax;Type;Invoice date;Supplier;Route;Country;Answer;Completion date\n"Doors; oak";£1,240.50;(248.10);Supply & fit;01/02/2024;Acme;C;NI;a=b;1 Mar 2025\nBricks;1;0.2;goods;;;;;;\n',
    );
    expect(inputs).toEqual([
      {
        context: { claimantRoute: 'self_build_431c', completionDate: '2025-03-01', country: 'northern_ireland' },
        item: {
          lineText: 'Doors; oak',
          netAmount: '1240.50',
          vatCharged: '-248.10',
          supplyType: 'supply_and_install',
          taxPoint: '2024-02-01',
          confirmedAnswer: 'a=b',
        },
      },
      {
        context: { claimantRoute: 'self_build_431nb' },
        item: { lineText: 'Bricks', netAmount: '1.00', vatCharged: '0.20', supplyType: 'materials' },
      },
    ]);
  });

  it('takes the net from the gross where only that is given', async () => {
    const { inputs } = await decided('description,vat,total\nBricks,2.00,12.00\n', undefined, {
      ...NB,
      supplyType: 'materials',
    });
    expect(inputs[0]?.item.netAmount).toBe('10.00');
  });

  it('finds the header below a title', async () => {
    const { table, text } = await decided('Our build,,\n,,\nDescription,Net,VAT\nBricks,10,2\n', undefined, {
      ...NB,
      supplyType: 'materials',
    });
    expect(table.header).toEqual(['Description', 'Net', 'VAT']);
    expect(text.startsWith('Our build,,\n,,\nDescription,Net,VAT,')).toBe(true);
  });

  it('understands columns as people call them, and names those it does not use', async () => {
    const { table, inputs } = await decided(
      'What we got,Kind of supply,Bought on,Cost before tax,The VAT,Paid by,Notes\nBricks,goods,03/04/2024,10,2,card,\n',
    );
    expect(inputs[0]?.item).toEqual({
      lineText: 'Bricks',
      netAmount: '10.00',
      vatCharged: '2.00',
      supplyType: 'materials',
      taxPoint: '2024-04-03',
    });
    expect(table.unused).toEqual(['Paid by', 'Notes']);
    expect(summaryText(summarise([], table.unused), (_, t) => t)).toContain('Columns not used: Paid by, Notes.');
    expect(summaryJson(summarise([], table.unused), 'f.csv', null)).toMatchObject({
      columnsNotUsed: ['Paid by', 'Notes'],
    });
    const again = await decided('Description,Ex VAT £,VAT,treatment,notice708_action\nBricks,10,2,x,y\n', undefined, {
      ...NB,
      supplyType: 'materials',
    });
    expect(again.inputs[0]?.item.netAmount).toBe('10.00');
    expect(again.table.unused).toEqual([]);
  });

  it.each([
    ['', 'is empty'],
    ['Description,Net\nBricks,1\n', 'no column for the VAT charged: name it vat or tax'],
    ['Thing,Net,VAT\nBricks,1,1\n', 'no column for the text of the line: name it description, details or item'],
    ['a,b,c\n1,2,3\n', 'columns seen: "a", "b", "c"'],
    ['Description,Net,VAT,net\nBricks,1,0.2,2\n', 'has two columns called "Net"'],
    ['PK\u0003\u0004\0\0', 'not a text file'],
  ])('%j is refused with what to do', (csv, message) => {
    expect(() => readTable(Buffer.from(csv), 'test.csv')).toThrow(message);
  });
});

describe('rows that cannot be read', () => {
  it('are kept with every fault, and stop nothing', async () => {
    const { out, results, inputs } = await decided(
      'Description,Net,VAT,Supply type,Date\n,1,1,materials,\nBricks,x,y,materials,40/1/2024\nBricks,1,0.2,,\nBricks,10,2,materials,\n',
      undefined,
      { supplyType: undefined, ...NB },
    );
    expect(results.map((r) => r.kind)).toEqual(['error', 'error', 'error', 'decided']);
    expect(out.map((row) => row.error)).toEqual([
      'Description: the line has no text',
      'VAT: "y" is not an amount in pounds; Net: "x" is not an amount in pounds; Date: "40/1/2024" is not a day of the calendar, read day first',
      'Supply type: is empty; fill the cell or give --supply-type',
      '',
    ]);
    expect(inputs).toHaveLength(1);
  });

  it('hold what the tool refuses', async () => {
    const { out } = await decided(
      'Description,Net,VAT\nBricks,10,2\n',
      () => {
        throw new InputError([{ path: 'item.supplyType', message: 'is not allowed' }]);
      },
      { ...NB, supplyType: 'zzz' },
    );
    expect(out[0]?.error).toBe('supplyType: is not allowed');
  });

  it('are not the totals and empty rows of a sheet', async () => {
    const { results, inputs, out } = await decided(
      'Description,Net,VAT\nBricks,10,2\n,,\nTotal,10,2\nGrand Total:,10,2\nSub-total,1,1\nTotal station hire,10,2\n',
      undefined,
      { ...NB, supplyType: 'other' },
    );
    expect(results.map((r) => r.kind)).toEqual(['decided', 'empty', 'total', 'total', 'total', 'decided']);
    expect(inputs.map((i) => i.item.lineText)).toEqual(['Bricks', 'Total station hire']);
    expect(out[2]).toMatchObject({
      treatment: '',
      error: '',
      warnings: expect.stringContaining('left out of the sums'),
    });
  });
});

describe('writing a spreadsheet', () => {
  it('adds the decision columns and a place for answers', async () => {
    const { header, out } = await decided('Description,Net,VAT\nBricks,10,2\n', () => answer('needs_answer'), {
      ...NB,
      supplyType: 'materials',
    });
    expect(header).toEqual(['Description', 'Net', 'VAT', 'answer', ...DECISION_COLUMNS]);
    expect(out[0]).toMatchObject({
      Description: 'Bricks',
      treatment: 'needs_answer',
      vat_reclaimable: '0.00',
      rule_id: 'a.rule',
      paragraph: 'Notice 1.2; Act',
      question_id: 'what',
      question: 'What?',
      question_answers: 'what=this: This one',
    });
  });

  it('checked again with an answer, replaces its own columns', async () => {
    const first = await decided('Description,Net,VAT\nBricks,10,2\nDoors,10,2\n', () => answer('needs_answer'), {
      ...NB,
      supplyType: 'materials',
    });
    const answered = first.text.replace('Bricks,10,2,,', 'Bricks,10,2,what=this,');
    const second = await decided(
      answered,
      (input) => (input.item.confirmedAnswer ? answer('reclaimable', '2.00') : answer('needs_answer')),
      { ...NB, supplyType: 'materials' },
    );
    expect(second.header).toEqual(first.header);
    expect(second.inputs.map((i) => i.item.confirmedAnswer)).toEqual(['what=this', undefined]);
    expect(second.out.map((row) => row.treatment)).toEqual(['reclaimable', 'needs_answer']);
  });

  it('leaves a column of the user alone that has one of our names', async () => {
    const { header, out } = await decided(
      'Description,Net,VAT,Action,action\nBricks,10,2,mine,also mine\n',
      undefined,
      { ...NB, supplyType: 'materials' },
    );
    expect(header.filter((h) => /action/i.test(h))).toEqual(['Action', 'action', 'notice708_action']);
    expect(out[0]).toMatchObject({ Action: 'mine', action: 'also mine' });
  });

  it('makes no cell a formula, and reads its own guard back', async () => {
    const csv = 'Description,Net,VAT,Notes\n=cmd|calc,10,-2,@evil\n';
    const first = await decided(csv, undefined, { ...NB, supplyType: 'materials' });
    expect(first.out[0]).toMatchObject({ Description: "'=cmd|calc", VAT: '-2', Notes: "'@evil" });
    expect(first.inputs[0]?.item.lineText).toBe('=cmd|calc');
    const second = await decided(first.text, undefined, { ...NB, supplyType: 'materials' });
    expect(second.inputs[0]?.item.lineText).toBe('=cmd|calc');
    expect(second.text).toBe(first.text);
  });

  it('loses no cell, whatever stands in it', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'Z', '9', ' ', ',', ';', '"', '\n', '£', '=', '-', "'", 'é'),
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell, cell, cell), { minLength: 1, maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, newline) => {
          const quote = (text: string) => `"${text.replace(/"/g, '""')}"`;
          const lines = ['Description,Net,VAT,Notes', ...rows.map((cells) => cells.map(quote).join(','))];
          const csv = lines.map((line) => line + newline).join('');
          const { table, results, text } = await decided(csv, undefined, { ...NB, supplyType: 'materials' });
          expect(results).toHaveLength(rows.length);
          // As readers do that take any end of line, such as Python's.
          const readAs = { delimiter: table.delimiter, record_delimiter: ['\r\n', '\n', '\r'] };
          const again = (parse(text, readAs) as string[][]).slice(1);
          for (const [i, cells] of rows.entries()) {
            const written = again[i] ?? [];
            // The fifth cell has no header; it still comes after the four that have one.
            for (const [j, original] of cells.entries())
              expect((written[j] ?? '').replace(/^'(?=[=+\-@\t\r\n])/, '')).toBe(
                original.replace(/^'(?=[=+\-@\t\r\n])/, ''),
              );
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the summary', () => {
  const results: RowResult[] = [
    { kind: 'decided', answer: answer('reclaimable', '248.00'), vat: 24800, supplier: 'A' },
    { kind: 'decided', answer: answer('reclaimable_in_part', '10.00'), vat: 1500, supplier: 'A' },
    { kind: 'decided', answer: answer('supplier_correction', '0.00', '15.00', '5.00'), vat: 2000, supplier: 'B' },
    { kind: 'decided', answer: answer('supplier_correction', '0.00', '20.00'), vat: 2000, supplier: null },
    { kind: 'decided', answer: answer('not_reclaimable'), vat: 700, supplier: 'A' },
    { kind: 'decided', answer: answer('needs_answer'), vat: 300, supplier: 'A' },
    { kind: 'decided', answer: answer('no_vat'), vat: 0, supplier: 'A' },
    { kind: 'error', fault: 'x' },
    { kind: 'empty' },
    { kind: 'total' },
  ];

  it('puts every penny in one place', () => {
    const s = summarise(results);
    expect(s).toMatchObject({
      reclaimable: 25800,
      toRecover: 3500,
      onceCorrected: 500,
      refused: 1200,
      waiting: 300,
      vatCharged: 31300,
      errors: 1,
      empty: 1,
      totals: 1,
      decided: 7,
    });
    expect(s.reclaimable + s.toRecover + s.onceCorrected + s.refused + s.waiting).toBe(s.vatCharged);
    expect(s.recoverBySupplier).toEqual([{ supplier: 'B', amount: 1500 }]);
  });

  it('is told in pounds', () => {
    expect(summaryJson(summarise(results), 'f.csv', null)).toMatchObject({
      ok: false,
      vatReclaimable: '258.00',
      vatToRecoverFromSuppliers: '35.00',
      vatRefused: '12.00',
      vatWaitingForAnswer: '3.00',
    });
    const text = summaryText(summarise(results), (_, t) => t);
    expect(text).toContain('Reclaimable from HMRC      £258.00  2 lines');
    expect(text).toContain('B £15.00');
    expect(text).toContain('1 line could not be read');
  });
});
