import { type Facts, truth } from '../conditions.js';
import { inForce } from '../effective.js';
import { DecisionEngine } from '../engine.js';
import { Observed } from '../lints/observed.js';
import type { Route, Rule, SupplyType } from '../model.js';
import type { Rulebook } from '../rulebook.js';
import { type Mutant, mutantsOf } from './mutants.js';
import { factsOf, pointOf, type RecordedPoint, verdictAt } from './points.js';
import { type Survivor, Survivors } from './survivors.js';
import { verdictText } from './verdict_text.js';
import { type Asked, runTests, type TestRun, type WrittenTest, withEngine } from './written_tests.js';

/** What catches a mistake. */
export type Catcher = WrittenTest['kind'] | 'point';

/** What the tests of a rulebook prove of it. */
export interface Coverage {
  tests: number;
  /** Tests that do not hold of the rulebook as it is, so that they catch nothing. */
  failing: WrittenTest[];
  /** Recorded points at which the rules say something else today. */
  changed: { point: RecordedPoint; verdict: string }[];
  rules: RuleCoverage[];
  mutants: number;
  /** Mutants that are caught, by what caught them first. */
  killed: Record<Catcher, number>;
  /** Mutants that nothing catches and that change an answer. */
  survived: Survivor[];
  /** Mutants that change no answer. */
  equivalent: Survivor[];
  /** The recorded points that catch a mutant no line catches. */
  needed: RecordedPoint[];
}

/** How often one rule was true and how often it decided, by kind of test. */
export interface RuleCoverage {
  rule: Rule;
  fired: Record<WrittenTest['kind'], number>;
  decided: Record<WrittenTest['kind'], number>;
}

export type CoverageStep = 'tests' | 'mutants' | 'survivors';

export interface CoverageOptions {
  tests: readonly WrittenTest[];
  points: readonly RecordedPoint[];
  /** Points are chosen anew: as few as catch every mutant that no line catches, and of those recorded as many as serve. */
  record?: boolean;
  progress?: (step: CoverageStep, done: number, of: number) => void;
}

/**
 * Runs the tests, then makes every small mistake in the rules and looks whether a test notices. Only the tests that ask
 * something which the mistake changes are run again.
 */
export async function coverageOf(
  book: Rulebook,
  { tests, points, record = false, progress = () => {} }: CoverageOptions,
): Promise<Coverage> {
  const run = await runTests(book, tests, (done) => progress('tests', done, tests.length));
  const today = points.map((point) => ({ point, verdict: verdictAt(book, point) }));
  const standing = today.filter(({ point, verdict }) => record || point.verdict === verdict);
  const places = new Places(
    run.asked,
    standing.map(({ point, verdict }) => ({ ...point, verdict })),
    book,
  );
  const mutants = mutantsOf(book.rules);
  const killed: Record<Catcher, number> = { example: 0, golden: 0, marked: 0, point: 0 };
  const byPoint: { mutant: Mutant; points: RecordedPoint[] }[] = [];
  const missed: Mutant[] = [];
  for (const [done, mutant] of mutants.entries()) {
    const test = await testAgainst(book, mutant, places);
    if (test) killed[test.kind]++;
    else {
      const points = places.pointsAgainst(mutant, record);
      if (points.length > 0) byPoint.push({ mutant, points });
      else missed.push(mutant);
    }
    progress('mutants', done + 1, mutants.length);
    // The bar is drawn and a Ctrl-C is heard between mutants.
    if (done % 50 === 0) await new Promise((resume) => setImmediate(resume));
  }
  const { rules, facts, supply, impossible } = book;
  const search = new Survivors({ rules, facts, supply, impossible, observed: observedIn(book, run) }, missed);
  const survived: Survivor[] = [];
  const equivalent: Survivor[] = [];
  for (const [done, mutant] of missed.entries()) {
    progress('survivors', done + 1, missed.length);
    const looked = search.of(mutant);
    if (looked.witness === null) equivalent.push(looked);
    else if (record) {
      places.addPoint(pointOf(looked.witness, looked.witness.point, book));
      byPoint.push({ mutant, points: [] });
    } else survived.push(looked);
  }
  killed.point = byPoint.length;
  return {
    tests: tests.length,
    failing: run.failing,
    changed: today.filter(({ point, verdict }) => point.verdict !== verdict),
    rules: ruleCoverage(book, run),
    mutants: mutants.length,
    killed,
    survived,
    equivalent,
    needed: record ? fewest(byPoint.map(({ mutant }) => places.pointsAgainst(mutant, true))) : [],
  };
}

/** Few points of which one is in each list: the one in most lists first, and so on. */
function fewest(lists: readonly RecordedPoint[][]): RecordedPoint[] {
  const open = new Set(lists);
  const within = new Map<RecordedPoint, RecordedPoint[][]>();
  for (const list of lists) for (const point of list) within.set(point, [...(within.get(point) ?? []), list]);
  const chosen: RecordedPoint[] = [];
  while (open.size > 0) {
    let best: RecordedPoint | undefined;
    let most = 0;
    for (const [point, serves] of within) {
      const left = serves.filter((list) => open.has(list));
      within.set(point, left);
      if (left.length > most) [best, most] = [point, left.length];
    }
    if (best === undefined) break;
    chosen.push(best);
    for (const list of within.get(best) ?? []) open.delete(list);
  }
  return chosen;
}

/** What was asked and what is recorded, by route and supply type. */
class Places {
  private readonly asked = new Map<string, Asked[]>();
  private readonly points = new Map<string, { point: RecordedPoint; facts: Facts }[]>();

