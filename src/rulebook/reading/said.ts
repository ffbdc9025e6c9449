import type { Concept } from '../catalogue.js';
import type { Language, Relation, SignalWeight } from '../lexicon.js';
import type { PhraseIndex, PhraseMatch } from '../phrases.js';
import { isEndOfClause, mayOpen, type Word } from '../words.js';
import { type Group, isInside } from './groups.js';
import type { NamedThing, Signal, Statement } from './reading.js';
import type { NumberedLine } from './word_numbers.js';

/** Printed as more than one, what a doing is called is things: "c/w fixings", "FXGS", "and fittings". */
const THINGS = /gs$/i;

/** Words that deny what comes next, at once or after a word of how far: "not directly under the basin". */
const DENIALS = new Set(['not', 'never']);
/** Words before what is not there ("without any appliances"). */
const ABSENT = new Set(['no', 'without', 'less', 'excluding', 'excl', 'minus']);
const HOW_FAR = new Set([
  'directly',
  'only',
  'just',
  'fully',
  'all',
  'immediately',
  'entirely',
  'solely',
  'right',
  'permanently',
]);

/** What a statement that tells of a fitting as a whole says of the supply, as a participle alone does ("laid"). */
const FITTED: Language = { kind: 'signal', says: 'supply_and_install', weight: 'participle' };

/** What a line says besides naming things. */
export interface Said {
  signals: Signal[];
  statements: Map<string, Statement>;
  /** Statements that stand inside the name of a thing ("indoor pool cover"). */
  statementsInNames: Map<string, Statement>;
}

/**
 * The signals and statements of a line.
 * @param words the words of the line.
 * @param text the words of a span as printed.
 */
export function readSaid(
  language: readonly FittingTold[],
  mentions: readonly PhraseMatch<Concept>[],
  groups: readonly Group[],
  words: readonly Word[],
  text: (from: number, to: number) => string,
): Said {
  const said: Said = { signals: [], statements: new Map(), statementsInNames: new Map() };
  const goods = goodsAmong(mentions);
  // "First fix nailer": a tool is named after the work it is for, and nobody is paid for that work.
  const loose = goods.filter(({ payloads }) => payloads.every(({ class: kind }) => kind === 'not_incorporated'));
  const printed = ({ from, to }: PhraseMatch<Language>) => ({
    text: text(from, to),
    from,
    to,
    relation: relationAt(groups, from),
  });
  for (const match of language) {
    const { from, to, within } = match;
    if (within !== undefined && isDenied(words, within.from)) continue;
    const consumed = isInside(match, mentions);
    for (const meaning of match.payloads) {
      if (meaning.kind === 'signal') {
        const { weight } = meaning;
        // With more words after it "joiner to hang" tells of the work itself ("joiner to hang, 2 days").
        const isWork = weight === 'closing' && words.slice(to).some(({ kind }) => kind !== 'break');
        const says = isWork ? 'services_only' : meaning.says;
        if (says === 'works_contract' && isOutside(words, from)) continue;
        if (!outweighs(weight) && weight !== 'participle' && THINGS.test(text(from, to))) continue;
        if (weight === 'opening' ? isInside(match, goods) : consumed && !outweighs(weight)) continue;
        if (says === 'services_only' && isInside(match, loose)) continue;
        const relation = relationAt(groups, from);
        // "Pipe and fittings for first fix": when goods were bought for it, the work is another's.
        const bought = (m: PhraseMatch<Concept>) => m.to <= from && m.payloads.some((c) => c.goodsAlone === 'yes');
        if (weight === 'phase' && relation === 'purpose' && goods.some(bought)) continue;
        if (!standsWhereItMay(weight, match, words, groups)) continue;
        said.signals.push({ says, weight: weight === 'phase' ? 'strong' : weight, ...printed(match), within });
      } else if (meaning.kind === 'statement') {
        const statement = { id: meaning.id, text: text(from, to), from, to };
        if (consumed && meaning.aboutTheThing) said.statementsInNames.set(meaning.id, statement);
        else if (!said.statements.has(meaning.id) && !isExcluded(groups, match) && !isDenied(words, from))
          said.statements.set(meaning.id, statement);
      }
    }
  }
  return said;
}

