import type { ActionState } from '../claims/action_reading.js';
import { setActionState } from '../claims/action_states.js';
import type { AskingToWrite, Claims } from '../claims/claims.js';
import type { LineChange } from '../claims/deciding.js';
import {
  type ProjectGiven,
  type ProjectSet,
  redecideProject,
  setUpProject,
  updateProject,
  viewProject,
} from '../claims/projects.js';
import { InputError, type InputIssue, notOneOf } from '../rulebook/answers.js';
import type { EligibilityBook } from '../rulebook/eligibility/model.js';
import { readFacts } from '../rulebook/eligibility/project.js';
import { readElements, type SiteElement } from '../rulebook/eligibility/site_parts.js';
import type { Route } from '../rulebook/model.js';
import { formatPence } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { claimsCall, REFUSED_SET_UP, writingIn } from './claim_calls.js';
import { changeView } from './claim_views.js';
import { inputCheck } from './input_check.js';
import { fullProjectView } from './project_view.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { ExtraNeed, Tool } from './tool.js';

interface Input {
  projectId?: string;
  name?: string;
  scheme?: Route;
  building?: ProjectGiven['building'];
  facts?: Record<string, string>;
  forgetFacts?: string[];
  elements?: (Omit<SiteElement, 'suppliers'> & { suppliers?: string[] })[];
  claimants?: string[];
  actionItem?: { id: string; state: ActionState['state']; note?: string };
  newEdition?: 'preview' | 'apply';
  idempotencyKey?: string;
}

interface Request {
  args: Input;
  given: ProjectGiven;
}

const inputSchema = readToolSchema('set_up_project.input');
const answerSchema = readToolSchema('set_up_project.output');
const checked = inputCheck<Input>(inputSchema);

/** Changed lines shown at once; the rest is in the lists. */
const SHOWN = 50;

function read(input: unknown, { eligibility }: Rulebook): Request {
  const args = checked(input, (given, wrong) => moreIssues(given, wrong, eligibility));
  const {
    facts,
    elements,
    projectId: _project,
    newEdition: _edition,
    actionItem: _item,
    idempotencyKey: _key,
    ...rest
  } = args;
  return {
    args,
    given: {
      ...rest,
      ...(facts === undefined ? {} : { facts: readFacts(eligibility, facts) }),
      ...(elements === undefined ? {} : { elements: readElements(eligibility, withSuppliers(elements)) }),
    },
  };
}

const withSuppliers = (elements: NonNullable<Input['elements']>): SiteElement[] =>
  elements.map((element) => ({ ...element, suppliers: element.suppliers ?? [] }));

/** What the rulebook says of fields, and what does not go together. */
function moreIssues(args: Partial<Input>, wrong: ReadonlySet<string>, eligibility: EligibilityBook): InputIssue[] {
  const { projectId, newEdition, actionItem, idempotencyKey: _, facts, elements, ...rest } = args;
  const issues: InputIssue[] = [];
  const given = [...Object.keys(rest), ...(facts ? ['facts'] : []), ...(elements ? ['elements'] : [])];
  for (const [alone, value] of Object.entries({ newEdition, actionItem })) {
    if (value === undefined) continue;
    if (projectId === undefined) issues.push({ path: 'projectId', message: `is required with ${alone}` });
    const beside = [...given, ...(alone === 'newEdition' && actionItem ? ['actionItem'] : [])];
    for (const field of beside)
      issues.push({ path: field, message: `cannot be changed together with ${alone}; make two calls` });
  }
  if (projectId === undefined && rest.forgetFacts !== undefined)
    issues.push({ path: 'forgetFacts', message: 'a new project has no facts to forget' });
  const known = eligibility.facts.map(({ name }) => name);
  if (!wrong.has('forgetFacts'))
    for (const name of rest.forgetFacts ?? [])
      if (!known.includes(name))
        issues.push(notOneOf('forgetFacts', name, known, (word) => `there is no fact ${word}`));
  if (typeof facts === 'object' && !Array.isArray(facts)) issues.push(...issuesOf(() => readFacts(eligibility, facts)));
  if (elements !== undefined && !wrong.has('elements'))
    issues.push(...issuesOf(() => readElements(eligibility, withSuppliers(elements))));
  return issues;
}

function issuesOf(read: () => unknown): InputIssue[] {
  try {
    read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.issues;
  }
  return [];
}

