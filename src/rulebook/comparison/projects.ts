import { isDeepStrictEqual } from 'node:util';
import { InputError } from '../answers.js';
import type { CheckResult, EligibilityOutcome } from '../eligibility/assessment.js';
import { readFacts } from '../eligibility/project.js';
import type { SiteElement } from '../eligibility/site_parts.js';
import type { Route } from '../model.js';
import type { Rulebook } from '../rulebook.js';

/** A project as somebody told it; the facts are read by each rulebook for itself. */
export interface ToldProject {
  /** Names it to a reader. */
  name: string;
  facts: Readonly<Record<string, string>>;
  elements: readonly SiteElement[];
  /** ISO date of the assessment. */
  today: string;
}

/** Projects to compare two rulebooks on: those of the scenarios, or one that somebody has stored. */
export interface ProjectSource {
  /** What the projects are, in the plural. */
  name: string;
  projects: readonly ToldProject[];
}

/** What one rulebook says of a project. */
export interface ProjectAnswer {
  /** "refused" where a fact cannot be taken. */
  outcome: EligibilityOutcome | 'refused';
  scheme: Route | null;
}

/** A check that ends otherwise; null where the rulebook has no such check. */
export interface CheckChange {
  check: string;
  before: CheckResult['effect'] | null;
  after: CheckResult['effect'] | null;
}

export interface ProjectChange {
  project: ToldProject;
  before: ProjectAnswer;
  after: ProjectAnswer;
  checks: CheckChange[];
}

/** The projects that two rulebooks assess differently, in the order of the source. */
export async function compareProjects(
  before: Rulebook,
  after: Rulebook,
  { projects }: ProjectSource,
): Promise<ProjectChange[]> {
  // Nothing else decides a project.
  if (isDeepStrictEqual(lawOf(before), lawOf(after))) return [];
  const changes: ProjectChange[] = [];
  for (const project of projects) {
    const [was, is] = [await assessed(before, project), await assessed(after, project)];
    const checks = [...new Set([...was.effects.keys(), ...is.effects.keys()])]
      .map((check) => ({ check, before: was.effects.get(check) ?? null, after: is.effects.get(check) ?? null }))
      .filter((change) => change.before !== change.after);
    const { outcome, scheme } = was.answer;
    if (checks.length > 0 || outcome !== is.answer.outcome || scheme !== is.answer.scheme)
      changes.push({ project, before: was.answer, after: is.answer, checks });
  }
  return changes;
}

/** What decides projects, but for the tables that are compiled from it. */
function lawOf({ eligibility: { tables: _, ...law } }: Rulebook): object {
  return law;
}

async function assessed(
  book: Rulebook,
  { facts, elements, today }: ToldProject,
): Promise<{ answer: ProjectAnswer; effects: ReadonlyMap<string, CheckResult['effect']> }> {
  try {
    const { outcome, scheme, checks } = await book.assess(
      { facts: readFacts(book.eligibility, facts), elements },
      today,
    );
    return {
      answer: { outcome, scheme: scheme.value },
      effects: new Map(checks.map(({ id, effect }) => [id, effect])),
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { answer: { outcome: 'refused', scheme: null }, effects: new Map() };
  }
}

/** Projects that change in the same way. */
export type ProjectGroup = Omit<ProjectChange, 'project'> & { projects: ToldProject[] };

/** Changes put together by what they change from and to and by which checks, the most projects first. */
export function groupedProjects(changes: readonly ProjectChange[]): ProjectGroup[] {
  const groups = new Map<string, ProjectGroup>();
  for (const { project, ...change } of changes) {
    const key = JSON.stringify(change);
    const group = groups.get(key) ?? { ...change, projects: [] };
    groups.set(key, group);
    group.projects.push(project);
  }
  return [...groups.values()].sort((a, b) => b.projects.length - a.projects.length);
}
