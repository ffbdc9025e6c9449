import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Catalogue, type Concept } from './catalogue.js';
import { Citations } from './citations.js';
import { type Condition, simplify } from './conditions.js';
import { DecisionEngine } from './engine.js';
import { Lexicon, type ReadingVocabulary } from './lexicon.js';
import type { DatedPercent, FactDefinition, Question, QuestionKind, Route, Rule, Source, SupplyReadingTable, SupplyType, ZeroRateWindow } from './model.js';
import { didYouMean, type Problem, RulebookError, SourceFile } from './problems.js';
import { Rates } from './rates.js';
import { Reader } from './reader.js';
import { Rulebook } from './rulebook.js';

const SUPPLIED_VALUES = ['labour', 'materials', 'supply_and_install', 'professional_services', 'plant_hire', 'other'];

interface RuleFileShape {
  route: Route;
  supplyType: SupplyType | SupplyType[];
  rules: (Omit<Rule, 'when' | 'overrides' | 'route' | 'supplyTypes' | 'file' | 'line'> & { when: unknown; overrides?: string[] })[];
}

/**
 * Loads and checks the whole rulebook under `rulesDir` against the schemas under `schemasDir`.
 * @throws RulebookError with every problem found, each at its file, line and column.
 */
export function loadRulebook(rulesDir: string, schemasDir: string): Promise<Rulebook> {
  return new Loader(rulesDir, schemasDir).load();
}

