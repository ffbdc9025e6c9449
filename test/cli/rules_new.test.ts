import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ran } from './a_terminal.js';

const ROOT = resolve(import.meta.dirname, '..', '..');
let folder: string;
let rules: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-new-'));
  rules = join(folder, 'rules');
  cpSync(join(ROOT, 'rules'), rules, { recursive: true });
  cpSync(join(ROOT, 'fixtures', 'golden'), join(folder, 'fixtures', 'golden'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RULE = [
  '--route',
  'nb',
  '--supply-type',
  'materials',
  '--name',
  'heat_batteries',
  '--title',
  'Heat batteries: bought alone',
].concat('--from', '2026-12-01', '--citation', 'n708#13', '--treatment', 'reclaimable');

const edit = (file: string, changes: [string, string][]) => {
  const path = join(rules, file);
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  writeFileSync(path, text);
};

describe('rules new', () => {
  it('writes a rule that passes rules check but for what its author must fill in, at the lines it said', async () => {
    const made = await ran(['rules', 'new', 'rule', ...RULE, '--rules', rules, '--json']);
    expect(made.err).toBe('');
    const { file, line, id, toFill } = JSON.parse(made.out);
    expect(id).toBe('431nb.materials.heat_batteries');
    expect(readFileSync(join(folder, file), 'utf8').split('\n')[line - 1]).toBe(`  - id: ${id}`);

    const checked = await ran(['rules', 'check', '--rules', rules]);
    expect(checked.code).toBe(1);
    const said = [...checked.out.matchAll(/^(\S+?):(\d+):\d+ \[(\S+)\] /gm)];
    expect(new Set(said.map(([, at]) => at))).toEqual(new Set([file]));
    expect(new Set(said.map(([, , , of]) => of))).toEqual(new Set([id]));
    expect(new Set(said.map(([, , at]) => Number(at)))).toEqual(new Set(toFill.map((t: { line: number }) => t.line)));
    expect(checked.out).toContain('"FILL IN" is not allowed for productClass; allowed: building_material');

    edit('self_build_431nb/materials.yaml', [
      ['{productClass: FILL IN}, {use: vat_shown}', '{productClass: telecoms}, {use: vat_shown}'],
      ['FILL IN why, in one or two sentences a self-builder understands: {product} …', 'A reason for {product}.'],
      ['action: FILL IN what to do next', 'action: Claim {vat}.'],
      [
        '{line: FILL IN a line that this rule decides, net: 100.00, vat: 20.00, is: this}',
        '{line: Facing bricks, net: 100.00, vat: 20.00, not: this}',
      ],
      ['FILL IN one like it that it does not decide', 'Carpet'],
    ]);
    const filled = await ran(['rules', 'check', '--rules', rules]);
    expect(filled.out).not.toMatch(/FILL IN|is not allowed|unknown/);
  });

  it('writes a thing of the catalogue that asks until somebody has read about it', async () => {
    const concept = [
      '--area',
      'external_works',
      '--name',
      'moss_wall',
      '--label',
      'moss walls',
      '--terms',
      'moss wall, preserved moss panel',
    ];
    const made = await ran(['rules', 'new', 'concept', ...concept, '--citation', 'n708#13.4', '--rules', rules]);
    expect(made.out).toMatch(
      /^rules\/catalogue\/concepts\/external_works\.yaml:\d+ ext\.moss_wall\nStill to fill in:\n {2}\S+:\d+ condition: what it turns on\n {2}\S+:\d+ areNot: a line with one of its words that is something else\nThen run "notice708 rules check"\.\n$/,
    );
    edit('catalogue/concepts/external_works.yaml', [
      ['FILL IN what it turns on', 'the panels are fixed to a wall'],
      ['FILL IN a line with one of its words that is something else', 'moss killer 5L'],
    ]);
    const line = [
      'Preserved moss panel 1m2',
      '--route',
      'nb',
      '--supply-type',
      'materials',
      '--net',
      '100',
      '--vat',
      '20',
    ];
    const { out } = await ran(['check', ...line, '--rules', rules]);
    expect(out).toMatch(/^NEEDS AN ANSWER/);
    expect(out).toContain('moss walls (ext.moss_wall)');
  });

  it('makes the file, with the line that gives editors the schema', async () => {
    rmSync(join(rules, 'self_build_431nb', 'professional_services.yaml'));
    const args = RULE.map((word) => (word === 'materials' ? 'professional_services' : word));
    const { out, err } = await ran(['rules', 'new', 'rule', ...args, '--rules', rules]);
    expect(err).toBe('');
    expect(out).toContain('rules/self_build_431nb/professional_services.yaml:5 ');
    expect(readFileSync(join(rules, 'self_build_431nb', 'professional_services.yaml'), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/schemas\/rules\.schema\.json\nroute: self_build_431nb\nsupplyType: professional_services\nrules:\n {2}- id: /,
    );
  });

  it('asks on a terminal, and asks again when an answer cannot be used', async () => {
    const typed = [
      'conversion',
      'hiring',
      'hire',
      'Crane-hire',
      'crane_hire',
      'Crane hire',
      '',
      'n709#1',
      'n708#13',
      'not_reclaimable',
    ];
    const asked: string[] = [];
    const { code, out, err } = await ran(['rules', 'new', 'rule', '--rules', rules, '--json'], {
      inIsTty: true,
      ask: async (question) => {
        asked.push(question);
        return typed.shift() ?? null;
      },
    });
    expect({ code, left: typed }).toEqual({ code: 0, left: [] });
    expect(JSON.parse(out).id).toBe('431c.plant_hire.crane_hire');
    expect(err).toMatch(
      /"hiring" is not allowed.*\n"Crane-hire" must be small letters.*\nunknown source "n709" \(did you mean "n708"\?\)/,
    );
    expect(asked[0]).toMatch(/new build \(nb\) or conversion \(c\)/);
  });

  it.each([
    [['rules', 'new'], 2, 'say what is new'],
    [
      ['rules', 'new', 'rule', '--route', 'nb'],
      2,
      '--supply-type, --name, --title, --citation, --treatment are needed',
    ],
    [
      ['rules', 'new', 'rule', ...RULE.map((w) => (w === 'n708#13' ? 'n709#13' : w))],
      3,
      '--citation: unknown source "n709"',
    ],
    [
      ['rules', 'new', 'rule', ...RULE.map((w) => (w === 'heat_batteries' ? 'building_materials' : w))],
      3,
      'there is a rule 431nb.materials.building_materials already',
    ],
    [['rules', 'new', 'concept', '--area', 'finish', '--name', 'x'], 3, 'did you mean "finishes"?'],
    [
      ['rules', 'new', 'concept', '--area', 'finishes', '--name', 'x', '--label', 'x', '--terms', 'a, Carpet'],
      3,
      '"Carpet" is already a term of finish.carpet',
    ],
  ])('%j is refused', async (args, code, message) => {
    const result = await ran([...args, '--rules', rules]);
    expect(result.err).toContain(message);
    expect(result.code).toBe(code);
  });
});
