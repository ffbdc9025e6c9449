import { amountsOf, InputError } from './answers.js';
import type { Concept } from './catalogue.js';
import type { Classification, QuestionForUser } from './classification.js';
import type { Facts } from './conditions.js';
import type { Judgement } from './engine.js';
import type { GivenAnswer, Line } from './line.js';
import { firstDoubt, type Meaning, meaningOf } from './meaning.js';
import type { AnswerDefinition, AnswerPart, Outcome, Question, Rule, SupplyType, Treatment } from './model.js';
import { apportion, formatPence, percentOf, poundsText } from './money.js';
import type { NamedThing, Reading } from './reader.js';
import type { Rulebook } from './rulebook.js';
import { type StatedPart, statedAmounts, statedSplit } from './splits.js';

/** Amounts of a decision, in pence. */
interface Amounts {
  reclaimable: number;
  toRecover: number;
  onceCorrected: number;
}

/** A line as it is put to the rules. */
interface Case {
  line: Line;
  reading: Reading;
  /** What an answer says the thing is. */
  answered: Concept | null;
  meaning: Meaning;
  facts: Facts;
  supplied: SupplyType;
  answers: Answered[];
  /** What an answer that settles nothing says to do. */
  held: string | null;
  /** What the answers given say to mind. */
  flags: string[];
}

interface Decision extends Case {
  verdict: Judgement;
  treatment: Treatment;
  rule: Rule | null;
  outcome: Outcome;
  amounts: Amounts;
  question: Question | null;
  warnings: string[];
}

interface Answered {
  given: GivenAnswer;
  question: Question;
  answer: AnswerDefinition;
}

export interface ClassifyOptions {
  /** Whether to work out what each answer of a question would lead to; otherwise `thenTreatment` is always needs_answer. */
  previews?: boolean;
}

export async function classifyLine(
  book: Rulebook,
  line: Line,
  { previews = true }: ClassifyOptions = {},
): Promise<Classification> {
  const given = await classifyWith(book, line, previews);
  if (line.answers.length > 0 && Number(given.classification.vatReclaimable) !== 0)
    await refuseUnasked(book, line, given);
  return given;
}

async function classifyWith(book: Rulebook, line: Line, preview: boolean): Promise<Classification> {
  const answers = resolveAnswers(book, line);
  const parts = partsOf(book, line, answers);
  return parts ? combine(book, line, parts, preview) : present(book, await decide(book, line, answers), preview);
}

/** How and when a thing was supplied may be told unasked; what it is, only where the line leaves that open. */
function saysWhatItIs(answer: AnswerDefinition): boolean {
  const told = Object.keys(answer.sets ?? {});
  return (
    answer.concept !== undefined ||
    answer.rereads === true ||
    answer.parts !== undefined ||
    ['productClass', 'goodsAlone', 'lineKind'].some((fact) => told.includes(fact))
  );
}

/**
 * Follows the questions that the line really raises, one by one, with the answers given. An answer to a question that is
 * never raised may lower a claim, but a claim that needs it is refused: "plain mirror" does not make a washing machine claimable.
 */
async function refuseUnasked(book: Rulebook, line: Line, given: Classification): Promise<void> {
  let asked: GivenAnswer[] = [];
  let reached = await classifyWith(book, { ...line, answers: [] }, false);
  for (;;) {
    const id = reached.question?.id;
    const next = line.answers.find((a) => a.questionId === id && !asked.includes(a));
    if (!next) break;
    asked = [...asked, next];
    reached = await classifyWith(book, { ...line, answers: asked }, false);
  }
  const unasked = resolveAnswers(book, line)
    .filter(({ given: a, answer }) => !asked.includes(a) && saysWhatItIs(answer))
    .map(({ given: a }) => a);
  const more =
    Math.abs(Number(given.classification.vatReclaimable)) > Math.abs(Number(reached.classification.vatReclaimable));
  const first = unasked[0];
  if (!first || !more) return;
  const instead = reached.question
    ? `it asks ${reached.question.id}`
    : `it is ${reached.classification.treatment} without an answer`;
  throw new InputError([
    {
      path: 'item.confirmedAnswer',
      message: `${first.questionId}=${first.answerId} answers a question that this line does not raise; ${instead}`,
    },
  ]);
}