class Loader {
  private readonly problems: Problem[] = [];
  private readonly files = new Map<string, SourceFile>();
  private readonly ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, formats: { uri: /^https?:\/\/\S+$/ } });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly digest = createHash('sha256');

  constructor(
    private readonly rulesDir: string,
    private readonly schemasDir: string,
  ) {}

  async load(): Promise<Rulebook> {
    for (const path of yamlFiles(this.rulesDir)) {
      // A server answers 503 while the rulebook loads, so reading must not block it.
      await setImmediate();
      const name = relative(this.rulesDir, path).split(sep).join(posix.sep);
      const text = readFileSync(path, 'utf8');
      this.digest.update(name).update('\0').update(text).update('\0');
      const file = SourceFile.parse(`rules/${name}`, text, this.problems);
      if (file && this.validate(name, file)) this.files.set(name, file);
    }
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
    const questions = this.questions(citations, facts);
    const definitions = this.definitions(facts);
    const catalogue = this.catalogue(citations, questions, new Set(rates.items));
    const rules = this.rules(citations, facts, questions, definitions);
    for (const fact of facts) for (const asks of [fact.asks, ...fact.values.map((v) => v.asks)]) if (asks !== undefined) this.known('facts.yaml', ['facts'], asks, questions, 'question', fact.name);
    const supply = this.value<SupplyReadingTable>('supply_reading.yaml');
    this.stopOnProblems();

    const lexicon = new Lexicon(catalogue, this.vocabulary());
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
      throw new RulebookError(this.problems.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column));
    }
  }

  private value<T>(name: string): T {
    const file = this.files.get(name);
    if (!file) throw new RulebookError([{ file: `rules/${name}`, line: 1, column: 1, severity: 'error', message: 'the file is missing' }]);
    return file.value as T;
  }

  private validate(name: string, file: SourceFile): boolean {
    const schema = schemaFor(name);
    if (schema === null) {
      this.problems.push(file.problem([], 'no schema covers a file of this name or folder'));
      return false;
    }
    let check = this.validators.get(schema);
    if (!check) {
      check = this.ajv.compile(JSON.parse(readFileSync(join(this.schemasDir, `${schema}.schema.json`), 'utf8')));
      this.validators.set(schema, check);
    }
    if (check(file.value)) return true;
    for (const error of relevant(check.errors ?? [])) {
      const path = error.instancePath.split('/').slice(1).map((p) => (/^\d+$/.test(p) ? Number(p) : p.replace(/~1/g, '/').replace(/~0/g, '~')));
      this.problems.push(file.problem(pointAt(error, path), describe(error, file.value, path), idAt(file.value, path)));
    }
    return false;
  }

  private known(file: string, path: (string | number)[], word: string, allowed: ReadonlyMap<string, unknown>, what: string, id?: string): void {
    if (!allowed.has(word)) this.report(file, path, `unknown ${what} "${word}"${didYouMean(word, allowed.keys())}`, id);
  }

  private report(file: string, path: (string | number)[], message: string, id?: string): void {
    const source = this.files.get(file);
    if (source) this.problems.push(source.problem(path, message, id));
  }

  private cite(file: string, path: (string | number)[], refs: string[], citations: Citations, id: string): void {
    refs.forEach((ref, i) => {
      const fault = citations.fault(ref);
      if (fault) this.report(file, [...path, i], `${fault.message}${didYouMean(fault.word, fault.allowed)}`, id);
    });
  }

  private questions(citations: Citations, facts: FactDefinition[]): Map<string, Question> {
    const byId = new Map<string, Question>();
    const doubts = new Set(facts.find((f) => f.name === 'doubt')?.values.map((v) => v.value));
    for (const [name, file] of this.files) {
      if (!name.startsWith('questions/')) continue;
      const { kind, questions } = file.value as { kind: QuestionKind; questions: (Omit<Question, 'kind' | 'settles' | 'implies'> & Partial<Pick<Question, 'settles' | 'implies'>>)[] };
      questions.forEach((q, i) => {
        const path = ['questions', i];
        if (byId.has(q.id)) this.report(name, [...path, 'id'], `question "${q.id}" is defined twice`, q.id);
        this.cite(name, [...path, 'citations'], q.citations, citations, q.id);
        for (const doubt of q.settles ?? []) if (!doubts.has(doubt)) this.report(name, [...path, 'settles'], `unknown doubt "${doubt}"${didYouMean(doubt, doubts)}`, q.id);
        q.answers.forEach((a, j) => {
          for (const sets of [a.sets, a.remainder?.sets, ...(a.parts ?? []).map((p) => p.sets)]) this.checkSets(name, [...path, 'answers', j], sets ?? {}, facts, q.id);
        });
        byId.set(q.id, { ...q, kind, settles: q.settles ?? [], implies: q.implies ?? {} });
      });
    }
    return byId;
  }

  private checkSets(file: string, path: (string | number)[], sets: Record<string, string>, facts: FactDefinition[], id: string): void {
    for (const [fact, value] of Object.entries(sets)) {
      const allowed = fact === 'supplied' ? SUPPLIED_VALUES : facts.find((f) => f.name === fact)?.values.map((v) => v.value);
      if (!allowed) this.report(file, path, `unknown fact "${fact}"${didYouMean(fact, facts.map((f) => f.name))}`, id);
      else if (!allowed.includes(value)) this.report(file, path, `"${value}" is not a value of ${fact}${didYouMean(value, allowed)}; allowed: ${allowed.join(', ')}`, id);
    }
  }

  private definitions(facts: FactDefinition[]): Map<string, Condition> {
    const shapes = this.value<{ definitions: { name: string; label: string; when: unknown }[] }>('definitions.yaml').definitions;
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
      const condition = this.condition('definitions.yaml', path, shape.when, facts, build, name);
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
    path: (string | number)[],
    shape: unknown,
    facts: FactDefinition[],
    use: (name: string) => Condition | null,
    id: string,
  ): Condition {
    const [[key, value] = ['', null]] = Object.entries(shape as Record<string, unknown>);
    if (key === 'all' || key === 'any') {
      const of = (value as unknown[]).map((part, i) => this.condition(file, [...path, key, i], part, facts, use, id));
      return { kind: key, of };
    }
    if (key === 'not') return { kind: 'not', of: this.condition(file, [...path, key], value, facts, use, id) };
    if (key === 'use') {
      const definition = use(String(value));
      if (definition) return definition;
      const names = this.value<{ definitions: { name: string }[] }>('definitions.yaml').definitions.map((d) => d.name);
      this.report(file, [...path, key], `unknown definition "${String(value)}"${didYouMean(String(value), names)}`, id);
      return { kind: 'any', of: [] };
    }
    const test = typeof value === 'string' ? { in: [value] } : (value as { in?: string[]; notIn?: string[]; unknown?: boolean });
    const allowed = key === 'supplied' ? SUPPLIED_VALUES : facts.find((f) => f.name === key)?.values.map((v) => v.value);
    const values = test.in ?? test.notIn ?? [];
    if (!allowed) this.report(file, [...path, key], `unknown fact "${key}"${didYouMean(key, facts.map((f) => f.name))}`, id);
    for (const v of values) {
      if (allowed && !allowed.includes(v)) this.report(file, [...path, key], `"${v}" is not a value of ${key}${didYouMean(v, allowed)}; allowed: ${allowed.join(', ')}`, id);
    }
    return test.unknown ? { kind: 'unknown', fact: key } : { kind: 'in', fact: key, values, negated: test.in === undefined };
  }

  private catalogue(citations: Citations, questions: ReadonlyMap<string, Question>, items: ReadonlySet<string>): Catalogue {
    const all: Concept[] = [];
    const seen = new Map<string, unknown>();
    const statements = new Map(this.vocabulary().statements.map((s) => [s.id, s]));
    for (const [name, file] of this.files) {
      if (!name.startsWith('catalogue/concepts/')) continue;
      (file.value as { concepts: Concept[] }).concepts.forEach((c, i) => {
        const path = ['concepts', i];
        if (seen.has(c.id)) this.report(name, [...path, 'id'], `concept "${c.id}" is defined twice`, c.id);
        seen.set(c.id, c);
        this.cite(name, [...path, 'citations'], c.citations, citations, c.id);
        if (c.question !== undefined) this.known(name, [...path, 'question'], c.question, questions, 'question', c.id);
        if (c.esmQuestion !== undefined) this.known(name, [...path, 'esmQuestion'], c.esmQuestion, questions, 'question', c.id);
        if (c.esmItem !== undefined && !items.has(c.esmItem)) this.report(name, [...path, 'esmItem'], `unknown item "${c.esmItem}"${didYouMean(c.esmItem, items)}`, c.id);
        if (c.confidence === 'UNCONFIRMED' && c.goodsAlone !== 'ask') this.report(name, [...path, 'confidence'], 'an UNCONFIRMED concept must ask (goodsAlone: ask)', c.id);
        for (const b of c.becomes ?? []) for (const id of [...b.says, ...(b.unless ?? [])]) this.known(name, [...path, 'becomes'], id, statements, 'statement', c.id);
        for (const s of c.settledBy ?? []) for (const id of [...s.says, ...(s.unless ?? [])]) this.known(name, [...path, 'settledBy'], id, statements, 'statement', c.id);
        all.push(c);
      });
    }
    for (const q of questions.values()) {
      for (const a of q.answers) if (a.concept !== undefined && !seen.has(a.concept)) this.problems.push({ file: 'rules/questions', line: 1, column: 1, severity: 'error', id: q.id, message: `unknown concept "${a.concept}"` });
    }
    for (const c of all) {
      for (const b of c.becomes ?? []) {
        if (!seen.has(b.concept)) this.problems.push({ file: 'rules/catalogue/concepts', line: 1, column: 1, severity: 'error', id: c.id, message: `becomes an unknown concept "${b.concept}"` });
      }
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
      ...reading<Pick<ReadingVocabulary, 'installationHeads' | 'partWords' | 'agentEndings' | 'harmlessDespiteEnding' | 'serviceNouns'>>('relations'),
      ...reading<Pick<ReadingVocabulary, 'protected'>>('protected'),
      ...reading<Pick<ReadingVocabulary, 'everydayThings'>>('everyday_things'),
    };
  }

  private rules(citations: Citations, facts: FactDefinition[], questions: ReadonlyMap<string, Question>, definitions: ReadonlyMap<string, Condition>): Rule[] {
    const rules: Rule[] = [];
    const seen = new Map<string, unknown>();
    for (const [name, file] of this.files) {
      if (!name.startsWith('self_build_')) continue;
      const shape = file.value as RuleFileShape;
      if (!name.startsWith(`${shape.route}/`)) this.report(name, ['route'], `a file in this folder must have route ${name.split('/')[0]}`);
      const prefix = shape.route.replace('self_build_', '');
      shape.rules.forEach((r, i) => {
        const path = ['rules', i];
        if (seen.has(r.id)) this.report(name, [...path, 'id'], `rule "${r.id}" is defined twice`, r.id);
        if (!r.id.startsWith(`${prefix}.`)) this.report(name, [...path, 'id'], `a rule of ${shape.route} has an id that starts with "${prefix}."`, r.id);
        seen.set(r.id, r);
        this.cite(name, [...path, 'citations'], r.citations, citations, r.id);
        const asked = r.outcome.question;
        if (asked !== undefined && asked !== 'doubt' && asked !== 'product') this.known(name, [...path, 'outcome', 'question'], asked, questions, 'question', r.id);
        if ((r.outcome.treatment === 'needs_answer') !== (asked !== undefined)) this.report(name, [...path, 'outcome'], 'a rule asks a question exactly when its treatment is needs_answer', r.id);
        if (r.effective.to !== null && r.effective.to < r.effective.from) this.report(name, [...path, 'effective'], 'the rule ends before it begins', r.id);
        const when = this.condition(name, [...path, 'when'], r.when, facts, (use) => definitions.get(use) ?? null, r.id);
        rules.push({
          ...r,
          when: simplify(when),
          overrides: r.overrides ?? [],
          route: shape.route,
          supplyTypes: Array.isArray(shape.supplyType) ? shape.supplyType : [shape.supplyType],
          file: file.file,
          line: file.at(path).line,
        });
      });
    }
    for (const rule of rules) {
      for (const id of rule.overrides) {
        if (!seen.has(id)) this.problems.push({ file: rule.file, line: rule.line, column: 1, severity: 'error', id: rule.id, message: `overrides an unknown rule "${id}"${didYouMean(id, seen.keys())}` });
      }
    }
    return rules;
  }
}

