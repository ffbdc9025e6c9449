import type { Context } from 'koa';
import type { Session } from '../../accounts/sign_in.js';
import { ACTION_STATES } from '../../claims/action_states.js';
import type { InputIssue } from '../../rulebook/answers.js';
import type { Assessment, Split } from '../../rulebook/eligibility/assessment.js';
import { isRoute, type SiteElement, splitOf } from '../../rulebook/eligibility/site_parts.js';
import { ROUTE_NAMES, type Route } from '../../rulebook/model.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { newId } from '../../store/ids.js';
import { type CallOutcome, callTool, type ErrorAnswer } from '../../tools/call.js';
import type { projectView } from '../../tools/claim_views.js';
import type { fullProjectView } from '../../tools/project_view.js';
import { callSite, type Desk } from '../desk.js';
import { HttpError } from '../http_error.js';
import { asHttp } from '../rest_route.js';
import {
  type AskedLine,
  answerSent,
  asSent,
  fieldOf,
  MOST_ASKED,
  type QuestionForm,
  questionForm,
  toldOf,
  type Untaken,
} from './line_questions.js';
import { type PageRoute, tokenOf } from './page_route.js';
import { showPage } from './render.js';
import { principalOf, signedInTo } from './signed_in.js';

const FEWEST_ROWS = 4;
const MOST_ROWS = 40;
const MORE_ROWS = 3;
const SHOWN_PROJECTS = 100;
/** Lines of one document that wait for one answer; more are asked about once these are answered. */
const MOST_LINES = 50;

const NO_PART = { name: '', kind: '', suppliers: '' };

/** Why a form of a project page is not taken, and what was sent. */
interface Refused extends Untaken {
  sent: URLSearchParams;
}

/** What is asked for in the wizard. */
interface Given {
  name: string;
  claimants: string;
  parts: (typeof NO_PART)[];
  /** Stands for this form, so that sending it twice sets up nothing twice. */
  request: string;
}

type Full = Awaited<ReturnType<typeof fullProjectView>>;
type Listed = ReturnType<typeof projectView>;

const STATE_LABELS: Readonly<Record<(typeof ACTION_STATES)[number], string>> = {
  open: 'To do',
  asked: 'Asked for',
  received: 'Received',
  done: 'Done',
};

const schemeLabel = (scheme: Route) => `${ROUTE_NAMES[scheme].name} (${ROUTE_NAMES[scheme].form})`;

/**
 * Projects of a signed-in person: the wizard that sets them up and asks for one project for each regime, what is still to be
 * answered, and what is to be done. They call the tools that programs call.
 */