function resolveAnswers(book: Rulebook, line: Line): Answered[] {
  return line.answers.map((given) => {
    const question = book.questions.get(given.questionId);
    const answer = question?.answers.find((a) => a.id === given.answerId);
    if (!question || !answer)
      throw new InputError([
        { path: 'item.confirmedAnswer', message: `unknown answer ${given.questionId}=${given.answerId}` },
      ]);
    return { given, question, answer };
  });
}

interface Part {
  name: string;
  line: Line;
  answers: Answered[];
  sets: Record<string, string>;
}

/** The parts of a line that states its own split, or whose amounts an answer gives. */
function partsOf(book: Rulebook, line: Line, answers: Answered[]): Part[] | null {
  const withAmounts = answers.filter((a) => a.answer.parts !== undefined && a.given.value !== null);
  if (withAmounts.length > 0) return answeredParts(line, answers, withAmounts);
  if (line.vat === 0 || line.answers.length > 0) return null;
  const split = namedParts(book, statedSplit(line.text, line.net) ?? carriageShares(book, line));
  if (!split) return null;
  const vats = partVats(book, line, split);
  if (!vats) return null;
  return split.map((p, i) => ({
    name: p.text,
    line: { ...line, text: p.text, net: p.net, vat: vats[i] ?? 0 },
    answers: [],
    sets: {},
  }));
}

/**
 * The parts with names of their own. A part that only says "hire" takes the name of the line's first thing; a part that
 * says no more than "labour" or "materials" is no split at all.
 */
function namedParts(book: Rulebook, split: StatedPart[] | null): StatedPart[] | null {
  if (!split) return null;
  const known = (text: string) => {
    const reading = book.read(text);
    return reading.head && reading.head.mention.concept.lineKind !== 'not_described' ? reading.head : null;
  };
  const named: StatedPart[] = [];
  let first: string | null = null;
  for (const part of split) {
    const head = known(part.text.replace(/:/g, ' '));
    first ??= /^([^:,]+):/.exec(part.text)?.[1] ?? head?.mention.text ?? null;
    if (head) named.push({ ...part, text: part.text.replace(/\s*:\s*/g, ' ') });
    else if (first !== null && endsIn(known(`${first} ${part.text}`), part.text))
      named.push({ ...part, text: `${first} ${part.text}` });
    else return null;
  }
  return named;
}

/** The thing found must take in words of the part itself, not only the borrowed name. */
function endsIn(head: NamedThing | null, text: string): boolean {
  const last = head?.mention.text.split(' ').at(-1)?.toLowerCase();
  return last !== undefined && text.toLowerCase().split(/\W+/).includes(last);
}

/** Carriage that names the value of the goods carried is shared by that value (decisions.md section (e), delivery on a mixed order). */
function carriageShares(book: Rulebook, line: Line): StatedPart[] | null {
  const kind = book.read(line.text).head?.mention.concept.lineKind;
  if (kind !== 'delivery' && kind !== 'delivery_mixed') return null;
  const goods = statedAmounts(line.text);
  if (!goods || goods.length < 2) return null;
  const nets = apportion(
    line.net,
    goods.map((g) => g.net),
  );
  return goods.map((g, i) => ({ text: `supply only ${g.text}`, net: nets[i] ?? 0, percent: null }));
}

/** Null when the VAT fits no rate, so that nothing says which part carried it. */
function partVats(book: Rulebook, line: Line, split: StatedPart[]): number[] | null {
  if (split.every((p) => p.percent !== null)) {
    const vats = split.map((p) => percentOf(p.net, p.percent ?? 0));
    const off = line.vat - vats.reduce((sum, v) => sum + v, 0);
    if (Math.abs(off) <= split.length) {
      const largest = vats.indexOf(Math.max(...vats));
      vats[largest] = (vats[largest] ?? 0) + off;
      return vats;
    }
  }
  if (book.rates.charged(line.net, line.vat, line.taxPoint) === 'other') return null;
  return apportion(
    line.vat,
    split.map((p) => Math.abs(p.net)),
  );
}

