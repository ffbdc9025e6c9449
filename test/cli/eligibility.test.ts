import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulebook } from '../rulebook/book.js';
import { projectFacts } from '../rulebook/eligibility/projects.js';
import { ran as ranWith } from './a_terminal.js';

let folder: string;
const ran = (args: string[], stdin?: string) =>
  ranWith(args, { openRulebook: () => rulebook(), ...(stdin === undefined ? {} : { stdin }) });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-cli-eligibility-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(value: unknown, name = 'project.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

const flags = (facts: Record<string, string>) => Object.entries(facts).flatMap(([n, v]) => ['--fact', `${n}=${v}`]);

describe('notice708 eligibility', () => {
  it('says the outcome first, then checks with rule and law, documents and rates', async () => {
    const { code, out, err } = await ran([
      'eligibility',
      ...flags(projectFacts('conversion')),
      '--today',
      '2026-11-20',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^ELIGIBLE {2}self_build_431c\n/);
    for (const part of [
      'E08.never',
      'VAT Act 1994 section 35',
      '2027-03-01, 101 days left',
      'required: Plans',
      '5% labour',
    ])
      expect(out).toContain(part);
    expect(out).toContain('Not asked of this project: E05, E06, E09');
    expect(out).not.toContain('\u001b');
  });

  it('asks with the very flag that answers', async () => {
    const { code, out } = await ran(['eligibility', '-f', 'siteBefore=building_demolished']);
    expect(code).toBe(0);
    expect(out).toMatch(/^NEEDS AN ANSWER/);
    expect(out).toContain('--fact retainedAboveGround=one_facade');
    expect(out).toContain('--fact country=channel_islands  then: not eligible');
  });

  it('a day is taken as people write it', async () => {
    const args = (day: string) => ['eligibility', '--fact', `completionDate=${day}`, '--json', '--today', '20/11/2026'];
    const told = await ran(args('2025-12-31'));
    expect(JSON.parse(told.out).ok).toBe(true);
    expect((await ran(args('31/12/2025'))).out).toBe(told.out);
  });

  it('--json is the answer of the tool, from flags, a file or standard input alike', async () => {
    const facts = projectFacts('new_build');
    const told = await ran(['eligibility', ...flags(facts), '--json', '--today', '2026-11-20']);
    const answer = JSON.parse(told.out);
    expect(answer).toMatchObject({ ok: true, outcome: 'eligible', scheme: { value: 'self_build_431nb' } });
    const path = file({ facts, elements: [] });
    expect((await ran(['eligibility', path, '--json', '--today', '2026-11-20'])).out).toBe(told.out);
    const piped = await ran(['eligibility', '-', '--json', '--today', '2026-11-20'], JSON.stringify({ facts }));
    expect(piped.out).toBe(told.out);
  });

  it('adds flags to a file, and shows how parts divide', async () => {
    const { parts: _, ...facts } = projectFacts('conversion');
    const elements = [
      { name: 'barn', kind: 'converted_building', suppliers: ['Smith'] },
      { name: 'cottage', kind: 'new_dwelling', suppliers: ['Smith'] },
    ];
    const { code, out } = await ran([
      'eligibility',
      file({ facts, elements }),
      '-f',
      'garage=none',
      '--today',
      '2026-11-20',
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/^NEEDS AN ANSWER/);
    expect(out).toContain('project self_build_431c: barn');
    expect(out).toContain('project self_build_431nb: cottage');
    expect(out).toContain('ask Smith: Please give us one invoice');
  });

  it.each([
    [['eligibility'], 2, 'say what is known'],
    [['eligibility', '--fact', 'country'], 2, 'name=value'],
    [['eligibility', '--fact', 'country=england', '--fact', 'country=wales'], 2, 'country is given twice'],
    [['eligibility', '--facts', 'country=england'], 2, 'did you mean "--fact"?'],
    [
      ['eligibility', '--fact', 'contry=england'],
      3,
      'facts.contry: there is no field "contry" here (did you mean "country"?)',
    ],
    [
      ['eligibility', '--fact', 'country=englnd'],
      3,
      'facts.country: "englnd" is not allowed (did you mean "england"?)',
    ],
    [['eligibility', '--fact', 'completionDate=2026-02-30'], 3, 'not a day of the calendar'],
    [['eligibility', '--fact', 'country=england', '--today', 'soon'], 3, '--today'],
    [['eligibility', '--fact', 'completion=not_complete', '--fact', 'completionDate=2020-01-01'], 3, 'contradicts'],
    [['eligibility', '/no/such/file.json'], 3, 'cannot be read'],
  ])('%j fails with %i and says why', async (args, code, says) => {
    const told = await ran(args);
    expect([told.code, told.out]).toEqual([code, '']);
    expect(told.err).toContain(says);
  });

  it('a file that is not JSON or holds no facts is refused', async () => {
    expect(await ran(['eligibility', file('{', 'broken.json')])).toMatchObject({ code: 3 });
    const told = await ran(['eligibility', file([], 'list.json')]);
    expect([told.code, told.err]).toEqual([3, expect.stringContaining('must hold {"facts"')]);
  });

  it('--help names every flag', async () => {
    const { code, out } = await ran(['eligibility', '--help']);
    expect(code).toBe(0);
    for (const flag of ['--fact', '--today', '--json', '--rules']) expect(out).toContain(flag);
  });
});

describe('notice708 rules scenarios', () => {
  const set = (expected: string) => `scenarios:
  - {id: a.b, story: Jersey, base: none, facts: {country: channel_islands}, source: L02, expected: ${expected}}
  - {id: a.c, story: plain, base: plain, source: E01, expected: ${expected}}
`;

  it('prints the confusion table, and fails when a project is wrongly called eligible', async () => {
    writeFileSync(join(folder, 'bases.yaml'), JSON.stringify({ plain: projectFacts('new_build') }));
    const wrong = await ran(['rules', 'scenarios', file(set('not_eligible'), 'set.yaml')]);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain('set.yaml a.c: plain: eligible, should be not_eligible');
    expect(wrong.out).toMatch(/not_eligible +1 +1\n/);
    const either = await ran(['rules', 'scenarios', '--wrong', file(set('eligible|not_eligible'), 'set.yaml')]);
    expect([either.code, either.out]).toEqual([
      0,
      expect.stringContaining('set.yaml                                 2      2  100.0%       0'),
    ]);
  });

  it('refuses an outcome or a base that is not there', async () => {
    expect((await ran(['rules', 'scenarios', file(set('elligible'), 'odd.yaml')])).err).toContain(
      '"elligible" is no outcome',
    );
    const base = set('eligible').replace('base: plain', 'base: plane');
    expect((await ran(['rules', 'scenarios', file(base, 'odd.yaml')])).err).toContain('there is no base "plane"');
  });
});
