import { sql } from 'kysely';
import type { QuestionForUser } from '../rulebook/classification.js';
import { TREATMENTS } from '../rulebook/model.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { ActionStatesTable } from '../store/tables.js';
import type { Claims } from './claims.js';
import type { CorrectedLine } from './corrections.js';
import { storedFindings } from './document_evidence.js';
import { type Doubts, readDoubts } from './doubts.js';
import type { EvidenceFinding } from './evidence.js';
import type { Invoice, LineItem, Project } from './records.js';
import { Suppliers } from './suppliers.js';

/** A line on which something is to be done. */
export type ActionLine = CorrectedLine & Pick<LineItem, 'position' | 'undecided' | 'questionId' | 'answers'>;

/** How far somebody has come with an action item. */
export interface ActionState {
  actionId: string;
  state: ActionStatesTable['state'];
  note: string | null;
  updatedAt: number;
}

/** What is stored of a project that asks for something to be done. */
export interface ActionReading extends Doubts {
  /** Those with such a line, or with evidence missing, in the order they came. */
  invoices: readonly Invoice[];
  /** Those that wait for an answer or have VAT to recover, in the order they came. */
  lines: readonly ActionLine[];
  /** What is missing as evidence, by invoice. */
  evidence: ReadonlyMap<string, readonly EvidenceFinding[]>;
  /** Pence that stand or fall with the evidence, by invoice: what is claimed, and what may be once it is answered (asked or not) or corrected. */
  atStake: ReadonlyMap<string, number>;
  /** Invoices with evidence missing that have no line. */
  withoutLines: ReadonlySet<string>;
  /** By id of a line of which `waitingFor` asks. */
  said: ReadonlyMap<string, { question: QuestionForUser | null; explanation: string }>;
  states: readonly ActionState[];
  /** Pence that its lines can claim, whatever holds them back. */
  lineClaims: number;
}

/** A project of which nothing but its facts is stored. */
export const NOTHING_STORED: ActionReading = {
  invoices: [],
  lines: [],
  evidence: new Map(),
  atStake: new Map(),
  withoutLines: new Set(),
  oneSupply: [],
  countedTwice: [],
  samePurchase: [],
  companions: [],
  suppliers: Suppliers.of([]),
  said: new Map(),
  states: [],
  lineClaims: 0,
};

/** Lines of one document that wait for one answer, the one with the most VAT first. */
export interface Waiting {
  invoiceId: string;
  /** Null where no question is asked. */
  questionId: string | null;
  lines: readonly [ActionLine, ...ActionLine[]];
}

/**
 * What waits for answers, one entry for each question of a document (fact book on energy-saving materials, 4.5: one question
 * for each job, asked of the line with the largest VAT).
 */
export function waitingIn(lines: readonly ActionLine[]): Waiting[] {
  const groups = new Map<string, [ActionLine, ...ActionLine[]]>();
  for (const line of lines) {
    if (line.treatment !== 'needs_answer') continue;
    const key = `${line.invoiceId} ${line.questionId}`;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()].map((group) => {
    group.sort(
      (a, b) => Math.abs(b.vat ?? 0) - Math.abs(a.vat ?? 0) || a.position - b.position || (a.id < b.id ? -1 : 1),
    );
    return { invoiceId: group[0].invoiceId, questionId: group[0].questionId, lines: group };
  });
}

/** Reads what action items are worked out from, and of the lines only those on which something is to be done. */
export async function readActions(claims: Claims, book: Rulebook, project: Project): Promise<ActionReading> {
  const { store, stored } = claims;
  const [lines, states] = await Promise.all([readLines(store, project.id), readStates(store, project.id)]);
  const withLines = new Set(lines.map((line) => line.invoiceId));
  const all = await stored.invoicesOf(project.id);
  const invoices = all.filter(
    ({ id, evidence, extraction }) => evidence.length > 0 || extraction === 'failed' || withLines.has(id),
  );
  const incomplete = invoices.filter(({ evidence, extraction }) => evidence.length > 0 || extraction === 'failed');
  const [evidence, sums] = await Promise.all([
    storedFindings(claims, book, project, incomplete),
    incomplete.length === 0 ? new Map<string, number>() : readAtStake(store, book, project.id),
  ]);
  const mains = waitingIn(lines).map((waiting) => waiting.lines[0].id);
  return {
    invoices,
    lines,
    evidence,
    atStake: sums,
    withoutLines: new Set(incomplete.map(({ id }) => id).filter((id) => !sums.has(id))),
    ...(await readDoubts(claims, book, project, all)),
    said: await readSaid({ stored }, store, mains),
    states,
    lineClaims: await readLineClaims(store, project.id),
  };
}

