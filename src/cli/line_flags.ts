import { type Read, readAmount, readDate } from '../extraction/spreadsheet/cells.js';
import { InputError, type InputIssue, notOneOf } from '../rulebook/answers.js';
import { COUNTRIES, PROJECT_TYPES } from '../rulebook/line.js';
import { ROUTES, SUPPLY_TYPES } from '../rulebook/model.js';
import { formatPence } from '../rulebook/money.js';
import type { CheckInput } from './check_input.js';
import { cellWord } from './csv/columns.js';
import { UsageError } from './exit_codes.js';
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

/** Values of flags as they are read; what is wrong with any of them is told together. */
class Values {
  private readonly faults: InputIssue[] = [];

  constructor(private readonly flags: Parsed) {}

  /** Null for one that cannot be read. */
  read<T>(flag: string, path: string, reader: (text: string) => Read<T>): T | null {
    const result = reader(this.flags.text(flag) ?? '');
    if ('value' in result) return result.value;
    this.faults.push({ path, message: result.fault });
    return null;
  }

  date(flag: string, path: string): string | undefined {
    return this.flags.has(flag) ? (this.read(flag, path, readDate) ?? undefined) : undefined;
  }

  word(flag: string, path: string, allowed: readonly string[], meant = (text: string) => text): string | undefined {
    const text = this.flags.text(flag);
    if (text === undefined) return undefined;
    const word = meant(text);
    if (!allowed.includes(word)) this.faults.push(notOneOf(path, word, allowed));
    return word;
  }

  /** @throws InputError */
  refuseFaults(): void {
    if (this.faults.length > 0) throw new InputError(this.faults);
  }
}

/** What the flags state for one line, or as the default of every row of a file. */
export interface StatedByFlags {
  context: CheckInput['context'];
  supplyType: string | undefined;
}

/** @throws InputError naming each value that cannot be read. */
export function statedBy(flags: Parsed): StatedByFlags {
  const values = new Values(flags);
  const stated = statedIn(values);
  values.refuseFaults();
  return stated;
}

function statedIn(values: Values): StatedByFlags {
  const context = {
    claimantRoute: values.word('route', 'context.claimantRoute', ROUTES, (text) => cellWord('route', text)),
    country: values.word('country', 'context.country', COUNTRIES, (text) => cellWord('country', text)),
    projectType: values.word('project-type', 'context.projectType', PROJECT_TYPES),
    taxPoint: values.date('tax-point', 'context.taxPoint'),
    completionDate: values.date('completion-date', 'context.completionDate'),
  };
  const given = Object.entries(context).filter(([, value]) => value !== undefined);
  return {
    context: Object.fromEntries(given),
    supplyType: values.word('supply-type', 'item.supplyType', SUPPLY_TYPES, (text) => cellWord('supplyType', text)),
  };
}

/**
 * The whole input for one line.
 * @throws UsageError that names every flag still missing; InputError naming each value that cannot be read.
 */
export function lineInputOf(text: string, flags: Parsed, command: string): CheckInput {
  const missing = ['route', 'supply-type', 'net', 'vat'].filter((name) => !flags.has(name));
  if (missing.length > 0)
    throw new UsageError(
      `${missing.map((name) => `--${name}`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} needed to decide a line`,
      command,
    );
  const values = new Values(flags);
  const { context, supplyType = '' } = statedIn(values);
  const net = values.read('net', 'item.netAmount', readAmount) ?? 0;
  const vat = values.read('vat', 'item.vatCharged', readAmount) ?? 0;
  values.refuseFaults();
  const answers = flags.all('answer');
  return {
    context,
    item: {
      lineText: text,
      netAmount: formatPence(net),
      vatCharged: formatPence(vat),
      supplyType,
      ...(answers.length > 0 ? { confirmedAnswer: answers.join(';') } : {}),
    },
  };
}
