import type { QuestionForUser } from '../rulebook/classification.js';
import type { GivenAnswer, Line } from '../rulebook/line.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Asking, AskingToWrite, Claims } from './claims.js';
import { type Companion, companionsOf } from './companions.js';
import { asDecided, decideFile, type LineChange } from './deciding.js';
import { evidencedFile } from './document_evidence.js';
import { type InvoiceFile, lineFacts } from './line_facts.js';
import type { Invoice, LineItem, Project } from './records.js';
import { refuseClosed, writeRequest } from './route_line.js';
import type { StoredFile } from './stored.js';

/** A line of an invoice among its companions. */
export interface CompanionChange {
  /** As it stands. */
  item: LineItem;
  relation: Companion['relation'];
  mainId: string | null;
  because: string;
  /** As it would stand; the same as `item` where nothing changes. */
  after: LineItem;
  changed: boolean;
  conflict: { withId: string; question: QuestionForUser } | null;
}

export interface Reclassified {
  invoice: Invoice;
  dryRun: boolean;
  lines: CompanionChange[];
}

/**
 * Lets the companions of answered lines follow them (fact book on energy-saving materials, section 4.1). The same again changes
 * nothing; a line its owner has answered is never changed.
 * @throws NotFound, NotAllowed
 */
export function reclassifyCompanions(
  claims: Claims,
  asking: AskingToWrite,
  invoiceId: string,
  dryRun: boolean,
): Promise<Reclassified> {
  const { stored, writes, changes, clock } = claims;
  const { organisationId } = asking;
  return stored.invoice(organisationId, invoiceId).then(({ projectId }) =>
    changes.carryOut(projectId, writeRequest(asking), async () => {
      const file = await stored.file(organisationId, invoiceId);
      refuseClosed(file.invoice);
      const at = clock();
      const placed = placeCompanions(asking, file);
      const decisions = await decidePlaced(asking, file, placed, at);
      const lines = report(file, placed, decisions);
      const answer = { invoice: file.invoice, dryRun, lines };
      const written = lines.flatMap(({ item, after }) =>
        JSON.stringify(after) === JSON.stringify(item) ? [] : [writes.line(after)],
      );
      if (dryRun || written.length === 0) return { writes: [], answer };
      const { invoice, others } = await evidencedFile(claims, asking.book, {
        project: file.project,
        invoice: { ...file.invoice, updatedAt: at },
        items: asDecided(
          placed.map(({ companion: _, ...item }) => item),
          decisions,
        ),
      });
      return {
        writes: [
          writes.unchanged(file.project),
          writes.invoice(invoice),
          ...others,
          ...written,
          ...writes.decisions(decisions),
        ],
        answer,
      };
    }),
  );
}

type Deciding = Pick<Asking, 'book' | 'actor'>;

/** What re-classifying the companions of an invoice would change now; nothing is written. */
export async function companionChanges(asking: Deciding, file: StoredFile, at: number): Promise<CompanionChange[]> {
  const placed = placeCompanions(asking, file);
  return report(file, placed, await decidePlaced(asking, file, placed, at));
}

/** What is claimed on lines of one invoice that belong to another line of it whose answer is open, or that do not follow an answer yet. */
export interface CompanionsInDoubt {
  invoice: Invoice;
  /** Pence claimed on lines of jobs about which a question is open, by the id of the line that is asked. */
  open: ReadonlyMap<string, number>;
  /** Lines that would be claimed less, were they to follow the answer given, and by how many pence. */
  behind: { lines: readonly LineItem[]; vat: number };
}

