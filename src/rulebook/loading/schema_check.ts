import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { isDay } from '../calendar.js';
import { didYouMean, type Problem, type SourceFile } from '../problems.js';
import { digestOf } from './digest.js';
import { ELIGIBILITY_FILES, READING_FILES, schemaFor, TOP_FILES } from './rule_files.js';
import { schemaProblems } from './schema_faults.js';

const OPTIONS: Options = {
  strict: true,
  allowUnionTypes: true,
  formats: { uri: /^https?:\/\/\S+$/, date: isDay },
  // What each value of an enum means, for editors.
  keywords: ['enumDescriptions'],
};

/** Holds rule files to the schemas of a folder. */
export class SchemaCheck {
  /** Says only yes or no: quick to compile, and enough for a rulebook in order. */
  private readonly quick = new Ajv({
    ...OPTIONS,
    messages: false,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  /** Says everything that is wrong. */
  private readonly full = new Ajv({ ...OPTIONS, allErrors: true, verbose: true });
  private readonly validators = new Map<string, { valid: ValidateFunction; schema: object }>();
  private readonly texts = new Map<string, { text: string; digest: string }>();

  constructor(private readonly schemasDir: string) {}

  /** What is wrong with a file; nothing when it holds to its schema. */
  problems(name: string, file: SourceFile): Problem[] {
    const schemaName = schemaFor(name);
    if (schemaName === null) return [unexpected(name, file)];
    const { valid, schema } = this.validatorOf(schemaName);
    if (valid(file.value)) return [];
    const check = this.full.compile(schema);
    check(file.value);
    return schemaProblems(file, check.errors ?? []);
  }

  /** The digest of the schema that a file is held to, or null when it has none. */
  digestOf(name: string): string | null {
    const schemaName = schemaFor(name);
    return schemaName === null ? null : this.schema(schemaName).digest;
  }

  private schema(name: string): { text: string; digest: string } {
    let schema = this.texts.get(name);
    if (!schema) {
      const text = readFileSync(join(this.schemasDir, `${name}.schema.json`), 'utf8');
      schema = { text, digest: digestOf(text) };
      this.texts.set(name, schema);
    }
    return schema;
  }

  private validatorOf(name: string): { valid: ValidateFunction; schema: object } {
    let validator = this.validators.get(name);
    if (!validator) {
      const schema = JSON.parse(this.schema(name).text) as object;
      validator = { valid: this.quick.compile(schema), schema };
      this.validators.set(name, validator);
    }
    return validator;
  }
}

function unexpected(name: string, file: SourceFile): Problem {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const near = name.startsWith('catalogue/reading/')
    ? READING_FILES
    : name.startsWith('eligibility/')
      ? ELIGIBILITY_FILES
      : name === base
        ? TOP_FILES
        : [];
  const wanted = near.map((f) => `${f}.yaml`);
  return file.problem([], `no schema covers a file of this name or folder${didYouMean(base, wanted)}`);
}
