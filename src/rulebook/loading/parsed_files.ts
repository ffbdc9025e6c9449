import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SourceFile } from '../problems.js';
import { digestOf } from './digest.js';
import { Findings } from './findings.js';
import { ruleFilesIn } from './rule_files.js';
import { SchemaCheck } from './schema_check.js';

/** Under a loader of TypeScript, as in tests, the program runs from its source. */
const SOURCE = import.meta.url.endsWith('.ts');

/** Where `notice708 rules prepare` keeps the parsed rules of the program: beside its compiled modules. */
export const PARSED_RULES = fileURLToPath(
  new URL(SOURCE ? '../../../dist/parsed_rules.json' : '../../parsed_rules.json', import.meta.url),
);

/** Raised whenever the same text would give another value. */
const FORMAT = 1;

/**
 * Rule files that were parsed before and held to their schema, as plain values by the digest of text and schema. A file that
 * was changed since has another digest, so it is simply not here; nor is anything when what was kept is damaged.
 */
export class ParsedFiles {
  private constructor(private readonly values: Readonly<Record<string, unknown>>) {}

  static read(path: string): ParsedFiles {
    try {
      const kept = readFileSync(path, 'utf8');
      const end = kept.indexOf('\n');
      const json = kept.slice(end + 1);
      return new ParsedFiles(kept.slice(0, end) === digestOf(json) ? JSON.parse(json) : {});
    } catch {
      return new ParsedFiles({});
    }
  }

  /** The value of a file; undefined when it must be parsed. */
  get(text: string, schemaDigest: string): unknown {
    const key = keyOf(text, schemaDigest);
    return Object.hasOwn(this.values, key) ? this.values[key] : undefined;
  }
}

/** Every file of the folder that is in order, as `ParsedFiles` reads it; the others are told when they are loaded. */
export function parsedText(rulesDir: string, schemasDir: string): string {
  const schemas = new SchemaCheck(schemasDir);
  const values: Record<string, unknown> = {};
  for (const { name, path } of ruleFilesIn(rulesDir, new Findings())) {
    const text = readFileSync(path, 'utf8');
    const schema = schemas.digestOf(name);
    const file = SourceFile.parse(name, text, []);
    if (schema !== null && file && schemas.problems(name, file).length === 0) values[keyOf(text, schema)] = file.value;
  }
  const json = JSON.stringify(values);
  return `${digestOf(json)}\n${json}`;
}

function keyOf(text: string, schemaDigest: string): string {
  return digestOf(`${FORMAT} ${schemaDigest} ${text}`);
}
