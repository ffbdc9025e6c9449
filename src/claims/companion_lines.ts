import type { QuestionForUser } from '../rulebook/classification.js';
import type { GivenAnswer, Line } from '../rulebook/line.js';
import type { Asking, AskingToWrite, Claims } from './claims.js';
import { type Companion, companionsOf } from './companions.js';
import { decideFile, type LineChange } from './deciding.js';
import { type InvoiceFile, lineFacts } from './line_facts.js';
import type { Invoice, LineItem } from './records.js';
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
  { stored, writes, changes, clock }: Claims,
  asking: AskingToWrite,
  invoiceId: string,
  dryRun: boolean,
): Promise<Reclassified> {
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
      return {
        writes: [
          writes.unchanged(file.project),
          writes.invoice({ ...file.invoice, updatedAt: at }),
          ...written,
          ...writes.decisions(decisions),
        ],
        answer,
      };
    }),
  );
}

/** What re-classifying the companions of an invoice would change now; nothing is written. */
export async function companionChanges(asking: Asking, file: StoredFile, at: number): Promise<CompanionChange[]> {
  const placed = placeCompanions(asking, file);
  return report(file, placed, await decidePlaced(asking, file, placed, at));
}

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
function placeCompanions({ book }: Asking, file: InvoiceFile): Placed[] {
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

function decidePlaced(asking: Asking, file: StoredFile, placed: readonly Placed[], at: number): Promise<LineChange[]> {
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