function answeredParts(line: Line, answers: Answered[], withAmounts: Answered[]): Part[] {
  const parts: { part: AnswerPart; net: number }[] = [];
  let remainder: AnswerPart | undefined;
  for (const { answer, given } of withAmounts) {
    const amounts = amountsOf(given.value ?? '');
    const definitions = answer.parts ?? [];
    if (amounts.length !== definitions.length) {
      throw new InputError([
        {
          path: 'item.confirmedAnswer',
          message: `${given.questionId}=${answer.id} needs ${definitions.length} amount(s), not ${amounts.length}`,
        },
      ]);
    }
    for (const [i, part] of definitions.entries()) parts.push({ part, net: amounts[i] ?? 0 });
    remainder ??= answer.remainder;
  }
  const sign = line.net < 0 ? -1 : 1;
  const total = parts.reduce((sum, p) => sum + p.net, 0);
  const rest = Math.abs(line.net) - total;
  if (rest < 0 || (rest > 0 && !remainder)) {
    throw new InputError([
      {
        path: 'item.confirmedAnswer',
        message: `the amounts given add up to ${formatPence(total)}, but the line is ${formatPence(Math.abs(line.net))}`,
      },
    ]);
  }
  if (rest > 0 && remainder) parts.push({ part: remainder, net: rest });
  const vats = apportion(
    line.vat,
    parts.map((p) => p.net),
  );
  const others = answers.filter((a) => !withAmounts.includes(a));
  const settling = withAmounts.map((a) => ({ ...a, answer: { id: a.answer.id, label: a.answer.label } }));
  return parts.map((p, i) => ({
    name: p.part.name,
    line: { ...line, net: sign * p.net, vat: vats[i] ?? 0 },
    answers: [...others, ...settling],
    sets: p.part.sets,
  }));
}

async function decide(
  book: Rulebook,
  given: Line,
  answers: Answered[],
  sets: Record<string, string> = {},
): Promise<Decision> {
  const put = caseOf(book, given, answers, sets);
  return decisionOf(book, put, await book.engine.decide(put.line.route, put.supplied, put.line.taxPoint, put.facts));
}

/** @param like a case of the same line, whose meaning is taken over where the answers leave it as it is. */
function caseOf(
  book: Rulebook,
  given: Line,
  answers: Answered[],
  sets: Record<string, string> = {},
  like?: Case,
): Case {
  let line = given;
  const flags: string[] = [];
  for (const { answer, given: g } of answers) {
    if (answer.takes === 'date' && g.value !== null) line = { ...line, taxPoint: g.value, taxPointGiven: true };
    if (answer.rereads && g.value !== null) line = { ...line, text: g.value };
  }
  const reading =
    line.text === given.text ? book.read(line.text) : withWordsOf(book.read(line.text), book.read(given.text));
  const concept = answers.map((a) => a.answer.concept).find((id) => id !== undefined);
  const answered = concept === undefined ? null : (book.catalogue.get(concept) ?? null);
  const same = like && like.reading === reading && like.answered === answered && sameButAnswers(like.line, line);
  const meaning = same ? like.meaning : meaningOf(line, reading, book.meaningTables, answered);
  const facts: Record<string, string | null> = { ...meaning.facts };
  let supplied = meaning.supplied;
  let held: string | null = null;
  const doubts = new Set(meaning.doubts);

  for (const { question, answer } of answers) {
    for (const doubt of question.settles)
      if (answer.holds === undefined && !(answer.rereads && doubt === 'product_unknown')) doubts.delete(doubt);
    if (answer.concept !== undefined) doubts.delete('product_unknown');
    if (answer.holds !== undefined) held = answer.holds;
    if (answer.flag !== undefined) flags.push(answer.flag);
    contradicted(question, answer, meaning);
    ruledOut(question, answer, reading);
  }
  const settled: Record<string, string> = {
    ...Object.assign({}, ...answers.map((a) => a.question.implies)),
    ...Object.assign({}, ...answers.map((a) => a.answer.sets ?? {})),
    ...sets,
  };
  const goodsClass = settled.productClass ?? facts.productClass;
  for (const [fact, value] of Object.entries(settled)) {
    if (fact !== 'supplied') {
      facts[fact] = value;
      continue;
    }
    const works = goodsClass != null && book.supply.works.includes(goodsClass);
    const byClass = goodsClass == null ? undefined : book.supply.byClass[goodsClass];
    facts.supplied = value;
    if (byClass === undefined) supplied = works && value === 'materials' ? 'labour' : (value as SupplyType);
  }
  if (settled.productClass !== undefined) {
    doubts.delete('product_unknown');
    doubts.delete('mixed');
    doubts.delete('kitchen_mixed');
    doubts.delete('excluded_mixed');
    const byClass = book.supply.byClass[settled.productClass];
    if (settled.supplied !== undefined) supplied = settled.supplied as SupplyType;
    else if (byClass !== undefined) supplied = byClass;
  }
  facts.doubt = firstDoubt(doubts, book.facts);

  return { line, reading, answered, meaning, facts, supplied, answers, held, flags };
}