export function projectPages(desk: Desk): PageRoute[] {
  const withSession = signedInTo(desk);
  /** What cannot be done is told on a page too. */
  const signedIn: typeof withSession = (answer) =>
    withSession(async (ctx, session, form) => {
      try {
        await answer(ctx, session, form);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        ctx.set(error.headers);
        const isThere = error.status !== 404;
        showPage(
          ctx,
          'message',
          {
            title: isThere ? 'That cannot be done' : 'That is not here',
            ...frame(session),
            paragraphs: [
              isThere ? (error.body as ErrorAnswer).message : 'It may have been deleted, or the address is not right.',
            ],
            link: { href: '/projects', text: 'Your projects' },
          },
          error.status,
        );
      }
    });
  const frame = ({ account, csrf }: Session) => ({ email: account.email, csrf });

  const call = async (ctx: Context, { account }: Session, tool: string, args: object): Promise<CallOutcome> => {
    const row = desk.tools.named(tool);
    if (!row) throw new Error(`there is no tool "${tool}"`);
    const { context, purse } = callSite(ctx, desk, desk.rulebook.get(), principalOf(account));
    return callTool(row, args, context, purse);
  };
  /** The answer of a call whose arguments are ours. @throws HttpError where the thing is not there or cannot be done. */
  const answered = async <Answer>(ctx: Context, session: Session, tool: string, args: object): Promise<Answer> => {
    const outcome = await call(ctx, session, tool, args);
    if (outcome.kind === 'answered') return outcome.body as Answer;
    throw asHttp(outcome);
  };

  const wizard = (ctx: Context, session: Session, given: Given, issues: readonly InputIssue[] = []) => {
    const rows = Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, given.parts.length));
    const kinds = desk.rulebook.get().eligibility.elements.filter(({ scheme }) => scheme !== 'elsewhere');
    showPage(
      ctx,
      'new_project',
      {
        title: 'Set up a project',
        ...frame(session),
        given,
        rows: Array.from({ length: rows }, (_, i) => given.parts[i] ?? NO_PART),
        kinds: [
          { value: '', text: 'Choose what it is' },
          ...kinds.map(({ kind, label }) => ({ value: kind, text: capital(label) })),
        ],
        full: rows >= MOST_ROWS,
        ...(issues.length > 0
          ? { errors: issues.map(({ path, message }) => ({ text: message, href: `#${path}` })) }
          : {}),
        problems: Object.fromEntries(issues.map(({ path, message }) => [path, { text: message }])),
      },
      issues.length > 0 ? 400 : 200,
    );
  };

  /** The forms of open questions, by id of their action item. */
  const askedIn = async (ctx: Context, session: Session, { project, actionItems }: Full) => {
    const asked: Record<string, QuestionForm> = {};
    for (const [i, item] of actionItems
      .filter(({ kind }) => kind === 'open_question')
      .slice(0, MOST_ASKED)
      .entries()) {
      const [invoiceId] = item.invoiceIds;
      if (item.question === null || invoiceId === undefined) continue;
      const { items } = await answered<{ items: AskedLine[] }>(ctx, session, 'list_line_items', {
        projectId: project.id,
        invoiceId,
        openQuestion: item.question.id,
        limit: MOST_LINES,
      });
      const form = questionForm(item, items, `q${i + 1}`);
      if (form !== null) asked[item.id] = form;
    }
    return asked;
  };

  /** Said beside what can be claimed where the project itself is not settled. */
  const waitsIn = (eligibility: string, { totals }: Listed): string | null =>
    eligibility === 'needs_answer' && totals.vatReclaimable !== '0.00'
      ? (desk.rulebook.get().notSettled?.beside ?? null)
      : null;

  const showProject = async (ctx: Context, session: Session, refused: Refused | null = null): Promise<void> => {
    const full = await answered<Full & { ok: true }>(ctx, session, 'set_up_project', { projectId: tokenOf(ctx) });
    const asked = await askedIn(ctx, session, full);
    const forms = Object.entries(asked);
    const next = questionOf(full);
    const isNext = next !== null && refused?.sent.get('fact') === next.fact;
    const ofLine = refused === null ? null : fieldOf(Object.values(asked), refused.sent, refused);
    const elsewhere = refused?.sent.has('fact') ? '#next' : TO_DO;
    const href = isNext ? '#value' : ofLine === null ? elsewhere : `#${ofLine}`;
    showPage(
      ctx,
      'project',
      {
        title: full.project.name,
        ...frame(session),
        ...full,
        waits: waitsIn(full.outcome, full.project),
        schemeLabel: schemeLabel(full.project.scheme),
        next: next === null || !isNext ? next : { ...next, value: refused?.sent.get('value'), problem: refused?.told },
        asked:
          refused === null
            ? asked
            : Object.fromEntries(forms.map(([id, form]) => [id, asSent(form, refused.sent, refused)])),
        stateLabels: STATE_LABELS,
        states: ACTION_STATES.map((value) => ({ value, text: STATE_LABELS[value] })),
        ...(refused === null ? {} : { errors: [{ text: refused.told, href }] }),
      },
      refused === null ? 200 : 400,
    );
  };

  return [
    {
      method: 'get',
      path: '/projects',
      answer: signedIn(async (ctx, session) => {
        const { items } = await answered<{ items: Listed[] }>(ctx, session, 'list_projects', { limit: SHOWN_PROJECTS });
        showPage(ctx, 'projects', {
          title: 'Projects',
          columns: 'govuk-grid-column-full',
          ...frame(session),
          projects: items.map((project) => ({
            ...project,
            waits: waitsIn(project.eligibility, project),
            schemeLabel: schemeLabel(project.scheme),
          })),
        });
      }),
    },
    {
      method: 'get',
      path: '/projects/new',
      answer: signedIn(async (ctx, session) =>
        wizard(ctx, session, { name: '', claimants: '', parts: [], request: newId('req') }),
      ),
    },
    {
      method: 'post',
      path: '/projects/new',
      answer: signedIn(async (ctx, session, form) => {
        const book = desk.rulebook.get();
        const given = readGiven(form);
        const step = form.get('step');
        if (step === 'more') {
          const blank = Array.from({ length: MORE_ROWS }, () => NO_PART);
          return wizard(ctx, session, { ...given, parts: [...given.parts, ...blank] });
        }
        if (step === 'change') return wizard(ctx, session, given);
        const issues = issuesOf(given, book);
        if (issues.length > 0) return wizard(ctx, session, given, issues);
        const elements = elementsOf(given);
        const split = splitOf(book.eligibility, elements);
        if (split.projects.length > 1 && step !== 'confirmed')
          return showPage(ctx, 'several_projects', {
            title: `You need ${split.projects.length} projects`,
            ...frame(session),
            given,
            split: {
              ...split,
              projects: split.projects.map((p) => ({ ...p, schemeLabel: schemeLabel(p.scheme) })),
            },
            severalSchemes: new Set(split.projects.map(({ scheme }) => scheme)).size > 1,
          });
        const made: string[] = [];
        for (const [i, args] of projectsOf(given, elements, split).entries()) {
          const outcome = await call(ctx, session, 'set_up_project', {
            ...args,
            idempotencyKey: `${given.request}-${i + 1}`,
          });
          if (outcome.kind !== 'answered')
            return wizard(ctx, session, given, [{ path: 'name', message: outcome.body.message }]);
          made.push((outcome.body as Full).project.id);
        }
        ctx.redirect(made.length === 1 ? `/projects/${made[0]}` : '/projects');
        ctx.status = 303;
      }),
    },
    { method: 'get', path: '/projects/:token', answer: signedIn((ctx, session) => showProject(ctx, session)) },
    {
      method: 'post',
      path: '/projects/:token/answer',
      answer: signedIn(async (ctx, session, form) => {
        const fact = form.get('fact') ?? '';
        const value = (form.get('value') ?? '').trim();
        const refused = (told: string) => showProject(ctx, session, { told, field: null, sent: form });
        if (value === '') return refused('Choose an answer');
        const outcome = await call(ctx, session, 'set_up_project', {
          projectId: tokenOf(ctx),
          facts: { [fact]: value },
        });
        if (outcome.kind === 'invalid_input') return refused(outcome.body.message);
        if (outcome.kind !== 'answered') throw asHttp(outcome);
        back(ctx);
      }),
    },
    {
      method: 'post',
      path: '/projects/:token/lines',
      answer: signedIn(async (ctx, session, form) => {
        const said = answerSent(form, desk.rulebook.get().questions);
        if ('told' in said) return showProject(ctx, session, { ...said, sent: form });
        const outcome = await call(ctx, session, 'answer_vat_complex_question', said.args);
        if (outcome.kind === 'invalid_input') {
          const [issue = { path: '', message: outcome.body.message }] = outcome.body.issues ?? [];
          return showProject(ctx, session, { ...toldOf(issue), sent: form });
        }
        if (outcome.kind !== 'answered') throw asHttp(outcome);
        back(ctx, TO_DO);
      }),
    },
    {
      method: 'post',
      path: '/projects/:token/follow',
      answer: signedIn(async (ctx, session, form) => {
        await answered(ctx, session, 'reclassify_companion_items', { invoiceId: form.get('invoiceId') ?? '' });
        back(ctx, TO_DO);
      }),
    },
    {
      method: 'post',
      path: '/projects/:token/actions',
      answer: signedIn(async (ctx, session, form) => {
        const note = (form.get('note') ?? '').trim();
        await answered(ctx, session, 'set_up_project', {
          projectId: tokenOf(ctx),
          actionItem: { id: form.get('id') ?? '', state: form.get('state') ?? '', ...(note === '' ? {} : { note }) },
        });
        back(ctx);
      }),
    },
  ];
}

