import type { Line } from '../line.js';
import type { AnswerDefinition, Treatment } from '../model.js';
import { apportion } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import { type Amounts, type Decision, decide } from './decision.js';
import type { Part } from './parts.js';

export interface DecidedPart {
  part: Part;
  decision: Decision;
}

/** One decision on a line from those on its parts. */
export interface JointDecision {
  parts: DecidedPart[];
  /** The part whose question, rule and product stand for the line. */
  main: Decision;
  treatment: Treatment;
  amounts: Amounts;
}

const ORDER: readonly Treatment[] = ['needs_answer', 'supplier_correction', 'not_reclaimable', 'no_vat'];
const CARRIAGE = new Set(['delivery', 'follows_goods', 'delivery_mixed']);

/**
 * Decides a line whose parts are known with their amounts. Nothing is claimed while a part is open.
 * @throws InputError when an answer contradicts a part.
 */
export async function decideParts(book: Rulebook, line: Line, parts: readonly Part[]): Promise<JointDecision> {
  const decided: DecidedPart[] = [];
  for (const part of parts) decided.push({ part, decision: await decide(book, part.line, part.answers, part.sets) });
  await settleByOtherParts(book, decided);
  shareCarriage(decided);
  const open = decided.find((d) => d.decision.treatment === 'needs_answer');
  const main = open ?? foremost(decided);
  if (!main) throw new Error('a split without parts');
  const sum = (pick: (a: Amounts) => number) => decided.reduce((total, d) => total + pick(d.decision.amounts), 0);
  const reclaimable = open ? 0 : sum((a) => a.reclaimable);
  return {
    parts: decided,
    main: main.decision,
    treatment: open ? 'needs_answer' : treatmentOf(decided, main.decision, reclaimable, line.vat),
    amounts: { reclaimable, toRecover: sum((a) => a.toRecover), onceCorrected: sum((a) => a.onceCorrected) },
  };
}

/** The gravest treatment, and of those the dearest part. */
function foremost(decided: readonly DecidedPart[]): DecidedPart | undefined {
  return [...decided].sort(
    (a, b) =>
      ORDER.indexOf(a.decision.treatment) - ORDER.indexOf(b.decision.treatment) ||
      Math.abs(b.part.line.net) - Math.abs(a.part.line.net),
  )[0];
}

function treatmentOf(decided: readonly DecidedPart[], main: Decision, reclaimable: number, vat: number): Treatment {
  if (reclaimable === 0) return ORDER.find((t) => decided.some((d) => d.decision.treatment === t)) ?? main.treatment;
  return reclaimable === vat ? 'reclaimable' : 'reclaimable_in_part';
}

/** Carriage is shared by the value of the goods carried. */
function shareCarriage(decided: readonly DecidedPart[]): void {
  const carriage = decided.filter((d) => CARRIAGE.has(d.decision.facts.lineKind ?? ''));
  const goods = decided.filter((d) => !carriage.includes(d));
  if (goods.length === 0 || goods.some((d) => d.decision.treatment === 'needs_answer')) return;
  const value = (list: readonly DecidedPart[]) => list.reduce((sum, d) => sum + Math.abs(d.part.line.net), 0);
  const claimed = value(goods.filter((d) => d.decision.treatment === 'reclaimable'));
  const total = value(goods);
  for (const { decision } of carriage) {
    if (decision.line.vat === 0 || claimed === 0) {
      if (decision.line.vat !== 0) decision.treatment = 'not_reclaimable';
      decision.amounts = { reclaimable: 0, toRecover: 0, onceCorrected: 0 };
      continue;
    }
    const [share = 0] = apportion(decision.line.vat, [claimed, total - claimed]);
    decision.amounts = { reclaimable: share, toRecover: 0, onceCorrected: 0 };
    decision.treatment = claimed === total ? 'reclaimable' : 'reclaimable_in_part';
  }
}

/** Whether a thing priced apart is the part that an answer names: a motor beside gates, and no oven. */
function isPartOf(answer: AnswerDefinition | undefined, id: string): boolean {
  const things = answer?.parts?.flatMap((part) => part.things ?? []) ?? [];
  return things.some((thing) => id === thing || id.startsWith(`${thing}.`));
}

/**
 * A price apart for the motor or the appliances answers the question whether they are inside the rest: the parts whose
 * question has a remainder take it once another part is refused and is what the question asks about.
 */
async function settleByOtherParts(book: Rulebook, decided: readonly DecidedPart[]): Promise<void> {
  const refused = decided.flatMap(({ decision: { treatment, meaning } }) =>
    treatment === 'not_reclaimable' && meaning.concept ? [meaning.concept.id] : [],
  );
  if (refused.length === 0) return;
  for (const entry of decided) {
    if (entry.decision.treatment !== 'needs_answer') continue;
    const asked = entry.decision.meaning.concept?.question;
    const answer = asked === undefined ? undefined : book.questions.get(asked)?.answers.find((a) => a.remainder);
    const isApart = refused.some((id) => isPartOf(answer, id));
    if (isApart && answer?.remainder?.sets.goodsAlone === 'yes')
      entry.decision = await decide(book, entry.part.line, entry.part.answers, answer.remainder.sets);
  }
}
