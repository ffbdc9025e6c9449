import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isDay } from '../../src/rulebook/calendar.js';
import { Findings } from '../../src/rulebook/loading/findings.js';
import { ruleFilesIn, schemaFor } from '../../src/rulebook/loading/rule_files.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SCHEMAS = join(ROOT, 'schemas');
type Json = Record<string, unknown>;

const schemas = new Map(
  readdirSync(SCHEMAS)
    .filter((name) => name.endsWith('.schema.json'))
    .map((name): [string, Json] => [
      name.replace('.schema.json', ''),
      JSON.parse(readFileSync(join(SCHEMAS, name), 'utf8')),
    ]),
);
const files = ruleFilesIn(join(ROOT, 'rules'), new Findings()).map(({ name, path }) => {
  const text = readFileSync(path, 'utf8');
  return { name, schema: schemaFor(name) ?? '', text, value: parse(text) as Json };
});
/** As an editor compiles them: a keyword it does not know is passed over. */
const ajv = new Ajv({ strict: false, allErrors: false, formats: { uri: true, date: isDay } });
const compiled = new Map([...schemas].map(([name, schema]): [string, ValidateFunction] => [name, ajv.compile(schema)]));

/** One thing made wrong in a copy of a valid file. */
interface Wrong {
  what: string;
  value: unknown;
}

/** Every place that the schema names by keys and items alone is made wrong in turn; long lists by their first entries. */
function* wrongs(schema: Json, value: unknown, rebuild: (v: unknown) => unknown, path: string): Generator<Wrong> {
  const types = [schema.type].flat();
  // Of several forms the one that the value has.
  const form = (schema.anyOf as Json[] | undefined)?.find((branch) => ajv.validate(branch, value));
  if (form !== undefined) {
    yield* wrongs(form, value, rebuild, path);
    return;
  }
  if (Array.isArray(schema.enum)) {
    yield { what: `${path} is no value of its list`, value: rebuild('nonsense value') };
    return;
  }
  if (types.includes('object') && schema.properties && typeof value === 'object' && value !== null) {
    const object = value as Json;
    if (schema.additionalProperties === false)
      yield { what: `${path} has an unknown key`, value: rebuild({ ...object, zzz: 1 }) };
    for (const key of (schema.required as string[] | undefined) ?? []) {
      const { [key]: _, ...rest } = object;
      yield { what: `${path} lacks ${key}`, value: rebuild(rest) };
    }
    for (const [key, child] of Object.entries(schema.properties as Record<string, Json>))
      if (key in object) yield* wrongs(child, object[key], (v) => rebuild({ ...object, [key]: v }), `${path}.${key}`);
    return;
  }
  if (typeof schema.additionalProperties === 'object' && typeof value === 'object' && value !== null) {
    yield { what: `${path} is no map`, value: rebuild('not a map') };
    for (const [key, child] of Object.entries(value as Json).slice(0, 3))
      yield* wrongs(
        schema.additionalProperties as Json,
        child,
        (v) => rebuild({ ...value, [key]: v }),
        `${path}.${key}`,
      );
    return;
  }
  if (types.includes('array') && Array.isArray(value) && schema.items) {
    yield { what: `${path} is no list`, value: rebuild('not a list') };
    for (const [i, child] of value.slice(0, 3).entries())
      yield* wrongs(
        schema.items as Json,
        child,
        (v) => rebuild(value.map((x, j) => (j === i ? v : x))),
        `${path}[${i}]`,
      );
    return;
  }
  if (types.length === 1 && types[0] === 'string') yield { what: `${path} is a number`, value: rebuild(12345) };
}

describe('the schemas that editors use', () => {
  it.each([...schemas.keys()])(
    '%s takes every file of its kind as it is, and nothing that is wrong in one place',
    (name) => {
      const valid = compiled.get(name) as ValidateFunction;
      const own = files.filter((file) => file.schema === name);
      expect(own.map((file) => file.name)).not.toEqual([]);
      let tried = 0;
      const taken: string[] = [];
      for (const file of own) {
        expect(valid(file.value), `${file.name}: ${JSON.stringify(valid.errors)}`).toBe(true);
        if (tried > 400) continue;
        for (const { what, value } of wrongs(schemas.get(name) as Json, file.value, (v) => v, file.name)) {
          tried++;
          if (valid(value)) taken.push(what);
        }
      }
      expect(taken).toEqual([]);
      expect(tried).toBeGreaterThan(1);
    },
  );

  it('are named by the first line of each file', () => {
    for (const { name, schema, text } of files) {
      const up = '../'.repeat(name.split('/').length);
      expect([name, text.split('\n')[0]]).toEqual([
        name,
        `# yaml-language-server: $schema=${up}schemas/${schema}.schema.json`,
      ]);
    }
  });

  it('explain every field', () => {
    const silent: string[] = [];
    const look = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [key, child] of Object.entries((schema as Json).properties ?? {})) {
        const explained = 'description' in (child as Json) || '$ref' in (child as Json);
        if (!explained) silent.push(`${path}.${key}`);
        look(child, `${path}.${key}`);
      }
      look((schema as Json).items, `${path}[]`);
      for (const branch of ((schema as Json).anyOf as unknown[] | undefined) ?? []) look(branch, path);
      for (const [key, child] of Object.entries((schema as Json).definitions ?? {})) look(child, `${path}#${key}`);
    };
    for (const [name, schema] of schemas) look(schema, name);
    expect(silent).toEqual([]);
  });
});
