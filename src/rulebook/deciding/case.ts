import type { Concept, ProductClass } from '../catalogue.js';
import type { Facts } from '../conditions.js';
import type { Line } from '../line.js';
import { zeroRateWindow } from '../meaning/energy_saving.js';
import { firstDoubt, type Meaning, meaningOf } from '../meaning.js';
import type { SupplyType } from '../model.js';
import type { Reading } from '../reading/reading.js';
import type { Rulebook } from '../rulebook.js';
import { standing } from '../standing.js';
import { type Following, followingOf } from './following.js';
import {
  type Answered,
  ASKED_OF_CONFLICT,
  answersThatContradict,
  contradictedFact,
  refuseContradiction,
  refuseOtherDate,
  resolveAnswers,
} from './given_answers.js';

/** A line as it is put to the rules. */
export interface Case {
  line: Line;
  reading: Reading;
  /** What an answer says the thing is. */
  answered: Concept | null;
  meaning: Meaning;
  facts: Facts;
  supplied: SupplyType;
  answers: readonly Answered[];
  /** What is still in doubt about it. */
  doubts: ReadonlySet<string>;
  /** The item whose zero-rate dates decide. */
  item: string | null;
  /** What an answer that settles nothing says to do, and its question. */
  held: string | null;
  heldQuestion: string | null;
  /** Two of the answers cannot both be true, so nothing is decided. */
  contradicted: boolean;
  /** What the answers given say to mind. */
  flags: string[];
  /** What it takes from the main line it follows. */
  following: Following | null;
}

/** What an answer refuses is refused also where a payment, carriage or an import is for it. */
const CLAIMABLE = 'claimable';
const REFUSED_GOODS = { goodsNamed: 'not_claimable', saidFor: 'other_goods' };
const MIXED = 'mixed';
/** Doubts about what the thing is, which an answer that names its class removes. */
const DOUBTS_OF_CLASS = ['product_unknown', MIXED, 'kitchen_mixed', 'excluded_mixed'];

/**
 * Reads a line and applies the answers given, and what it takes from the main line it follows.
 * @param sets facts known besides, such as those of one part of the line.
 * @param like a case of the same line, whose meaning is taken over where the answers leave it as it is.
 * @throws InputError when an answer contradicts the line.
 */
export function caseOf(
  book: Rulebook,
  given: Line,
  allAnswers: readonly Answered[],
  sets: Readonly<Record<string, string>> = {},
  like?: Case,
): Case {
  const told = allAnswers.filter((a) => !isSettledApart(book, given, a));
  const following = followed(book, given);
  const dated = following?.taxPoint == null ? given : { ...given, taxPoint: following.taxPoint, taxPointGiven: true };
  const line = withAnsweredWords(book, dated, told);
  const reading =
    line.text === given.text ? book.read(line.text) : withWordsOf(book.read(line.text), book.read(given.text));
  const concept = told.map((a) => a.answer.concept).find((id) => id !== undefined);
  const answered = concept === undefined ? null : (book.catalogue.get(concept) ?? null);
  const same = like && like.reading === reading && like.answered === answered && sameButAnswers(like.line, line);
  const meaning = same ? like.meaning : meaningOf(line, reading, book.meaningTables, answered);
  for (const a of told) refuseContradiction(a, meaning, reading, line);
  const answers = told.map((a) => asOfThing(a, told, meaning));

  const doubts = doubtsLeft(meaning, answers, following);
  const own = settledBy(answers, sets);
  const taken = following === null ? {} : factsTaken(following, meaning);
  const { facts, supplied } = settleFacts(book, meaning, { ...taken, ...own });
  if (own.goodsAlone === 'no' && facts.goodsNamed === CLAIMABLE) Object.assign(facts, REFUSED_GOODS);
  if (own.productClass !== undefined) for (const doubt of DOUBTS_OF_CLASS) doubts.delete(doubt);
  if (becomesWorks(book, meaning, own) && namesRefused(reading)) doubts.add(MIXED);
  facts.doubt = firstDoubt(doubts, book.meaningTables);
  const item = following?.item ?? zeroRateItem(meaning, answers);
  facts.zeroRateWindow =
    own.zeroRateWindow ?? taken.zeroRateWindow ?? zeroRateWindow(book.rates, item, facts.country, line.taxPoint);
  const holding = answers.findLast((a) => a.answer.holds !== undefined);
  const contradiction = answersThatContradict(answers);
  return {
    line,
    reading,
    answered,
    meaning,
    facts,
    supplied,
    answers,
    doubts,
    item,
    held: contradiction ?? holding?.answer.holds ?? following?.held ?? null,
    heldQuestion: (contradiction === null ? holding?.question.id : ASKED_OF_CONFLICT) ?? following?.asks ?? null,
    contradicted: contradiction !== null,
    flags: [
      ...answers.flatMap(({ answer }) => (answer.flagAtRate === undefined ? (answer.flag ?? []) : [])),
      ...(following?.flags ?? []),
    ],
    following,
  };
}

/** What the words call a service, and an answer works on the building. */
function becomesWorks({ supply }: Rulebook, { concept }: Meaning, { productClass }: Record<string, string>): boolean {
  const isWorks = productClass !== undefined && supply.works.includes(productClass as ProductClass);
  return isWorks && concept !== null && standing(concept) !== 'works';
}

/** "Skip and dishwasher": whatever the one is, the other is none of the works. */
function namesRefused({ others }: Reading): boolean {
  return others.some(({ mention }) => standing(mention.concept) === 'no' || standing(mention.concept) === 'outside');
}

/** That a line is of another job settles which lines it belongs to, and then says nothing more of the line. */
function isSettledApart({ companions }: Rulebook, { relation }: Line, { question, answer }: Answered): boolean {
  const { differentJobs } = companions;
  return relation === 'unrelated' && question.id === differentJobs.question && answer.id === differentJobs.answer;
}

