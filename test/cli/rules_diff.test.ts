import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { MAIN } from '../../bench/built.js';
import { bumpOf } from '../../src/rulebook/comparison/bump.js';
import { ran } from './a_terminal.js';

const ROOT = resolve(import.meta.dirname, '..', '..');

let repository: string;
let rules: string;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: repository });

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'notice708-diff-'));
  rules = join(repository, 'rules');
  cpSync(join(ROOT, 'rules'), rules, { recursive: true });
  cpSync(join(ROOT, 'schemas'), join(repository, 'schemas'), { recursive: true });
  // Its own fixtures: both editions are asked each of their lines.
  for (const some of ['eligibility', join('lines', 'ordinary_46.csv')])
    cpSync(join(ROOT, 'fixtures', some), join(repository, 'fixtures', some), { recursive: true });
  // An edition of before a file that every rulebook needs now.
  rmSync(join(rules, 'lint_exceptions.yaml'));
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'one');
  cpSync(join(ROOT, 'rules', 'lint_exceptions.yaml'), join(rules, 'lint_exceptions.yaml'));
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

function edit(file: string, from: string, to: string): void {
  const path = join(rules, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

describe('rules diff', () => {
  it('finds nothing where only words changed, and says what it had to borrow', async () => {
    edit('self_build_431nb/materials.yaml', 'title: Building materials bought alone', 'title: Materials bought alone');
    const { code, out, err } = await ran(['rules', 'diff', 'HEAD', '--rules', rules, '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      before: { ref: 'HEAD', borrowed: ['rules/lint_exceptions.yaml'] },
      contents: [{ kind: 'rules', added: [], removed: [], changed: ['431nb.materials.building_materials'] }],
      lines: [],
      projects: [],
      combinations: { changes: [], sampled: [] },
      bump: 'patch',
    });
    // The examples of the rules and the lines of the fixtures beside them.
    expect(JSON.parse(out).source.lines).toBeGreaterThan(500);
    expect(JSON.parse(out).source.lines).toBeLessThan(3000);
  }, 300_000);

  it('shows a change of an outcome as a comment on a pull request', async () => {
    edit(
      'self_build_431nb/materials.yaml',
      'when: {all: [{use: ours}, {productClass: not_incorporated}, {lineKind: ordinary}, {not: {use: unsettled_contents}}, {rateCharged: reduced}]}\n    outcome: {treatment: needs_answer, question: part_of_works_contract}',
      'when: {all: [{use: ours}, {productClass: not_incorporated}, {lineKind: ordinary}, {not: {use: unsettled_contents}}, {rateCharged: reduced}]}\n    outcome: {treatment: not_reclaimable}',
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [MAIN, 'rules', 'diff', 'HEAD', '--rules', rules, '--markdown'],
      { cwd: ROOT },
    );
    expect(stdout).toMatch(/^### What these rules answer differently\n/);
    expect(stdout).toContain('**Suggested: minor**: only what was an open question is answered differently.');
    expect(stdout).toContain('raise it when this is published');
    expect(stdout).toMatch(/- Rules changed: .*`431nb\.materials\.loose_goods_reduced_rate`/);
    expect(stdout).toMatch(
      /\| needs answer \(431nb\.materials\.loose\\_goods\\_reduced\\_rate\) \| not reclaimable \(431nb\.materials\.loose\\_goods\\_reduced\\_rate\) \| \d+ \| £0\.00 \|/,
    );
    expect(stdout).toContain('- Makita 18V drill (materials, ');
    expect(stdout).toMatch(/\*\*Combinations of facts are answered differently in 1 way\*\*/);
  }, 300_000);

  it('shows projects that are assessed differently, and law that decides no line', async () => {
    edit('eligibility/checks/building.yaml', 'effect: fails', 'effect: warns');
    edit('evidence.yaml', '{pounds: 250,', '{pounds: 200,');
    const { code, out, err } = await ran(['rules', 'diff', 'HEAD', '--rules', rules]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/\nEligibility rules changed: /);
    expect(out).toContain('\nOther law changed: full invoice limit\n');
    expect(out).toMatch(/\d+ of \d+ projects of the scenarios are answered differently/);
    expect(out).toMatch(
      /not eligible self_build_431nb -> eligible self_build_431nb \(E01 fails -> warns\): \d+ projects?/,
    );
    expect(out).toContain('Suggested: major');
  }, 300_000);

  it.each([
    [['no-such-ref'], 3, 'has no commit "no-such-ref" in git'],
    [['--output=x'], 2, 'unknown flag --output'],
    [[], 2, 'name one git ref'],
    [['HEAD', '--json', '--markdown'], 2, 'not both'],
  ])('%j is refused', async (args, code, message) => {
    const result = await ran(['rules', 'diff', ...args, '--rules', rules]);
    expect(result.err).toContain(message);
    expect(result.code).toBe(code);
  });

  it('reads an edition of before a list of words that every rulebook has now', async () => {
    const relations = join(rules, 'catalogue', 'reading', 'relations.yaml');
    const schema = join(repository, 'schemas', 'relations.schema.json');
    const { looseParts, ...before } = parse(readFileSync(relations, 'utf8'));
    const { required, ...rest } = JSON.parse(readFileSync(schema, 'utf8'));
    expect(looseParts.length).toBeGreaterThan(0);
    writeFileSync(relations, stringify(before));
    writeFileSync(
      schema,
      JSON.stringify({ ...rest, required: required.filter((name: string) => name !== 'looseParts') }),
    );
    git('commit', '-q', '-a', '-m', 'before loose parts');
    writeFileSync(relations, stringify({ ...before, looseParts }));
    const { code, err } = await ran(['rules', 'diff', 'HEAD', '--rules', rules, '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  }, 300_000);
});

describe('the suggested bump', () => {
  const answer = { rule: 'a', question: null, reclaimable: 0, toRecover: 0 };
  const change = (before: 'reclaimable' | 'needs_answer') => [
    { line: {} as never, before: { ...answer, treatment: before }, after: { ...answer, treatment: 'no_vat' as const } },
  ];
  const combination = (from: string) => [
    {
      route: 'self_build_431c' as const,
      supplyType: 'other' as const,
      from,
      to: 'x',
      date: '',
      witness: { facts: {} },
    },
  ];
  const project = (from: 'eligible' | 'needs_answer') => [
    {
      project: {} as never,
      before: { outcome: from, scheme: null },
      after: { outcome: 'not_eligible' as const, scheme: null },
      checks: [],
    },
  ];
  it.each([
    ['minor', bumpOf([], project('needs_answer'), [])],
    ['major', bumpOf([], project('eligible'), [])],
    ['patch', bumpOf([], [], [])],
    ['minor', bumpOf(change('needs_answer'), [], [])],
    ['major', bumpOf(change('reclaimable'), [], [])],
    ['minor', bumpOf([], [], combination('asks for doubt'))],
    ['minor', bumpOf([], [], combination('a.rule: needs_answer, question doubt'))],
    ['major', bumpOf(change('needs_answer'), [], combination('a.rule: reclaimable, reclaim all'))],
  ])('is %s', (wanted, got) => expect(got).toBe(wanted));
});