function sameButAnswers(a: Line, b: Line): boolean {
  return (Object.keys(a) as (keyof Line)[]).every((field) => field === 'answers' || a[field] === b[field]);
}

function decisionOf(book: Rulebook, put: Case, verdict: Judgement): Decision {
  const rule = verdict.kind === 'decided' ? verdict.rule : null;
  const outcome = outcomeOf(put, verdict);
  const { treatment } = outcome;
  return {
    ...put,
    verdict,
    treatment,
    rule,
    outcome,
    amounts: amountsFor(book, put.line, outcome),
    question: treatment === 'needs_answer' ? questionOf(book, verdict, outcome, put) : null,
    warnings: [...put.flags, ...warningsFor(put.line, put.meaning, outcome, rule)],
  };
}

function outcomeOf({ held }: Case, verdict: Judgement): Outcome {
  const outcome: Outcome = verdict.kind === 'decided' ? verdict.rule.outcome : { treatment: 'needs_answer' };
  return held !== null && outcome.treatment === 'reclaimable' ? { treatment: 'needs_answer' } : outcome;
}

/** A description given as an answer says what the thing is; what the line itself states about it still holds. */
function withWordsOf(described: Reading, line: Reading): Reading {
  return {
    ...described,
    signals: [...line.signals, ...described.signals],
    statements: new Map([...described.statements, ...line.statements]),
  };
}

/** An answer that says the opposite of what the line itself says is an error, not a choice. */
function contradicted(question: Question, answer: AnswerDefinition, meaning: Meaning): void {
  for (const [fact, value] of Object.entries(answer.sets ?? {})) {
    if (meaning.origins.get(fact) !== 'words') continue;
    const read = meaning.facts[fact];
    if (read === null || read === undefined || read === value) continue;
    const supply =
      fact === 'supplied' &&
      !((read === 'materials' && value !== 'materials') || (read === 'supply_and_install' && value === 'materials'));
    if (supply || !['supplied', 'operator', 'timing', 'customer', 'job', 'vatKind'].includes(fact)) continue;
    throw new InputError([
      {
        path: 'item.confirmedAnswer',
        message: `${question.id}=${answer.id} says that ${fact} is ${value}, but the words of the line say ${read}; correct the answer or the line text`,
      },
    ]);
  }
}

function ruledOut(question: Question, answer: AnswerDefinition, reading: Reading): void {
  const { says = [], names = [] } = answer.ruledOutBy ?? {};
  if (says.length + names.length === 0) return;
  const said = says
    .map(
      (id) =>
        reading.statements.get(id)?.text ?? (reading.statementsInNames.has(id) ? id.replace(/_/g, ' ') : undefined),
    )
    .find((text) => text !== undefined);
  const things = [reading.head, ...reading.others]
    .flatMap((t) => (t ? [t.mention, ...t.describedBy] : []))
    .concat(reading.about.map((a) => a.mention));
  const named = things.find(({ concept }) => names.includes(concept.class) || names.includes(concept.id))?.text;
  const words = said ?? named;
  if (words === undefined) return;
  throw new InputError([
    {
      path: 'item.confirmedAnswer',
      message: `${question.id}=${answer.id} says “${answer.label}”, but the line itself says “${words}”; correct the answer or the line text`,
    },
  ]);
}

