import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeptLexicon } from '../../src/rulebook/lexicon.js';
import { loadRulebook, prepareRulebook } from '../../src/rulebook/load.js';
import { readKept, writeKept } from '../../src/rulebook/loading/prepared.js';
import { formatProblem, RulebookError } from '../../src/rulebook/problems.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { line } from './book.js';

const root = join(import.meta.dirname, '..', '..');
const schemas = join(root, 'schemas');
let folder: string;
let rules: string;
let prepared: string;
let nothing: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-parsed-'));
  rules = join(folder, 'rules');
  prepared = join(folder, 'prepared');
  nothing = join(folder, 'nothing');
  cpSync(join(root, 'rules'), rules, { recursive: true });
  await prepareRulebook(rules, schemas, prepared);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bricks(book: Rulebook): Promise<string> {
  return JSON.stringify(await book.classify(line({ text: 'Facing bricks 65mm' })));
}

/** Changes a file of the copy for as long as `act` runs. */
async function changed<T>(name: string, change: (text: string) => string, act: () => Promise<T>): Promise<T> {
  const path = join(rules, name);
  const text = readFileSync(path, 'utf8');
  const next = change(text);
  expect(next).not.toBe(text);
  writeFileSync(path, next);
  try {
    return await act();
  } finally {
    writeFileSync(path, text);
  }
}

describe('rules that were parsed before', () => {
  it('are the rules that the files hold', async () => {
    const [parsed, read] = [await loadRulebook(rules, schemas, prepared), await loadRulebook(rules, schemas, nothing)];
    expect(parsed.digest).toBe(read.digest);
    expect(await bricks(parsed)).toBe(await bricks(read));
    const placed = (book: Rulebook) => book.rules.map((rule) => ({ ...rule, line: rule.line() }));
    expect(placed(parsed)).toEqual(placed(read));
    expect(parsed.catalogue.concepts).toEqual(read.catalogue.concepts);
    expect([...parsed.questions]).toEqual([...read.questions]);
  });

  it('are really taken from there: nothing is parsed twice', async () => {
    const altered = another();
    const json = String(readKept(join(altered, 'parsed_rules.json')));
    const other = json.replace('"label":"bricks"', '"label":"altered bricks"');
    expect(other).not.toBe(json);
    writeKept(join(altered, 'parsed_rules.json'), Buffer.from(other));
    expect(await bricks(await loadRulebook(rules, schemas, altered))).toContain('altered bricks');
  });

  it('give way to a file that was changed since', () =>
    changed(
      'catalogue/concepts/structure.yaml',
      (text) => text.replace('label: bricks', 'label: bricks of today'),
      async () => expect(await bricks(await loadRulebook(rules, schemas, prepared))).toContain('bricks of today'),
    ));

  it('still let a fault be placed, in a file that was changed and in one that was not', () =>
    changed(
      'catalogue/concepts/structure.yaml',
      (text) => text.replace('label: bricks', 'label: bricks\n    question: no_such_question'),
      async () => {
        const told = async (path: string) => {
          const error = await loadRulebook(rules, schemas, path).catch((e: unknown) => e);
          return error instanceof RulebookError ? error.problems.map(formatProblem) : error;
        };
        const problems = await told(prepared);
        expect(problems).toEqual(await told(nothing));
        expect(String(problems)).toMatch(/structure\.yaml:\d+:\d+ .*no_such_question/);
      },
    ));

  it.each([
    ['damaged', (text: string) => text.replace('"label":"bricks"', '"label":"brick"')],
    ['cut short', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
  ])('are parsed again when what was kept is %s', async (_, damage) => {
    const damaged = another();
    const file = join(damaged, 'parsed_rules.json');
    writeFileSync(file, damage(readFileSync(file, 'latin1')), 'latin1');
    const book = await loadRulebook(rules, schemas, damaged);
    expect(book.catalogue.get('structure.brick')?.label).toBe('bricks');
  });
});

describe('words that were numbered before', () => {
  const LINES = [
    'Facing bricks 65mm',
    'pipe copper 15mm',
    'PLSTRNG TRWL',
    'F/CMT SLT',
    'supply & fit fitted wardrobes, carpet by others',
    'plasterbord 12.5mm',
    'U/LAY 15m2',
    'bath panel - white',
    'widget',
  ];

  it('read every line as words numbered now', async () => {
    const [kept, made] = [await loadRulebook(rules, schemas, prepared), await loadRulebook(rules, schemas, nothing)];
    for (const text of LINES) expect(kept.reader.read(text), text).toEqual(made.reader.read(text));
    expect(plain(kept.lexicon.keep()) === plain(made.lexicon.keep())).toBe(true);
  });

  it('are really taken from there', async () => {
    const altered = another();
    const name = readdirSync(altered).find((file) => file.startsWith('lexicon')) as string;
    const bytes = readKept(join(altered, name)) as Buffer;
    const at = bytes.indexOf('plasterboard');
    expect(at).toBeGreaterThan(0);
    bytes.write('plusterboard', at);
    writeKept(join(altered, name), bytes);
    const book = await loadRulebook(rules, schemas, altered);
    expect(book.reader.read('plasterboard 12.5mm').head).toBeNull();
  });

  it('give way to a term that was added since', () =>
    changed(
      'catalogue/concepts/structure.yaml',
      (text) => text.replace('terms: [', 'terms: [quibblestone, '),
      async () => {
        const book = await loadRulebook(rules, schemas, prepared);
        expect(book.reader.read('quibblestone 65mm').headStatus).toBe('known');
      },
    ));

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['of another kind', () => Buffer.from('not what it should be')],
  ])('are numbered again when what was kept is %s', async (_, damage) => {
    const damaged = another();
    const name = readdirSync(damaged).find((file) => file.startsWith('lexicon')) as string;
    writeKept(join(damaged, name), damage(readKept(join(damaged, name)) as Buffer));
    const book = await loadRulebook(rules, schemas, damaged);
    expect(book.reader.read('Facing bricks 65mm').headStatus).toBe('known');
  });
});

/** Tables as text; the numbers by their digest, because there are millions. */
function plain(tables: KeptLexicon): string {
  return JSON.stringify(tables, (_, value: unknown) =>
    value instanceof Int32Array ? createHash('sha256').update(value).digest('base64') : value,
  );
}

/** A copy of what was kept, to be altered. */
function another(): string {
  const copy = mkdtempSync(join(folder, 'copy-'));
  cpSync(prepared, copy, { recursive: true });
  return copy;
}
