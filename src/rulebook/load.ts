import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Catalogue, type Concept } from './catalogue.js';
import { Citations } from './citations.js';
import { type Condition, simplify } from './conditions.js';
import { DecisionEngine } from './engine.js';
import { Lexicon, type ReadingVocabulary } from './lexicon.js';
import { NEW_DWELLING, PROJECT_TYPES } from './line.js';
import type {
  DatedPercent,
  FactDefinition,
  Question,
  QuestionKind,
  Route,
  Rule,
  Source,
  SupplyReadingTable,
  SupplyType,
  ZeroRateWindow,
} from './model.js';
import { ROUTES } from './model.js';
import { didYouMean, nearest, type Path, type Problem, RulebookError, SourceFile, valueAt } from './problems.js';
import { Rates } from './rates.js';
import { Reader } from './reader.js';
import { Rulebook } from './rulebook.js';

const SUPPLIED_VALUES = ['labour', 'materials', 'supply_and_install', 'professional_services', 'plant_hire', 'other'];

/** The files every rulebook has. */
const TOP_FILES = ['rulebook', 'facts', 'definitions', 'supply_reading'];
const READING_FILES = [
  'abbreviations',
  'breakers',
  'containers',
  'descriptors',
  'everyday_things',
  'protected',
  'relations',
  'signals',
  'statements',
];
const REQUIRED = [...TOP_FILES.map((f) => `${f}.yaml`), ...READING_FILES.map((f) => `catalogue/reading/${f}.yaml`)];

/** Questions the classifier falls back on when nothing names one. */
const ASKED_BY_DEFAULT = ['fixed_and_usual', 'what_was_bought'];

const SCHEMA_OPTIONS: Options = {
  strict: true,
  allowUnionTypes: true,
  formats: { uri: /^https?:\/\/\S+$/ },
  // What each value of an enum means, for editors.
  keywords: ['enumDescriptions'],
};

interface RuleFileShape {
  route: Route;
  supplyType: SupplyType | SupplyType[];
  rules: (Omit<Rule, 'when' | 'overrides' | 'route' | 'supplyTypes' | 'file' | 'line'> & {
    when: unknown;
    overrides?: string[];
  })[];
}

/**
 * Loads and checks the whole rulebook under `rulesDir` against the schemas under `schemasDir`.
 * @throws RulebookError with every problem found, each at its file, line and column.
 */
export function loadRulebook(rulesDir: string, schemasDir: string): Promise<Rulebook> {
  return new Loader(rulesDir, schemasDir).load();
}

/** Questions that no rule, fact, concept or table asks, so that nobody ever sees them. */
export function unaskedQuestions(book: Rulebook): string[] {
  const asked = new Set<string | undefined>(ASKED_BY_DEFAULT);
  for (const fact of book.facts) for (const { asks } of [fact, ...fact.values]) asked.add(asks);
  for (const rule of book.rules) asked.add(rule.outcome.question);
  for (const c of book.catalogue.concepts)
    for (const id of [c.question, c.esmQuestion, c.onRoute?.question]) asked.add(id);
  for (const aim of book.supply.energyAims) asked.add(aim.asks);
  return [...book.questions.keys()].filter((id) => !asked.has(id));
}

