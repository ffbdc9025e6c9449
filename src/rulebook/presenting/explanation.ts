import type { Citation } from '../citations.js';
import type { Decision } from '../deciding/decision.js';
import type { DecidedPart } from '../deciding/joint_decision.js';
import { rightlyCharged } from '../deciding/works_rate.js';
import type { Line } from '../line.js';
import type { CreditTexts, Rule } from '../model.js';
import { poundsText } from '../money.js';
import { fillPlaceholders, type Placeholder } from '../placeholders.js';
import type { Rulebook } from '../rulebook.js';

/** Fills the places of a rule's or a question's text (`{product}`, `{vat}` …). */
export type Filler = (text: string) => string;

/** A line that names nothing, inside a sentence. */
const INSIDE = /(?<=[\p{Ll},] )This line\b/gu;

export function fillerOf(book: Rulebook, decision: Decision): Filler {
  const { line, meaning, reading, facts, amounts, following } = decision;
  const pounds = poundsOf(line);
  const meaningOfValue = (fact: string) =>
    book.facts.find((f) => f.name === fact)?.values.find((v) => v.value === facts[fact])?.meaning ?? '';
  const values: Record<Placeholder, () => string> = {
    product: () => (meaning.matchedText === null ? 'This line' : `“${meaning.matchedText}”`),
    item: () => inSentence(decision) ?? 'what the line is about',
    label: () => meaning.concept?.label ?? 'it',
    vat: () => pounds(line.vat),
    net: () => pounds(line.net),
    rate: () => {
      const rate = rateCharged(book, decision);
      return rate === null ? 'this VAT' : `${rate}%`;
    },
    standardRate: () => `${book.rates.standardAt(line.taxPoint)}%`,
    reclaimable: () => pounds(amounts.reclaimable),
    toRecover: () => pounds(amounts.toRecover),
    onceCorrected: () => pounds(amounts.onceCorrected),
    classLabel: () => meaningOfValue('productClass'),
    condition: () => meaning.concept?.condition ?? 'what it is',
    doubt: () => meaningOfValue('doubt'),
    otherBuilding: () => (meaning.otherBuilding === null ? 'another building' : `“${meaning.otherBuilding}”`),
    excluded: () => meaning.excluded ?? meaning.matchedText ?? 'what is no building material',
    supplier: () => 'the supplier',
    main: () => (following === null ? 'the main line' : `“${following.main}”`),
    spelling: () => reading.repaired.map(({ from, to }) => `“${from}” for “${to}”`).join(', '),
  };
  return (text) => fillPlaceholders(text, values).replace(INSIDE, 'this line');
}

