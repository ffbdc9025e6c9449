import { InputError, takesOneOf } from '../rulebook/answers.js';
import type { Assessment, Split } from '../rulebook/eligibility/assessment.js';
import type { SiteElement } from '../rulebook/eligibility/site_parts.js';
import { ROUTES, type Route } from '../rulebook/model.js';
import { newId } from '../store/ids.js';
import type { Write } from '../store/open.js';
import type { Asking, AskingToWrite, Claims } from './claims.js';
import { asDecided, decideFile, type LineChange, standsOtherwise } from './deciding.js';
import { type ChangedDocument, othersWritten, withEvidence } from './document_evidence.js';
import { lineSums } from './evidence.js';
import type { Cause, Project } from './records.js';
import { writeRequest } from './route_line.js';

/** What is said of a project. What is left out stays as it is. */
export interface ProjectGiven {
  name?: string;
  scheme?: Route;
  building?: Partial<Project['building']>;
  /** Added to what is known. */
  facts?: Readonly<Record<string, string>>;
  /** Facts that are no longer known. */
  forgetFacts?: readonly string[];
  elements?: readonly SiteElement[];
  claimants?: readonly string[];
}

/** A project with its assessment, and the lines whose decision a change of it changed. */
export interface ProjectSet {
  project: Project;
  assessment: Assessment;
  changed: LineChange[];
}

/** The parts of the site fall under two regimes: each needs a project of its own. */
export class SeveralRegimes extends Error {
  constructor(readonly split: Split) {
    super(
      `These parts fall under ${split.projects.length} regimes: set up one project for each (${split.projects
        .map((p) => `${p.scheme}: ${p.elements.join(', ')}`)
        .join('; ')}).`,
    );
    this.name = 'SeveralRegimes';
  }
}

/**
 * Sets up a project.
 * @throws InputError when facts contradict each other, or when neither they nor `scheme` say the scheme; SeveralRegimes.
 */
export function setUpProject(claims: Claims, asking: AskingToWrite, given: ProjectGiven): Promise<ProjectSet> {
  const { changes, writes, clock } = claims;
  return changes.carryOut(`${asking.organisationId} projects`, writeRequest(asking), async () => {
    if (given.name === undefined)
      throw new InputError([{ path: 'name', message: 'is required for a new project; give projectId to change one' }]);
    const at = clock();
    const { project, assessment } = await assessed(asking, {
      id: newId('prj'),
      organisationId: asking.organisationId,
      name: given.name,
      building: { name: null, address: null, kind: null, ...given.building },
      facts: given.facts ?? {},
      elements: given.elements ?? [],
      claimants: given.claimants ?? [],
      stated: given.scheme ?? null,
      kept: { scheme: null, facts: false },
      revision: 1,
      createdAt: at,
      updatedAt: at,
    });
    return { writes: [writes.newProject(project)], answer: { project, assessment, changed: [] } };
  });
}

/**
 * Changes a project and decides its lines again where that changes what is known of them.
 * @throws NotFound, and as `setUpProject`.
 */
export function updateProject(
  claims: Claims,
  asking: AskingToWrite,
  projectId: string,
  given: ProjectGiven,
): Promise<ProjectSet> {
  const { changes, stored, writes, clock } = claims;
  return changes.carryOut(projectId, writeRequest(asking), async () => {
    const before = await stored.project(asking.organisationId, projectId);
    const forgotten = new Set(given.forgetFacts);
    const kept = Object.entries(before.facts).filter(([name]) => !forgotten.has(name));
    const at = clock();
    const { project, assessment } = await assessed(asking, {
      ...before,
      name: given.name ?? before.name,
      building: { ...before.building, ...given.building },
      facts: { ...Object.fromEntries(kept), ...given.facts },
      elements: given.elements ?? before.elements,
      claimants: given.claimants ?? before.claimants,
      stated: given.scheme ?? null,
      kept: { scheme: before.scheme, facts: given.facts === undefined },
      updatedAt: at,
    });
    const { changed, writes: lineWrites } = await decideProject(claims, asking, project, 'project_changed', at);
    const answer = { project, assessment, changed: changed.filter(standsOtherwise) };
    return { writes: [writes.project(project), ...lineWrites], answer };
  });
}

/** A project as it stands, assessed today. @throws NotFound */
export async function viewProject({ stored }: Claims, asking: Asking, projectId: string): Promise<ProjectSet> {
  const project = await stored.project(asking.organisationId, projectId);
  return { project, assessment: await asking.book.assess(project, asking.today, { kept: true }), changed: [] };
}

