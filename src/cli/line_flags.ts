import { type Read, readAmount, readDate } from '../extraction/spreadsheet/cells.js';
import { formatPence } from '../rulebook/money.js';
import type { CheckInput } from './check_input.js';
import { cellWord } from './csv/columns.js';
import { BadInputError, UsageError } from './exit_codes.js';
import type { FlagSpec, Parsed } from './flags.js';

/** Flags that say what the words of a line do not; `check` and `explain` share them. */
export const LINE_FLAGS: Readonly<Record<string, FlagSpec>> = {
  route: { type: 'string' },
  'supply-type': { type: 'string' },
  net: { type: 'string' },
  vat: { type: 'string' },
  'tax-point': { type: 'string' },
  'completion-date': { type: 'string' },
  country: { type: 'string' },
  'project-type': { type: 'string' },
  answer: { type: 'string', multiple: true },
  rules: { type: 'string' },
};

/** The context the flags state, for one line or as the default of every row of a file. */
export function contextOf(flags: Parsed): CheckInput['context'] {
  const route = flags.text('route');
  const country = flags.text('country');
  const context: CheckInput['context'] = {};
  if (route !== undefined) context.claimantRoute = cellWord('route', route);
  if (country !== undefined) context.country = cellWord('country', country);
  const projectType = flags.text('project-type');
  if (projectType !== undefined) context.projectType = projectType;
  const taxPoint = flags.text('tax-point');
  if (taxPoint !== undefined) context.taxPoint = read('tax-point', taxPoint, readDate);
  const completion = flags.text('completion-date');
  if (completion !== undefined) context.completionDate = read('completion-date', completion, readDate);
  return context;
}

export function supplyTypeOf(flags: Parsed): string | undefined {
  const given = flags.text('supply-type');
  return given === undefined ? undefined : cellWord('supplyType', given);
}

/**
 * The whole input for one line.
 * @throws UsageError that names every flag still missing; BadInputError for an amount or date that cannot be read.
 */
export function lineInputOf(text: string, flags: Parsed, command: string): CheckInput {
  const missing = ['route', 'supply-type', 'net', 'vat'].filter((name) => !flags.has(name));
  if (missing.length > 0)
    throw new UsageError(
      `${missing.map((name) => `--${name}`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} needed to decide a line`,
      command,
    );
  const answers = flags.all('answer');
  return {
    context: contextOf(flags),
    item: {
      lineText: text,
      netAmount: formatPence(read('net', flags.text('net') ?? '', readAmount)),
      vatCharged: formatPence(read('vat', flags.text('vat') ?? '', readAmount)),
      supplyType: supplyTypeOf(flags) ?? '',
      ...(answers.length > 0 ? { confirmedAnswer: answers.join(';') } : {}),
    },
  };
}

function read<T>(flag: string, text: string, reader: (text: string) => Read<T>): T {
  const result = reader(text);
  if ('fault' in result) throw new BadInputError(`--${flag}: ${result.fault}`);
  return result.value;
}
