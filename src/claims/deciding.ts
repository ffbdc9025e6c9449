import { setImmediate as breathe } from 'node:timers/promises';
import { InputError } from '../rulebook/answers.js';
import type { Classification } from '../rulebook/classification.js';
import { type Line, NOTHING_MORE_TOLD } from '../rulebook/line.js';
import { parsePence } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { newId } from '../store/ids.js';
import { claimedApart } from './claimed_apart.js';
import { type DecidedLine, goodsFirst, goodsFollowed } from './goods_followed.js';
import { type InvoiceFile, lineFacts } from './line_facts.js';
import type { Cause, Decision, LineItem, Outcome } from './records.js';

/** A line before and after a decision, with the decision. */
export interface LineChange {
  before: LineItem;
  after: LineItem;
  /** Null when the line cannot be put to the rulebook. */
  decision: Decision | null;
  /** The whole answer of the rulebook, steps too. */
  classification: Classification | null;
}

/** Whether a new decision says anything else of the line; with other facts the same can come of it. */
export function standsOtherwise({ before, after }: Pick<LineChange, 'before' | 'after'>): boolean {
  return standing(before) !== standing(after);
}

const standing = ({
  status,
  treatment,
  vatReclaimable,
  vatToRecover,
  vatOnceCorrected,
  ruleId,
  questionId,
}: LineItem): string =>
  JSON.stringify([status, treatment, vatReclaimable, vatToRecover, vatOnceCorrected, ruleId, questionId]);

/** Lines as new decisions leave them. */
export function asDecided(items: readonly LineItem[], changes: readonly Pick<LineChange, 'after'>[]): LineItem[] {
  const after = new Map(changes.map((change) => [change.after.id, change.after]));
  return items.map((item) => after.get(item.id) ?? item);
}

export interface DecideOptions {
  actor: string;
  at: number;
  /** Why the line with this id is decided. */
  causeOf(item: LineItem): Cause;
  /** The last line put to the rulebook, by line id: a line whose facts are as they were keeps its decision. */
  lastDecided: ReadonlyMap<string, Line>;
  /** Lines to decide although their facts are as they were. */
  again?: (item: LineItem) => boolean;
}

/**
 * Decides the lines of an invoice whose facts have changed, or that are new.
 * @returns every line whose decision is new, in the order printed.
 */
export async function decideFile(
  book: Rulebook,
  file: InvoiceFile,
  { actor, at, causeOf, lastDecided, again = () => false }: DecideOptions,
): Promise<LineChange[]> {
  const changes: LineChange[] = [];
  const facts = lineFacts(book, file);
  const standing: DecidedLine[] = [];
  const texts = file.items.map((item) => item.text);
  for (const { at: i, follows } of goodsFirst(book, texts)) {
    const item = file.items[i];
    const told = facts[i];
    if (!item || !told) continue;
    const { of } = item.printed;
    if ('undecided' in told) {
      standing.push({ line: null, item, of });
      if (item.undecided !== told.undecided)
        changes.push({
          before: item,
          after: withoutDecision(item, told.undecided, at),
          decision: null,
          classification: null,
        });
      continue;
    }
    const alone = !follows || item.mainLine !== null;
    const line = alone ? told.line : { ...told.line, goodsFollowed: goodsFollowed(book, { ...item, of }, standing) };
    const last = lastDecided.get(item.id);
    if (last !== undefined && item.status !== 'undecided' && sameLine(last, line) && !again(item)) {
      standing.push({ line, item, of });
      continue;
    }
    const classification = await classifyStored(book, line);
    // An invoice may have thousands of lines; whoever else asks is answered between two of them.
    await breathe();
    const { steps: _steps, rulebook, ...outcome } = classification;
    const decision: Decision = {
      id: newId('dec'),
      lineItemId: item.id,
      at,
      actor,
      cause: causeOf(item),
      line,
      outcome,
      ruleId: outcome.rule?.id ?? null,
      edition: rulebook.edition,
      digest: rulebook.digest,
    };
    const after = decided(book, item, decision, at);
    standing.push({ line, item: after, of });
    changes.push({ before: item, after, decision, classification });
  }
  return changes.sort((a, b) => a.after.position - b.after.position);
}

/**
 * An answer that a later change of the invoice or project contradicts stays with the line, and the line is decided without it.
 * What is decided without answers is never more than the rules give by themselves.
 */
export async function classifyStored(book: Rulebook, line: Line): Promise<Classification> {
  try {
    return await book.classify(line);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const bare = await book.classify({ ...line, answers: [], mainLine: null });
    const because = error.issues.map((issue) => issue.message).join('; ');
    return { ...bare, warnings: [...bare.warnings, `An earlier answer no longer fits and was left out: ${because}.`] };
  }
}

function decided(book: Rulebook, item: LineItem, { id, outcome, ruleId }: Decision, at: number): LineItem {
  const asked = outcome.question?.id ?? null;
  return {
    ...item,
    decisionId: id,
    undecided: null,
    status: outcome.classification.treatment === 'needs_answer' ? 'open_question' : 'decided',
    treatment: outcome.classification.treatment,
    ...amountsOf(outcome),
    ruleId,
    // What is claimed apart from the lines is asked no more.
    questionId: asked !== null && claimedApart(book, { ...item, questionId: asked }) === null ? asked : null,
    updatedAt: at,
  };
}

function withoutDecision(item: LineItem, undecided: string, at: number): LineItem {
  return {
    ...item,
    undecided,
    status: 'undecided',
    treatment: 'needs_answer',
    vatReclaimable: 0,
    vatToRecover: 0,
    vatOnceCorrected: 0,
    ruleId: null,
    questionId: null,
    updatedAt: at,
  };
}

/** Pence of what a decision says can be claimed or recovered. */
export function amountsOf({
  classification: c,
}: Pick<Outcome, 'classification'>): Pick<LineItem, 'vatReclaimable' | 'vatToRecover' | 'vatOnceCorrected'> {
  return {
    vatReclaimable: pence(c.vatReclaimable),
    vatToRecover: pence(c.vatToRecoverFromSupplier),
    vatOnceCorrected: pence(c.vatReclaimableOnceCorrected),
  };
}

function pence(text: string): number {
  const amount = parsePence(text);
  if (amount === null) throw new Error(`the rulebook said an amount that is none: ${text}`);
  return amount;
}

/** Fields of both in one order, so that a line that was stored, by an earlier version perhaps, compares with one just made. */
function sameLine(a: Line, b: Line): boolean {
  const text = (line: Line) =>
    JSON.stringify(Object.entries({ ...NOTHING_MORE_TOLD, ...line }).sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}