async function readLineClaims({ db }: Db, projectId: string): Promise<number> {
  const row = await db
    .selectFrom('line_items')
    .where('project_id', '=', projectId)
    .where('in_trash', '=', 0)
    .select((eb) => eb.fn.sum<number | null>('vat_reclaimable').as('claims'))
    .executeTakeFirst();
  return row?.claims ?? 0;
}

/** Named, so that the index finds the few lines among them that have VAT to recover. */
const OTHER_TREATMENTS = TREATMENTS.filter((treatment) => treatment !== 'needs_answer');
/** As many ids as one query names. */
const MOST_IDS = 500;

type Db = Pick<Claims['store'], 'db'>;

async function readLines({ db }: Db, projectId: string): Promise<ActionLine[]> {
  const columns = [
    'seq',
    'id',
    'invoice_id',
    'position',
    'text',
    'vat',
    'stated',
    'treatment',
    'vat_to_recover',
    'vat_once_corrected',
    'rule_id',
    'question_id',
    'undecided',
    'answers',
  ] as const;
  const ofProject = db
    .selectFrom('line_items')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('in_trash', '=', 0);
  const rows = [
    ...(await ofProject.where('treatment', '=', 'needs_answer').execute()),
    ...(await ofProject.where('treatment', 'in', OTHER_TREATMENTS).where('vat_to_recover', '!=', 0).execute()),
  ];
  return rows
    .sort((a, b) => a.seq - b.seq)
    .map((row) => ({
      id: row.id,
      invoiceId: row.invoice_id,
      position: row.position,
      text: row.text,
      vat: row.vat,
      stated: JSON.parse(row.stated),
      treatment: row.treatment as LineItem['treatment'],
      vatToRecover: row.vat_to_recover,
      vatOnceCorrected: row.vat_once_corrected,
      ruleId: row.rule_id,
      questionId: row.question_id,
      undecided: row.undecided,
      answers: JSON.parse(row.answers),
    }));
}

export async function readStates({ db }: Db, projectId: string): Promise<ActionState[]> {
  const rows = await db
    .selectFrom('action_states')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('action_id')
    .execute();
  return rows.map((row) => ({ actionId: row.action_id, state: row.state, note: row.note, updatedAt: row.updated_at }));
}

async function readAtStake({ db }: Db, book: Rulebook, projectId: string): Promise<Map<string, number>> {
  // Refused, until an answer that nobody is asked for says otherwise: a late invoice, say.
  const answerable = book.rules.flatMap((rule) => (rule.answerable === undefined ? [] : [rule.id]));
  const isOpen = sql`treatment = 'needs_answer' or rule_id in (${sql.join(answerable.length > 0 ? answerable : [''])})`;
  const rows = await db
    .selectFrom('line_items')
    .where('project_id', '=', projectId)
    .where('in_trash', '=', 0)
    .groupBy('invoice_id')
    .select('invoice_id')
    .select(
      sql<number>`sum(vat_reclaimable + vat_once_corrected + case when ${isOpen} then coalesce(vat, 0) - vat_reclaimable else 0 end)`.as(
        'at_stake',
      ),
    )
    .execute();
  return new Map(rows.map((row) => [row.invoice_id, row.at_stake]));
}

/** The question and the explanation of the latest decision on each of some lines. */
async function readSaid(
  { stored }: Pick<Claims, 'stored'>,
  { db }: Db,
  lineIds: readonly string[],
): Promise<ActionReading['said']> {
  const said = new Map<string, { question: QuestionForUser | null; explanation: string }>();
  for (let from = 0; from < lineIds.length; from += MOST_IDS) {
    const rows = await db
      .selectFrom('line_items')
      .select('decision_id')
      .where('id', 'in', lineIds.slice(from, from + MOST_IDS))
      .where('decision_id', 'is not', null)
      .execute();
    const decisions = await stored.decisions(rows.flatMap(({ decision_id }) => decision_id ?? []));
    for (const { lineItemId, outcome } of decisions.values())
      said.set(lineItemId, { question: outcome.question, explanation: outcome.classification.explanation });
  }
  return said;
}
