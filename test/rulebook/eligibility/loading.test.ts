import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { checkEligibility } from '../../../src/cli/eligibility_examples.js';
import { loadRulebook } from '../../../src/rulebook/load.js';
import { formatProblem, RulebookError } from '../../../src/rulebook/problems.js';
import { rulebook, TODAY } from '../book.js';
import { smallRules } from '../small_rules.js';

const root = join(import.meta.dirname, '..', '..', '..');
let folder: string;
let small: string;
let copies = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-eligibility-'));
  small = smallRules(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Change = readonly [file: string, from: string, to: string];

/** A copy of the rules with texts of eligibility/ replaced. */
function broken(...changes: readonly Change[]): string {
  const rules = join(folder, String(copies++));
  cpSync(small, rules, { recursive: true });
  for (const [file, from, to] of changes) {
    const path = join(rules, 'eligibility', file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  return rules;
}

async function problemsOf(rules: string): Promise<string[]> {
  const error = await loadRulebook(rules, join(root, 'schemas')).then(
    () => null,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(RulebookError);
  return (error as RulebookError).problems.map(formatProblem);
}

describe('mistakes in rules/eligibility', () => {
  /** Found while a file is held to its schema, all at once. */
  const OF_FORM: readonly (readonly [...Change, RegExp])[] = [
    [
      'checks/building.yaml',
      '{country: northern_ireland}',
      '{contry: northern_ireland}',
      /building\.yaml:\d+:\d+ \[E01\.northern_ireland\].*"contry" \(did you mean "country"\?\)/,
    ],
    [
      'checks/building.yaml',
      'when: {country: isle_of_man}',
      'when: {country: isle_of_mann}',
      /"isle_of_mann" is not allowed for country \(did you mean "isle_of_man"\?\)/,
    ],
    [
      'checks/building.yaml',
      'effect: warns',
      'effect: warn',
      /"warn" is not allowed for effect \(did you mean "warns"\?\)/,
    ],
    [
      'facts.yaml',
      'onlyIf: {siteBefore: building_demolished}',
      'onlyIf: {siteBefore: demolished}',
      /"demolished" is not allowed for siteBefore/,
    ],
    [
      'documents.yaml',
      'need: {self_build_431nb: required, self_build_431c: required}',
      'need: {self_build_431nb: requird, self_build_431c: required}',
      /"requird" is not allowed .*\(did you mean "required"\?\)/,
    ],
  ];
  /** Found when every file has the right form, all at once. */
  const OF_NAMES: readonly (readonly [...Change, RegExp])[] = [
    [
      'checks/building.yaml',
      '{use: conversion}',
      '{use: convertion}',
      /unknown definition "convertion" \(did you mean "conversion"\?\)/,
    ],
    ['checks/building.yaml', '"vconst#24200"', '"vconts#24200"', /unknown source "vconts" \(did you mean "vconst"\?\)/],
    [
      'checks/building.yaml',
      '"case#smithers"',
      '"case#smither"',
      /unknown decision "smither" \(did you mean "smithers"\?\)/,
    ],
    [
      'checks/building.yaml',
      'documents: [facade_condition]',
      'documents: [facade_conditions]',
      /unknown document "facade_conditions" \(did you mean "facade_condition"\?\)/,
    ],
    [
      'checks/building.yaml',
      'id: E02.building',
      'id: E03.building',
      /a rule of E02 has an id that starts with "E02\."/,
    ],
    [
      'checks/building.yaml',
      'confidence: UNCONFIRMED\n        when: {country: isle_of_man}\n        effect: asks',
      'confidence: UNCONFIRMED\n        when: {country: isle_of_man}\n        effect: passes',
      /an UNCONFIRMED rule must ask/,
    ],
    [
      'checks/building.yaml',
      'examples: [{facts: {country: scotland}, is: this}',
      'examples: [{facts: {country: scotlnd}, is: this}',
      /"scotlnd" is not a value of country \(did you mean "scotland"\?\)/,
    ],
    [
      'checks/building.yaml',
      '{facts: {siteBefore: building_demolished}, is: open}',
      '{facts: {siteBefore: building_demolished}, is: E04.new_bild}',
      /unknown rule "E04\.new_bild" of E40 \(did you mean "E04\.new_build"\?\)/,
    ],
    [
      'checks/building.yaml',
      'facts: [retainedAboveGround, facadeRequired]',
      'facts: [retainedAboveGround, facadeRequire]',
      /unknown fact "facadeRequire" \(did you mean "facadeRequired"\?\)/,
    ],
    ['checks/building.yaml', 'id: E04\n', 'id: E40\n', /check E04 is missing/],
    [
      'facts.yaml',
      'askedBy: completionDate',
      'askedBy: completionDay',
      /unknown date "completionDay" \(did you mean "completionDate"\?\)/,
    ],
    [
      'elements.yaml',
      'parts: conversion_with_extension',
      'parts: conversion_with_extensions',
      /is not a value of parts \(did you mean "conversion_with_extension"\?\)/,
    ],
    [
      'periods.yaml',
      '"si2001_2305#4"',
      '"si2001_2350#4"',
      /unknown source "si2001_2350" \(did you mean "si2001_2305"\?\)/,
    ],
  ];

  it.each([
    ['form', OF_FORM],
    ['names', OF_NAMES],
  ])('of %s are each told at their place, with the nearest word', async (_, faults) => {
    const problems = await problemsOf(broken(...faults.map(([file, from, to]): Change => [file, from, to])));
    for (const [, , , says] of faults) expect(problems.join('\n')).toMatch(says);
    for (const problem of problems)
      expect(problem).toMatch(/^rules\/eligibility\/\S+:\d+:\d+ |^rules\/eligibility\/checks:1:1 /);
  });

  it('a file that is missing or that no schema covers is named', async () => {
    const rules = broken();
    rmSync(join(rules, 'eligibility', 'periods.yaml'));
    writeFileSync(join(rules, 'eligibility', 'docments.yaml'), stringify({}));
    expect((await problemsOf(rules)).sort()).toEqual([
      'rules/eligibility/docments.yaml:1:1 no schema covers a file of this name or folder (did you mean "documents.yaml"?)',
      'rules/eligibility/periods.yaml:1:1 the file is missing',
    ]);
  });

  it('are part of the digest', async () => {
    const book = await loadRulebook(
      broken(['facts.yaml', 'Where is the building?', 'Where does it stand?']),
      join(root, 'schemas'),
    );
    expect(book.digest).not.toBe((await loadRulebook(small, join(root, 'schemas'))).digest);
    expect((await book.assess({ facts: {}, elements: [] }, TODAY)).nextQuestions[0]?.question).toBe(
      'Where does it stand?',
    );
  });
});

describe('rules check', () => {
  it('holds for the rules as they are, and each rule has an example', async () => {
    const { eligibility } = await rulebook();
    const report = checkEligibility(eligibility, join(root, 'rules'), TODAY);
    expect(report.problems).toEqual([]);
    expect([report.checks, report.rules]).toEqual([
      eligibility.checks.length,
      eligibility.checks.flatMap((c) => c.rules).length,
    ]);
    expect(report.examples).toBeGreaterThan(report.rules);
    const numbers = Array.from({ length: 26 }, (_, i) => `E${String(i + 1).padStart(2, '0')}`);
    expect(eligibility.checks.map((c) => c.id).filter((id) => /^E\d\d$/.test(id))).toEqual(numbers);
  });

  it('prints an example that does not hold, a gap and an overlap where they are written', async () => {
    const load = async (file: string, from: string, to: string) => {
      const rules = broken([file, from, to]);
      const book = await loadRulebook(rules, join(root, 'schemas'));
      return checkEligibility(book.eligibility, rules, TODAY).problems.map(formatProblem);
    };
    expect(
      await load(
        'checks/building.yaml',
        '[{facts: {country: scotland}, is: this}',
        '[{facts: {country: isle_of_man}, is: this}',
      ),
    ).toEqual([
      expect.stringMatching(
        /building\.yaml:\d+:\d+ \[E01\.united_kingdom\] example \{country: isle_of_man\} should be E01\.united_kingdom, but is E01\.isle_of_man$/,
      ),
    ]);
    const gap = await load('checks/building.yaml', '[england, wales, scotland]', '[england, wales]');
    expect(gap.join('\n')).toMatch(/\[E01\] no rule of the check applies to: country scotland/);
    const overlap = await load(
      'checks/building.yaml',
      'in: [channel_islands, elsewhere]',
      'in: [channel_islands, elsewhere, england]',
    );
    expect(overlap.join('\n')).toMatch(
      /\[E01\.\w+\] E01\.united_kingdom and E01\.outside all apply to: country england/,
    );
  });
});
