import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRulebook } from '../../src/rulebook/load.js';
import { formatProblem, type Problem, RulebookError } from '../../src/rulebook/problems.js';
import { proveRulebook } from '../../src/rulebook/proof/prove.js';
import { TODAY } from './book.js';

/** Mistakes as authors make them, planted together in a copy of the real rules: one run must find each at its very place. */
interface Mistake {
  what: string;
  file: string;
  from: string;
  to: string;
  /** The words at which the finding points, after planting; `from` there when the finding is about something else. */
  at: string;
  says: RegExp;
}

const root = join(import.meta.dirname, '..', '..');
const NB = 'self_build_431nb';
const C = 'self_build_431c';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-mistakes-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function plant(name: string, mistakes: readonly Mistake[]): string {
  const rules = join(folder, name);
  cpSync(join(root, 'rules'), rules, { recursive: true });
  for (const { file, from, to, what } of mistakes) {
    const text = readFileSync(join(rules, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has nothing to break for ${what}`);
    writeFileSync(
      join(rules, file),
      text.replace(from, () => to),
    );
  }
  return rules;
}

/** `rules/file:line:column` of the first `words` of a file. */
function place(rules: string, file: string, words: string): string {
  const text = readFileSync(join(rules, file), 'utf8');
  const at = text.indexOf(words);
  if (at < 0) throw new Error(`${file} has no "${words}"`);
  const before = text.slice(0, at).split('\n');
  return `rules/${file}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

function expectEach(rules: string, mistakes: readonly Mistake[], told: readonly string[]): void {
  for (const { what, file, at, says } of mistakes) {
    const here = told.filter((line) => line.startsWith(`${place(rules, file, at)} `));
    expect(here, `${what}, among:\n${told.join('\n')}`).toEqual([expect.stringMatching(says)]);
  }
}

/** Of form and of names; the first ten are those of the field's own record (a misspelt fact, value, key ...). */
const FORM_AND_NAMES: Mistake[] = [
  {
    what: 'a misspelt fact',
    file: `${NB}/materials.yaml`,
    from: '{use: settled}, {rateCharged: standard}]}',
    to: '{use: settled}, {rateChargd: standard}]}',
    at: 'rateChargd: standard',
    says: /\[431nb\.materials\.building_materials\] unknown word "rateChargd" \(did you mean "rateCharged"\?\)/,
  },
  {
    what: 'a misspelt value',
    file: `${NB}/materials.yaml`,
    from: '{use: building_materials}, {rateCharged: reduced}]}',
    to: '{use: building_materials}, {rateCharged: reducd}]}',
    at: 'reducd}',
    says: /\[431nb\.materials\.reduced_rate\] "reducd" is not allowed for rateCharged \(did you mean "reduced"\?\)/,
  },
  {
    what: 'a misspelt key',
    file: `${NB}/plant_hire.yaml`,
    from: '    because: >-\n      {product} is hire',
    to: '    becuase: >-\n      {product} is hire',
    at: 'becuase: >-',
    says: /\[431nb\.plant_hire\.without_operator\] unknown word "becuase" \(did you mean "because"\?\)/,
  },
  {
    what: 'a misspelt treatment',
    file: `${NB}/supply_and_install.yaml`,
    from: 'outcome: {treatment: supplier_correction, recover: all}',
    to: 'outcome: {treatment: supplier_corection, recover: all}',
    at: 'supplier_corection',
    says: /"supplier_corection" is not allowed for treatment \(did you mean "supplier_correction"\?\); allowed: reclaimable, /,
  },
  {
    what: 'a date that is not one',
    file: `${NB}/labour.yaml`,
    from: 'effective: {from: 1994-09-01, to: null}',
    to: 'effective: {from: 1 Sept 1994, to: null}',
    at: '1 Sept 1994',
    says: /"1 Sept 1994" is not a day of the calendar; write it as 2026-11-20/,
  },
  {
    what: 'a misspelt definition',
    file: `${NB}/labour.yaml`,
    from: '{all: [{doubt: product_unknown}, {workNamed: {in: [garden, off_site, not_named]}}]}',
    to: '{use: product_unknown}',
    at: 'product_unknown}\n            - {all',
    says: /\[431nb\.labour\.not_clear\] unknown definition "product_unknown"/,
  },
  {
    what: 'a source that is not listed',
    file: `${C}/materials.yaml`,
    from: '"vconst#11130", "diy_scheme"]',
    to: '"vconts#11130", "diy_scheme"]',
    at: '"vconts#11130"',
    says: /\[431c\.materials\.reduced_rate\] unknown source "vconts" \(did you mean "vconst"\?\)/,
  },
  {
    what: 'an exception to a rule that is not there',
    file: `${C}/materials.yaml`,
    from: 'overrides: [431c.materials.reduced_rate]',
    to: 'overrides: [431c.materials.reduce_rate]',
    at: '431c.materials.reduce_rate]',
    says: /overrides an unknown rule "431c\.materials\.reduce_rate" \(did you mean "431c\.materials\.reduced_rate"\?\)/,
  },
  {
    what: 'a question that is not there',
    file: `${C}/materials.yaml`,
    from: 'question: merchant_reduced_rate',
    to: 'question: merchant_reduce_rate',
    at: 'merchant_reduce_rate',
    says: /unknown question "merchant_reduce_rate" \(did you mean "merchant_reduced_rate"\?\)/,
  },
  {
    what: 'one id twice',
    file: `${C}/plant_hire.yaml`,
    from: 'id: 431c.plant_hire.reduced_rate',
    to: 'id: 431c.plant_hire.without_operator # again',
    at: '431c.plant_hire.without_operator # again',
    says: /rule "431c\.plant_hire\.without_operator" is defined twice/,
  },
  {
    what: 'a bracket that never closes',
    file: `${NB}/professional_services.yaml`,
    from: 'supplyType: professional_services',
    to: 'supplyType: [professional_services',
    at: 'rules:',
    says: /not valid YAML: /,
  },
  {
    what: 'a statement that no list has',
    file: 'catalogue/concepts/doors_and_gates.yaml',
    from: 'becomes: [{says: [powered]',
    to: 'becomes: [{says: [powerd]',
    at: 'powerd]',
    says: /unknown statement "powerd" \(did you mean "powered"\?\)/,
  },
];

/** Of meaning: every file has its form, and the whole does not hold together. */
const MEANING: Mistake[] = [
  {
    what: 'two rules that decide one line',
    file: `${NB}/materials.yaml`,
    from: '{all: [{use: ours}, {productClass: not_incorporated}, {lineKind: ordinary}, {not: {use: unsettled_contents}}, {rateCharged: reduced}]}',
    to: '{all: [{use: ours}, {productClass: {in: [not_incorporated, excluded_carpet]}}, {lineKind: ordinary}, {not: {use: unsettled_contents}}, {rateCharged: reduced}]}',
    at: '{all: [{use: ours}, {productClass: {in: [not_incorporated, excluded_carpet]}}',
    says: /applies together with 431nb\.materials\.excluded_goods, which says not reclaimable where this says needs answer; .* for example .*productClass excluded_carpet.* \(overlap\)$/,
  },
  {
    what: 'a rule that leaves a case out',
    file: `${NB}/materials.yaml`,
    from: '{lineKind: running_fuel}, {not: {use: unsettled_contents}}, {use: vat_shown}]}',
    to: '{lineKind: running_fuel}, {not: {use: unsettled_contents}}, {rateCharged: standard}]}',
    at: '- id: 431nb.materials.building_materials\n',
    says: /\[self_build_431nb\/materials\] no rule decides or asks about a line with .*lineKind running_fuel.*; for example “.+” with .* \(gap\)$/,
  },
  {
    what: 'an example that is another rule’s',
    file: `${NB}/materials.yaml`,
    from: '{line: Composite decking boards, net: 800.00, vat: 160.00, is: this}',
    to: '{line: Facing bricks, net: 800.00, vat: 160.00, is: this}',
    at: '{line: Facing bricks, net: 800.00, vat: 160.00, is: this}',
    says: /example “Facing bricks” should be 431nb\.materials\.open_thing, but is decided by 431nb\.materials\.building_materials/,
  },
  {
    what: 'a rule without a line that it leaves to others',
    file: `${NB}/plant_hire.yaml`,
    from: '      - {line: 8t digger with driver, net: 1850.00, vat: 370.00, not: this}\n',
    to: '',
    at: '- {line: 1.5t mini digger hire week, net: 310.00',
    says: /\[431nb\.plant_hire\.without_operator\] has no example of a line that it does not decide \(not: this\) \(examples\)$/,
  },
  {
    what: 'a condition that nothing makes true',
    file: `${C}/plant_hire.yaml`,
    from: 'when: {all: [{use: ours}, {use: inside_the_works}, {operator: without},',
    to: 'when: {all: [{operator: with}, {use: ours}, {use: inside_the_works}, {operator: without},',
    at: '{all: [{operator: with}',
    says: /the condition can never be true, whatever the values of .*operator.* \(contradiction\)$/,
  },
  {
    what: 'an exception to a rule of other lines',
    file: `${C}/materials.yaml`,
    from: 'overrides: [431c.materials.reduced_rate]',
    to: 'overrides: [431c.materials.reduced_rate, 431c.works.reduced]',
    at: '431c.works.reduced]',
    says: /overrides 431c\.works\.reduced, but the two never apply to one line.* \(dead_override\)$/,
  },
  {
    what: 'a rule that ends without a successor',
    file: `${NB}/professional_services.yaml`,
    from: 'effective: {from: 1994-09-01, to: null}',
    to: 'effective: {from: 1994-09-01, to: 2025-03-31}',
    at: '2025-03-31',
    says: /\[431nb\.professional_services\.never\] ends on 2025-03-31, and on 2025-04-01 no rule decides or asks about .* \(dates\)$/,
  },
  {
    what: 'a source left unread for years',
    file: 'rulebook.yaml',
    from: 'checked: 2026-11-20',
    to: 'checked: 2024-01-15',
    at: '2024-01-15',
    says: /warning: VAT Act 1994 section 35 was last checked on 2024-01-15, \d+ days ago.* \(stale_source\)$/,
  },
  {
    what: 'a question that nobody asks',
    file: 'questions/other.yaml',
    from: 'questions:\n',
    to: 'questions:\n  - {id: colour_of_bricks, text: Which colour?, whyAsked: No reason., citations: [n708], answers: [{id: red, label: Red, sets: {customer: claimant}}, {id: blue, label: Blue, sets: {customer: builder}}]}\n',
    at: '{id: colour_of_bricks',
    says: /\[colour_of_bricks\] no rule, fact, concept.* asks this question \(unasked_question\)$/,
  },
  {
    what: 'a term of another thing, in the plural',
    file: 'catalogue/concepts/structure.yaml',
    from: 'terms: [facing bricks,',
    to: 'terms: [Dishwashers, facing bricks,',
    at: 'Dishwashers, facing',
    says: /\[structure\.brick\] the term “Dishwashers” is read as appliance\.\w+, .* \(term_twice\)$/,
  },
  {
    what: 'a look-alike that is the thing itself',
    file: 'catalogue/concepts/structure.yaml',
    from: 'areNot: [',
    to: 'areNot: [handmade bricks 65mm, ',
    at: 'handmade bricks 65mm',
    says: /\[structure\.brick\] look-alike “handmade bricks 65mm” should not be this, but is read as it$/,
  },
  {
    what: 'something impossible that lines do',
    file: 'impossible.yaml',
    from: 'impossible:\n',
    to: 'impossible:\n  - {id: no_bricks, when: {lineKind: septic_emptying}, because: no reason}\n',
    at: '{id: no_bricks',
    says: /\[no_bricks\] is said to be impossible, and a line has it; .* for example “.+” \(impossible_occurs\)$/,
  },
  {
    what: 'an exception that excuses nothing',
    file: 'lint_exceptions.yaml',
    from: 'exceptions:\n',
    to: 'exceptions:\n  - {lint: overlap, id: 431nb.materials.odd_rate, reason: none any more}\n',
    at: '{lint: overlap, id: 431nb.materials.odd_rate',
    says: /the exception from overlap for 431nb\.materials\.odd_rate excuses nothing any more; .* \(useless_exception\)$/,
  },
];

/** A whole rulebook is loaded and proved. */
const PATIENCE = 300_000;

describe('mistakes of authors', () => {
  it(
    'of form and of names are found in one pass, each at its place, and nothing else is',
    async () => {
      const rules = plant('form', FORM_AND_NAMES);
      const error = await loadRulebook(rules, join(root, 'schemas')).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(RulebookError);
      const told = (error as RulebookError).problems.map(formatProblem);
      expectEach(rules, FORM_AND_NAMES, told);
      // One bracket too many is several faults of one file to a YAML parser.
      const besides = told.filter((line) => !line.includes('not valid YAML'));
      expect(besides).toHaveLength(FORM_AND_NAMES.length - 1);
    },
    PATIENCE,
  );

  it(
    'of meaning are found in one run, each at its place',
    async () => {
      const rules = plant('meaning', MEANING);
      const book = await loadRulebook(rules, join(root, 'schemas'));
      const { problems } = await proveRulebook(book, rules, { today: TODAY });
      expectEach(rules, MEANING, problems.map(formatProblem));
      const severities = problems.map(({ severity }: Problem) => severity);
      expect(severities.indexOf('warning')).toBeGreaterThan(severities.lastIndexOf('error'));
    },
    PATIENCE,
  );
});
