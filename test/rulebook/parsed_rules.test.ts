import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRulebook } from '../../src/rulebook/load.js';
import { parsedText } from '../../src/rulebook/loading/parsed_files.js';
import { formatProblem, RulebookError } from '../../src/rulebook/problems.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { line } from './book.js';

const root = join(import.meta.dirname, '..', '..');
const schemas = join(root, 'schemas');
let folder: string;
let rules: string;
let kept: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-parsed-'));
  rules = join(folder, 'rules');
  kept = join(folder, 'parsed_rules.json');
  cpSync(join(root, 'rules'), rules, { recursive: true });
  writeFileSync(kept, parsedText(rules, schemas));
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
    const [parsed, read] = [await loadRulebook(rules, schemas, kept), await loadRulebook(rules, schemas, '')];
    expect(parsed.digest).toBe(read.digest);
    expect(await bricks(parsed)).toBe(await bricks(read));
    expect(parsed.rules.map((r) => ({ ...r }))).toEqual(read.rules.map((r) => ({ ...r })));
    expect(parsed.catalogue.concepts).toEqual(read.catalogue.concepts);
    expect([...parsed.questions]).toEqual([...read.questions]);
  });

  it('are really taken from there: nothing is parsed twice', async () => {
    const altered = join(folder, 'altered.json');
    const [, json = ''] = readFileSync(kept, 'utf8').split('\n');
    const { digestOf } = await import('../../src/rulebook/loading/digest.js');
    const other = json.replace('"label":"bricks"', '"label":"altered bricks"');
    expect(other).not.toBe(json);
    writeFileSync(altered, `${digestOf(other)}\n${other}`);
    expect(await bricks(await loadRulebook(rules, schemas, altered))).toContain('altered bricks');
  });

  it('give way to a file that was changed since', () =>
    changed(
      'catalogue/concepts/structure.yaml',
      (text) => text.replace('label: bricks', 'label: bricks of today'),
      async () => expect(await bricks(await loadRulebook(rules, schemas, kept))).toContain('bricks of today'),
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
        const problems = await told(kept);
        expect(problems).toEqual(await told(''));
        expect(String(problems)).toMatch(/structure\.yaml:\d+:\d+ .*no_such_question/);
      },
    ));

  it.each([
    ['damaged', (text: string) => text.replace('"label":"bricks"', '"label":"brick"')],
    ['cut short', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
  ])('are parsed again when what was kept is %s', async (_, damage) => {
    const damaged = join(folder, 'damaged.json');
    writeFileSync(damaged, damage(readFileSync(kept, 'utf8')));
    const book = await loadRulebook(rules, schemas, damaged);
    expect(book.catalogue.get('structure.brick')?.label).toBe('bricks');
  });
});
