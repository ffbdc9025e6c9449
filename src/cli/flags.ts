import { parseArgs } from 'node:util';
import { didYouMean } from '../rulebook/problems.js';
import { UsageError } from './exit_codes.js';

export interface FlagSpec {
  type: 'string' | 'boolean';
  /** One letter. */
  short?: string;
  /** May be given several times. */
  multiple?: boolean;
}

export interface Parsed {
  positionals: string[];
  /** The value of a flag; of a repeated one the last. */
  text(name: string): string | undefined;
  all(name: string): string[];
  has(name: string): boolean;
}

/**
 * Reads flags and positionals. A flag may stand anywhere; `--` ends them, and `--net -62.00` is a credit, not a flag.
 * @throws UsageError that names every flag that is not there, with the nearest, and every one whose value is missing.
 */
export function parseFlags(
  args: readonly string[],
  specs: Readonly<Record<string, FlagSpec>>,
  command: string,
): Parsed {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: { ...specs },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const faults: string[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (!spec) {
      const near = didYouMean(token.name, Object.keys(specs)).replace('"', '"--');
      faults.push(`unknown flag ${token.rawName}${near}`);
      continue;
    }
    if (spec.type === 'boolean') {
      if (token.value !== undefined) faults.push(`--${token.name} takes no value`);
      values.set(token.name, ['true']);
      continue;
    }
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))) {
      faults.push(`--${token.name} needs a value`);
      continue;
    }
    const earlier = values.get(token.name);
    if (earlier && !spec.multiple) faults.push(`--${token.name} is given twice`);
    values.set(token.name, [...(earlier ?? []), token.value]);
  }
  if (faults.length > 0) throw new UsageError(faults.join('; '), command);
  return {
    positionals,
    text: (name) => values.get(name)?.at(-1),
    all: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
  };
}
