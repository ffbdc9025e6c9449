import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN } from '../../bench/built.js';
import { loadRulebook } from '../../src/rulebook/load.js';
import { proveRulebook } from '../../src/rulebook/proof/prove.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { ran as ranWith } from './a_terminal.js';

const ROOT = resolve(import.meta.dirname, '..', '..');
const BRICKS = [
  'Facing bricks 65mm',
  '--route',
  'nb',
  '--supply-type',
  'materials',
  '--net',
  '1240.00',
  '--vat',
  '248.00',
];

let book: Rulebook;
let folder: string;

/** The rulebook is loaded once for all these tests; the real process below loads its own. */
const ran = (args: string[], over: Parameters<typeof ranWith>[1] = {}) =>
  ranWith(args, { openRulebook: async () => book, ...over });

beforeAll(async () => {
  book = await loadRulebook(join(ROOT, 'rules'), join(ROOT, 'schemas'));
  folder = mkdtempSync(join(tmpdir(), 'notice708-cli-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('check "TEXT"', () => {
  it('says verdict, money, why, next step, rule and law', async () => {
    const { code, out, err } = await ran(['check', ...BRICKS]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^RECLAIMABLE {2}£248\.00 can go on the claim\n/);
    for (const part of ['Next step', 'Rule        431nb.', 'https://www.gov.uk/', 'bricks'])
      expect(out).toContain(part);
    expect(out).not.toContain('\u001b');
  });

  it('--json is the answer of the tool', async () => {
    const { code, out } = await ran(['check', ...BRICKS, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      classification: { treatment: 'reclaimable', vatReclaimable: '248.00' },
      rulebook: { edition: book.edition },
    });
  });

  it('paints only on a terminal', async () => {
    expect((await ran(['check', ...BRICKS], { outIsTty: true })).out).toContain('\u001b[32m');
    expect((await ran(['check', ...BRICKS], { outIsTty: true, env: { NO_COLOR: '1' } })).out).not.toContain('\u001b');
  });

  it('asks with the answers to give', async () => {
    const { code, out } = await ran(['check', 'Zzqx wibble', ...BRICKS.slice(1)]);
    expect(code).toBe(0);
    expect(out).toMatch(/^NEEDS AN ANSWER {2}£248\.00 waits/);
    expect(out).toMatch(/--answer \w+=\w+ {2}then: /);
  });

  it('refuses a wrong word with the flag and the nearest one', async () => {
    const { code, err } = await ran([
      'check',
      'Bricks',
      '--route',
      'self_build_431x',
      '--supply-type',
      'materals',
      '--net',
      '1',
      '--vat',
      '0',
    ]);
    expect(code).toBe(3);
    expect(err).toMatch(/--route: .*self_build_431/);
    expect(err).toMatch(/--supply-type: .*did you mean "materials"/);
  });
});

describe('check FILE', () => {
  it('reads standard input, writes CSV out and the sums beside it', async () => {
    const { code, out, err } = await ran(['check', '-', '--route', 'nb', '--supply-type', 'materials'], {
      stdin: 'Description,Net,VAT\nFacing bricks 65mm,1240.00,248.00\nTwist pile carpet,50.00,10.00\nBad,x,1\n',
    });
    expect(code).toBe(3);
    expect(out.split('\n')[1]).toContain('reclaimable,248.00');
    expect(out.split('\n')[2]).toMatch(/^Twist pile carpet,50\.00,10\.00,,\w+,0\.00,/);
    expect(err).toContain('£248.00  1 line');
  });

  it('writes the file named, whole, and sums up as JSON', async () => {
    const path = join(folder, 'in.csv');
    const to = join(folder, 'out.csv');
    writeFileSync(path, 'Description,Net,VAT\nFacing bricks 65mm,1240.00,248.00\n');
    const { code, out } = await ran([
      'check',
      path,
      '--route',
      'nb',
      '--supply-type',
      'materials',
      '--out',
      to,
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true, vatReclaimable: '248.00', out: to });
    expect(readFileSync(to, 'utf8')).toMatch(/^\ufeffDescription,Net,VAT,answer,treatment,/);
    expect((await ran(['check', path, '--route', 'nb', '--supply-type', 'materials', '--out', path])).code).toBe(2);
    expect((await ran(['check', path, '--supply-type', 'materials'])).err).toContain('give --route');
  });
});

describe('explain', () => {
  it('every rule in words', async () => {
    const { ruleText } = await import('../../src/cli/explain.js');
    for (const rule of book.rules) {
      const text = ruleText(book, rule, null, (_, t) => t, 100);
      for (const part of [rule.title.slice(0, 20), rule.effective.from, 'Applies when', 'the treatment is', 'https://'])
        expect(text).toContain(part);
      expect(text).not.toMatch(/undefined|\[object/);
    }
  });

  it('a rule with its place among the others', async () => {
    const explained = await ran(['rules', 'explain', '431nb.materials.building_materials']);
    const out = explained.out.replace(/\s+/g, ' ');
    expect(explained.code).toBe(0);
    expect(out).toContain('Neighbours of “Facing bricks 65mm”: what decides with one fact otherwise');
    expect(out).toMatch(/431nb\.materials\.reduced_rate: needs_answer, .*, if rateCharged is reduced/);
    expect(out).toMatch(
      /Why no other rule decides “Facing bricks 65mm”.*As rateCharged is standard, not .*431nb\.materials\.odd_rate /,
    );
    const { out: other } = await ran(['explain', '431nb.materials.reduced_rate']);
    expect(other).toContain('Excepted by\n  431nb.materials.not_clear: What was supplied, or how, is not clear');
  });

  it('names the nearest rule', async () => {
    const id = book.rules[0]?.id ?? '';
    const { code, err } = await ran(['explain', `${id}x`]);
    expect(code).toBe(3);
    expect(err).toContain(`did you mean "${id}"?`);
  });

  it('every step of a line', async () => {
    const { code, out } = await ran(['explain', ...BRICKS]);
    expect(code).toBe(0);
    expect(out).toMatch(/Step by step\n {2}1\. "Facing bricks/);
    expect(out).toContain(book.digest);
  });

  it('is "rules explain" too', async () => {
    const id = book.rules[0]?.id ?? '';
    for (const args of [[id], BRICKS])
      expect(await ran(['rules', 'explain', ...args])).toEqual(await ran(['explain', ...args]));
  });
});

describe('rules check', () => {
  it('runs what the authors wrote, and says where something does not hold', async () => {
    const [rule] = book.rules.filter((r) => r.examples.length > 0);
    const [concept] = book.catalogue.concepts;
    if (!rule || !concept) throw new Error('an empty rulebook');
    const spoilt = Object.create(book, {
      rules: {
        value: [
          {
            ...rule,
            examples: [
              { line: 'Zzqx wibble', net: 10, vat: 2, is: 'this' },
              { line: 'Zzqx', net: 10, vat: 2, is: '431nb.nowhere' },
              { line: 'Zzqx', net: 1, vat: 0, answer: 'no_such_answer', not: 'this' },
            ],
          },
        ],
      },
      catalogue: {
        value: {
          concepts: [{ ...concept, lookalikes: { are: ['Zzqx wibble'], areNot: [concept.terms[0]] } }],
          termCount: 1,
        },
      },
    }) as Rulebook;
    const { problems, examples, lookalikes } = await proveRulebook(spoilt, join(ROOT, 'rules'), {
      today: '2026-01-01',
    });
    expect([examples, lookalikes]).toEqual([3, 2]);
    const written = problems.filter(({ lint }) => lint === undefined);
    expect(written.map((p) => p.message)).toHaveLength(5);
    const told = written.map((p) => p.message).join('\n');
    for (const part of [
      'should be this, but is read as unknown',
      'should not be this, but is read as it',
      `should be ${rule.id}, but is decided by`,
      'names an unknown rule "431nb.nowhere"',
      'is refused',
    ])
      expect(told).toContain(part);
    for (const p of written) expect(p.line).toBeGreaterThan(1);
  });

  it('of a broken rulebook prints every problem at its place, and fails', async () => {
    const rules = join(folder, 'rules');
    cpSync(join(ROOT, 'rules'), rules, { recursive: true });
    const file = join(rules, 'self_build_431nb', 'materials.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('title:', 'titel:').replace('route: self_build_431nb', 'route: self_build_431x'));
    const { code, out } = await ranWith(['rules', 'check', '--rules', rules]);
    expect(code).toBe(1);
    expect(out).toMatch(/rules\/self_build_431nb\/materials\.yaml:\d+:\d+ .*unknown word "titel"/);
    expect(out).toMatch(/rules\/self_build_431nb\/materials\.yaml:2:\d+ .*self_build_431x/);
    expect(out).toMatch(/no example was run \(/);
  });
});

describe('the real process', () => {
  it('has the exit codes its help promises', async () => {
    const start = async (...args: string[]) => {
      try {
        const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args], {
          cwd: ROOT,
        });
        return { code: 0, stdout };
      } catch (error) {
        return error as { code: number; stdout: string };
      }
    };
    const [version, usage, answered] = await Promise.all([
      start('--version'),
      start('check', 'x', '--nope'),
      start('check', ...BRICKS, '--json'),
    ]);
    expect([version.code, usage.code, answered.code]).toEqual([0, 2, 0]);
    expect(version.stdout).toMatch(/^notice708 \d/);
    expect(JSON.parse(answered.stdout).classification.treatment).toBe('reclaimable');
  });
});
