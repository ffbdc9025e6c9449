import { beforeAll, describe, expect, it } from 'vitest';
import { InputError, type InputIssue } from '../../src/rulebook/answers.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { checkLineItem } from '../../src/tools/check_line_item.js';
import { listLineItems } from '../../src/tools/list_line_items.js';
import { setUpProjectTool } from '../../src/tools/set_up_project.js';
import { submitInvoiceData } from '../../src/tools/submit_invoice_data.js';
import type { Tool, ToolContext } from '../../src/tools/tool.js';
import { rulebook } from '../rulebook/book.js';

let context: ToolContext;
beforeAll(async () => {
  const book: Rulebook = await rulebook();
  context = { book } as ToolContext;
});

/** What a tool finds wrong with arguments, by the field. */
function issuesOf(tool: Pick<Tool, 'read'>, args: object): Record<string, string> {
  try {
    tool.read(args, context);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return Object.fromEntries(error.issues.map(({ path, message }: InputIssue) => [path, message]));
  }
  return {};
}

describe('everything that is wrong with a call is told at once', () => {
  it('facts of a project, with what is allowed and the nearest name', () => {
    expect(
      issuesOf(setUpProjectTool, { facts: { country: 'englnd', foo: 1, contry: 'wales' }, building: 'barn' }),
    ).toEqual({
      'facts.country': expect.stringMatching(
        /^"englnd" is not allowed \(did you mean "england"\?\); allowed: england, /,
      ),
      'facts.foo': expect.stringMatching(/^there is no fact "foo"; allowed: country, /),
      'facts.contry': expect.stringMatching(/^there is no fact "contry" \(did you mean "country"\?\)/),
      building: expect.stringMatching(/^must be an object with fields of .*, not the string "barn"$/),
    });
  });

  it('lines of an invoice and its head', () => {
    const lines = [{ net: '1.2.3', vat: 'q', vatRate: 'abc', lineText: 'Bricks', netAmount: '1', vatCharged: '0' }];
    const invoice = { invoiceDate: '12/03/26', grossTotal: 5.555, currency: 'POUNDS' };
    expect(issuesOf(submitInvoiceData, { projectId: 'p', lines, invoice })).toEqual({
      'lines.0.description': 'must be a text that is not empty',
      'lines.0.net': expect.stringContaining('is "1.2.3"; give an amount'),
      'lines.0.vat': expect.stringContaining('is "q"; give an amount'),
      'lines.0.vatRate': 'is "abc"; give a rate of VAT in percent such as "20"',
      'lines.0.lineText': expect.stringContaining('there is no field "lineText" here (did you mean "description"?)'),
      'lines.0.netAmount': expect.stringContaining('(did you mean "net"?)'),
      'lines.0.vatCharged': expect.stringContaining('(did you mean "vat"?)'),
      'invoice.invoiceDate': expect.stringContaining('"12/03/26", which is not a day of the calendar'),
      'invoice.grossTotal': expect.stringContaining('is 5.555, which has a part of a penny'),
      'invoice.currency': '"POUNDS" is too long: at most 3 characters',
    });
  });

  it('a code or a rate of another country is no fault', () => {
    const lines = ['S', 'T1', '20', 20, '0.2', '18.5', 'Zero rated'].map((vatRate) => ({ description: 'x', vatRate }));
    expect(issuesOf(submitInvoiceData, { projectId: 'p', lines })).toEqual({});
  });
});

it('a question that is not there is refused with the nearest few of them', () => {
  const { openQuestion = '' } = issuesOf(listLineItems, { projectId: 'p', openQuestion: 'mixed_line_splt' });
  expect(openQuestion).toMatch(
    /^there is no question "mixed_line_splt" \(did you mean "mixed_line_split"\?\); nearest of \d+: /,
  );
  expect(openQuestion.split(', ')).toHaveLength(5);
  for (const known of ['any', 'mixed_line_split'])
    expect(issuesOf(listLineItems, { projectId: 'p', openQuestion: known })).toEqual({});
});

it('a value of the wrong type is named, with what is taken', () => {
  expect(issuesOf(listLineItems, { projectId: 'p', limit: 'ten' })).toEqual({
    limit: 'must be a whole number from 1 to 200, not the string "ten"',
  });
  const item = { description: 'Bricks', net: '1', vat: '0', supplyType: 'materials' };
  const { 'item.description': told } = issuesOf(checkLineItem, { context: {}, item });
  expect(told).toContain('did you mean "lineText"?');
});
