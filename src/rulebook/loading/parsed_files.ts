import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SourceFile } from '../problems.js';
import { digestOf } from './digest.js';
import { Findings } from './findings.js';
import { readKept, writeKept } from './prepared.js';
import { ruleFilesIn } from './rule_files.js';
import { SchemaCheck } from './schema_check.js';

/** Raised whenever the same text would give another value. */
const FORMAT = 1;

/**
 * Rule files that were parsed before and held to their schema, as plain values by the digest of text and schema. A file that
 * was changed since has another digest, so it is simply not here; nor is anything when what was kept is damaged.
 */
export class ParsedFiles {
  private constructor(private readonly values: Readonly<Record<string, unknown>>) {}

  /** @param prepared the folder of what was kept; it need not be there. */
  static read(prepared: string): ParsedFiles {
    const kept = readKept(fileIn(prepared));
    return new ParsedFiles(kept === null ? {} : JSON.parse(kept.toString('utf8')));
  }

  /** The value of a file; undefined when it must be parsed, as one without a schema always must. */
  get(text: string, schemaDigest: string | null): unknown {
    if (schemaDigest === null) return undefined;
    const key = keyOf(text, schemaDigest);
    return Object.hasOwn(this.values, key) ? this.values[key] : undefined;
  }
}

/** Reads single files of a folder of rules as plain values; what was parsed before is not parsed again. */
export function fileValues(rulesDir: string, schemasDir: string, prepared: string): (name: string) => unknown {
  const parsed = ParsedFiles.read(prepared);
  const schemas = new SchemaCheck(schemasDir);
  return (name) => {
    const text = readFileSync(join(rulesDir, name), 'utf8');
    return parsed.get(text, schemas.digestOf(name)) ?? parse(text);
  };
}

/** Keeps every file of the folder that is in order, for `ParsedFiles`; the others are told when they are loaded. */
export function keepParsedFiles(rulesDir: string, schemasDir: string, prepared: string): void {
  const schemas = new SchemaCheck(schemasDir);
  const values: Record<string, unknown> = {};
  for (const { name, path } of ruleFilesIn(rulesDir, new Findings())) {
    const text = readFileSync(path, 'utf8');
    const schema = schemas.digestOf(name);
    const file = SourceFile.parse(name, text, []);
    if (schema !== null && file && schemas.problems(name, file).length === 0) values[keyOf(text, schema)] = file.value;
  }
  writeKept(fileIn(prepared), Buffer.from(JSON.stringify(values)));
}

function fileIn(prepared: string): string {
  return join(prepared, 'parsed_rules.json');
}

function keyOf(text: string, schemaDigest: string): string {
  return digestOf(`${FORMAT} ${schemaDigest} ${text}`);
}