/** What the decisions of a project become under the rulebook of today. */
export interface Redecided {
  project: Project;
  dryRun: boolean;
  changed: LineChange[];
}

/**
 * Decides every line of a project anew under the rulebook of today. Answers stay as they were given; where only the edition
 * changed and not the outcome, the new decision is kept too, so that the line says under which edition it stands.
 * @throws NotFound
 */
export function redecideProject(
  claims: Claims,
  asking: AskingToWrite,
  projectId: string,
  dryRun: boolean,
): Promise<Redecided> {
  const { changes, stored, writes, clock } = claims;
  return changes.carryOut(projectId, writeRequest(asking), async () => {
    const project = await stored.project(asking.organisationId, projectId);
    const all = await decideProject(claims, asking, project, 'new_edition', clock(), true);
    const changed = all.changed.filter(standsOtherwise);
    const answer = { project, dryRun, changed };
    return { writes: dryRun ? [] : [writes.unchanged(project), ...all.writes], answer };
  });
}

/** Decides the lines of a project, invoice by invoice. Locked invoices are closed to people, not to the law. */
async function decideProject(
  claims: Claims,
  asking: Asking,
  project: Project,
  cause: Cause,
  at: number,
  again = false,
): Promise<{ changed: LineChange[]; writes: Write[] }> {
  const { stored, writes } = claims;
  const changed: LineChange[] = [];
  const written: Write[] = [];
  const documents: (ChangedDocument & { decided: boolean })[] = [];
  for (const invoice of await stored.invoicesOf(project.id)) {
    const file = await stored.fileOf(project, invoice);
    const decisions = await decideFile(asking.book, file, {
      actor: asking.actor,
      at,
      causeOf: () => cause,
      lastDecided: file.lastDecided,
      again: () => again,
    });
    const lines = lineSums(asDecided(file.items, decisions));
    documents.push({ invoice, lines, decided: decisions.length > 0 });
    // Steps are many words, and a project may have tens of thousands of lines.
    changed.push(...decisions.map((d) => ({ ...d, classification: null })));
    written.push(...decisions.map((d) => writes.line(d.after)), ...writes.decisions(decisions));
  }
  const evidenced = await withEvidence(claims, asking.book, project, documents);
  evidenced.changed.forEach((invoice, i) => {
    const before = documents[i];
    if (before?.decided || invoice !== before?.invoice) written.push(writes.invoice({ ...invoice, updatedAt: at }));
  });
  written.push(...othersWritten(writes, evidenced.others));
  return { changed, writes: written };
}

/** A project whose scheme is not settled. */
type Unassessed = Omit<Project, 'scheme' | 'eligibility'> & {
  /** As somebody says it. */
  stated: Route | null;
  /** The scheme as it was, and whether the facts are. */
  kept: { scheme: Route | null; facts: boolean };
};

async function assessed(
  asking: Asking,
  { stated, kept, ...draft }: Unassessed,
): Promise<{ project: Project; assessment: Assessment }> {
  const assessment = await asking.book.assess(draft, asking.today, { kept: kept.facts });
  const { split, outcome } = assessment;
  if (split && new Set(split.projects.map((p) => p.scheme)).size > 1) throw new SeveralRegimes(split);
  return {
    project: { ...draft, scheme: schemeOf(stated, kept.scheme, assessment), eligibility: outcome },
    assessment,
  };
}

/** The scheme the facts give. What was stated, or was so before, holds where they leave it open. */
function schemeOf(stated: Route | null, kept: Route | null, { scheme, nextQuestions }: Assessment): Route {
  const { value, possible } = scheme;
  const refuse = (message: string, allowed: readonly Route[]): never => {
    throw new InputError([takesOneOf('scheme', message, allowed.length === 0 ? ROUTES : allowed)]);
  };
  if (value !== null) {
    if (stated !== null && stated !== value)
      refuse(`"${stated}" contradicts the facts, which make it ${value}; correct one`, [value]);
    return value;
  }
  const fits = (route: Route | null): route is Route =>
    route !== null && (possible.length === 0 || possible.includes(route));
  if (fits(stated)) return stated;
  if (stated !== null) return refuse(`"${stated}" is not possible on these facts`, possible);
  if (fits(kept)) return kept;
  const ask = nextQuestions[0]?.question;
  return refuse(`is required: the facts do not settle it${ask === undefined ? '' : ` (${ask})`}`, possible);
}
