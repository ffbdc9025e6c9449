import { stringify } from 'csv-stringify/sync';
import type { Line } from '../../src/rulebook/line.js';
import { formatPence } from '../../src/rulebook/money.js';

/** Columns of fixtures/golden; what is right is for a person to fill in. */
const COLUMNS = [
  'id',
  'route',
  'supplyType',
  'lineText',
  'net',
  'vat',
  'taxPoint',
  'country',
  'answer',
  'esmInvoiceCtx',
  'saiInvoiceCtx',
  'treatment',
  'reclaimable',
  'toRecover',
  'onceCorrected',
  'source',
] as const;

/** Every line inside a value, such as a counter-example, as a row of fixtures/golden. */
export function fixtureLines(value: unknown): string[] {
  return linesIn(value).map((line, i) => stringify([rowOf(line, i + 1)], { columns: [...COLUMNS] }).trim());
}

function rowOf(line: Line, number: number): Record<(typeof COLUMNS)[number], string> {
  return {
    id: `NEW-${number}`,
    route: line.route,
    supplyType: line.supplyType,
    lineText: line.text,
    net: formatPence(line.net),
    vat: formatPence(line.vat),
    taxPoint: line.taxPoint,
    country: line.country ?? '',
    answer: line.answers.map((a) => `${a.questionId}=${a.answerId}${a.value === null ? '' : `:${a.value}`}`).join(';'),
    esmInvoiceCtx: line.esmInvoiceCtx ? 'yes' : '',
    saiInvoiceCtx: line.saiInvoiceCtx ? 'yes' : '',
    treatment: '',
    reclaimable: '',
    toRecover: '',
    onceCorrected: '',
    source: '',
  };
}

function linesIn(value: unknown): Line[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('text' in value && 'supplyType' in value && 'answers' in value) return [value as Line];
  return Object.values(value).flatMap(linesIn);
}