function goodsAmong(mentions: readonly PhraseMatch<Concept>[]): PhraseMatch<Concept>[] {
  return mentions.filter(({ payloads }) => payloads.some((concept) => concept.goodsAlone !== 'not_goods'));
}

/**
 * Adds the statements whose phrases are looked for apart from all others. Inside the name of goods the words only name them,
 * unless they count there too; the name of works says what was done.
 */
export function addSaidApart(
  statements: Map<string, Statement>,
  apart: readonly PhraseMatch<Language>[],
  mentions: readonly PhraseMatch<Concept>[],
  groups: readonly Group[],
  words: readonly Word[],
  text: (from: number, to: number) => string,
): void {
  const goods = goodsAmong(mentions);
  for (const match of apart) {
    const { from, to } = match;
    if (isExcluded(groups, match) || isDenied(words, from) || isAbsent(words, from)) continue;
    for (const meaning of match.payloads) {
      if (meaning.kind !== 'statement' || statements.has(meaning.id)) continue;
      if (meaning.aboutTheThing && isInside(match, goods)) continue;
      statements.set(meaning.id, { id: meaning.id, text: text(from, to), from, to });
    }
  }
}

/** Words behind what was done to goods: of where they are, by whom, for what next. */
const BEHIND_A_DEED = new Set(['ready', 'throughout', 'by']);
/** The same behind "up" or "bolted down", which tell that they are fitted. */
const BEHIND_A_PLACE = new Set([...BEHIND_A_DEED, 'in', 'on', 'to', 'for']);
/** After "up and", "in and", "on and": how goods move or work. */
const MOVES = new Set(['over', 'under', 'up', 'down', 'in', 'out', 'on', 'off', 'back']);
/** "Kerbs", "guttering": several, or so much of it; what is one may be called so too ("door lever set"). */
const MANY = /(?:[^s]s|ing)$/i;

/** What was done to goods, and whether it is told of a single thing, which may only be called so. */
interface DeedTold extends Signal {
  ofOne: boolean;
}

/**
 * What was done to goods, told right after their name and how many there are ("cills x 4 set", "plasterboards up ready for skim"). Looked for
 * apart, since elsewhere such words only tell where something is.
 */
export function deedsTold(
  phrases: PhraseIndex<Language>,
  { statements }: Said,
  groups: readonly Group[],
  line: NumberedLine,
  text: (from: number, to: number) => string,
): DeedTold[] {
  return goodsAmong(groups.flatMap(({ mentions }) => mentions)).flatMap((goods) => {
    const behind = afterCount(line.words, goods.to);
    const told = phrases.startingAt(line, behind, isDeed);
    // "Chipboard floor fixed", "timber stud walls up": a word of the name may be in no list.
    const mayGoOn = told === null && line.words[behind]?.kind === 'word';
    const deed = mayGoOn ? phrases.startingAt(line, behind + 1, isDeed) : told;
    if (deed === null || !endsTelling(line.words, deed)) return [];
    const { from, to, payloads } = deed;
    if ([...statements.values()].some((stated) => from > stated.from && from < stated.to)) return [];
    const ofOne = told === null || (to - from === 1 && !MANY.test(text(goods.from, goods.to)));
    const relation = relationAt(groups, from);
    return payloads.flatMap((said): DeedTold[] =>
      said.kind === 'signal'
        ? [{ says: said.says, weight: said.weight, text: text(from, to), from, to, relation, ofOne }]
        : [],
    );
  });
}

function afterCount(words: readonly Word[], from: number): number {
  let at = from;
  while (isCount(words[at])) at++;
  return at;
}