/** The words of a thing inside a sentence: a capital that only begins the line is none; names and abbreviations keep theirs. */
function inSentence({ meaning: { matchedText, concept } }: Decision): string | null {
  const [first = ''] = matchedText?.split(/\s/) ?? [];
  if (matchedText === null || !/^\p{Lu}\p{Ll}+$/u.test(first)) return matchedText;
  const small = first.toLowerCase();
  const begin = (word: string) => concept?.terms.filter((term) => term.split(/\s/)[0] === word).length ?? 0;
  return begin(small) > begin(first) ? small + matchedText.slice(first.length) : matchedText;
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

/** A credit, return or discount: what comes back of the VAT. */
export function takesBack({ vat }: Line): boolean {
  return vat < 0;
}

/** Money as the texts of a line tell it: those of a credit say that it comes back, so no minus does. */
function poundsOf(line: Line): (pence: number) => string {
  return (pence) => poundsText(takesBack(line) ? -pence : pence);
}

/** The texts of a line that takes money back; of others none. */
function creditTexts(book: Rulebook, { line, treatment }: Pick<Decision, 'line' | 'treatment'>): CreditTexts | null {
  return (takesBack(line) ? book.credits[treatment] : null) ?? null;
}

/** The same of VAT that a supplier has to put right for somebody who can claim nothing. */
function notEligibleTexts(book: Rulebook, { line, amounts }: Decision): CreditTexts | null {
  return line.projectEligible === false && amounts.toRecover !== 0 ? book.notEligible : null;
}

/** What to do where no rule says it. */
const ANSWER_FIRST = 'Answer the question; nothing can be claimed until then.';

/** The same after an answer that settles nothing ("a specialist must look at it"). */
const ANSWER_AGAIN = 'Nothing is claimed meanwhile. Once that is settled, answer the question again.';

/** The open question was answered, and the answer leaves it open. */
function isAnsweredInVain({ held, question, answers }: Decision): boolean {
  return held !== null && question !== null && answers.some((given) => given.question.id === question.id);
}

/** A claim that an answer keeps back: the rule that would make it says nothing of the line yet. */
function isKeptBack({ rule, outcome }: Decision): boolean {
  return outcome.treatment === 'needs_answer' && rule !== null && rule.outcome.treatment !== 'needs_answer';
}

/** Why the line is decided as it is, in a sentence for a self-builder. */
export function explanationOf(book: Rulebook, decision: Decision, fill: Filler): string {
  const { verdict, rule, held, outcome, following } = decision;
  const because =
    ofProject(decision) ?? rightlyCharged(book, decision.line, rule)?.because ?? rule?.because ?? unruled(verdict);
  const told = [isKeptBack(decision) ? 'Nothing can be claimed on {product} yet.' : because];
  if (following !== null) told.push(following.tells);
  if (held !== null && outcome.treatment === 'needs_answer') told.push(held);
  for (const texts of [notEligibleTexts(book, decision), creditTexts(book, decision)])
    if (texts !== null) told.push(texts.because);
  return told.map(fill).join(' ');
}

/** What refuses a line that its own words would not, where the project is not eligible. */
function ofProject({ line, answers }: Decision): string | undefined {
  if (line.projectEligible !== false) return undefined;
  return answers.find(({ answer }) => answer.ofProjectNotEligible !== undefined)?.answer.ofProjectNotEligible;
}

function unruled(verdict: Decision['verdict']): string {
  if (verdict.kind === 'conflict')
    return `Two rules give different answers for {product} (${verdict.rules.map((r) => r.id).join(' and ')}), so nothing is claimed until a person has looked at it.`;
  if (verdict.kind === 'missing')
    return 'A fact is missing before {product} can be decided, so nothing is claimed yet.';
  return 'No rule covers {product} as it stands, so nothing is claimed until it is clear what it is.';
}

/** What to do next. */
export function actionOf(book: Rulebook, decision: Decision, fill: Filler): string {
  const texts =
    rightlyCharged(book, decision.line, decision.rule) ??
    creditTexts(book, decision) ??
    notEligibleTexts(book, decision);
  if (texts !== null) return fill(texts.action);
  const { rule } = decision;
  if (isAnsweredInVain(decision)) return ANSWER_AGAIN;
  if (!rule || isKeptBack(decision)) return ANSWER_FIRST;
  return fill(rule.action);
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

/** What became of each part of a line that states them, in one sentence. */
export function explanationOfParts(
  book: Rulebook,
  joint: Decision,
  parts: readonly DecidedPart[],
  fill: Filler,
): string {
  const pounds = poundsOf(joint.line);
  const isOpen = joint.treatment === 'needs_answer';
  const told = parts.map(
    ({ part, decision }) => `“${part.name}” ${pounds(part.line.net)}: ${moneyOf(decision, pounds, isOpen)}`,
  );
  const credit = creditTexts(book, joint);
  return [`The line states its parts. ${told.join('; ')}.`, ...(credit === null ? [] : [fill(credit.because)])].join(
    ' ',
  );
}

/** What to do next about the whole line; where nothing of it is claimed or taken back, what its gravest part needs, with the amounts of all. */
export function actionOfParts(book: Rulebook, joint: Decision, fill: Filler): string {
  if (takesBack(joint.line) || joint.amounts.reclaimable === 0) return actionOf(book, joint, fill);
  return `Claim ${poundsText(joint.amounts.reclaimable)} and keep the breakdown with the invoice.`;
}

/** @param isOpen another part needs an answer, so nothing of the line is claimed yet. */
function moneyOf({ amounts, line, treatment }: Decision, pounds: (pence: number) => string, isOpen: boolean): string {
  if (amounts.reclaimable !== 0) {
    const share = `${pounds(amounts.reclaimable)} of ${pounds(line.vat)}`;
    return isOpen ? `${share} waits until the other parts are settled` : `${share} can be claimed`;
  }
  if (amounts.toRecover !== 0) return `${pounds(amounts.toRecover)} must come back from the supplier`;
  if (line.vat === 0) return 'no VAT';
  return treatment === 'needs_answer' ? 'open until a question is answered' : `${pounds(line.vat)} cannot be claimed`;
}
