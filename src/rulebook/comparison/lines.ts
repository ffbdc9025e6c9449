import { InputError } from '../answers.js';
import type { Classification } from '../classification.js';
import { VERDICT_ALONE } from '../classify.js';
import type { Line } from '../line.js';
import type { Treatment } from '../model.js';
import { parsePence } from '../money.js';
import type { Rulebook } from '../rulebook.js';

/** Lines to compare two rulebooks on: those of the fixtures, or those that somebody has stored. */
export interface LineSource {
  /** What the lines are, in the plural: "known lines". */
  name: string;
  lines: readonly Line[];
}

/** What one rulebook says of a line. Amounts in pence. */
export interface LineAnswer {
  /** "refused" where the answers given with the line cannot be taken. */
  treatment: Treatment | 'refused';
  rule: string | null;
  question: string | null;
  reclaimable: number;
  toRecover: number;
}

export interface LineChange {
  line: Line;
  before: LineAnswer;
  after: LineAnswer;
}

/** Lines that change in the same way: the same treatments, decided by the same rules. */
export interface LineGroup {
  from: Pick<LineAnswer, 'treatment' | 'rule' | 'question'>;
  to: Pick<LineAnswer, 'treatment' | 'rule' | 'question'>;
  changes: LineChange[];
  /** By how many pence the VAT on the claim grows; negative when it shrinks. */
  moved: number;
}

/** The lines that two rulebooks answer differently, in the order of the source. */
export async function compareLines(
  before: Rulebook,
  after: Rulebook,
  { lines }: LineSource,
  progress: (done: number) => void = () => {},
): Promise<LineChange[]> {
  const changes: LineChange[] = [];
  for (const [done, line] of lines.entries()) {
    const [was, is] = [await answerOf(before, line), await answerOf(after, line)];
    if (JSON.stringify(was) !== JSON.stringify(is)) changes.push({ line, before: was, after: is });
    progress(done + 1);
  }
  return changes;
}

async function answerOf(book: Rulebook, line: Line): Promise<LineAnswer> {
  try {
    const { classification, rule, question } = await book.classify(line, VERDICT_ALONE);
    return { ...amounts(classification), rule: rule?.id ?? null, question: question?.id ?? null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { treatment: 'refused', rule: null, question: null, reclaimable: 0, toRecover: 0 };
  }
}

function amounts({ treatment, vatReclaimable, vatToRecoverFromSupplier }: Classification['classification']) {
  return {
    treatment,
    reclaimable: parsePence(vatReclaimable) ?? 0,
    toRecover: parsePence(vatToRecoverFromSupplier) ?? 0,
  };
}

/** Changes put together by what they change from and to, the most money first. */
export function grouped(changes: readonly LineChange[]): LineGroup[] {
  const groups = new Map<string, LineGroup>();
  for (const change of changes) {
    const [from, to] = [change.before, change.after].map(({ treatment, rule, question }) => ({
      treatment,
      rule,
      question,
    })) as [LineGroup['from'], LineGroup['to']];
    const key = JSON.stringify([from, to]);
    const group = groups.get(key) ?? { from, to, changes: [], moved: 0 };
    groups.set(key, group);
    group.changes.push(change);
    group.moved += change.after.reclaimable - change.before.reclaimable;
  }
  return [...groups.values()].sort(
    (a, b) => Math.abs(b.moved) - Math.abs(a.moved) || b.changes.length - a.changes.length,
  );
}