function amountsFor(book: Rulebook, line: Line, outcome: Outcome): Amounts {
  const reduced = percentOf(line.net, book.rates.reducedAt(line.taxPoint));
  const sign = line.vat < 0 ? -1 : 1;
  const atReduced = sign * Math.min(Math.abs(line.vat), Math.abs(reduced));
  return {
    reclaimable: outcome.reclaim === 'all' ? line.vat : 0,
    toRecover: outcome.recover === 'all' ? line.vat : outcome.recover === 'above_reduced' ? line.vat - atReduced : 0,
    onceCorrected: outcome.recover === 'above_reduced' && outcome.correctRate === 'reduced' ? atReduced : 0,
  };
}

function questionOf(
  book: Rulebook,
  verdict: Judgement,
  outcome: Outcome,
  { meaning, facts, answers }: Case,
): Question | null {
  const last = answers.find((a) => a.answer.holds !== undefined)?.question;
  if (last) return last;
  const asks = (fact: string) => {
    const definition = book.facts.find((f) => f.name === fact);
    return definition?.values.find((v) => v.value === facts[fact])?.asks ?? definition?.asks;
  };
  let id: string | undefined;
  if (verdict.kind === 'missing') id = asks(verdict.fact);
  else if (outcome.question === 'doubt') id = asks('doubt');
  else if (outcome.question === 'product') {
    const aim = facts.esmAim === 'doubtful' || facts.esmAim === 'unsettled' ? meaning.aimQuestion : null;
    id =
      aim ??
      meaning.concept?.onRoute?.question ??
      meaning.concept?.question ??
      (facts.lineKind === 'ordinary' ? undefined : asks('lineKind')) ??
      'fixed_and_usual';
  } else id = outcome.question;
  // Two answers that undo each other would come back to a question already answered.
  if (answers.some((a) => a.question.id === id)) id = 'sai_conflicting_answers';
  return book.questions.get(id ?? 'what_was_bought') ?? null;
}

const DEADLINE_YEARS = 4;

function warningsFor(line: Line, meaning: Meaning, outcome: Outcome, rule: Rule | null): string[] {
  const warnings: string[] = [];
  if (rule?.warning) warnings.push(rule.warning);
  if (outcome.recover !== undefined && line.taxPointGiven) {
    const deadline = `${Number(line.taxPoint.slice(0, 4)) + DEADLINE_YEARS}${line.taxPoint.slice(4)}`;
    warnings.push(`The supplier can correct the invoice only until ${deadline}, four years after the supply.`);
  }
  if (outcome.treatment === 'reclaimable' && !line.taxPointGiven)
    warnings.push(
      `No date was given, so the law of ${line.taxPoint} was used and the line presumed to be before completion.`,
    );
  if (line.newDwelling === 'unsure')
    warnings.push(
      'You are unsure whether the works make a new dwelling; check the eligibility of the project before relying on this.',
    );
  if (line.projectType === 'mixed')
    warnings.push(
      'The site has several kinds of works: make sure this line belongs to the part claimed under this scheme.',
    );
  if (meaning.facts.zeroRateWindow === 'inside' && line.taxPoint === '2027-03-31')
    warnings.push('31 March 2027 is read as the last day of the zero rate; one source can be read otherwise.');
  return warnings;
}

