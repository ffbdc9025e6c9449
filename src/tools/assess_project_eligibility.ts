import { InputError } from '../rulebook/answers.js';
import type { Assessment } from '../rulebook/eligibility/assessment.js';
import { type Project, readFacts } from '../rulebook/eligibility/project.js';
import { readElements, type SiteElement } from '../rulebook/eligibility/site_parts.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { askingIn, claimsCall, NOT_THERE } from './claim_calls.js';
import { inputCheck } from './input_check.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool, ToolContext } from './tool.js';

/** The arguments as the schema lets them through. */
interface AssessInput {
  projectId?: string;
  facts?: Record<string, string>;
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
  return given(checked(input), eligibility);
}

function given({ facts = {}, elements = [] }: AssessInput, eligibility: Rulebook['eligibility']): Project {
  const parts = elements.map((element) => ({ ...element, suppliers: element.suppliers ?? [] }));
  return { facts: readFacts(eligibility, facts), elements: readElements(eligibility, parts) };
}

const DESCRIPTION = `Says whether a self-build or conversion in the UK is eligible for the VAT refund of the DIY housebuilders scheme, before any invoice is looked at: every check with its question, answer, rule and law, what to ask next, warnings, last days for the claim, documents, and the VAT rates suppliers should charge.

Use when: a person asks whether their project qualifies, or before uploading invoices. Fill in the facts you know from the conversation; leave out what nobody said. With projectId the stored facts count, and facts given here go before them; nothing is stored.
Do not use when: you have an invoice line; that is check_line_item.

Answer: outcome is eligible, not_eligible or needs_answer. With needs_answer, put nextQuestions to the person in their order and call again with every fact known so far; do not guess. A check with effect asks is not settled by facts alone: its action says who can settle it. Name the parts of the site in elements when there are several: a new build and a conversion are two projects, and split says how to divide them and which suppliers must send separate invoices.

<example>
{"facts":{"country":"england","finishedBuilding":"dwelling","siteBefore":"building_kept","oldBuildingUse":"never_residential","consent":"permitted_development"}}
</example>`;

/** A project by its facts, or a stored one with what is said besides. */
interface Request {
  projectId: string | null;
  said: Project;
}

function read(input: unknown, { eligibility }: Rulebook): Request {
  const args = checked(input);
  if (args.projectId === undefined && args.facts === undefined && args.elements === undefined)
    throw new InputError([{ path: 'facts', message: 'is required, or projectId of a stored project' }]);
  return { projectId: args.projectId ?? null, said: given(args, eligibility) };
}

export const assessProjectEligibility: Tool<Request> = {
  name: 'assess_project_eligibility',
  title: 'Check whether a project is eligible for the VAT refund',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: ['projects:read'],
  refusals: NOT_THERE,
  countsTowardsDailyCap: false,
  limitClass: null,
  read: (args, { book }) => read(args, book),
  run: ({ projectId, said }, context): Promise<AssessAnswer> =>
    claimsCall(async () => ({
      ok: true,
      ...(await context.book.assess(await known(projectId, said, context), context.today)),
    })),
  logFields: (_request, answer) => {
    const { outcome, scheme, nextQuestions } = answer as AssessAnswer;
    return { outcome, scheme: scheme.value, questions: nextQuestions.length };
  },
};

/** What is said now goes before what is stored; nothing is written. */
async function known(projectId: string | null, said: Project, context: ToolContext): Promise<Project> {
  if (projectId === null) return said;
  const { facts, elements } = await context.claims.stored.project(askingIn(context).organisationId, projectId);
  return { facts: { ...facts, ...said.facts }, elements: said.elements.length > 0 ? said.elements : elements };
}
