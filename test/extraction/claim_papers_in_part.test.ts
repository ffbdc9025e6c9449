import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Truth } from '../../fixtures/invoices/generator/truth.js';
import { readDocument } from '../../src/extraction/read_document.js';

const FOLDER = new URL('../../fixtures/invoices/claim_papers_in_part/', import.meta.url);
const papers = readdirSync(FOLDER).filter((file) => file.endsWith('.txt'));

/** Documents of which some is not read yet; their truth holds the rest. */
describe('a document that is read in part', () => {
  it.each(papers)('%s is right in that part', async (file) => {
    const draft = await readDocument(readFileSync(new URL(file, FOLDER)));
    const truth: Partial<Truth> = JSON.parse(readFileSync(new URL(file.replace('.txt', '.json'), FOLDER), 'utf8'));
    const { customer, lines = [], totals, problems = [], reconciles, ...head } = truth;
    expect(draft).toMatchObject(head);
    if (customer !== undefined) expect(draft.customer.name).toBe(customer);
    if (reconciles !== undefined) expect(draft.reconciled).toBe(reconciles);
    expect(draft.problems.map(({ code }) => code)).toEqual(expect.arrayContaining(problems));
    for (const [i, line] of lines.entries()) expect(draft.lines[i]).toMatchObject(printed(line));
    if (totals !== undefined) expect(draft.totals).toMatchObject(printed(totals));
  });
});

/** Without what is not printed, or not read yet. */
function printed(of: object): object {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null));
}