async function present(
  book: Rulebook,
  decision: Decision,
  preview: boolean,
  whole: Line = decision.line,
): Promise<Classification> {
  const { line, rule, outcome, amounts, meaning, facts } = decision;
  const fill = filler(book, decision);
  const question = decision.question
    ? await questionFor(book, decision, decision.question, fill, whole, preview)
    : null;
  const held = decision.held !== null && outcome.treatment === 'needs_answer' ? ` ${decision.held}` : '';
  return {
    classification: {
      treatment: decision.treatment,
      vatReclaimable: formatPence(amounts.reclaimable),
      vatToRecoverFromSupplier: formatPence(amounts.toRecover),
      vatReclaimableOnceCorrected: formatPence(amounts.onceCorrected),
      rateCharged: book.rates.shown(book.rates.charged(line.net, line.vat, line.taxPoint), line.taxPoint),
      correctRate: rateText(book, outcome.correctRate, line.taxPoint),
      explanation: explanationOf(decision, fill) + held,
      action: rule
        ? rule.action === null
          ? null
          : fill(rule.action)
        : 'Answer the question; nothing can be claimed until then.',
    },
    rule: rule
      ? {
          id: rule.id,
          title: rule.title,
          effectiveFrom: rule.effective.from,
          effectiveTo: rule.effective.to,
          citations: citationsOf(book, rule, meaning.concept),
        }
      : null,
    product: productOf(meaning),
    question,
    get steps() {
      return stepsOf(book, decision);
    },
    warnings: decision.warnings,
    rulebook: { edition: book.edition, digest: book.digest },
  };

  function productOf(m: Meaning): Classification['product'] {
    return m.concept
      ? {
          conceptId: m.concept.id,
          label: m.concept.label,
          class: facts.productClass ?? m.concept.class,
          matchedText: m.matchedText ?? '',
        }
      : null;
  }
}

function explanationOf(decision: Decision, fill: (text: string) => string): string {
  const { verdict, rule } = decision;
  if (rule) return fill(rule.because);
  if (verdict.kind === 'conflict')
    return fill(
      `Two rules give different answers for {product} (${verdict.rules.map((r) => r.id).join(' and ')}), so nothing is claimed until a person has looked at it.`,
    );
  if (verdict.kind === 'missing')
    return fill('A fact is missing before {product} can be decided, so nothing is claimed yet.');
  return fill('No rule covers {product} as it stands, so nothing is claimed until it is clear what it is.');
}

