import type { Citation } from '../citations.js';
import type { Decision } from '../deciding/decision.js';
import type { DecidedPart } from '../deciding/joint_decision.js';
import type { Rule } from '../model.js';
import { poundsText } from '../money.js';
import { fillPlaceholders, type Placeholder } from '../placeholders.js';
import type { Rulebook } from '../rulebook.js';

/** Fills the places of a rule's or a question's text (`{product}`, `{vat}` …). */
export type Filler = (text: string) => string;

export function fillerOf(book: Rulebook, decision: Decision): Filler {
  const { line, meaning, facts, amounts, following } = decision;
  const meaningOfValue = (fact: string) =>
    book.facts.find((f) => f.name === fact)?.values.find((v) => v.value === facts[fact])?.meaning ?? '';
  const values: Record<Placeholder, () => string> = {
    product: () => (meaning.matchedText === null ? 'This line' : `“${meaning.matchedText}”`),
    item: () => meaning.matchedText ?? 'what the line is about',
    label: () => meaning.concept?.label ?? 'it',
    vat: () => poundsText(line.vat),
    net: () => poundsText(line.net),
    rate: () => {
      const rate = rateCharged(book, decision);
      return rate === null ? 'this VAT' : `${rate}%`;
    },
    standardRate: () => `${book.rates.standardAt(line.taxPoint)}%`,
    toRecover: () => poundsText(amounts.toRecover),
    onceCorrected: () => poundsText(amounts.onceCorrected),
    classLabel: () => meaningOfValue('productClass'),
    condition: () => meaning.concept?.condition ?? 'what it is',
    doubt: () => meaningOfValue('doubt'),
    otherBuilding: () => (meaning.otherBuilding === null ? 'another building' : `“${meaning.otherBuilding}”`),
    supplier: () => 'the supplier',
    main: () => (following === null ? 'the main line' : `“${following.main}”`),
  };
  return (text) => fillPlaceholders(text, values);
}

/** The rate charged as shown: "20", "5", or null when none fits. */
export function rateCharged(book: Rulebook, { line }: Pick<Decision, 'line'>): string | null {
  return book.rates.shown(book.rates.charged(line.net, line.vat, line.taxPoint), line.taxPoint);
}

/** The right rate as shown, or null when the outcome has none. */
export function correctRate(book: Rulebook, { outcome, line }: Decision): string | null {
  const rate = outcome.correctRate;
  if (rate === undefined || rate === null) return null;
  if (rate === 0) return '0';
  return String(rate === 'reduced' ? book.rates.reducedAt(line.taxPoint) : book.rates.standardAt(line.taxPoint));
}

/** Why the line is decided as it is, in a sentence for a self-builder. */
export function explanationOf({ verdict, rule, held, outcome, following }: Decision, fill: Filler): string {
  const told = [rule?.because ?? unruled(verdict)];
  if (following !== null) told.push(following.tells);
  if (held !== null && outcome.treatment === 'needs_answer') told.push(held);
  return told.map(fill).join(' ');
}

function unruled(verdict: Decision['verdict']): string {
  if (verdict.kind === 'conflict')
    return `Two rules give different answers for {product} (${verdict.rules.map((r) => r.id).join(' and ')}), so nothing is claimed until a person has looked at it.`;
  if (verdict.kind === 'missing')
    return 'A fact is missing before {product} can be decided, so nothing is claimed yet.';
  return 'No rule covers {product} as it stands, so nothing is claimed until it is clear what it is.';
}

/** What to do next. */
export function actionOf({ rule }: Decision, fill: Filler): string | null {
  if (!rule) return 'Answer the question; nothing can be claimed until then.';
  return rule.action === null ? null : fill(rule.action);
}

/** The citations of the rule and of the thing, each paragraph once. */
export function citationsOf(book: Rulebook, rule: Rule, { meaning: { concept } }: Decision): Citation[] {
  const found: Citation[] = [];
  const add = (citation: Citation) => {
    const { source, paragraph } = citation;
    if (!found.some((c) => c.paragraph === paragraph && c.source === source)) found.push(citation);
  };
  for (const ref of rule.citations) add(book.cite(ref));
  if (concept && rule.outcome.treatment !== 'no_vat') {
    for (const ref of concept.citations) {
      const citation = book.cite(ref);
      add(concept.confidence === 'known' ? { ...citation, confidence: 'known' } : citation);
    }
  }
  return found;
}

/** What became of each part of a line, in one sentence. */
export function explanationOfParts(parts: readonly DecidedPart[]): string {
  const told = parts.map(({ part, decision }) => `“${part.name}” ${poundsText(part.line.net)}: ${moneyOf(decision)}`);
  return `The line states its parts. ${told.join('; ')}.`;
}

function moneyOf({ amounts, line, treatment }: Decision): string {
  if (amounts.reclaimable !== 0) return `${poundsText(amounts.reclaimable)} of ${poundsText(line.vat)} can be claimed`;
  if (amounts.toRecover !== 0) return `${poundsText(amounts.toRecover)} must come back from the supplier`;
  if (line.vat === 0) return 'no VAT';
  return treatment === 'needs_answer'
    ? 'open until a question is answered'
    : `${poundsText(line.vat)} cannot be claimed`;
}