/** Nothing that makes another name of it comes behind what was done. */
function endsTelling(words: readonly Word[], { from, to }: { from: number; to: number }): boolean {
  const goesOn = to - from === 1 ? BEHIND_A_DEED : BEHIND_A_PLACE;
  const isMeasured = to - from > 1 && words[to]?.kind === 'code';
  return (
    isEndOfClause(words[afterCount(words, to)]) ||
    isMeasured ||
    goesOn.has(words[to]?.form ?? '') ||
    isAnotherDeed(words, to)
  );
}

/** "Up and braced", where an "up and over" door only moves so. */
function isAnotherDeed(words: readonly Word[], at: number): boolean {
  return words[at]?.kind === 'and' && !MOVES.has(words[at + 1]?.form ?? '');
}

function isDeed({ payloads }: PhraseMatch<Language>): boolean {
  return payloads.some((said) => said.kind === 'signal' && said.weight === 'deed');
}

/** "x 4", "(2)", "22", and a price, "124.00". */
function isCount(word: Word | undefined): boolean {
  return word !== undefined && /^(?:x|x?\d{1,3}x?|\d+\.\d\d|no|nr|off|\(|\))$/.test(word.form);
}

/** Whether a phrase states a fact. */
export function isStatement({ payloads }: PhraseMatch<Language>): boolean {
  return payloads.some(({ kind }) => kind === 'statement');
}

/** Words of fitting that stand in a statement. */
interface FittingTold extends PhraseMatch<Language> {
  within?: Signal['within'];
}

/** "Fitted in the build", "supplied and installed by us": what a statement says of the fitting is besides that the goods were fitted. */
export function fittingTold(
  phrases: PhraseIndex<Language>,
  language: readonly PhraseMatch<Language>[],
  line: NumberedLine,
): FittingTold[] {
  return language.flatMap((match): FittingTold[] => {
    const { from, to } = match;
    const within = { from, to, statements: match.payloads.flatMap((p) => (p.kind === 'statement' ? [p.id] : [])) };
    if (match.payloads.some((p) => p.kind === 'statement' && p.tellsFitting === true))
      return [{ ...match, payloads: [FITTED], within }];
    if (!mayTellFitting(match)) return [];
    const isSignalInside = (inner: PhraseMatch<Language>) =>
      inner.to - inner.from < to - from && inner.payloads.some(({ kind }) => kind === 'signal');
    return phrases
      .leftmost(line, isSignalInside, from, to)
      .filter(({ payloads }) => payloads.some(isFitting))
      .map((inner) => ({ ...inner, within }));
  });
}

function mayTellFitting({ payloads, from, to }: PhraseMatch<Language>): boolean {
  return to - from > 1 && payloads.every((p) => p.kind === 'statement' && p.tellsFitting !== false);
}

function isFitting(said: Language): boolean {
  const decides = said.kind === 'signal' && (said.weight === 'strong' || said.weight === 'participle');
  return decides && said.says === 'supply_and_install';
}

/**
 * The signals that say how goods were supplied. "Turf, laid before completion": where the question of the goods turns on a fact, the
 * words tell the fact and not who did it. Goods that can be claimed without it must have it in a clause of its own with nobody
 * named after it ("turf laid before completion" may be the work).
 */
export function ofTheSupply(signals: readonly Signal[], head: NamedThing | null, words: readonly Word[]): Signal[] {
  const { goodsAlone, settledBy = [], becomes = [] } = head?.mention.concept ?? {};
  const asked = new Set([...settledBy, ...becomes].flatMap(({ says }) => says));
  return signals.filter(({ within, weight }) => {
    if (within === undefined || weight === 'strong' || !within.statements.some((id) => asked.has(id))) return true;
    const isClause =
      isEndOfClause(words[within.from - 1]) &&
      isEndOfClause(words[within.to]) &&
      words.slice(within.to).every(({ form }) => form !== 'by');
    return goodsAlone !== 'ask' && !isClause;
  });
}

/** Counts inside the name of a thing too. */
function outweighs(weight: SignalWeight): boolean {
  return weight === 'strong' || weight === 'phase';
}