function yamlFiles(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function schemaFor(name: string): string | null {
  const [folder = '', ...rest] = name.split('/');
  const base = (rest[rest.length - 1] ?? folder).replace(/\.yaml$/, '');
  if (rest.length === 0) return ['rulebook', 'facts', 'definitions', 'supply_reading'].includes(base) ? base : null;
  if (folder.startsWith('self_build_')) return 'rules';
  if (folder === 'questions') return 'questions';
  if (name.startsWith('catalogue/concepts/')) return 'concepts';
  if (name.startsWith('catalogue/reading/')) return base;
  return null;
}

/** Of the many errors of a `oneOf`, those that say something to an author. */
function relevant(errors: ErrorObject[]): ErrorObject[] {
  const useful = errors.filter((e) => !['oneOf', 'anyOf', 'if'].includes(e.keyword));
  const deepest = useful.length > 0 ? useful : errors;
  const seen = new Set<string>();
  return deepest.filter((e) => {
    const key = `${e.instancePath} ${e.keyword} ${JSON.stringify(e.params)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function pointAt(error: ErrorObject, path: (string | number)[]): (string | number)[] {
  return error.keyword === 'additionalProperties' ? [...path, String(error.params.additionalProperty)] : path;
}

function valueAt(value: unknown, path: (string | number)[]): unknown {
  return path.reduce<unknown>((v, key) => (v as Record<string | number, unknown> | undefined)?.[key], value);
}

function idAt(value: unknown, path: (string | number)[]): string | undefined {
  for (let depth = path.length; depth > 0; depth--) {
    const id = (valueAt(value, path.slice(0, depth)) as { id?: unknown } | undefined)?.id;
    if (typeof id === 'string') return id;
  }
  return undefined;
}

function describe(error: ErrorObject, value: unknown, path: (string | number)[]): string {
  const where = path.filter((p) => typeof p === 'string').slice(-1)[0] ?? 'the file';
  switch (error.keyword) {
    case 'additionalProperties': {
      const word = String(error.params.additionalProperty);
      const allowed = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
      return `unknown word "${word}"${didYouMean(word, allowed)}`;
    }
    case 'required':
      return `"${String(error.params.missingProperty)}" is missing`;
    case 'enum': {
      const allowed = (error.params.allowedValues as unknown[]).map(String);
      const word = String(valueAt(value, path));
      return `"${word}" is not allowed for ${where}${didYouMean(word, allowed)}; allowed: ${allowed.join(', ')}`;
    }
    default:
      return `${where} ${error.message ?? 'is not valid'}`;
  }
}
