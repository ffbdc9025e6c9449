import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { ProjectSource } from '../rulebook/comparison/projects.js';
import type { EligibilityOutcome } from '../rulebook/eligibility/assessment.js';
import { OUTCOMES } from '../rulebook/eligibility/assessment.js';
import { readFacts } from '../rulebook/eligibility/project.js';
import type { Route } from '../rulebook/model.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { BadInputError } from './exit_codes.js';
import { SCENARIO_BASES } from './open_rulebook.js';

/** The day of a scenario that names none. */
const TODAY = '2026-11-20';

/** A project with its right outcome; several acceptable ones are joined by `|`, the best first. */
export interface Scenario {
  id: string;
  story: string;
  /** Name of a plain project of bases.yaml, or `none`. */
  base: string;
  facts?: Record<string, string>;
  /** Facts of the base that are not known. */
  without?: string[];
  today?: string;
  source: string;
  expected: string;
  scheme?: Route;
  /** Checks that must be among the warnings. */
  warns?: string[];
  /** Facts of which one must be the next question. */
  asks?: string[];
}

export interface WrongScenario {
  id: string;
  story: string;
  expected: string;
  got: string;
}

export interface ScenarioResults {
  file: string;
  scenarios: number;
  right: number;
  wrong: WrongScenario[];
  /** Called eligible where that is not an acceptable outcome, or under the other scheme. */
  wronglyEligible: WrongScenario[];
  /** Ids of the rules that decided a check of some scenario. */
  decided: Set<string>;
  /** How often each expected outcome got each outcome. */
  confusion: Map<EligibilityOutcome, Map<EligibilityOutcome, number>>;
}

/** The facts of a scenario. @throws BadInputError when its base is not there. */
export function scenarioFacts(
  scenario: Scenario,
  bases: Readonly<Record<string, Record<string, string>>>,
): Record<string, string> {
  const base = scenario.base === 'none' ? {} : bases[scenario.base];
  if (base === undefined) throw new BadInputError(`scenario ${scenario.id}: there is no base "${scenario.base}"`);
  const facts = { ...base, ...scenario.facts };
  for (const name of scenario.without ?? []) delete facts[name];
  return facts;
}

/** The scenarios of a file and the bases beside it. */
export function readScenarios(file: string): { scenarios: Scenario[]; bases: Record<string, Record<string, string>> } {
  const { scenarios } = parse(readFileSync(file, 'utf8')) as { scenarios: Scenario[] };
  const bases = parse(readFileSync(join(dirname(file), SCENARIO_BASES), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  return { scenarios, bases };
}

/** The projects of these files, to compare two rulebooks on. */
export function scenarioProjects(files: readonly string[]): ProjectSource {
  return {
    name: 'projects of the scenarios',
    projects: files.flatMap((file) => {
      const { scenarios, bases } = readScenarios(file);
      return scenarios.map((scenario) => ({
        name: `${scenario.id}: ${scenario.story}`,
        facts: scenarioFacts(scenario, bases),
        elements: [],
        today: scenario.today ?? TODAY,
      }));
    }),
  };
}

/**
 * Assesses every scenario of a file.
 * @throws BadInputError naming the scenario that cannot be read.
 */
export async function scenarioResults(book: Rulebook, file: string): Promise<ScenarioResults> {
  const { scenarios, bases } = readScenarios(file);
  const results: ScenarioResults = {
    file: basename(file),
    scenarios: scenarios.length,
    right: 0,
    wrong: [],
    wronglyEligible: [],
    decided: new Set(),
    confusion: new Map(),
  };
  for (const scenario of scenarios) {
    const accepted = acceptedOf(scenario, file);
    const facts = readFacts(book.eligibility, scenarioFacts(scenario, bases), scenario.id);
    const { outcome, scheme, checks, warnings, nextQuestions } = await book.assess(
      { facts, elements: [] },
      scenario.today ?? TODAY,
    );
    for (const { rule } of checks) if (rule) results.decided.add(rule.id);
    const expected = accepted.includes(outcome) ? outcome : (accepted[0] as EligibilityOutcome);
    const counts = results.confusion.get(expected) ?? new Map<EligibilityOutcome, number>();
    results.confusion.set(expected, counts.set(outcome, (counts.get(outcome) ?? 0) + 1));
    const otherScheme = scenario.scheme !== undefined && scheme.value !== scenario.scheme;
    const unwarned = (scenario.warns ?? []).filter((id) => !warnings.some((warning) => warning.from === id));
    const next = nextQuestions[0]?.fact ?? 'nothing';
    const otherQuestion = scenario.asks !== undefined && !scenario.asks.includes(next);
    if (accepted.includes(outcome) && !otherScheme && unwarned.length === 0 && !otherQuestion) {
      results.right++;
      continue;
    }
    const wrong: WrongScenario = {
      id: scenario.id,
      story: scenario.story,
      expected: [
        scenario.expected,
        scenario.scheme,
        scenario.warns && `warning of ${scenario.warns.join(', ')}`,
        scenario.asks && `asking ${scenario.asks.join(' or ')}`,
      ]
        .filter((t) => t)
        .join(' '),
      got: [
        outcome,
        otherScheme ? scheme.value : null,
        unwarned.length > 0 ? `no warning of ${unwarned.join(', ')}` : null,
        otherQuestion ? `asking ${next}` : null,
      ]
        .filter((t) => t)
        .join(' '),
    };
    results.wrong.push(wrong);
    if (outcome === 'eligible' && (!accepted.includes(outcome) || otherScheme)) results.wronglyEligible.push(wrong);
  }
  return results;
}

function acceptedOf({ id, expected }: Scenario, file: string): EligibilityOutcome[] {
  const accepted = expected.split('|') as EligibilityOutcome[];
  const unknown = accepted.find((outcome) => !OUTCOMES.includes(outcome));
  if (unknown !== undefined)
    throw new BadInputError(`${file}, ${id}: expected "${unknown}" is no outcome; allowed: ${OUTCOMES.join(', ')}`);
  return accepted;
}