const DESCRIPTION = `Sets up a project (one building under one VAT scheme) or changes a stored one. Answers at once: the scheme it falls under and why, whether it is eligible, what to ask next, the VAT rate suppliers should charge, the last days for the claim, the documents needed. A change decides the project's lines again and says which changed.

Use when: a person begins a self-build or conversion, or tells more about it. Pass the facts you know from the conversation and leave out what nobody said; show nextQuestions to the person.
Do not use when: you only want to know whether a project would qualify (assess_project_eligibility).

Parts of the site under two schemes are refused with several_regimes: split says which projects to set up, actionItems what to ask of each supplier. With projectId and nothing else it shows the project; with actionItem it notes how far an action item has come. newEdition decides all its lines anew after the rulebook has changed: preview first, then apply; answers given stay. Without scope projects:read a change is answered with projectId alone.

<example>
{"name":"Mill Lane barn","facts":{"country":"england","finishedBuilding":"dwelling","siteBefore":"building_kept","oldBuildingUse":"never_residential"},"claimants":["Sam Green"]}
</example>`;

export const setUpProjectTool: Tool<Request> = {
  name: 'set_up_project',
  title: 'Set up a project or change it',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  access: ['projects:write'],
  refusals: REFUSED_SET_UP,
  alsoNeeds: readOnlyOf,
  countsTowardsDailyCap: false,
  limitClass: null,
  read: (args, { book }) => read(args, book),
  run: ({ args, given }, context) =>
    claimsCall(async () => {
      const { claims, caller } = context;
      const asking = writingIn(context, 'set_up_project', args);
      const { project, assessment, changed } = await carriedOut(claims, asking, args, given);
      if (!caller.principal?.scopes.has('projects:read')) return unseenView(project.id);
      return {
        ok: true,
        ...(await fullProjectView(claims, asking, project, assessment)),
        changes: changesView(changed),
      };
    }),
  logFields: ({ args: { projectId, newEdition } }, answer) => {
    const { outcome, changes } = answer as { outcome?: string; changes?: { lines: number } };
    return { created: projectId === undefined, newEdition, outcome, linesChanged: changes?.lines };
  },
};

/** A call that only looks at a stored project. */
function readOnlyOf({ args: { projectId, newEdition, actionItem }, given }: Request): ExtraNeed | null {
  if (projectId === undefined) return null;
  if (newEdition === 'preview') return { asked: 'set_up_project with newEdition preview', scope: 'projects:read' };
  const changes = newEdition !== undefined || actionItem !== undefined || Object.keys(given).length > 0;
  return changes ? null : { asked: 'set_up_project with nothing to change', scope: 'projects:read' };
}

/** Does what is asked. */
async function carriedOut(
  claims: Claims,
  asking: AskingToWrite,
  { projectId, newEdition, actionItem }: Input,
  given: ProjectGiven,
): Promise<Omit<ProjectSet, 'changed'> & { changed: readonly Pick<LineChange, 'before' | 'after'>[] }> {
  if (projectId === undefined) return setUpProject(claims, asking, given);
  if (newEdition !== undefined) {
    const { changed } = await redecideProject(claims, asking, projectId, newEdition === 'preview');
    return { ...(await viewProject(claims, asking, projectId)), changed };
  }
  if (actionItem !== undefined)
    await setActionState(claims, asking, projectId, actionItem.id, actionItem.state, actionItem.note ?? null);
  return Object.keys(given).length === 0
    ? viewProject(claims, asking, projectId)
    : updateProject(claims, asking, projectId, given);
}

/** The answer to a key that may write projects and not read them. */
const unseenView = (projectId: string) => ({
  ok: true,
  projectId,
  message: 'Stored. What a project holds is shown to a key with scope projects:read.',
});

function changesView(changed: readonly Pick<LineChange, 'before' | 'after'>[]) {
  const sum = (side: 'before' | 'after', amount: 'vatReclaimable' | 'vatToRecover') =>
    formatPence(changed.reduce((total, change) => total + change[side][amount], 0));
  return {
    lines: changed.length,
    vatReclaimableBefore: sum('before', 'vatReclaimable'),
    vatReclaimableAfter: sum('after', 'vatReclaimable'),
    vatToRecoverBefore: sum('before', 'vatToRecover'),
    vatToRecoverAfter: sum('after', 'vatToRecover'),
    first: changed.slice(0, SHOWN).map(changeView),
  };
}