/** Where a project page tells what to do, questions about lines among it. */
const TO_DO = '#to-do';

/** Back to the project whose form was sent. */
function back(ctx: Context, at = ''): void {
  ctx.redirect(`/projects/${tokenOf(ctx)}${at}`);
  ctx.status = 303;
}

function readGiven(form: URLSearchParams): Given {
  const text = (field: string) => (form.get(field) ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  const rows = Math.min(MOST_ROWS, Number(form.get('rows')) || 0);
  const parts = Array.from({ length: rows }, (_, i) => ({
    name: text(`part${i + 1}`),
    kind: text(`kind${i + 1}`),
    suppliers: text(`suppliers${i + 1}`),
  }));
  return { name: text('name'), claimants: text('claimants'), parts, request: text('request') || newId('req') };
}

/** What must be put right, by field of the form. */
function issuesOf({ name, parts }: Given, book: Rulebook): InputIssue[] {
  const issues: InputIssue[] = [];
  const kinds = new Map(book.eligibility.elements.map((element) => [element.kind, element]));
  if (name === '') issues.push({ path: 'name', message: 'Give the project a name' });
  const named = parts.map((part) => part.name.toLowerCase());
  parts.forEach((part, i) => {
    const at = i + 1;
    if (part.name === '' && part.kind === '' && part.suppliers === '') return;
    if (part.name === '') issues.push({ path: `part${at}`, message: `Say what you call part ${at}` });
    else if (named.indexOf(part.name.toLowerCase()) !== i)
      issues.push({ path: `part${at}`, message: `“${part.name}” is used twice; give each part a name of its own` });
    if (!kinds.has(part.kind)) issues.push({ path: `kind${at}`, message: `Choose what part ${at} is` });
  });
  if (issues.length === 0 && !parts.some(({ kind }) => isRoute(kinds.get(kind)?.scheme ?? '')))
    issues.push({ path: 'kind1', message: 'Name the home: a new home, or an old building that becomes one' });
  return issues;
}

function elementsOf({ parts }: Given): SiteElement[] {
  return parts
    .filter(({ name, kind }) => name !== '' && kind !== '')
    .map(({ name, kind, suppliers }) => ({ name, kind, suppliers: listOf(suppliers) }));
}

const listOf = (text: string): string[] =>
  [...new Set(text.split(',').map((name) => name.trim()))].filter((n) => n !== '');

/** One project for each regime: with its own parts, what is shared or outside, and the other homes as parts that are claimed elsewhere. */
function projectsOf(given: Given, elements: readonly SiteElement[], { projects }: Pick<Split, 'projects'>): object[] {
  const claimed = new Map(projects.flatMap((project) => project.elements.map((name) => [name, project])));
  const homes = new Set(projects.map(({ name }) => name));
  return projects.map((project) => ({
    name: projects.length === 1 ? given.name : `${given.name}: ${project.name}`,
    scheme: project.scheme,
    claimants: listOf(given.claimants),
    elements: elements.flatMap((element) => {
      const mine = claimed.get(element.name);
      if (mine === undefined || mine === project) return [element];
      return homes.has(element.name) ? [{ ...element, kind: 'another_project' }] : [];
    }),
  }));
}

/** The question to answer next, as a form shows it. */
function questionOf({ nextQuestions }: Pick<Assessment, 'nextQuestions'>) {
  const [next] = nextQuestions;
  if (next === undefined) return null;
  const { fact, question, whyAsked, answers } = next;
  return {
    fact,
    question,
    whyAsked,
    items: answers.map(({ value, label }) => ({ value, text: capital(label) })),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
