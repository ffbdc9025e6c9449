import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRulebook } from '../../src/rulebook/load.js';
import { formatProblem, type Problem, RulebookError } from '../../src/rulebook/problems.js';
import { line } from './book.js';
import { smallRules } from './small_rules.js';

const root = join(import.meta.dirname, '..', '..');
const schemas = join(root, 'schemas');
let folder: string;
let small: string;
let copies = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-loading-'));
  small = smallRules(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

class Copy {
  readonly rules: string;

  constructor() {
    this.rules = join(folder, `copy${copies++}`);
    cpSync(small, this.rules, { recursive: true });
  }

  read(file: string): string {
    return readFileSync(join(this.rules, file), 'utf8');
  }

  write(file: string, text: string): this {
    mkdirSync(join(this.rules, file, '..'), { recursive: true });
    writeFileSync(join(this.rules, file), text);
    return this;
  }

  replace(file: string, from: string, to: string): this {
    const text = this.read(file);
    if (!text.includes(from)) throw new Error(`${file} has no "${from}" to break`);
    return this.write(
      file,
      text.replace(from, () => to),
    );
  }

  /** `file:line:column` of the last `words` in a file, `skip` characters on. */
  place(file: string, words: string, skip = 0): string {
    const text = this.read(file);
    const at = text.lastIndexOf(words);
    if (at < 0) throw new Error(`${file} has no "${words}"`);
    const before = text.slice(0, at + skip).split('\n');
    return `rules/${file}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
  }

  async problems(): Promise<Problem[]> {
    const error = await loadRulebook(this.rules, schemas).then(
      () => null,
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(RulebookError);
    return (error as RulebookError).problems;
  }

  async said(): Promise<string[]> {
    return (await this.problems()).map(formatProblem);
  }
}

const MATERIALS = 'self_build_431nb/materials.yaml';
const CONCEPTS = 'catalogue/concepts/few.yaml';

it('the folder these tests break is itself in order', async () => {
  const book = await loadRulebook(small, schemas);
  expect((await book.classify(line({ text: 'Facing bricks' }))).classification.treatment).toBe('reclaimable');
});

interface Fault {
  name: string;
  file: string;
  from: string;
  to: string;
  /** The words at which the finding points, and how far into them. */
  at: [string, number];
  says: RegExp;
}

/** Mistakes of form, found while a file is read. */
const OF_FORM: Fault[] = [
  {
    name: 'a misspelt fact',
    file: MATERIALS,
    from: '{rateCharged: standard}',
    to: '{rateChargd: standard}',
    at: ['rateChargd: standard', 0],
    says: /unknown (?:word|fact) "rateChargd" \(did you mean "rateCharged"\?\)/,
  },
  {
    name: 'a misspelt value of a fact',
    file: MATERIALS,
    from: '{rateCharged: {in: [standard, other]}}',
    to: '{rateCharged: {in: [standrd, other]}}',
    at: ['standrd', 0],
    says: /"standrd" is not allowed for in \(did you mean "standard"\?\); allowed: zero, reduced, standard, other/,
  },
  {
    name: 'a definition with a misspelt fact',
    file: 'definitions.yaml',
    from: 'when: {doubt: none}',
    to: 'when: {dubt: none}',
    at: ['{dubt: none}', 1],
    says: /unknown (?:word|fact) "dubt" \(did you mean "doubt"\?\)/,
  },
  {
    name: 'a key nobody knows',
    file: MATERIALS,
    from: '    because: >-',
    to: '    becuase: >-',
    at: ['becuase: >-', 0],
    says: /unknown word "becuase" \(did you mean "because"\?\)/,
  },
  {
    name: 'a misspelt treatment',
    file: MATERIALS,
    from: 'treatment: reclaimable,',
    to: 'treatment: reclaimible,',
    at: ['reclaimible', 0],
    says: /"reclaimible" is not allowed for treatment \(did you mean "reclaimable"\?\); allowed: /,
  },
  {
    name: 'a misspelt supply type',
    file: MATERIALS,
    from: 'supplyType: materials',
    to: 'supplyType: materails',
    at: ['materails', 0],
    says: /"materails" is not allowed for supplyType \(did you mean "materials"\?\)/,
  },
  {
    name: 'no citation',
    file: MATERIALS,
    from: '    citations: ["vconst#11130", "diy_scheme"]\n',
    to: '',
    at: ['- id: 431nb.materials.reduced_rate', 2],
    says: /\[431nb\.materials\.reduced_rate\] "citations" is missing/,
  },
  {
    name: 'an empty list of citations',
    file: MATERIALS,
    from: 'citations: ["n708#13.4"]',
    to: 'citations: []',
    at: ['citations: []', 11],
    says: /citations needs at least one entry/,
  },
  {
    name: 'a date that is not one',
    file: MATERIALS,
    from: 'effective: {from: 1994-09-01, to: null}',
    to: 'effective: {from: 1 Sept 1994, to: null}',
    at: ['1 Sept 1994', 0],
    says: /"1 Sept 1994" is not a day of the calendar; write it as 2026-11-20/,
  },
  ...(
    [
      [MATERIALS, 'effective: {from: 1994-09-01, to: null}', 'effective: {from: 1994-13-01, to: null}', '1994-13-01'],
      [
        MATERIALS,
        'effective: {from: 1994-09-01, to: null}',
        'effective: {from: 1994-09-01, to: 2026-02-31}',
        '2026-02-31',
      ],
      [MATERIALS, 'taxPoint: 2010-06-01', 'taxPoint: 2010-06-31', '2010-06-31'],
      ['rulebook.yaml', '{from: 2011-01-04, percent: 20}', '{from: 2011-00-04, percent: 20}', '2011-00-04'],
      ['rulebook.yaml', 'great_britain: {from: 2022-04-01', 'great_britain: {from: 2022-04-31', '2022-04-31'],
      ['rulebook.yaml', 'checked: 2026-11-20', 'checked: 2026-11-32', '2026-11-32'],
      ['eligibility/periods.yaml', '2023-12-05', '2023-02-29', '2023-02-29'],
    ] as const
  ).map(
    ([file, from, to, day]): Fault => ({
      name: `a day that no calendar has (${day})`,
      file,
      from,
      to,
      at: [day, 0],
      says: new RegExp(`"${day}" is not a day of the calendar; write it as 2026-11-20`),
    }),
  ),
  {
    name: 'an edition that is written otherwise',
    file: 'rulebook.yaml',
    from: 'edition: 2026.',
    to: 'edition: v2026.',
    at: ['edition: v2026', 9],
    says: /"v2026\.\S+" is not allowed for edition; write year\.month\.number, as in 2026\.11\.1/,
  },
  {
    name: 'bad indentation',
    file: 'self_build_431c/materials.yaml',
    from: '    title: A merchant charged 5% on goods alone',
    to: '   title: A merchant charged 5% on goods alone',
    at: ['   title: A merchant', 0],
    says: /not valid YAML: /,
  },
  {
    name: 'a bracket that never closes',
    file: 'self_build_431nb/labour.yaml',
    from: 'supplyType: labour',
    to: 'supplyType: [labour',
    at: ['rules:', 0],
    says: /not valid YAML: /,
  },
  {
    name: 'one key twice',
    file: 'questions/esm.yaml',
    from: '    number: K11',
    to: '    number: K11\n    number: K12',
    at: ['number: K12\n    text: What does the battery', 0],
    says: /not valid YAML: Map keys must be unique/,
  },
  {
    name: 'a number where words belong',
    file: MATERIALS,
    from: 'title: A merchant charged 5% on goods alone',
    to: 'title: 5',
    at: ['title: 5\n', 7],
    says: /title must be a text, not 5/,
  },
  {
    name: 'a list where one value belongs',
    file: 'facts.yaml',
    from: 'presume: uk',
    to: 'presume: [uk]',
    at: ['[uk]', 0],
    says: /presume must be a text, not a list/,
  },
  {
    name: 'a misspelt class of a concept',
    file: CONCEPTS,
    from: 'class: building_material\n',
    to: 'class: building_materail\n',
    at: ['building_materail', 0],
    says: /"building_materail" is not allowed for class \(did you mean "building_material"\?\)/,
  },
  {
    name: 'a key nobody knows in a concept',
    file: CONCEPTS,
    from: '  - id: structure.brick\n',
    to: '  - id: structure.brick\n    colour: red\n',
    at: ['colour: red', 0],
    says: /\[structure\.brick\] unknown word "colour"/,
  },
  {
    name: 'a rate that is not a number',
    file: 'rulebook.yaml',
    from: 'percent: 17.5}',
    to: 'percent: high}',
    at: ['percent: high', 9],
    says: /percent must be a number, not "high"/,
  },
  {
    name: 'a way of reading that is no supply type',
    file: 'supply_reading.yaml',
    from: 'nothing: materials, goods_alone: materials',
    to: 'nothing: materals, goods_alone: materials',
    at: ['materals', 0],
    says: /"materals" is not allowed for nothing \(did you mean "materials"\?\)/,
  },
  {
    name: 'a misspelt value of a fact of evidence',
    file: 'evidence.yaml',
    from: '{vatNumber: wrong}',
    to: '{vatNumber: wrng}',
    at: ['wrng', 0],
    says: /\[vat_number_wrong\] "wrng" is not allowed for vatNumber \(did you mean "wrong"\?\)/,
  },
  {
    name: 'a kind of document that is none',
    file: 'evidence.yaml',
    from: '{type: pro_forma, is: no_evidence',
    to: '{type: pro_forma, is: no_evidnce',
    at: ['no_evidnce', 0],
    says: /"no_evidnce" is not allowed for is \(did you mean "no_evidence"\?\)/,
  },
];

/** Mistakes of meaning, looked for once every file has its form. */
const OF_MEANING: Fault[] = [
  {
    name: 'a place of a text on evidence that nothing fills',
    file: 'evidence.yaml',
    from: '“{vatNumber}” is',
    to: '“{vatNumbr}” is',
    at: ['{vatNumbr}', 0],
    says: /\[vat_number_wrong\] nothing fills \{vatNumbr\} \(did you mean "vatNumber"\?\)/,
  },
  {
    name: 'a place of the letter to a supplier that nothing fills',
    file: 'evidence.yaml',
    from: '      Dear {supplier}',
    to: '      Dear {suplier}',
    at: ['{suplier}', 0],
    says: /nothing fills \{suplier\} \(did you mean "supplier"\?\)/,
  },
  {
    name: 'a correction that the letter does not explain',
    file: 'evidence.yaml',
    from: '        zero: These supplies are zero-rated by the provisions named beside them.\n',
    to: '',
    at: ['        reduced: >-', 8],
    says: /"zero" is missing, and 431c\.\S+ makes such corrections/,
  },
  {
    name: 'a check of a line on a fact of its document',
    file: 'evidence.yaml',
    from: '{treatment: supplier_correction}',
    to: '{vatCharged: "yes"}',
    at: ['{vatCharged: "yes"}\n    because: "VAT', 0],
    says: /\[wrong_rate\] vatCharged is a fact of a document, and the check is about a line/,
  },
  {
    name: 'an answer on late goods that is none',
    file: 'evidence.yaml',
    from: 'question: fitted_before_completion, answer: "yes"',
    to: 'question: fitted_before_completion, answer: "yess"',
    at: ['"yess"', 0],
    says: /\[fitted_before_completion\] unknown answer "yess" \(did you mean "yes"\?\)/,
  },
  {
    name: 'a document of a claim that is none',
    file: 'evidence.yaml',
    from: 'document: repayment_proof',
    to: 'document: repayment_prof',
    at: ['repayment_prof', 0],
    says: /\[wrong_customer\] unknown document "repayment_prof" \(did you mean "repayment_proof"\?\)/,
  },
  {
    name: 'a type of document that is not told',
    file: 'evidence.yaml',
    from: '  - {type: statement, is: no_evidence, label: statement of account}\n',
    to: '',
    at: ['- {type: invoice', 0],
    says: /"statement" is missing: say what it is as evidence/,
  },
  {
    name: 'a misspelt definition',
    file: MATERIALS,
    from: '{use: building_materials}',
    to: '{use: building_material}',
    at: ['{use: building_material}', 6],
    says: /unknown definition "building_material" \(did you mean "building_materials"\?\)/,
  },
  {
    name: 'a definition that uses itself',
    file: 'definitions.yaml',
    from: 'when: {doubt: none}',
    to: 'when: {use: settled}',
    at: ['{use: settled}', 0],
    says: /definition "settled" uses itself/,
  },
  {
    name: 'a citation of a source that is not listed',
    file: MATERIALS,
    from: '"vconst#11130", "diy_scheme"]',
    to: '"vconts#11130", "diy_scheme"]',
    at: ['"vconts#11130"', 0],
    says: /unknown source "vconts" \(did you mean "vconst"\?\)/,
  },
  {
    name: 'a citation of a decision that is not listed',
    file: 'self_build_431nb/every_supply_type.yaml',
    from: '"case#barnes"',
    to: '"case#barns"',
    at: ['"case#barns"', 0],
    says: /unknown decision "barns" \(did you mean "barnes"\?\)/,
  },
  {
    name: 'two rules of one id',
    file: MATERIALS,
    from: 'id: 431nb.materials.odd_rate',
    to: 'id: 431nb.materials.reduced_rate',
    at: ['reduced_rate\n    title: VAT that fits', -16],
    says: /rule "431nb\.materials\.reduced_rate" is defined twice/,
  },
  {
    name: 'a rule id of the other route',
    file: MATERIALS,
    from: 'id: 431nb.materials.loose_goods_reduced_rate',
    to: 'id: 431c.materials.loose',
    at: ['431c.materials.loose', 0],
    says: /a rule of self_build_431nb has an id that starts with "431nb\."/,
  },
  {
    name: 'a route that is not that of the folder',
    file: 'self_build_431nb/plant_hire.yaml',
    from: 'route: self_build_431nb',
    to: 'route: self_build_431c',
    at: ['self_build_431c', 0],
    says: /a file in this folder must have route self_build_431nb/,
  },
  {
    name: 'a rule that ends before it begins',
    file: MATERIALS,
    from: 'effective: {from: 1994-09-01, to: null}',
    to: 'effective: {from: 1994-09-01, to: 1990-01-01}',
    at: ['{from: 1994-09-01, to: 1990-01-01}', 0],
    says: /the rule ends before it begins/,
  },
  {
    name: 'a misspelt question',
    file: MATERIALS,
    from: 'question: merchant_reduced_rate',
    to: 'question: merchant_reduce_rate',
    at: ['merchant_reduce_rate', 0],
    says: /unknown question "merchant_reduce_rate" \(did you mean "merchant_reduced_rate"\?\)/,
  },
  {
    name: 'an open outcome without a question',
    file: MATERIALS,
    from: '{treatment: needs_answer, question: rate_and_date}',
    to: '{treatment: needs_answer}',
    at: ['{treatment: needs_answer}', 0],
    says: /a rule asks a question exactly when its treatment is needs_answer/,
  },
  {
    name: 'a fact that asks a question that is not there',
    file: 'facts.yaml',
    from: 'asks: what_was_bought\n    values:\n      - {value: building_material',
    to: 'asks: what_was_bougth\n    values:\n      - {value: building_material',
    at: ['what_was_bougth', 0],
    says: /\[productClass\] unknown question "what_was_bougth" \(did you mean "what_was_bought"\?\)/,
  },
  {
    name: 'an answer that sets a fact nobody knows',
    file: 'questions/other.yaml',
    from: 'sets: {customer: builder}',
    to: 'sets: {custommer: builder}',
    at: ['custommer', 0],
    says: /\[sai_materials_bought_for_builder\] unknown fact "custommer" \(did you mean "customer"\?\)/,
  },
  {
    name: 'an answer that sets a value nobody knows',
    file: 'questions/other.yaml',
    from: 'sets: {vatKind: not_vat}',
    to: 'sets: {vatKind: not_vatt}',
    at: ['not_vatt', 0],
    says: /"not_vatt" is not a value of vatKind \(did you mean "not_vat"\?\); allowed: uk, import/,
  },
  {
    name: 'a question that settles a doubt nobody knows',
    file: 'questions/other.yaml',
    from: 'settles: [product_unknown, perhaps_misspelt]',
    to: 'settles: [product_unkown, perhaps_misspelt]',
    at: ['product_unkown', 0],
    says: /unknown doubt "product_unkown" \(did you mean "product_unknown"\?\)/,
  },
  {
    name: 'a question defined twice',
    file: 'questions/other.yaml',
    from: 'id: staff_or_subcontractor',
    to: 'id: supplier_vat_registered',
    at: ['supplier_vat_registered', 0],
    says: /question "supplier_vat_registered" is defined twice/,
  },
  {
    name: 'a concept defined twice',
    file: CONCEPTS,
    from: 'id: heat.boiler\n',
    to: 'id: esm.battery\n',
    at: ['id: esm.battery\n', 4],
    says: /concept "esm\.battery" is defined twice/,
  },
  {
    name: 'a concept with a misspelt question',
    file: CONCEPTS,
    from: 'question: esm_battery_use',
    to: 'question: esm_batery_use',
    at: ['esm_batery_use', 0],
    says: /unknown question "esm_batery_use" \(did you mean "esm_battery_use"\?\)/,
  },
  {
    name: 'a concept with an energy-saving item that has no dates',
    file: CONCEPTS,
    from: 'esmItem: battery',
    to: 'esmItem: batery',
    at: ['esmItem: batery', 9],
    says: /unknown item "batery" \(did you mean "battery"\?\)/,
  },
  {
    name: 'an answer with a misspelt concept',
    file: 'questions/esm.yaml',
    from: 'concept: esm.heat_pump',
    to: 'concept: esm.heat_pmp',
    at: ['esm.heat_pmp', 0],
    says: /\[esm_listed_product\] unknown concept "esm\.heat_pmp" \(did you mean "esm\.heat_pump"\?\)/,
  },
  {
    name: 'a concept that becomes a misspelt one',
    file: CONCEPTS,
    from: '  - id: structure.brick\n',
    to: '  - id: structure.brick\n    becomes: [{says: [powered], concept: heat.boiler_wod}]\n',
    at: ['heat.boiler_wod', 0],
    says: /\[structure\.brick\] unknown concept "heat\.boiler_wod" \(did you mean "heat\.boiler_wood"\?\)/,
  },
  {
    name: 'a term that two concepts share',
    file: CONCEPTS,
    from: '  - id: structure.brick\n',
    to: '  - id: structure.twin\n    label: bricks\n    class: building_material\n    goodsAlone: yes\n    condition: fixed\n    confidence: seen\n    citations: [diy_list]\n    terms: [twin brick, Engineering Bricks]\n    lookalikes: {are: [a], areNot: [b]}\n  - id: structure.brick\n',
    at: ['- engineering bricks\n', 2],
    says: /\[structure\.brick\] the term "engineering bricks" is also one of structure\.twin \(rules\/catalogue\/concepts\/few\.yaml:\d+:\d+\)/,
  },
  {
    name: 'a compound that two concepts share',
    file: CONCEPTS,
    from: '  - id: structure.brick\n',
    to: '  - id: structure.pair\n    label: bricks\n    class: building_material\n    goodsAlone: yes\n    condition: fixed\n    confidence: seen\n    citations: [diy_list]\n    terms: [pair brick]\n    compounds:\n      - [[handmade, pressed], [clamp, kiln]]\n    lookalikes: {are: [a], areNot: [b]}\n  - id: structure.mate\n    label: bricks\n    class: building_material\n    goodsAlone: yes\n    condition: fixed\n    confidence: seen\n    citations: [diy_list]\n    terms: [mate brick]\n    compounds:\n      - [[pressed], [kiln, twin]]\n    lookalikes: {are: [a], areNot: [b]}\n  - id: structure.brick\n',
    at: ['- [[pressed], [kiln, twin]]', 0],
    says: /\[structure\.mate\] the term "pressed kiln" is also one of structure\.pair/,
  },
  {
    name: 'a list of words that is not there',
    file: 'catalogue/reading/signals.yaml',
    from: '      - - [{use: customers}',
    to: '      - - [{use: custommers}',
    at: ['custommers', 0],
    says: /unknown list of words "custommers" \(did you mean "customers"\?\)/,
  },
  {
    name: 'a class that is not there, in the reading of supplies',
    file: 'supply_reading.yaml',
    from: '  waste_service: other',
    to: '  waste_servise: other',
    at: ['waste_servise', 0],
    says: /unknown class "waste_servise" \(did you mean "waste_service"\?\)/,
  },
  {
    name: 'a line kind that is not there',
    file: 'supply_reading.yaml',
    from: 'winningKinds: [garden_landscaping',
    to: 'winningKinds: [garden_landscapping',
    at: ['garden_landscapping', 0],
    says: /unknown line kind "garden_landscapping" \(did you mean "garden_landscaping"\?\)/,
  },
  {
    name: 'a line kind that is not there, among those that say a fact',
    file: 'supply_reading.yaml',
    from: '  foreign_vat: {vatKind: foreign}',
    to: '  foreign_vatt: {vatKind: foreign}',
    at: ['foreign_vatt', 0],
    says: /unknown line kind "foreign_vatt" \(did you mean "foreign_vat"\?\)/,
  },
  {
    name: 'a value that the fact of a line kind does not have',
    file: 'supply_reading.yaml',
    from: '{customer: builder}',
    to: '{customer: bilder}',
    at: ['bilder', 0],
    says: /"bilder" is not a value of customer \(did you mean "builder"\?\)/,
  },
  {
    name: 'a statement that is not there, for buildings built with the home',
    file: 'supply_reading.yaml',
    from: 'says: built_with_home',
    to: 'says: built_with_hom',
    at: ['built_with_hom', 0],
    says: /unknown statement "built_with_hom" \(did you mean "built_with_home"\?\)/,
  },
  {
    name: 'a kind of project that is not there',
    file: 'supply_reading.yaml',
    from: 'doubtfulProjectTypes: [conversion',
    to: 'doubtfulProjectTypes: [convertion',
    at: ['convertion', 0],
    says: /unknown project type "convertion" \(did you mean "conversion"\?\)/,
  },
  {
    name: 'a concept that is not there, in the aims of energy-saving work',
    file: 'supply_reading.yaml',
    from: '{main: [structure.ewi_kit]',
    to: '{main: [structure.ewi_kitt]',
    at: ['structure.ewi_kitt', 0],
    says: /unknown concept "structure\.ewi_kitt" \(did you mean "structure\.ewi_kit"\?\)/,
  },
  {
    name: 'a concept that is not there, among what is no part of works',
    file: 'supply_reading.yaml',
    from: 'partOfWorks: [ins.warranty',
    to: 'partOfWorks: [ins.warrantyy',
    at: ['ins.warrantyy', 0],
    says: /unknown concept "ins\.warrantyy" \(did you mean "ins\.warranty"\?\)/,
  },
  {
    name: 'works that are not there, among those with a service of their own',
    file: 'supply_reading.yaml',
    from: 'partOf: {svc.prelims:',
    to: 'partOf: {svc.prelimms:',
    at: ['svc.prelimms', 0],
    says: /unknown concept "svc\.prelimms" \(did you mean "svc\.prelims"\?\)/,
  },
  {
    name: 'works that are not there, among those that take away',
    file: 'supply_reading.yaml',
    from: 'removals: [svc.demolition',
    to: 'removals: [svc.demolishon',
    at: ['svc.demolishon', 0],
    says: /unknown concept "svc\.demolishon" \(did you mean "svc\.demolition"\?\)/,
  },
  {
    name: 'an area that is not there',
    file: 'supply_reading.yaml',
    from: 'kitchenAreas: [kitchen]',
    to: 'kitchenAreas: [kitchin]',
    at: ['kitchin', 0],
    says: /unknown area "kitchin" \(did you mean "kitchen"\?\)/,
  },
];

// One load for all mistakes of a kind, as an author sees them after a bad day.
describe.each([
  ['form', OF_FORM],
  ['meaning', OF_MEANING],
] as const)(
  'mistakes of %s are all told, each with file, line, column and the nearest allowed word:',
  (_kind, faults) => {
    let copy: Copy;
    let told: string[];
    beforeAll(async () => {
      copy = new Copy();
      for (const { file, from, to } of faults) copy.replace(file, from, to);
      told = await copy.said();
    });

    it.each(faults)('$name', ({ file, at, says }) => {
      const place = copy.place(file, ...at);
      const found = told.filter((message) => says.test(message));
      const here = told.filter((message) => message.startsWith(`rules/${file}:`));
      expect(found.length, `nothing says ${says} of:\n${here.join('\n')}`).toBeGreaterThan(0);
      expect(found.join('\n')).toContain(`${place} `);
    });

    it('one finding a mistake', () => {
      // Whatever named the concept and the question that lost their ids.
      const follows = /unknown (?:concept "heat\.boiler"|question "staff_or_subcontractor")/;
      const explained = [follows, ...faults.map(({ says }) => says)];
      const unexplained = told.filter((message) => !explained.some((says) => says.test(message)));
      expect(unexplained).toEqual([]);
    });

    it('in words an author can read', () => {
      for (const message of told) expect(message).not.toMatch(/\[object Object\]|undefined/);
    });
  },
);

describe('a mistake alone', () => {
  it('an unknown rule in overrides, with the nearest one', async () => {
    const copy = new Copy().replace(
      MATERIALS,
      'when: {all: [{use: ours}, {use: building_materials}, {rateCharged: reduced}]}',
      'when: {all: [{use: ours}, {use: building_materials}, {rateCharged: reduced}]}\n    overrides: [431nb.materials.building_material]',
    );
    const [only, ...rest] = await copy.said();
    expect(rest).toEqual([]);
    expect(only).toContain(
      `${copy.place(MATERIALS, '431nb.materials.building_material]')} [431nb.materials.reduced_rate] `,
    );
    expect(only).toContain(
      'overrides an unknown rule "431nb.materials.building_material" (did you mean "431nb.materials.building_materials"?)',
    );
  });

  it('two rules of one condition, for one supply type on the same dates', async () => {
    const copy = new Copy();
    const rule =
      / {2}- id: 431nb\.materials\.reduced_rate\n[\s\S]*?(?=\n {2}- id: )/.exec(copy.read(MATERIALS))?.[0] ?? '';
    const twin = (dates: string) =>
      new Copy().replace(
        MATERIALS,
        rule,
        `${rule}\n${rule.replace('reduced_rate\n', 'twin\n').replace(/effective: .*/, `effective: ${dates}`)}`,
      );
    const [only, ...rest] = await twin('{from: 2020-01-01, to: null}').said();
    expect(rest).toEqual([]);
    expect(only).toMatch(
      /materials\.yaml:\d+:\d+ \[431nb\.materials\.twin\] the rule has the condition of "431nb\.materials\.reduced_rate" \(rules\/self_build_431nb\/materials\.yaml:\d+\)/,
    );
    await expect(loadRulebook(twin('{from: 1980-01-01, to: 1990-01-01}').rules, schemas)).resolves.toBeDefined();
  });

  it.each([
    ['because', 'the {vat} can be claimed from HMRC', 'the {vatt} can be claimed from HMRC', 'vatt', 'vat'],
    ['action', 'Claim {vat}. Keep', 'Claim {net}, {toRecovr}. Keep', 'toRecovr', 'toRecover'],
  ])('a misspelt place in %s of a rule, at the place itself', async (_key, from, to, word, near) => {
    const copy = new Copy().replace(MATERIALS, from, to);
    const [only, ...rest] = await copy.said();
    expect(rest).toEqual([]);
    expect(only).toContain(
      `${copy.place(MATERIALS, `{${word}}`)} [431nb.materials.building_materials] nothing fills {${word}} (did you mean "${near}"?); allowed: {product} {item} `,
    );
  });

  it('a misspelt place in the texts of a question', async () => {
    const file = 'questions/supply_and_install.yaml';
    const copy = new Copy()
      .replace(file, 'also fit {item} into', 'also fit {itm} into')
      .replace(
        file,
        'holds: Ask the supplier which lines they fitted.',
        'holds: "Ask {suplier} which lines they fitted."',
      );
    const said = await copy.said();
    expect(said).toHaveLength(2);
    expect(said[0]).toContain(
      `${copy.place(file, '{itm}')} [sai_who_fitted] nothing fills {itm} (did you mean "item"?)`,
    );
    expect(said[1]).toContain(`${copy.place(file, '{suplier}')} [sai_who_fitted] nothing fills {suplier}`);
  });

  it('an unknown statement, class or concept that rules an answer out', async () => {
    const copy = new Copy()
      .replace('questions/supply_and_install.yaml', 'names: [excluded_appliance]', 'names: [excluded_aplliance]')
      .replace('questions/esm.yaml', 'ruledOutBy: {says: [multi_fuel]}', 'ruledOutBy: {says: [multi_fuels]}');
    const said = await copy.said();
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/unknown statement "multi_fuels" \(did you mean "multi_fuel"\?\)/);
    expect(said[1]).toMatch(/unknown class or concept "excluded_aplliance" \(did you mean "excluded_appliance"\?\)/);
  });

  it('what companions.yaml names', async () => {
    const file = 'companions.yaml';
    const copy = new Copy()
      .replace(file, '[esm_who_installed,', '[esm_who_instaled,')
      .replace(file, 'answer: different_jobs', 'answer: diferent_jobs')
      .replace(file, 'mains: [esm.heat_pump,', 'mains: [esm.heat_pumps,')
      .replace(file, 'areas: [window]', 'areas: [windows]')
      .replace(file, 'shares: [job,', 'shares: [jobs,')
      .replace(file, 'sets: {esm: listed, esmAim: energy_saving}', 'sets: {esm: listed, esmAim: energy_savings}')
      .replace(file, 'What {main} is must', 'What {mian} is must');
    const said = await copy.said();
    expect(said[0]).toMatch(new RegExp(`^${copy.place(file, 'esm_who_instaled').replace(/\./g, '\\.')} `));
    expect(said.map((p) => p.replace(/^\S+ /, ''))).toEqual([
      expect.stringContaining('unknown question "esm_who_instaled" (did you mean "esm_who_installed"?)'),
      expect.stringContaining('unknown answer to sai_conflicting_answers "diferent_jobs"'),
      expect.stringContaining('unknown concept "esm.heat_pumps" (did you mean "esm.heat_pump"?)'),
      expect.stringContaining('unknown area "windows" (did you mean "window"?)'),
      expect.stringContaining('unknown fact "jobs" (did you mean "job"?)'),
      expect.stringContaining('"energy_savings" is not a value of esmAim (did you mean "energy_saving"?)'),
      expect.stringContaining('nothing fills {mian} (did you mean "main"?)'),
    ]);
  });

  it('what circumstances.yaml names', async () => {
    const file = 'circumstances.yaml';
    const copy = new Copy()
      .replace(file, 'says: [builders_account]', 'says: [builder_account]')
      .replace(file, '{customer: perhaps_builder}', '{customer: perhaps_buidler}')
      .replace(file, 'raises: one_job', 'raises: onejob')
      .replace(file, 'asks: sai_made_to_measure', 'asks: sai_made_to_mesure')
      .replace(file, 'structure.readymix', 'structure.readymx');
    expect((await copy.said()).map((p) => p.replace(/^\S+ /, ''))).toEqual([
      expect.stringContaining('"perhaps_buidler" is not a value of customer (did you mean "perhaps_builder"?)'),
      expect.stringContaining('unknown statement "builder_account" (did you mean "builders_account"?)'),
      expect.stringContaining('unknown doubt "onejob" (did you mean "one_job"?)'),
      expect.stringContaining('unknown concept "structure.readymx" (did you mean "structure.readymix"?)'),
      expect.stringContaining('unknown question "sai_made_to_mesure" (did you mean "sai_made_to_measure"?)'),
    ]);
  });

  it('a test of a fact by a word that is not in, notIn or unknown', async () => {
    const copy = new Copy().replace(
      MATERIALS,
      '{rateCharged: {in: [standard, other]}}',
      '{rateCharged: {notin: [standard]}}',
    );
    const said = await copy.said();
    expect(said.join('\n')).toContain('unknown word "notin" (did you mean "notIn"?)');
    expect(said.join('\n')).not.toMatch(/\[object Object\]|"unknown"/);
  });

  it('a file that no schema covers', async () => {
    expect(await new Copy().write('self_build.yaml', 'rules: []\n').said()).toEqual([
      'rules/self_build.yaml:1:1 no schema covers a file of this name or folder',
    ]);
  });

  it('a reading file of a name nobody reads', async () => {
    expect(await new Copy().write('catalogue/reading/statments.yaml', 'statements: []\n').said()).toEqual([
      'rules/catalogue/reading/statments.yaml:1:1 no schema covers a file of this name or folder (did you mean "statements.yaml"?)',
    ]);
  });

  it('a folder that is not there', async () => {
    const rules = join(folder, 'no-such-rules');
    const error = await loadRulebook(rules, schemas).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RulebookError);
    expect(String(error)).toContain(`${rules}:1:1 there is no such folder of rules`);
  });

  it('a file whose name ends in .yml', async () => {
    expect(await new Copy().write('questions/more.yml', 'kind: other\n').said()).toEqual([
      'rules/questions/more.yml:1:1 a file of the rulebook ends in .yaml: rename it more.yaml',
    ]);
  });

  it('an empty file', async () => {
    const [told] = await new Copy().write(MATERIALS, '').said();
    expect(told).toMatch(/^rules\/self_build_431nb\/materials\.yaml:1:1 .*must be a map, not /);
  });

  it('a file that is missing', async () => {
    for (const file of ['facts.yaml', 'catalogue/reading/signals.yaml']) {
      const copy = new Copy();
      rmSync(join(copy.rules, file));
      expect(await copy.said()).toEqual([`rules/${file}:1:1 the file is missing`]);
    }
  });
});

describe('all at once', () => {
  it('mistakes of several files are told together, in the order of the files', async () => {
    const copy = new Copy()
      .replace(MATERIALS, 'treatment: reclaimable,', 'treatment: reclaimible,')
      .replace(MATERIALS, 'title: A merchant charged 5% on goods alone', 'title: 5')
      .replace('questions/other.yaml', 'kind: other', 'kind: othr')
      .write('definitions.yaml', 'definitions: [');
    const found = await copy.problems();
    expect(found.map((p) => p.file)).toEqual([
      'rules/definitions.yaml',
      'rules/questions/other.yaml',
      `rules/${MATERIALS}`,
      `rules/${MATERIALS}`,
    ]);
    expect(found.every((p) => p.line > 0 && p.column > 0 && p.severity === 'error')).toBe(true);
    const error = await loadRulebook(copy.rules, schemas).catch((e: unknown) => e);
    expect(String(error)).toContain('The rulebook has 4 error(s):');
    for (const problem of found) expect(String(error)).toContain(formatProblem(problem));
  });
});