/** The same for every invoice of a project with such lines, in the order they came. */
export async function companionsInDoubt(
  { store, stored, clock }: Claims,
  book: Rulebook,
  { id: projectId, organisationId }: Pick<Project, 'id' | 'organisationId'>,
): Promise<CompanionsInDoubt[]> {
  const { jobQuestions } = book.companions;
  const rows = await store.db
    .selectFrom('line_items')
    .select('invoice_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('in_trash', '=', 0)
    .where((eb) => eb.or([eb('question_id', 'in', jobQuestions), eb('answers', '!=', NO_ANSWERS)]))
    .orderBy('invoice_id')
    .execute();
  const found: CompanionsInDoubt[] = [];
  for (const { invoice_id: invoiceId } of rows) {
    const file = await stored.file(organisationId, invoiceId);
    const asked = new Set(
      file.items
        .filter((item) => item.treatment === 'needs_answer' && jobQuestions.includes(item.questionId ?? ''))
        .map(({ id }) => id),
    );
    const open = new Map<string, number>();
    const behind: LineItem[] = [];
    let vat = 0;
    for (const { item, mainId, after, changed } of await companionChanges({ book, actor: PREVIEW }, file, clock())) {
      if (changed && after.vatReclaimable < item.vatReclaimable) {
        behind.push(item);
        vat += item.vatReclaimable - after.vatReclaimable;
      } else if (!changed && mainId !== null && asked.has(mainId) && item.vatReclaimable > 0)
        open.set(mainId, (open.get(mainId) ?? 0) + item.vatReclaimable);
    }
    if (open.size > 0 || behind.length > 0) found.push({ invoice: file.invoice, open, behind: { lines: behind, vat } });
  }
  return found;
}

const NO_ANSWERS = '[]';
/** Decisions that nobody asked for and that are not kept. */
const PREVIEW = 'preview';

/** A line that follows no other. */
export const ON_ITS_OWN = { relation: null, mainLineId: null, mainLine: null } as const;

/**
 * The lines of an invoice after the answers of one of them have changed: those that followed what is no longer said go back to
 * what they were. A line may follow an answer under the works that it is part of, which the main line's id then names.
 * @param items the lines with the change made.
 */
export function letGo(asking: Asking, file: InvoiceFile, items: readonly LineItem[], changedId: string): LineItem[] {
  const before = answersText(file.items.find(({ id }) => id === changedId)?.answers ?? []);
  const placed = new Map(placeCompanions(asking, { ...file, items }).map((item) => [item.id, item]));
  return items.map((item) => {
    if (item.id === changedId || item.mainLine === null) return item;
    if (item.mainLineId === changedId) return { ...item, ...ON_ITS_OWN };
    const now = placed.get(item.id)?.mainLine ?? null;
    const stays = now !== null && answersText(now.answers) === before;
    return answersText(item.mainLine.answers) !== before || stays ? item : { ...item, ...ON_ITS_OWN };
  });
}

/** Those of the changes that come of the answers of a line: of lines that belong to it, or follow it under larger works. */
export function comingOf(changes: readonly CompanionChange[], { id, answers }: LineItem): CompanionChange[] {
  const said = answersText(answers);
  return changes.filter(({ item, mainId, after }) => {
    const follows = after.mainLine !== null && answersText(after.mainLine.answers) === said;
    return item.id !== id && (mainId === id || follows);
  });
}

const answersText = (answers: readonly GivenAnswer[]): string =>
  JSON.stringify(answers.map(({ questionId, answerId, value }) => [questionId, answerId, value ?? null]));

type Placed = LineItem & { companion: Companion | null };

/** Every line with its place among the others, by the answers given so far and by nothing else. */
function placeCompanions({ book }: Pick<Asking, 'book'>, file: InvoiceFile): Placed[] {
  const alone = file.items.map((item) => ({ ...item, ...ON_ITS_OWN }));
  const facts = lineFacts(book, { ...file, items: alone });
  const lines = facts.flatMap((f, i): { id: string; line: Line; confirmed: boolean }[] => {
    const item = alone[i];
    return item && 'line' in f ? [{ id: item.id, line: f.line, confirmed: item.answers.length > 0 }] : [];
  });
  const companions = new Map(companionsOf(book, lines).map((c) => [c.id, c]));
  return alone.map((item): Placed => {
    const companion = companions.get(item.id) ?? null;
    if (!companion) return { ...item, companion };
    // A main or unrelated line is decided on its own, so it needs no decision for being called so.
    const follows = companion.mainId !== null && companion.line.mainLine !== null;
    return follows
      ? {
          ...item,
          relation: companion.relation,
          mainLineId: companion.mainId,
          mainLine: companion.line.mainLine,
          companion,
        }
      : { ...item, companion };
  });
}

function decidePlaced(
  asking: Deciding,
  file: StoredFile,
  placed: readonly Placed[],
  at: number,
): Promise<LineChange[]> {
  const items = placed.map(({ companion: _, ...item }) => item);
  return decideFile(
    asking.book,
    { ...file, items },
    {
      actor: asking.actor,
      at,
      causeOf: () => 'companion',
      lastDecided: file.lastDecided,
    },
  );
}

function report(file: InvoiceFile, placed: readonly Placed[], decisions: readonly LineChange[]): CompanionChange[] {
  return placed.flatMap(({ companion, ...next }, i) => {
    const item = file.items[i];
    if (!item || !companion) return [];
    const decision = decisions.find((d) => d.after.id === item.id);
    return [
      {
        item,
        relation: companion.relation,
        mainId: companion.mainId,
        because: companion.because,
        after: decision?.after ?? next,
        changed: decision !== undefined,
        conflict: companion.conflict,
      },
    ];
  });
}