/** Words that say something only in another place of a line ("line pipe" opens work) are there for what they name ("twin-line pipe"). */
export function isSaidHere(match: PhraseMatch<Language>, words: readonly Word[]): boolean {
  return match.payloads.some((p) => p.kind !== 'signal' || standsWhereItMay(p.weight, match, words));
}

/**
 * Some words say how a thing was supplied only where they begin the line or end it.
 * @param groups the groups of the line, where they are known.
 */
function standsWhereItMay(
  weight: SignalWeight,
  { from, to }: { from: number; to: number },
  words: readonly Word[],
  groups?: readonly Group[],
): boolean {
  if (weight === 'opening') return opens(words, from);
  if (weight !== 'final' && weight !== 'apart') return true;
  const before = words[from - 1]?.kind;
  const isApart = before === 'break' || before === 'slash';
  // "Mirror, plain, fixed 600 x 800": behind a comma it describes, unless it comes last.
  const ends = to === words.length || (!isApart && endsTheLine(words, to, groups));
  return ends && (weight === 'final' || isApart);
}

const MOST_WORDS_BEHIND_FOR = 3;
/** They tell nothing of what was done: "populated rev C", "sanded complete". */
const SAY_NO_MORE = new Set(['complete', 'etc', 'rev', 'type', 'stage', 'spec', 'of', 'delivered']);

/** Whether nothing comes behind a place of a line but numbers, letters and the like, or what it is for, if no thing of the catalogue ("sanded for house"). */
function endsTheLine(words: readonly Word[], from: number, groups: readonly Group[] = []): boolean {
  if (words[from]?.form === ')') return false;
  let at = from;
  while (isCount(words[at]) || saysNoMore(words[at])) at++;
  if (at === words.length) return true;
  if (words[at]?.form !== 'for' || words.length - at > MOST_WORDS_BEHIND_FOR + 1) return false;
  return groups.every(({ to, mentions }) => to <= at || mentions.every((mention) => mention.to <= at));
}

function saysNoMore(word: Word | undefined): boolean {
  return word !== undefined && word.kind !== 'break' && (word.form.length === 1 || SAY_NO_MORE.has(word.form));
}

/** First in the line or under its heading as printed, also where its name was put in order ("Panel, clad, tall"). */
function opens(words: readonly Word[], from: number): boolean {
  const first = words[from];
  return first !== undefined && mayOpen(words, from) && words.slice(from).every(({ start }) => start >= first.start);
}

function relationAt(groups: readonly Group[], at: number): Relation {
  return groups.find((g) => at >= g.from && at < g.to)?.relation ?? 'first';
}

function isExcluded(groups: readonly Group[], match: { from: number; to: number }): boolean {
  return groups.some((g) => g.relation === 'excluded' && match.from >= g.from && match.to <= g.to);
}

function isDenied(words: readonly Word[], from: number): boolean {
  const at = HOW_FAR.has(words[from - 1]?.form ?? '') ? from - 2 : from - 1;
  return DENIALS.has(words[at]?.form ?? '');
}

/** Words shortly before a contract that say that something is no part of it ("skip, not in builder's price"). */
const OUTSIDE = new Set([
  'not',
  'never',
  'no',
  'nor',
  "isn't",
  "wasn't",
  "aren't",
  'isnt',
  'outside',
  'excluded',
  'excl',
  'extra',
]);
const MOST_WORDS_BEFORE = 3;

function isOutside(words: readonly Word[], from: number): boolean {
  for (let at = from - 1; at >= from - MOST_WORDS_BEFORE; at--) {
    const word = words[at];
    if (word === undefined || word.kind === 'break') return false;
    if (OUTSIDE.has(word.form)) return true;
  }
  return false;
}

function isAbsent(words: readonly Word[], from: number): boolean {
  const at = words[from - 1]?.form === 'any' ? from - 2 : from - 1;
  return ABSENT.has(words[at]?.form ?? '');
}
