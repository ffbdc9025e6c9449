import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staleSchemas } from '../../src/cli/rules/schemas.js';
import { loadRulebook } from '../../src/rulebook/load.js';
import { ran } from './a_terminal.js';

const ROOT = resolve(import.meta.dirname, '..', '..');
const OWN = { rules: join(ROOT, 'rules'), schemas: join(ROOT, 'schemas') };

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  definitions?: Record<string, Schema>;
  description?: string;
  enum?: unknown[];
  enumDescriptions?: string[];
  $ref?: string;
  const?: unknown;
  type?: string;
}

let folder: string;
let copy: { rules: string; schemas: string };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-schemas-'));
  copy = { rules: join(folder, 'rules'), schemas: join(folder, 'schemas') };
  cpSync(OWN.rules, copy.rules, { recursive: true });
  cpSync(OWN.schemas, copy.schemas, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function change(file: string, from: string, to: string): void {
  const path = join(copy.rules, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

const read = (name: string): Schema =>
  JSON.parse(readFileSync(join(copy.schemas, `${name}.schema.json`), 'utf8')) as Schema;

describe('rules schemas', () => {
  it('those of the repository are what the rules give: else run "notice708 rules schemas"', async () => {
    expect((await staleSchemas(OWN)).map((s) => s.file)).toEqual([]);
  });

  it('writes only what changed, and is then content', async () => {
    change(
      'facts.yaml',
      '      - {value: northern_ireland, meaning: Northern Ireland}\n',
      '      - {value: northern_ireland, meaning: Northern Ireland}\n      - {value: isle_of_man, meaning: the Isle of Man}\n',
    );
    const written = await ran(['rules', 'schemas', '--rules', copy.rules, '--schemas', copy.schemas]);
    expect(written.code).toBe(0);
    expect([...written.out.matchAll(/(\w+)\.schema\.json\n/g)].map((m) => m[1])).toEqual([
      'circumstances',
      'companions',
      'definitions',
      'impossible',
      'questions',
      'rules',
    ]);
    const again = await ran(['rules', 'schemas', '--rules', copy.rules, '--schemas', copy.schemas]);
    expect(again.out).toBe('every schema is as the rules give it\n');
  });

  it('a new value of a fact is allowed, and explained, wherever a rule may test it', async () => {
    const country = read('rules').definitions?.condition?.properties?.country;
    const lists = [
      country?.oneOf?.[0],
      country?.oneOf?.[1]?.properties?.in?.items,
      country?.oneOf?.[2]?.properties?.notIn?.items,
    ];
    for (const values of lists) {
      expect(values?.enum).toEqual(['great_britain', 'northern_ireland', 'isle_of_man']);
      expect(values?.enumDescriptions).toEqual(['England, Wales or Scotland', 'Northern Ireland', 'the Isle of Man']);
    }
    change('definitions.yaml', '- building: home\n', '- building: home\n        - country: {notIn: [isle_of_man]}\n');
    await expect(loadRulebook(copy.rules, copy.schemas)).resolves.toBeDefined();
  });

  it('every field of every schema has something to show, and every schema is draft-07', async () => {
    const ajv = new Ajv({
      strict: true,
      allowUnionTypes: true,
      keywords: ['enumDescriptions'],
      formats: { uri: true, date: true },
    });
    const bare: string[] = [];
    const walk = (schema: Schema | undefined, path: string) => {
      if (schema === undefined) return;
      if (schema.enum !== undefined && schema.enumDescriptions?.length !== schema.enum.length)
        bare.push(`${path} enum`);
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        if (property.description === undefined && property.$ref === undefined) bare.push(`${path}.${name}`);
        walk(property, `${path}.${name}`);
      }
      walk(schema.items, `${path}[]`);
      schema.oneOf?.forEach((form, i) => {
        walk(form, `${path}|${i}`);
      });
      for (const [name, definition] of Object.entries(schema.definitions ?? {})) walk(definition, `${path}#${name}`);
    };
    for (const file of readdirSync(OWN.schemas).filter((f) => f.endsWith('.json'))) {
      const schema = JSON.parse(readFileSync(join(OWN.schemas, file), 'utf8')) as Schema;
      expect(ajv.validateSchema(schema), file).toBe(true);
      walk(schema, file);
    }
    expect(bare).toEqual([]);
  });

  it('takes folders by flag only', async () => {
    const { code, err } = await ran(['rules', 'schemas', 'somewhere']);
    expect(code).toBe(2);
    expect(err).toContain('--schemas');
  });
});
