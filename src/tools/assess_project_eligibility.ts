import type { Assessment } from '../rulebook/eligibility/assessment.js';
import { type Project, readFacts } from '../rulebook/eligibility/project.js';
import { readElements, type SiteElement } from '../rulebook/eligibility/site_parts.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool } from './tool.js';

/** The arguments as the schema lets them through. */
interface AssessInput {
  facts: Record<string, string>;
  elements?: (Omit<SiteElement, 'suppliers'> & { suppliers?: string[] })[];
}

export type AssessAnswer = { ok: true } & Assessment;

const inputSchema = readToolSchema('assess_project_eligibility.input');
const answerSchema = readToolSchema('assess_project_eligibility.output');
const checked = inputCheck<AssessInput>(inputSchema);

/**
 * Reads the arguments of `assess_project_eligibility` (`{facts, elements}`) into a project.
 * @throws InputError naming each field that must change and the nearest allowed word.
 */
export function parseAssessment(input: unknown, { eligibility }: Pick<Rulebook, 'eligibility'>): Project {
  const { facts, elements = [] } = checked(input);
  const parts = elements.map((element) => ({ ...element, suppliers: element.suppliers ?? [] }));
  return { facts: readFacts(eligibility, facts), elements: readElements(eligibility, parts) };
}

const DESCRIPTION = `Says whether a self-build or conversion in the UK is eligible for the VAT refund of the DIY housebuilders scheme, before any invoice is looked at: every check with its question, answer, rule and law, what to ask next, warnings, last days for the claim, documents, and the VAT rates suppliers should charge.

Use when: a person asks whether their project qualifies, or before uploading invoices. Fill in the facts you know from the conversation; leave out what nobody said.
Do not use when: you have an invoice line; that is check_line_item.

Answer: outcome is eligible, not_eligible or needs_answer. With needs_answer, put nextQuestions to the person in their order and call again with every fact known so far; do not guess. A check with effect asks is not settled by facts alone: its action says who can settle it. Name the parts of the site in elements when there are several: a new build and a conversion are two projects, and split says how to divide them and which suppliers must send separate invoices.

<example>
{"facts":{"country":"england","finishedBuilding":"dwelling","siteBefore":"building_kept","oldBuildingUse":"never_residential","consent":"permitted_development"}}
</example>`;

export const assessProjectEligibility: Tool<Project> = {
  name: 'assess_project_eligibility',
  title: 'Check whether a project is eligible for the VAT refund',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: ['projects:read'],
  countsTowardsDailyCap: false,
  limitClass: null,
  read: (args, { book }) => parseAssessment(args, book),
  run: async (project, { book, today }): Promise<AssessAnswer> => ({
    ok: true,
    ...(await book.assess(project, today)),
  }),
  logFields: (_project, answer) => {
    const { outcome, scheme, nextQuestions } = answer as AssessAnswer;
    return { outcome, scheme: scheme.value, questions: nextQuestions.length };
  },
};
