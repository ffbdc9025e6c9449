import { Catalogue, type Concept } from '../../../src/rulebook/catalogue.js';
import { Citations } from '../../../src/rulebook/citations.js';
import type { Facts } from '../../../src/rulebook/conditions.js';
import { Lexicon, type ReadingVocabulary } from '../../../src/rulebook/lexicon.js';
import { factSpaces, type SpaceParts } from '../../../src/rulebook/lints/fact_space.js';
import type { Finding, Lint, LintInput } from '../../../src/rulebook/lints/lint.js';
import { Observed } from '../../../src/rulebook/lints/observed.js';
import { Terms } from '../../../src/rulebook/lints/terms.js';
import { ConditionReader } from '../../../src/rulebook/loading/conditions.js';
import { FactWords } from '../../../src/rulebook/loading/facts.js';
import { Findings } from '../../../src/rulebook/loading/findings.js';
import type {
  DatedPercent,
  FactDefinition,
  Question,
  Rule,
  Source,
  ZeroRateWindow,
} from '../../../src/rulebook/model.js';
import { SourceFile } from '../../../src/rulebook/problems.js';
import { Rates } from '../../../src/rulebook/rates.js';
import { Reader } from '../../../src/rulebook/reader.js';

/** A condition as an author writes it. */
export type Written = Record<string, unknown>;

/** A rule of the planted rulebook; what is left out is as usual. */
export type PlantedRule = Partial<Omit<Rule, 'when' | 'effective'>> & { id: string; when: Written } & {
  from?: string;
  to?: string | null;
};

export interface Plant {
  rules?: PlantedRule[];
  facts?: FactDefinition[];
  questions?: (Partial<Question> & { id: string })[];
  impossible?: { id: string; when: Written }[];
  /** Things there are; any combination when left out. */
  things?: Facts[];
  lines?: { facts: Facts; line: string }[];
  concepts?: (Partial<Concept> & { id: string; terms: string[] })[];
  vocabulary?: Partial<ReadingVocabulary>;
  sources?: Source[];
  standard?: DatedPercent[];
  windows?: ZeroRateWindow[];
  today?: string;
  mostNodes?: number;
}

const values = (...names: string[]) => names.map((value) => ({ value, meaning: value }));

/** Facts enough for a small book: two that every line has, one that may be unknown, a doubt. */
export const FACTS: FactDefinition[] = [
  { name: 'rateCharged', meaning: 'rate', values: values('zero', 'reduced', 'standard') },
  {
    name: 'productClass',
    meaning: 'class',
    asks: 'what_was_bought',
    values: values('building_material', 'hire', 'tool'),
  },
  { name: 'job', meaning: 'job', asks: 'which_job', values: values('separate', 'part_of_larger') },
  {
    name: 'doubt',
    meaning: 'doubt',
    presume: 'none',
    values: [...values('none'), { value: 'mixed', meaning: 'mixed', asks: 'mixed_line_split' }],
  },
];

const RULE: Omit<Rule, 'id' | 'when'> = {
  title: 'A rule',
  route: 'self_build_431nb',
  supplyTypes: ['materials'],
  effective: { from: '2000-01-01', to: null },
  citations: ['law'],
  outcome: { treatment: 'not_reclaimable' },
  because: 'because',
  action: 'Leave it off the claim.',
  overrides: [],
  examples: [
    { line: 'Bricks', net: 1, vat: 0.2, is: 'this' },
    { line: 'Sand', net: 1, vat: 0.2, not: 'this' },
  ],
  file: 'rules/planted.yaml',
  line: () => 1,
};

const VOCABULARY: ReadingVocabulary = {
  abbreviations: {},
  signals: [],
  breakers: [],
  containers: [],
  statements: [],
  descriptors: {},
  installationHeads: [],
  partWords: [],
  looseParts: [],
  papers: [],
  agentEndings: [],
  harmlessDespiteEnding: [],
  protected: [],
  everydayThings: [],
  serviceNouns: [],
};

const CONCEPT: Omit<Concept, 'id' | 'terms'> = {
  label: 'thing',
  class: 'building_material',
  goodsAlone: 'yes',
  condition: '',
  confidence: 'seen',
  citations: ['law'],
  lookalikes: { are: [], areNot: [] },
};

const SOURCE: Source = { key: 'law', title: 'The law', url: 'https://law', checked: '2026-01-01', confidence: 'seen' };

/** What lints are given of a small planted rulebook. */
export function planted(plant: Plant): LintInput {
  const facts = plant.facts ?? FACTS;
  const findings = new Findings();
  const definitions = SourceFile.parse('rules/definitions.yaml', 'definitions: []', findings.problems);
  if (definitions) findings.files.set('definitions.yaml', definitions);
  const conditions = new ConditionReader(findings, new FactWords(facts, findings));
  const read = (written: Written, id: string) => conditions.read('planted.yaml', [], written, id);
  const rules = (plant.rules ?? []).map(({ from, to, when, ...rule }) => ({
    ...RULE,
    ...rule,
    effective: { from: from ?? '2000-01-01', to: to ?? null },
    when: read(when, rule.id),
  }));
  const observed = new Observed();
  for (const thing of plant.things ?? []) observed.addThing(thing);
  for (const { facts: of, line } of plant.lines ?? [])
    observed.add({ route: 'self_build_431nb', supplyType: 'materials', facts: of, line });
  const impossible = (plant.impossible ?? []).map((i) => ({ ...i, when: read(i.when, i.id), because: 'planted' }));
  const catalogue = new Catalogue((plant.concepts ?? []).map((concept) => ({ ...CONCEPT, ...concept })));
  const lexicon = new Lexicon(catalogue, { ...VOCABULARY, ...plant.vocabulary });
  const parts: SpaceParts = { facts, rules, supply: null, impossible, observed };
  return {
    book: {
      rules,
      facts,
      questions: new Map(
        (plant.questions ?? []).map((q) => [
          q.id,
          {
            kind: 'other',
            concerns: 'line',
            text: '?',
            whyAsked: '',
            citations: ['law'],
            settles: [],
            implies: {},
            answers: [],
            ...q,
          },
        ]),
      ),
      catalogue,
      supply: { energyAims: [] },
      impossible,
      meaningTables: { whoFitted: [] },
      lexicon,
      reader: new Reader(lexicon),
      citations: new Citations(plant.sources ?? [SOURCE], {}),
      rates: new Rates(
        plant.standard ?? [{ from: '2000-01-01', percent: 20 }],
        [{ from: '2000-01-01', percent: 5 }],
        [...(plant.windows ?? [])],
      ),
    },
    spaces: factSpaces(plant.mostNodes === undefined ? parts : { ...parts, mostNodes: plant.mostNodes }),
    observed,
    terms: new Terms(catalogue, lexicon),
    today: plant.today ?? '2026-06-01',
  };
}

/** What a lint finds in a planted rulebook. */
export function found(lint: Lint, plant: Plant): Finding[] {
  return [...lint.check(planted(plant))];
}

/** The ids that a lint names, with the other one where there is one. */
export function named(lint: Lint, plant: Plant): string[] {
  return found(lint, plant).map(({ subject, other }) =>
    other === undefined ? subject.id : `${subject.id} + ${other}`,
  );
}