class Loader {
  private readonly problems: Problem[] = [];
  private readonly files = new Map<string, SourceFile>();
  /** Says only yes or no: quick to compile, and enough for a rulebook in order. */
  private readonly quickAjv = new Ajv({
    ...SCHEMA_OPTIONS,
    messages: false,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  /** Says everything that is wrong. */
  private readonly fullAjv = new Ajv({ ...SCHEMA_OPTIONS, allErrors: true, verbose: true });
  private readonly validators = new Map<string, { quick: ValidateFunction; schema: object }>();
  private readonly factValues = new Map<string, readonly string[]>();
  private readonly digest = createHash('sha256');

  constructor(
    private readonly rulesDir: string,
    private readonly schemasDir: string,
  ) {}

  async load(): Promise<Rulebook> {
    const missing = new Set(REQUIRED);
    for (const path of this.yamlFiles()) {
      // A server answers 503 while the rulebook loads, so reading must not block it.
      await setImmediate();
      const name = this.nameOf(path);
      missing.delete(name);
      const text = readFileSync(path, 'utf8');
      this.digest.update(name).update('\0').update(text).update('\0');
      const file = SourceFile.parse(`rules/${name}`, text, this.problems);
      if (file && this.validate(name, file)) this.files.set(name, file);
    }
    for (const name of missing)
      this.problems.push({
        file: `rules/${name}`,
        line: 1,
        column: 1,
        severity: 'error',
        message: 'the file is missing',
      });
    this.stopOnProblems();

    const book = this.value<{
      edition: string;
      rates: { standard: DatedPercent[]; reduced: DatedPercent[] };
      zeroRateWindows: ZeroRateWindow[];
      sources: Source[];
      cases: Record<string, { title: string; url: string }>;
    }>('rulebook.yaml');
    const citations = new Citations(book.sources, book.cases);
    const rates = new Rates(book.rates.standard, book.rates.reduced, book.zeroRateWindows);
    const facts = this.value<{ facts: FactDefinition[] }>('facts.yaml').facts;
    for (const fact of facts)
      this.factValues.set(
        fact.name,
        fact.values.map((v) => v.value),
      );
    this.factValues.set('supplied', SUPPLIED_VALUES);
    const questions = this.questions(citations);
    const definitions = this.definitions();
    const vocabulary = this.vocabulary();
    const items = new Set(rates.items);
    const statements = new Set(vocabulary.statements.map((s) => s.id));
    const catalogue = this.catalogue(citations, questions, items, statements);
    const rules = this.rules(citations, questions, definitions);
    this.checkFacts(facts, questions);
    const supply = this.value<SupplyReadingTable>('supply_reading.yaml');
    this.checkSupply(supply, catalogue, questions, items, statements);
    this.stopOnProblems();

    const lexicon = new Lexicon(catalogue, vocabulary);
    return new Rulebook({
      edition: book.edition,
      digest: `sha256:${this.digest.digest('hex')}`,
      rules,
      facts,
      questions,
      catalogue,
      citations,
      rates,
      supply,
      lexicon,
      reader: new Reader(lexicon),
      engine: new DecisionEngine(rules, facts),
    });
  }

  private stopOnProblems(): void {
    if (this.problems.length > 0) {
      throw new RulebookError(
        this.problems.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column),
      );
    }
  }

  private value<T>(name: string): T {
    return this.files.get(name)?.value as T;
  }

  private nameOf(path: string): string {
    return relative(this.rulesDir, path).split(sep).join(posix.sep);
  }

  /** Every YAML file of the folder, in order of name. */
  private yamlFiles(): string[] {
    let entries: Dirent[];
    try {
      entries = readdirSync(this.rulesDir, { withFileTypes: true, recursive: true });
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw new RulebookError([
        { file: this.rulesDir, line: 1, column: 1, severity: 'error', message: 'there is no such folder of rules' },
      ]);
    }
    const paths: string[] = [];
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile()) continue;
      if (entry.name.endsWith('.yaml')) paths.push(path);
      else if (/\.ya?ml$/i.test(entry.name)) {
        const wanted = entry.name.replace(/\.ya?ml$/i, '.yaml');
        this.problems.push({
          file: `rules/${this.nameOf(path)}`,
          line: 1,
          column: 1,
          severity: 'error',
          message: `a file of the rulebook ends in .yaml: rename it ${wanted}`,
        });
      }
    }
    return paths.sort();
  }

  private validate(name: string, file: SourceFile): boolean {
    const schema = schemaFor(name);
    if (schema === null) {
      const base = name.slice(name.lastIndexOf('/') + 1);
      const wanted = (name.startsWith('catalogue/reading/') ? READING_FILES : name === base ? TOP_FILES : []).map(
        (f) => `${f}.yaml`,
      );
      this.problems.push(file.problem([], `no schema covers a file of this name or folder${didYouMean(base, wanted)}`));
      return false;
    }
    let validator = this.validators.get(schema);
    if (!validator) {
      const shape = JSON.parse(readFileSync(join(this.schemasDir, `${schema}.schema.json`), 'utf8')) as object;
      validator = { quick: this.quickAjv.compile(shape), schema: shape };
      this.validators.set(schema, validator);
    }
    if (validator.quick(file.value)) return true;
    const check = this.fullAjv.compile(validator.schema);
    check(file.value);
    for (const error of relevant(check.errors ?? [])) {
      const path = pathOf(error.instancePath);
      const id = idAt(file.value, path);
      if (error.keyword === 'additionalProperties')
        this.problems.push(
          file.keyProblem([...path, String(error.params.additionalProperty)], describe(error, path), id),
        );
      else this.problems.push(file.problem(path, describe(error, path), id));
    }
    return false;
  }

  private known(
    file: string,
    path: Path,
    word: string | undefined,
    allowed: ReadonlyMap<string, unknown> | ReadonlySet<string>,
    what: string,
    id?: string,
  ): void {
    if (word !== undefined && !allowed.has(word))
      this.report(file, path, `unknown ${what} "${word}"${didYouMean(word, allowed.keys())}`, id);
  }

  /** The same for each word of a list. */
  private allKnown(
    file: string,
    path: Path,
    words: readonly string[] | undefined,
    allowed: ReadonlyMap<string, unknown> | ReadonlySet<string>,
    what: string,
    id?: string,
  ): void {
    words?.forEach((word, i) => {
      this.known(file, [...path, i], word, allowed, what, id);
    });
  }

  private report(file: string, path: Path, message: string, id?: string): void {
    const source = this.files.get(file);
    if (source) this.problems.push(source.problem(path, message, id));
  }

  private reportKey(file: string, path: Path, message: string, id?: string): void {
    const source = this.files.get(file);
    if (source) this.problems.push(source.keyProblem(path, message, id));
  }

  /** `file:line:column`, to name a second place in a message. */
  private place(file: string, path: Path): string {
    const source = this.files.get(file);
    const at = source?.at(path);
    return `${source?.file ?? file}:${at?.line ?? 1}:${at?.column ?? 1}`;
  }

  private cite(file: string, path: Path, refs: string[], citations: Citations, id: string): void {
    refs.forEach((ref, i) => {
      const fault = citations.fault(ref);
      if (fault) this.report(file, [...path, i], `${fault.message}${didYouMean(fault.word, fault.allowed)}`, id);
    });
  }

  private questions(citations: Citations): Map<string, Question> {
    const byId = new Map<string, Question>();
    const doubts = new Set(this.factValues.get('doubt'));
    for (const [name, file] of this.files) {
      if (!name.startsWith('questions/')) continue;
      const { kind, questions } = file.value as {
        kind: QuestionKind;
        questions: (Omit<Question, 'kind' | 'settles' | 'implies'> & Partial<Pick<Question, 'settles' | 'implies'>>)[];
      };
      questions.forEach((q, i) => {
        const path = ['questions', i];
        if (byId.has(q.id)) this.report(name, [...path, 'id'], `question "${q.id}" is defined twice`, q.id);
        this.cite(name, [...path, 'citations'], q.citations, citations, q.id);
        this.allKnown(name, [...path, 'settles'], q.settles, doubts, 'doubt', q.id);
        this.checkSets(name, [...path, 'implies'], q.implies, q.id);
        q.answers.forEach((a, j) => {
          const answer = [...path, 'answers', j];
          this.checkSets(name, [...answer, 'sets'], a.sets, q.id);
          this.checkSets(name, [...answer, 'remainder', 'sets'], a.remainder?.sets, q.id);
          a.parts?.forEach((part, k) => {
            this.checkSets(name, [...answer, 'parts', k, 'sets'], part.sets, q.id);
          });
        });
        byId.set(q.id, { ...q, kind, settles: q.settles ?? [], implies: q.implies ?? {} });
      });
    }
    return byId;
  }

  private checkSets(file: string, path: Path, sets: Record<string, string> | undefined, id: string): void {
    for (const [fact, value] of Object.entries(sets ?? {})) {
      if (this.knownFact(file, [...path, fact], fact, id)) this.checkValue(file, [...path, fact], fact, value, id);
    }
  }

  private knownFact(file: string, path: Path, fact: string, id: string): boolean {
    if (this.factValues.has(fact)) return true;
    this.reportKey(file, path, `unknown fact "${fact}"${didYouMean(fact, this.factValues.keys())}`, id);
    return false;
  }

  private checkValue(file: string, path: Path, fact: string, value: string, id?: string): void {
    const allowed = this.factValues.get(fact) ?? [];
    if (!allowed.includes(value))
      this.report(
        file,
        path,
        `"${value}" is not a value of ${fact}${didYouMean(value, allowed)}; allowed: ${allowed.join(', ')}`,
        id,
      );
  }

  private checkFacts(facts: FactDefinition[], questions: ReadonlyMap<string, Question>): void {
    facts.forEach((fact, i) => {
      const path = ['facts', i];
      this.known('facts.yaml', [...path, 'asks'], fact.asks, questions, 'question', fact.name);
      if (fact.presume !== undefined)
        this.checkValue('facts.yaml', [...path, 'presume'], fact.name, fact.presume, fact.name);
      fact.values.forEach((v, j) => {
        this.known('facts.yaml', [...path, 'values', j, 'asks'], v.asks, questions, 'question', fact.name);
      });
    });
  }

  /** The ids that supply_reading.yaml names. */
  private checkSupply(
    supply: SupplyReadingTable,
    catalogue: Catalogue,
    questions: ReadonlyMap<string, Question>,
    items: ReadonlySet<string>,
    statements: ReadonlySet<string>,
  ): void {
    const file = 'supply_reading.yaml';
    const classes = new Set([...(this.factValues.get('productClass') ?? []), 'ask']);
    const concepts = new Map(catalogue.concepts.map((c) => [c.id, c]));
    for (const name of Object.keys(supply.byClass)) {
      if (!classes.has(name))
        this.reportKey(file, ['byClass', name], `unknown class "${name}"${didYouMean(name, classes)}`);
    }
    this.allKnown(file, ['works'], supply.works, classes, 'class');
    this.allKnown(file, ['componentsOfWorks'], supply.componentsOfWorks, classes, 'class');
    supply.contradictions.forEach((c, i) => {
      this.allKnown(file, ['contradictions', i, 'classes'], c.classes, classes, 'class');
    });
    const kinds = new Set(this.factValues.get('lineKind'));
    this.allKnown(file, ['winningKinds'], supply.winningKinds, kinds, 'line kind');
    this.allKnown(file, ['componentKinds'], supply.componentKinds, kinds, 'line kind');
    for (const [route, doubtful] of Object.entries(supply.projects)) {
      this.allKnown(
        file,
        ['projects', route, 'doubtfulProjectTypes'],
        doubtful.doubtfulProjectTypes,
        new Set(PROJECT_TYPES),
        'project type',
      );
      this.allKnown(
        file,
        ['projects', route, 'doubtfulNewDwelling'],
        doubtful.doubtfulNewDwelling,
        new Set(NEW_DWELLING),
        'answer',
      );
    }
    supply.energyAims.forEach((aim, i) => {
      const path = ['energyAims', i];
      this.allKnown(file, [...path, 'main'], aim.main, concepts, 'concept');
      this.allKnown(file, [...path, 'with'], aim.with, concepts, 'concept');
      this.known(file, [...path, 'mainEsmItem'], aim.mainEsmItem, items, 'item');
      this.known(file, [...path, 'says'], aim.says, statements, 'statement');
      this.known(file, [...path, 'asks'], aim.asks, questions, 'question');
      this.checkValue(file, [...path, 'aim'], 'esmAim', aim.aim);
    });
  }

  private definitions(): Map<string, Condition> {
    const shapes = this.value<{ definitions: { name: string; label: string; when: unknown }[] }>(
      'definitions.yaml',
    ).definitions;
    const built = new Map<string, Condition>();
    const building = new Set<string>();
    const build = (name: string): Condition | null => {
      const done = built.get(name);
      if (done) return done;
      const index = shapes.findIndex((d) => d.name === name);
      const shape = shapes[index];
      if (!shape) return null;
      const path = ['definitions', index, 'when'];
      if (building.has(name)) {
        this.report('definitions.yaml', path, `definition "${name}" uses itself`, name);
        return null;
      }
      building.add(name);
      const condition = this.condition('definitions.yaml', path, shape.when, build, name);
      building.delete(name);
      const named = simplify(condition);
      const result: Condition = named.kind === 'all' || named.kind === 'any' ? { ...named, name: shape.label } : named;
      built.set(name, result);
      return result;
    };
    for (const shape of shapes) build(shape.name);
    return built;
  }

  /** Expands `use` and turns the author's notation into a condition. */
  private condition(
    file: string,
    path: Path,
    shape: unknown,
    use: (name: string) => Condition | null,
    id: string,
  ): Condition {
    const [[key, value] = ['', null]] = Object.entries(shape as Record<string, unknown>);
    if (key === 'all' || key === 'any') {
      const of = (value as unknown[]).map((part, i) => this.condition(file, [...path, key, i], part, use, id));
      return { kind: key, of };
    }
    if (key === 'not') return { kind: 'not', of: this.condition(file, [...path, key], value, use, id) };
    if (key === 'use') {
      const definition = use(String(value));
      if (definition) return definition;
      const names = this.value<{ definitions: { name: string }[] }>('definitions.yaml').definitions.map((d) => d.name);
      // One that is there but came to nothing uses itself, which was told where it stands.
      if (!names.includes(String(value)))
        this.report(
          file,
          [...path, key],
          `unknown definition "${String(value)}"${didYouMean(String(value), names)}`,
          id,
        );
      return { kind: 'any', of: [] };
    }
    const test =
      typeof value === 'string' ? { in: [value] } : (value as { in?: string[]; notIn?: string[]; unknown?: boolean });
    const values = test.in ?? test.notIn ?? [];
    if (this.knownFact(file, [...path, key], key, id)) {
      const list = typeof value === 'string' ? [] : [test.in ? 'in' : 'notIn'];
      values.forEach((v, i) => {
        this.checkValue(file, [...path, key, ...list, ...(list.length > 0 ? [i] : [])], key, v, id);
      });
    }
    return test.unknown
      ? { kind: 'unknown', fact: key }
      : { kind: 'in', fact: key, values, negated: test.in === undefined };
  }

  private catalogue(
    citations: Citations,
    questions: ReadonlyMap<string, Question>,
    items: ReadonlySet<string>,
    statements: ReadonlySet<string>,
  ): Catalogue {
    const all: Concept[] = [];
    const places = new Map<string, { name: string; path: Path }>();
    const owners = new Map<string, Concept>();
    const shared: { concept: Concept; owner: Concept; term: string }[] = [];
    for (const [name, file] of this.files) {
      if (!name.startsWith('catalogue/concepts/')) continue;
      (file.value as { concepts: Concept[] }).concepts.forEach((c, i) => {
        const path = ['concepts', i];
        if (places.has(c.id)) this.report(name, [...path, 'id'], `concept "${c.id}" is defined twice`, c.id);
        else places.set(c.id, { name, path });
        this.cite(name, [...path, 'citations'], c.citations, citations, c.id);
        this.known(name, [...path, 'question'], c.question, questions, 'question', c.id);
        this.known(name, [...path, 'esmQuestion'], c.esmQuestion, questions, 'question', c.id);
        this.known(name, [...path, 'onRoute', 'question'], c.onRoute?.question, questions, 'question', c.id);
        this.known(name, [...path, 'esmItem'], c.esmItem, items, 'item', c.id);
        if (c.confidence === 'UNCONFIRMED' && c.goodsAlone !== 'ask')
          this.report(name, [...path, 'confidence'], 'an UNCONFIRMED concept must ask (goodsAlone: ask)', c.id);
        for (const list of ['becomes', 'settledBy'] as const) {
          c[list]?.forEach((change, k) => {
            this.allKnown(name, [...path, list, k, 'says'], change.says, statements, 'statement', c.id);
            this.allKnown(name, [...path, list, k, 'unless'], change.unless, statements, 'statement', c.id);
          });
        }
        for (const term of c.terms) {
          const key = term.toLowerCase();
          const owner = owners.get(key);
          if (owner === undefined) owners.set(key, c);
          else if (owner.id !== c.id) shared.push({ concept: c, owner, term });
        }
        all.push(c);
      });
    }
    for (const { concept, owner, term } of shared) {
      const [here, there] = [concept, owner].map((c) => {
        const { name, path } = places.get(c.id) ?? { name: '', path: [] };
        return { name, path: [...path, 'terms', c.terms.findIndex((t) => t.toLowerCase() === term.toLowerCase())] };
      });
      if (here && there)
        this.report(
          here.name,
          here.path,
          `the term "${term}" is also one of ${owner.id} (${this.place(there.name, there.path)})`,
          concept.id,
        );
    }
    for (const c of all) {
      const { name, path } = places.get(c.id) ?? { name: '', path: [] };
      c.becomes?.forEach((b, k) => {
        this.known(name, [...path, 'becomes', k, 'concept'], b.concept, places, 'concept', c.id);
      });
    }
    for (const [name, file] of this.files) {
      if (!name.startsWith('questions/')) continue;
      (file.value as { questions: Question[] }).questions.forEach((q, i) => {
        q.answers.forEach((a, j) => {
          this.known(name, ['questions', i, 'answers', j, 'concept'], a.concept, places, 'concept', q.id);
        });
      });
    }
    return new Catalogue(all);
  }

  private vocabulary(): ReadingVocabulary {
    const reading = <T>(name: string) => this.value<T>(`catalogue/reading/${name}.yaml`);
    return {
      ...reading<{ abbreviations: Record<string, string> }>('abbreviations'),
      ...reading<Pick<ReadingVocabulary, 'signals'>>('signals'),
      ...reading<Pick<ReadingVocabulary, 'breakers'>>('breakers'),
      ...reading<Pick<ReadingVocabulary, 'containers'>>('containers'),
      ...reading<Pick<ReadingVocabulary, 'statements'>>('statements'),
      descriptors: reading<Record<string, string[]>>('descriptors'),
      ...reading<
        Pick<
          ReadingVocabulary,
          'installationHeads' | 'partWords' | 'agentEndings' | 'harmlessDespiteEnding' | 'serviceNouns'
        >
      >('relations'),
      ...reading<Pick<ReadingVocabulary, 'protected'>>('protected'),
      ...reading<Pick<ReadingVocabulary, 'everydayThings'>>('everyday_things'),
    };
  }

  private rules(
    citations: Citations,
    questions: ReadonlyMap<string, Question>,
    definitions: ReadonlyMap<string, Condition>,
  ): Rule[] {
    const rules: Rule[] = [];
    const places: { name: string; path: Path }[] = [];
    const seen = new Map<string, unknown>();
    for (const [name, file] of this.files) {
      if (!name.startsWith('self_build_')) continue;
      const shape = file.value as RuleFileShape;
      const folder = name.slice(0, name.indexOf('/'));
      const route = ROUTES.find((r) => r === folder) ?? shape.route;
      if (shape.route !== folder) this.report(name, ['route'], `a file in this folder must have route ${folder}`);
      const prefix = route.replace('self_build_', '');
      shape.rules.forEach((r, i) => {
        const path = ['rules', i];
        if (seen.has(r.id)) this.report(name, [...path, 'id'], `rule "${r.id}" is defined twice`, r.id);
        if (!r.id.startsWith(`${prefix}.`))
          this.report(name, [...path, 'id'], `a rule of ${route} has an id that starts with "${prefix}."`, r.id);
        seen.set(r.id, r);
        this.cite(name, [...path, 'citations'], r.citations, citations, r.id);
        const asked = r.outcome.question;
        if (asked !== undefined && asked !== 'doubt' && asked !== 'product')
          this.known(name, [...path, 'outcome', 'question'], asked, questions, 'question', r.id);
        if ((r.outcome.treatment === 'needs_answer') !== (asked !== undefined))
          this.report(
            name,
            [...path, 'outcome'],
            'a rule asks a question exactly when its treatment is needs_answer',
            r.id,
          );
        if (r.effective.to !== null && r.effective.to < r.effective.from)
          this.report(name, [...path, 'effective'], 'the rule ends before it begins', r.id);
        const when = this.condition(name, [...path, 'when'], r.when, (use) => definitions.get(use) ?? null, r.id);
        places.push({ name, path });
        rules.push({
          ...r,
          when: simplify(when),
          overrides: r.overrides ?? [],
          route,
          supplyTypes: Array.isArray(shape.supplyType) ? shape.supplyType : [shape.supplyType],
          file: file.file,
          line: file.at(path).line,
        });
      });
    }
    const conditions = new Map(rules.map((rule) => [rule, inOneOrder(rule.when)]));
    rules.forEach((rule, i) => {
      const { name, path } = places[i] ?? { name: '', path: [] };
      rule.overrides.forEach((id, k) => {
        if (!seen.has(id))
          this.report(
            name,
            [...path, 'overrides', k],
            `overrides an unknown rule "${id}"${didYouMean(id, seen.keys())}`,
            rule.id,
          );
      });
      const twin = rules
        .slice(0, i)
        .find((other) => conditions.get(rule) === conditions.get(other) && bothInForce(rule, other));
      if (twin)
        this.report(
          name,
          [...path, 'when'],
          `the rule has the condition of "${twin.id}" (${twin.file}:${twin.line}), for a supply type and dates of both, so both apply; let one override the other`,
          rule.id,
        );
    });
    return rules;
  }
}

