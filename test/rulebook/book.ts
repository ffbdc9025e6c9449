import { join } from 'node:path';
import { parseConfirmedAnswer } from '../../src/rulebook/answers.js';
import type { Classification } from '../../src/rulebook/classification.js';
import { type Line, NOTHING_MORE_TOLD } from '../../src/rulebook/line.js';
import { loadRulebook } from '../../src/rulebook/load.js';
import type { Route, SupplyType } from '../../src/rulebook/model.js';
import { parsePence } from '../../src/rulebook/money.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';

const root = join(import.meta.dirname, '..', '..');
let loaded: Promise<Rulebook> | undefined;

/** The real rulebook, loaded once for a test file. */
export function rulebook(): Promise<Rulebook> {
  loaded ??= loadRulebook(join(root, 'rules'), join(root, 'schemas'));
  return loaded;
}

export const TODAY = '2026-11-20';

/** A line with everything optional absent. */
export function line(fields: Partial<Line> & Pick<Line, 'text'>): Line {
  return {
    route: 'self_build_431nb',
    supplyType: 'materials',
    net: 100_000,
    vat: 20_000,
    taxPoint: TODAY,
    taxPointGiven: false,
    ...NOTHING_MORE_TOLD,
    answers: [],
    ...fields,
  };
}

/** A row of a CSV fixture. */
export interface FixtureRow {
  id: string;
  route: string;
  supplyType: string;
  lineText: string;
  net: string;
  vat: string;
  taxPoint?: string;
  country?: string;
  answer?: string;
  esmInvoiceCtx?: string;
  saiInvoiceCtx?: string;
}

export function lineOfRow(book: Rulebook, row: FixtureRow): Line {
  const pence = (text: string) => {
    const value = parsePence(text);
    if (value === null) throw new Error(`${row.id}: "${text}" is not an amount`);
    return value;
  };
  return line({
    route: ({ nb: 'self_build_431nb', c: 'self_build_431c' }[row.route] ?? row.route) as Route,
    supplyType: row.supplyType as SupplyType,
    text: row.lineText,
    net: pence(row.net),
    vat: pence(row.vat),
    taxPoint: row.taxPoint || TODAY,
    taxPointGiven: Boolean(row.taxPoint),
    country: (row.country || null) as Line['country'],
    answers: parseConfirmedAnswer(row.answer, book.questions),
    esmInvoiceCtx: row.esmInvoiceCtx === 'yes',
    saiInvoiceCtx: row.saiInvoiceCtx === 'yes',
  });
}

export async function classify(fields: Partial<Line> & Pick<Line, 'text'>): Promise<Classification> {
  return (await rulebook()).classify(line(fields));
}