/** An answer settles nothing of things that it is never true of (`neverOf`), by what the words and the other answers say they are. */
function asOfThing(told: Answered, all: readonly Answered[], { facts }: Meaning): Answered {
  const { neverOf, id, label } = told.answer;
  if (neverOf === undefined) return told;
  const { productClass, lineKind } = {
    ...facts,
    ...settledBy(
      all.filter((a) => a !== told),
      {},
    ),
  };
  const isNever =
    neverOf.classes?.includes(productClass ?? '') === true || neverOf.kinds?.includes(lineKind ?? '') === true;
  return isNever ? { ...told, answer: { id, label, holds: neverOf.holds } } : told;
}

/** What the line takes from its main line; null for one that is decided by itself. */
function followed(book: Rulebook, line: Line): Following | null {
  const { mainLine } = line;
  if (mainLine === null) return null;
  const { text, supplyType, answers } = mainLine;
  const alone = { relation: null, mainLine: null, complexTypeHint: null, esmStatus: null };
  const main: Line = { ...line, ...alone, text, supplyType, answers };
  return followingOf(
    book.companions,
    line,
    caseOf(book, { ...line, ...alone, answers: [] }, []),
    caseOf(book, main, resolveAnswers(book.questions, main)),
  );
}

/** The facts taken, but for those of which the words of the line say something else. */
function factsTaken({ facts }: Following, meaning: Meaning): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).filter(
      ([fact, value]) => contradictedFact(fact, value, meaning) === null && !saidByWords(fact, meaning),
    ),
  );
}

/** A fact that the words of the line settle themselves. */
function saidByWords(fact: string, { origins, facts }: Meaning): boolean {
  return origins[fact] === 'words' && facts[fact] != null && fact !== 'supplied' && fact !== 'workNamed';
}

function withAnsweredWords(book: Rulebook, given: Line, answers: readonly Answered[]): Line {
  let line = given;
  for (const { question, answer, given: g } of answers) {
    if (g.value === null) continue;
    if (answer.takes === 'date') {
      refuseOtherDate(question, answer, g.value, given);
      line = { ...line, taxPoint: g.value, taxPointGiven: true };
    }
    if (answer.rereads) line = { ...line, text: [g.value, ...namedBeside(book, given.text)].join('') };
  }
  return line;
}

/**
 * What the line names besides the thing nobody knew, as it names it: what that is for or goes to ("1 pack for stables"), and what
 * the price also covers ("zorblat and dishwasher"). It stays true however the thing is described.
 */
function namedBeside({ read, lexicon }: Rulebook, text: string): string[] {
  const { others, about, words } = read(text);
  return [...others, ...about].map(({ mention }) => {
    const before = words.findLastIndex(
      ({ form, kind }, at) => at < mention.from && (kind === 'break' || lexicon.relates(form)),
    );
    const by = words[before];
    return by === undefined || by.kind === 'break' ? `, ${mention.text}` : ` ${by.form} ${mention.text}`;
  });
}

/** A description given as an answer says what the thing is; what the line itself states about it still holds. */
function withWordsOf(described: Reading, line: Reading): Reading {
  return {
    ...described,
    signals: [...line.signals, ...described.signals],
    statements: new Map([...described.statements, ...line.statements]),
  };
}

function sameButAnswers(a: Line, b: Line): boolean {
  for (const field in a) if (field !== 'answers' && a[field as keyof Line] !== b[field as keyof Line]) return false;
  return true;
}

function doubtsLeft(meaning: Meaning, answers: readonly Answered[], following: Following | null): Set<string> {
  const doubts = new Set(meaning.doubts);
  for (const doubt of following?.settles ?? []) doubts.delete(doubt);
  for (const doubt of following?.raises ?? []) doubts.add(doubt);
  for (const { question, answer } of answers) {
    for (const doubt of question.settles)
      if (answer.holds === undefined && !(answer.rereads && doubt === 'product_unknown')) doubts.delete(doubt);
    if (answer.concept !== undefined) doubts.delete('product_unknown');
  }
  return doubts;
}

/** What the answers and the part settle; a later answer outranks an earlier one. */
function settledBy(answers: readonly Answered[], sets: Readonly<Record<string, string>>): Record<string, string> {
  if (answers.length === 0) return { ...sets };
  return Object.assign({}, ...answers.map((a) => a.question.implies), ...answers.map((a) => a.answer.sets), sets);
}

/** The item whose zero-rate dates decide once the answers are known: a thing with dates of its own keeps them unless told otherwise. */
function zeroRateItem({ zeroRateItem: read, concept }: Meaning, answers: readonly Answered[]): string | null {
  const told = answers.findLast(({ answer }) => answer.datesOf !== undefined)?.answer;
  if (told?.datesOf === undefined) return read;
  return told.overOwnDates || concept?.esmItem === undefined ? told.datesOf : read;
}

/** The facts with what is settled, and whose rules then decide. */
function settleFacts(
  { supply }: Rulebook,
  meaning: Meaning,
  settled: Readonly<Record<string, string>>,
): { facts: Record<string, string | null>; supplied: SupplyType } {
  const facts: Record<string, string | null> = { ...meaning.facts, ...settled };
  let { supplied } = meaning;
  const told = settled.supplied as SupplyType | undefined;
  const { productClass } = facts;
  const byClass = productClass == null ? undefined : supply.byClass[productClass];
  if (told !== undefined && byClass === undefined) {
    const works = productClass != null && supply.works.includes(productClass);
    supplied = works && told === 'materials' ? 'labour' : told;
  }
  if (settled.productClass !== undefined) supplied = byClass ?? told ?? supplied;
  return { facts, supplied };
}