  constructor(
    asked: readonly Asked[],
    points: readonly RecordedPoint[],
    private readonly book: Rulebook,
  ) {
    for (const one of asked) put(this.asked, one.route, one.supplyType, one);
    for (const point of points) this.addPoint(point);
  }

  addPoint(point: RecordedPoint): void {
    put(this.points, point.route, point.supplyType, { point, facts: factsOf(point, this.book.facts) });
  }

  /** What was asked and is judged otherwise by the mutant. */
  differing(mutant: Mutant): Asked[] {
    return placesOf(mutant).flatMap(({ key, route, supplyType }) => {
      const touched = (this.asked.get(key) ?? []).filter((asked) => mayDiffer(mutant, asked));
      if (touched.length === 0) return [];
      const engine = this.engineOf(mutant, route, supplyType);
      return touched.filter(
        ({ date, facts, judgement }) =>
          verdictText(engine.judge(route, supplyType, date, facts)) !== verdictText(judgement),
      );
    });
  }

  /** The recorded points at which the mutant says something else: the first, or all of them. */
  pointsAgainst(mutant: Mutant, all: boolean): RecordedPoint[] {
    const found: RecordedPoint[] = [];
    for (const { key, route, supplyType } of placesOf(mutant)) {
      const touched = (this.points.get(key) ?? []).filter(({ point, facts }) =>
        mayDiffer(mutant, { route, supplyType, date: point.date, facts }),
      );
      if (touched.length === 0) continue;
      const engine = this.engineOf(mutant, route, supplyType);
      for (const { point, facts } of touched) {
        if (verdictText(engine.judge(route, supplyType, point.date, facts)) === point.verdict) continue;
        found.push(point);
        if (!all) return found;
      }
    }
    return found;
  }

  /** The mutant's rules of one route and supply type alone: enough to judge facts there, and quick to make. */
  private engineOf({ changed }: Mutant, route: Route, supplyType: SupplyType): DecisionEngine {
    const rules = this.book.rules
      .filter((rule) => rule.route === route && rule.supplyTypes.includes(supplyType))
      .map((rule) => ({ ...(changed.get(rule) ?? rule), supplyTypes: [supplyType] }));
    return new DecisionEngine(rules, this.book.facts);
  }
}

function put<One>(places: Map<string, One[]>, route: Route, supplyType: SupplyType, one: One): void {
  const key = `${route}/${supplyType}`;
  const known = places.get(key);
  if (known) known.push(one);
  else places.set(key, [one]);
}

function placesOf({ changed }: Mutant): { key: string; route: Route; supplyType: SupplyType }[] {
  const places = new Map<string, { key: string; route: Route; supplyType: SupplyType }>();
  for (const { route, supplyTypes } of changed.keys())
    for (const supplyType of supplyTypes) {
      const key = `${route}/${supplyType}`;
      places.set(key, { key, route, supplyType });
    }
  return [...places.values()];
}

const KINDS: readonly WrittenTest['kind'][] = ['example', 'golden', 'marked'];

/** The test that notices a mutant, an example before other lines; null when none does. */
async function testAgainst(book: Rulebook, mutant: Mutant, places: Places): Promise<WrittenTest | null> {
  const noticing = new Set(places.differing(mutant).flatMap(({ tests }) => tests));
  if (noticing.size === 0) return null;
  const rules = book.rules.map((rule) => mutant.changed.get(rule) ?? rule);
  const wrong = withEngine(book, new DecisionEngine(rules, book.facts));
  for (const kind of KINDS)
    for (const test of noticing) if (test.kind === kind && !(await test.holds(wrong))) return test;
  return null;
}

/** Whether a changed rule says something else at these facts; else nothing can be decided otherwise there. */
function mayDiffer(
  { changed }: Mutant,
  { route, supplyType, date, facts }: Pick<Asked, 'route' | 'supplyType' | 'date' | 'facts'>,
): boolean {
  for (const [right, wrong] of changed) {
    if (right.route !== route || !right.supplyTypes.includes(supplyType)) continue;
    const was = inForce(right, date) ? truth(right.when, facts) : 0;
    const is = inForce(wrong, date) ? truth(wrong.when, facts) : 0;
    if (was !== is) return true;
    if (is !== 0 && (right.outcome !== wrong.outcome || right.overrides !== wrong.overrides)) return true;
  }
  return false;
}

function ruleCoverage(book: Rulebook, { asked }: TestRun): RuleCoverage[] {
  const coverage = new Map(
    book.rules.map((rule) => [
      rule.id,
      { rule, fired: { example: 0, golden: 0, marked: 0 }, decided: { example: 0, golden: 0, marked: 0 } },
    ]),
  );
  for (const { route, supplyType, date, facts, judgement, tests } of asked) {
    for (const rule of book.engine.rulesFor(route, supplyType, date)) {
      if (truth(rule.when, facts) !== 1) continue;
      const entry = coverage.get(rule.id);
      for (const { kind } of tests) {
        if (entry) entry.fired[kind]++;
        if (entry && judgement.kind === 'decided' && judgement.rule === rule) entry.decided[kind]++;
      }
    }
  }
  return [...coverage.values()];
}

/** Every thing that there is, and the lines that were really asked, for the space of facts a line can have. */
function observedIn(book: Rulebook, { asked }: TestRun): Observed {
  const observed = new Observed();
  for (const { route, supplyType, facts, tests } of asked)
    observed.add({ route, supplyType, facts, line: tests[0]?.name ?? '' });
  observed.addThings(book.catalogue.concepts);
  return observed;
}
