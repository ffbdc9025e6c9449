import { InputError } from '../answers.js';
import { classifyLine, VERDICT_ALONE } from '../classify.js';
import type { Facts } from '../conditions.js';
import type { DecisionEngine, Judgement } from '../engine.js';
import type { Line } from '../line.js';
import type { Route, SupplyType } from '../model.js';
import type { Case } from '../proof/cases.js';
import { exampleFault } from '../proof/examples.js';
import type { Rulebook } from '../rulebook.js';

/** A line whose answer somebody wrote down: an example beside a rule, a golden row, a marked line. */
export interface WrittenTest {
  kind: 'example' | 'golden' | 'marked';
  /** Where it is written, and what it says. */
  name: string;
  /** Whether a rulebook gives the answer that is written. */
  holds(book: Rulebook): Promise<boolean>;
}

/**
 * Every example of every rule, and every line with a known answer.
 * @param today ISO date for examples without a tax point.
 */
export function writtenTests(book: Rulebook, cases: readonly Case[], today: string): WrittenTest[] {
  return [
    ...book.rules.flatMap((rule) =>
      rule.examples.map(
        (example): WrittenTest => ({
          kind: 'example',
          name: example.line,
          holds: async (tried) => (await exampleFault(tried, rule, example, today)) === null,
        }),
      ),
    ),
    ...cases.map(
      (given): WrittenTest => ({
        kind: given.strict ? 'golden' : 'marked',
        name: given.line.text,
        holds: (tried) => caseHolds(tried, given),
      }),
    ),
  ];
}

/** Whether a line with a known answer gets it: the treatment always, the amounts where the file gives them. */
async function caseHolds(book: Rulebook, { line, accepted, amounts }: Case): Promise<boolean> {
  try {
    const { classification } = await book.classify(line);
    return (
      accepted.includes(classification.treatment) &&
      (Object.entries(amounts) as [keyof typeof amounts, readonly string[]][]).every(([field, allowed]) =>
        allowed.includes(classification[field]),
      )
    );
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** Facts that were put to the rules while tests ran. */
export interface Asked {
  route: Route;
  supplyType: SupplyType;
  date: string;
  facts: Facts;
  judgement: Judgement;
  /** Whose lines these facts are. */
  tests: WrittenTest[];
}

/** What the tests of a rulebook ask of it. */
export interface TestRun {
  /** The tests that hold: only these can catch a mistake. */
  holding: WrittenTest[];
  failing: WrittenTest[];
  asked: Asked[];
}

/**
 * Runs every test once and notes what each asks of the rules.
 * @param progress told how many tests have run.
 */
export async function runTests(
  book: Rulebook,
  tests: readonly WrittenTest[],
  progress: (done: number) => void = () => {},
): Promise<TestRun> {
  const run: TestRun = { holding: [], failing: [], asked: [] };
  const known = new Map<string, Asked>();
  let running: WrittenTest | undefined;
  let mine: Asked[] = [];
  const listening = withEngine(book, {
    judge(route, supplyType, date, facts) {
      const judgement = book.engine.judge(route, supplyType, date, facts);
      const key = [route, supplyType, date, ...Object.values(facts)].join('|');
      let asked = known.get(key);
      if (!asked) {
        asked = { route, supplyType, date, facts: { ...facts }, judgement, tests: [] };
        known.set(key, asked);
      }
      mine.push(asked);
      return judgement;
    },
  });
  for (const [done, test] of tests.entries()) {
    running = test;
    mine = [];
    if (await test.holds(listening)) {
      run.holding.push(test);
      for (const asked of new Set(mine)) asked.tests.push(running);
    } else run.failing.push(test);
    progress(done + 1);
  }
  run.asked = [...known.values()].filter(({ tests: of }) => of.length > 0);
  return run;
}

/** The same rulebook, decided by another engine or by part of one. No answer is looked ahead to: tests see the decision. */
export function withEngine(book: Rulebook, engine: Pick<DecisionEngine, 'judge'>): Rulebook {
  const whole: DecisionEngine =
    'decide' in engine
      ? (engine as DecisionEngine)
      : Object.create(book.engine, { judge: { value: engine.judge.bind(engine) } });
  const changed: Rulebook = Object.create(book, {
    engine: { value: whole },
    classify: { value: (line: Line) => classifyLine(changed, line, VERDICT_ALONE) },
  });
  return changed;
}