/** Two rules that some line of some date may meet together, with neither an exception to the other. */
function bothInForce(a: Rule, b: Rule): boolean {
  return (
    a.id !== b.id &&
    a.route === b.route &&
    a.supplyTypes.some((type) => b.supplyTypes.includes(type)) &&
    (b.effective.to === null || a.effective.from <= b.effective.to) &&
    (a.effective.to === null || b.effective.from <= a.effective.to) &&
    !a.overrides.includes(b.id) &&
    !b.overrides.includes(a.id)
  );
}

/** A condition as text in which the order of its parts and its names do not matter. */
function inOneOrder(condition: Condition): string {
  switch (condition.kind) {
    case 'unknown':
      return `${condition.fact}?`;
    case 'in':
      return `${condition.fact}${condition.negated ? '!' : ''}=${[...condition.values].sort().join('|')}`;
    case 'not':
      return `not(${inOneOrder(condition.of)})`;
    default:
      return `${condition.kind}(${condition.of.map(inOneOrder).sort().join()})`;
  }
}

function schemaFor(name: string): string | null {
  const [folder = '', ...rest] = name.split('/');
  const base = (rest[rest.length - 1] ?? folder).replace(/\.yaml$/, '');
  if (rest.length === 0) return TOP_FILES.includes(base) ? base : null;
  if (folder.startsWith('self_build_')) return 'rules';
  if (folder === 'questions') return 'questions';
  if (name.startsWith('catalogue/concepts/')) return 'concepts';
  if (folder === 'catalogue' && rest[0] === 'reading' && rest.length === 2)
    return READING_FILES.includes(base) ? base : null;
  return null;
}

