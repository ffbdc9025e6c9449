import { join } from 'node:path';
import { readScenarios, scenarioFacts } from '../../../src/cli/eligibility_scenarios.js';
import type { Assessment } from '../../../src/rulebook/eligibility/assessment.js';
import type { SiteElement } from '../../../src/rulebook/eligibility/site_parts.js';
import { rulebook, TODAY } from '../book.js';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'eligibility');

export const SCENARIO_SETS = ['building', 'planning', 'use_and_claimant', 'dates', 'stories', 'cases_and_guidance'].map(
  (name) => join(FOLDER, `${name}.yaml`),
);

/** A plain project of fixtures/eligibility/bases.yaml, varied; null takes a fact away. */
export function projectFacts(base: string, more: Readonly<Record<string, string | null>> = {}): Record<string, string> {
  const { bases } = readScenarios(SCENARIO_SETS[0] as string);
  const facts = scenarioFacts({ id: base, story: '', base, source: '', expected: '' }, bases);
  for (const [name, value] of Object.entries(more)) {
    if (value === null) delete facts[name];
    else facts[name] = value;
  }
  return facts;
}

export async function assess(
  facts: Readonly<Record<string, string>>,
  options: { today?: string; elements?: SiteElement[] } = {},
): Promise<Assessment> {
  return (await rulebook()).assess({ facts, elements: options.elements ?? [] }, options.today ?? TODAY);
}

export const check = (answer: Assessment, id: string) => answer.checks.find((c) => c.id === id);