function citationsOf(book: Rulebook, rule: Rule, concept: Concept | null) {
  const own = rule.citations.map((ref) => book.cite(ref));
  const ofThing =
    rule.outcome.treatment === 'no_vat'
      ? []
      : (concept?.citations ?? []).map((ref) => ({
          ...book.cite(ref),
          ...(concept?.confidence === 'known' ? { confidence: 'known' as const } : {}),
        }));
  const seen = new Set<string>();
  return [...own, ...ofThing].filter((c) => {
    const key = `${c.source} ${c.paragraph}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function rateText(book: Rulebook, rate: Outcome['correctRate'], date: string): string | null {
  if (rate === undefined || rate === null) return null;
  if (rate === 0) return '0';
  return String(rate === 'reduced' ? book.rates.reducedAt(date) : book.rates.standardAt(date));
}

function filler(book: Rulebook, decision: Decision): (text: string) => string {
  const { line, meaning, facts, amounts } = decision;
  const named = meaning.matchedText === null ? 'This line' : `“${meaning.matchedText}”`;
  const meaningOfValue = (fact: string) =>
    book.facts.find((f) => f.name === fact)?.values.find((v) => v.value === facts[fact])?.meaning ?? '';
  const rate = book.rates.shown(book.rates.charged(line.net, line.vat, line.taxPoint), line.taxPoint);
  const values: Record<string, () => string> = {
    product: () => named,
    item: () => meaning.matchedText ?? 'what the line is about',
    label: () => meaning.concept?.label ?? 'it',
    vat: () => poundsText(line.vat),
    net: () => poundsText(line.net),
    rate: () => (rate === null ? 'this VAT' : `${rate}%`),
    standardRate: () => `${book.rates.standardAt(line.taxPoint)}%`,
    toRecover: () => poundsText(amounts.toRecover),
    onceCorrected: () => poundsText(amounts.onceCorrected),
    classLabel: () => meaningOfValue('productClass'),
    condition: () => meaning.concept?.condition ?? 'what it is',
    doubt: () => meaningOfValue('doubt'),
    otherBuilding: () => (meaning.otherBuilding === null ? 'another building' : `“${meaning.otherBuilding}”`),
    supplier: () => 'the supplier',
  };
  return (text) =>
    text
      .replace(/\{(\w+)\}/g, (whole, name: string) => values[name]?.() ?? whole)
      .replaceAll('?.', '?')
      .trim();
}

async function questionFor(
  book: Rulebook,
  asking: Case,
  question: Question,
  fill: (text: string) => string,
  line: Line,
  preview: boolean,
): Promise<QuestionForUser> {
  const answers: QuestionForUser['answers'] = [];
  for (const answer of question.answers) {
    answers.push({
      id: answer.id,
      label: answer.label,
      thenTreatment: preview ? await thenTreatment(book, asking, line, question, answer) : 'needs_answer',
    });
  }
  const wording = fill(question.text.replace(/\{product\}/g, '{item}'));
  return { id: question.id, kind: question.kind, text: wording, whyAsked: question.whyAsked, answers };
}

/** What the line would become with this answer. Amounts are tried half and half; an answer that takes words stays open. */
async function thenTreatment(
  book: Rulebook,
  asking: Case,
  line: Line,
  question: Question,
  answer: AnswerDefinition,
): Promise<Treatment> {
  if (answer.takes === 'date' || answer.rereads) return 'needs_answer';
  const half = formatPence(Math.floor(Math.abs(line.net) / 2));
  const rest = formatPence(Math.abs(line.net) - Math.floor(Math.abs(line.net) / 2));
  const parts = (answer.parts?.length ?? 0) + (answer.remainder ? 1 : 0);
  const value =
    answer.parts === undefined
      ? null
      : parts < 2
        ? formatPence(Math.abs(line.net))
        : answer.remainder
          ? half
          : `${half}/${rest}`;
  const given = { questionId: question.id, answerId: answer.id, value };
  const next: Line = { ...line, answers: [...line.answers.filter((a) => a.questionId !== question.id), given] };
  try {
    const answered = resolveAnswers(book, next);
    const split = partsOf(book, next, answered);
    if (split) return (await combine(book, next, split, false)).classification.treatment;
    const put = caseOf(book, next, answered, {}, asking);
    return outcomeOf(put, book.engine.judge(next.route, put.supplied, put.line.taxPoint, put.facts)).treatment;
  } catch (error) {
    if (error instanceof InputError) return 'needs_answer';
    throw error;
  }
}

function stepsOf(book: Rulebook, decision: Decision): string[] {
  const { line, meaning, facts, supplied, rule } = decision;
  const answered = line.answers.map(
    (a) => `Answer ${a.questionId}: ${a.answerId}${a.value === null ? '' : ` (${a.value})`}.`,
  );
  const known: string[] = [];
  const presumed: string[] = [];
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(facts)) {
    if (value === null) unknown.push(name);
    else if (meaning.origins.get(name) !== 'presumed') known.push(`${name} ${value}`);
    else if (rule !== null) presumed.push(`${name} ${value}`);
  }
  return [
    ...meaning.steps,
    ...answered,
    `Read as ${supplied.replace(/_/g, ' ')} (stated: ${line.supplyType.replace(/_/g, ' ')}), tax point ${line.taxPoint}.`,
    `Known: ${known.join('; ')}.`,
    `Presumed: ${presumed.join('; ')}.`,
    ...(unknown.length > 0 ? [`Not known: ${unknown.join(', ')}.`] : []),
    rule ? `Decided by ${rule.id} (${rule.title}), confirmed by the rules engine.` : 'No rule decides.',
    ...book.engine.othersExplained(line.route, supplied, line.taxPoint, facts, rule?.id ?? null),
  ];
}

const ORDER: Treatment[] = ['needs_answer', 'supplier_correction', 'not_reclaimable', 'no_vat'];

/** One answer for a line whose parts are known with their amounts; carriage is shared by the value of the goods. */
async function combine(book: Rulebook, line: Line, parts: Part[], preview: boolean): Promise<Classification> {
  const decisions: { part: Part; decision: Decision }[] = [];
  for (const part of parts) decisions.push({ part, decision: await decide(book, part.line, part.answers, part.sets) });
  await settleByOtherParts(book, decisions);
  const carriage = decisions.filter(
    (d) =>
      d.decision.facts.lineKind === 'delivery' ||
      d.decision.facts.lineKind === 'follows_goods' ||
      d.decision.facts.lineKind === 'delivery_mixed',
  );
  const goods = decisions.filter((d) => !carriage.includes(d));
  const open = goods.some((d) => d.decision.treatment === 'needs_answer');
  if (goods.length > 0 && !open) {
    const claimed = goods
      .filter((d) => d.decision.treatment === 'reclaimable')
      .reduce((sum, d) => sum + Math.abs(d.part.line.net), 0);
    const total = goods.reduce((sum, d) => sum + Math.abs(d.part.line.net), 0);
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
  const undecided = decisions.find((d) => d.decision.treatment === 'needs_answer');
  const sum = (pick: (a: Amounts) => number) => decisions.reduce((total, d) => total + pick(d.decision.amounts), 0);
  const reclaimable = undecided ? 0 : sum((a) => a.reclaimable);
  const main =
    undecided ??
    [...decisions].sort(
      (a, b) =>
        ORDER.indexOf(a.decision.treatment) - ORDER.indexOf(b.decision.treatment) ||
        Math.abs(b.part.line.net) - Math.abs(a.part.line.net),
    )[0];
  if (!main) throw new Error('a split without parts');
  const { classification, rule, product, question, rulebook } = await present(book, main.decision, preview, line);
  const treatment: Treatment = undecided
    ? 'needs_answer'
    : reclaimable === 0
      ? (ORDER.find((t) => decisions.some((d) => d.decision.treatment === t)) ?? main.decision.treatment)
      : reclaimable === line.vat
        ? 'reclaimable'
        : 'reclaimable_in_part';
  const told = decisions.map(({ part, decision }) => {
    const a = decision.amounts;
    const money =
      a.reclaimable !== 0
        ? `${poundsText(a.reclaimable)} of ${poundsText(decision.line.vat)} can be claimed`
        : a.toRecover !== 0
          ? `${poundsText(a.toRecover)} must come back from the supplier`
          : decision.line.vat === 0
            ? 'no VAT'
            : decision.treatment === 'needs_answer'
              ? 'open until a question is answered'
              : `${poundsText(decision.line.vat)} cannot be claimed`;
    return `“${part.name}” ${poundsText(part.line.net)}: ${money}`;
  });
  return {
    classification: {
      ...classification,
      treatment,
      vatReclaimable: formatPence(reclaimable),
      vatToRecoverFromSupplier: formatPence(sum((a) => a.toRecover)),
      vatReclaimableOnceCorrected: formatPence(sum((a) => a.onceCorrected)),
      rateCharged: book.rates.shown(book.rates.charged(line.net, line.vat, line.taxPoint), line.taxPoint),
      explanation: `The line states its parts. ${told.join('; ')}.`,
      action:
        reclaimable !== 0
          ? `Claim ${poundsText(reclaimable)} and keep the breakdown with the invoice.`
          : classification.action,
    },
    rule,
    product,
    question,
    get steps() {
      return decisions.flatMap(({ part, decision }) => [
        `Part “${part.name}” ${poundsText(part.line.net)}, VAT ${poundsText(part.line.vat)}: ${decision.treatment} by ${decision.rule?.id ?? 'no rule'}.`,
        ...stepsOf(book, decision),
      ]);
    },
    warnings: [...new Set(decisions.flatMap((d) => d.decision.warnings))],
    rulebook,
  };
}

/**
 * A price apart for the motor or the appliances answers the question whether they are inside the rest: the parts whose
 * question has a remainder take it once another part is refused.
 */
async function settleByOtherParts(book: Rulebook, decisions: { part: Part; decision: Decision }[]): Promise<void> {
  if (!decisions.some((d) => d.decision.treatment === 'not_reclaimable')) return;
  for (const entry of decisions) {
    if (entry.decision.treatment !== 'needs_answer') continue;
    const asked = entry.decision.meaning.concept?.question;
    const remainder =
      asked === undefined ? undefined : book.questions.get(asked)?.answers.find((a) => a.remainder)?.remainder;
    if (remainder && remainder.sets.goodsAlone === 'yes')
      entry.decision = await decide(book, entry.part.line, entry.part.answers, remainder.sets);
  }
}