function pathOf(instancePath: string): (string | number)[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((p) => (/^\d+$/.test(p) ? Number(p) : p.replace(/~1/g, '/').replace(/~0/g, '~')));
}

/** Of the many errors of a `oneOf`, those that say something to an author: of the one way that was probably meant. */
function relevant(errors: ErrorObject[]): ErrorObject[] {
  const beside = new Set<ErrorObject>();
  for (const choice of errors) {
    if (choice.keyword !== 'oneOf' && choice.keyword !== 'anyOf') continue;
    const ways = new Map<string, ErrorObject[]>();
    for (const error of errors) {
      if (
        error === choice ||
        !error.schemaPath.startsWith(`${choice.schemaPath}/`) ||
        !within(error.instancePath, choice.instancePath)
      )
        continue;
      const way = error.schemaPath.slice(choice.schemaPath.length + 1).split('/')[0] ?? '';
      ways.set(way, [...(ways.get(way) ?? []), error]);
    }
    const [, ...others] = [...ways.values()].sort((a, b) => likeness(b, choice) - likeness(a, choice));
    for (const other of others) for (const error of other) beside.add(error);
    if (ways.size > 0) beside.add(choice);
  }
  const meant = new Set<string>();
  for (const e of errors) {
    if (e.keyword === 'additionalProperties' && !beside.has(e))
      meant.add(`${e.instancePath} ${nearest(String(e.params.additionalProperty), wordsOf(e)) ?? ''}`);
  }
  const seen = new Set<string>();
  return errors.filter((e) => {
    const key = `${e.instancePath} ${e.keyword} ${JSON.stringify(e.params)}`;
    // A misspelt key is not also a missing one.
    if (e.keyword === 'required' && meant.has(`${e.instancePath} ${String(e.params.missingProperty)}`)) return false;
    if (beside.has(e) || e.keyword === 'if' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function within(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

/** How near a value came to one way of a `oneOf`: faults deep inside it mean that its form was right. */
function likeness(errors: ErrorObject[], choice: ErrorObject): number {
  let score = 0;
  for (const error of errors) {
    const inside = error.instancePath !== choice.instancePath;
    if (error.keyword === 'type' && !inside) score -= 100;
    else if (error.keyword === 'enum') score += inside ? 10 : typeof error.data === 'object' ? -100 : 5;
    else if (error.keyword === 'additionalProperties')
      score += nearest(String(error.params.additionalProperty), wordsOf(error)) === undefined ? -10 : 0;
    else if (error.keyword === 'required') score -= 5;
    else score += inside ? 10 : 0;
  }
  return score;
}

/** The keys allowed where an unknown one stands. */
function wordsOf(error: ErrorObject): string[] {
  return Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
}

function idAt(value: unknown, path: Path): string | undefined {
  for (let depth = path.length; depth > 0; depth--) {
    const id = (valueAt(value, path.slice(0, depth)) as { id?: unknown } | null | undefined)?.id;
    if (typeof id === 'string') return id;
  }
  return undefined;
}

function describe(error: ErrorObject, path: Path): string {
  const where = path.filter((p) => typeof p === 'string').at(-1) ?? 'the file';
  switch (error.keyword) {
    case 'additionalProperties': {
      const word = String(error.params.additionalProperty);
      return `unknown word "${word}"${didYouMean(word, wordsOf(error))}`;
    }
    case 'required':
      return `"${String(error.params.missingProperty)}" is missing`;
    case 'enum': {
      const allowed = (error.params.allowedValues as unknown[]).map(String);
      if (typeof error.data === 'object' && error.data !== null)
        return `${Array.isArray(error.data) ? 'a list' : 'a map'} is not allowed for ${where}; allowed: ${allowed.join(', ')}`;
      const word = String(error.data);
      return `"${word}" is not allowed for ${where}${didYouMean(word, allowed)}; allowed: ${allowed.join(', ')}`;
    }
    default:
      return `${where} ${error.message ?? 'is not valid'}`;
  }
}
