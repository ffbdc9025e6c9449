import type { Concept } from '../catalogue.js';
import type { Lexicon } from '../lexicon.js';
import type { PhraseMatch } from '../phrases.js';
import { standing } from '../standing.js';
import type { Word } from '../words.js';
import { saysPurpose } from './concept_matches.js';
import { type Group, isListed, listsContents } from './groups.js';
import { type NamedThing, PRIMARY, type Reading } from './reading.js';

/** What a group names, or the word that would say so and that nobody knows. */
export interface Named {
  thing: NamedThing | null;
  group: Group;
  unknownWord: string | null;
  /** The one word of the group, where that tells of something besides the goods. */
  separate: string | null;
}

/** The right-most thing of a group, unless an unknown word after it, or a tool-like one anywhere, is the real head noun. */
export function headOf(
  lexicon: Lexicon,
  words: readonly Word[],
  group: Group,
): { match: PhraseMatch<Concept> | null; unknownWord: string | null } {
  let last: PhraseMatch<Concept> | null = null;
  for (const m of namedInWords(group, words))
    if (!last || m.to > last.to || (m.to === last.to && m.length > last.length)) last = m;
  if (group.unknown.length === 0) return { match: last, unknownWord: null };
  const show = (at: number) => words[at]?.form ?? '';
  if (!last) return { match: null, unknownWord: show(group.unknown[0] as number) };
  const { from, to } = last;
  if (saysPurpose(last, words) && group.unknown.includes(from - 1)) return { match: last, unknownWord: show(from - 1) };
  // "Hallway organiser 900 white MDF": a thing that no list knows, then a size, then what it is made of. After a maker's name
  // a noun is what the maker calls the thing that two words or more name ("Elica Lane 90cm chimney cooker hood").
  const isRange = (at: number) =>
    last.length > 1 && !lexicon.lists.looksLikeAgent(show(at)) && lexicon.isAfterMaker(words, at);
  const made = group.unknown.find(
    (at) => at < from && lexicon.lists.mayBeHead(show(at)) && holdsCode(words, at + 1, from) && !isRange(at),
  );
  // After a size or a count a word describes ("18 way", "600x720 dove"); next to the name it may be the real noun.
  const isNoun = (form: string) => lexicon.lists.mayBeHead(form) || (claimable && lexicon.mayBeShortForHead(form));
  const claimable = last.payloads[0]?.goodsAlone === 'yes';
  // "Cleaning bricks": what is done to a thing is no thing.
  const done = claimable
    ? group.unknown.find((at) => at === group.from && lexicon.lists.looksLikeDoing(show(at)))
    : undefined;
  // "Perko R85 closer": what other names of the thing end with says no more than its kind.
  const isKindOf = (at: number) => last.payloads.every((concept) => lexicon.nouns.isKindNounOf(concept, show(at)));
  // "Plasterboard square": an English name ends with what the thing is, and what no list knows may be anything. Past a size or a maker it
  // describes, and what the column of a till may have cut ("bricks rust") is told by what it may go on to.
  const endsName = (at: number) =>
    claimable &&
    at === to &&
    words.slice(at + 1, group.to).every(({ kind }) => kind === 'code') &&
    saysNothingOf(show(at), last.payloads, lexicon) &&
    lexicon.fullWords(show(at), show(at - 1), show(at + 1)).length === 0;
  // "Dumper and driver moving spoil": behind work such a word tells on.
  const isOfWork = last.payloads.every((concept) => standing(concept) === 'works');
  const tellsOn = (at: number) => isOfWork && lexicon.lists.looksLikeDoing(show(at));
  const head =
    done ??
    made ??
    group.unknown.find(
      (at) =>
        at >= to &&
        !tellsOn(at) &&
        (lexicon.lists.looksLikeAgent(show(at)) || (!holdsCode(words, to, at) && isNoun(show(at))) || endsName(at)) &&
        !isKindOf(at),
    );
  return { match: last, unknownWord: head === undefined ? null : show(head) };
}

/** Whether a word at the end of a name is neither how the thing is made ("hammered"), nor a part of things, nor in any other name of this one. */
function saysNothingOf(form: string, concepts: readonly Concept[], { lists, nouns }: Lexicon): boolean {
  if (!LONG_WORD.test(form) || form.endsWith('ed') || lists.partWords.has(form)) return false;
  return !concepts.some((concept) => nouns.isInNames(concept, form) || nouns.isKindOf(concept, form));
}

/** Shorter ones are colours and models cut short. */
const LONG_WORD = /^\p{L}{4,}$/u;

/** "Wall light GU10": a code after a name says more of the thing, and is its name only where nothing else is. */
function namedInWords({ mentions }: Group, words: readonly Word[]): readonly PhraseMatch<Concept>[] {
  const inWords = mentions.filter(({ from, to }) => words.slice(from, to).some((w) => w.kind !== 'code'));
  const settles = inWords.some(
    ({ payloads: [concept] }) =>
      concept?.generic !== true && (concept?.goodsAlone === 'yes' || concept?.goodsAlone === 'no'),
  );
  return settles ? inWords : mentions;
}

function holdsCode(words: readonly Word[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (words[at]?.kind === 'code') return true;
  return false;
}

/**
 * Of all that the groups of a line name, what the line is about and what else it holds. Adds to `steps` how the head was found.
 * @param text the words of a span as printed.
 */
export function chooseHead(
  lexicon: Lexicon,
  named: readonly Named[],
  about: Reading['about'],
  words: readonly Word[],
  steps: string[],
  text: (from: number, to: number) => string,
): Pick<Reading, 'head' | 'headStatus' | 'unknownWord' | 'others' | 'unknownOther'> {
  const [first, next] = named.filter((n) => PRIMARY.has(n.group.relation));
  let head = first?.thing ?? null;
  if (first && next?.thing && next.group.relation !== 'list') {
    const before = text(first.group.from, first.group.to);
    const isName =
      !head && isOnlyName(lexicon, first.group, words) && !isNounBeforeComma(lexicon, first.group, next.group, words);
    if (isName || isWhoCharges(first, next, words)) {
      steps.push(`"${before}" is taken for a name; what follows it names the thing.`);
      head = next.thing;
    } else if (listsContents(first.group, next.group, words, lexicon.toldByContents)) {
      steps.push(`"${before}" only says how things were sold; what follows it says which.`);
      head = next.thing;
    } else if (isNounOf(lexicon, first, next.thing, words)) {
      steps.push(`"${before}" only says the kind of thing; what follows it says which.`);
      head = next.thing;
    }
  }
  if (first && !head && next?.thing && isListed(next.group) && isOfItsKind(lexicon, first.group, next.thing, words)) {
    steps.push(`"${text(first.group.from, first.group.to)}" is of the kind of what it is listed with.`);
    head = next.thing;
  }
  const unknownWord = head ? null : (first?.unknownWord ?? null);
  const others: NamedThing[] = [];
  let unknownOther: string | null = null;
  // "Deposit for kitchen units, jars": beside what is paid for it is another thing too.
  const paidFor = about.filter(({ relation }) => relation === 'of' || relation === 'purpose');
  for (const n of named) {
    if (n === first) continue;
    const { separate } = n;
    const isSeparate =
      separate !== null &&
      head !== null &&
      [head, ...paidFor].some(({ mention }) =>
        lexicon.lists.isSeparateFrom(mention.concept, separate, n.group.relation === 'included'),
      );
    if (isSeparate) unknownOther ??= separate;
    if (n.thing && n.thing !== head) others.push(n.thing);
    else if (isSeparate || (separate !== null && n.group.unknown.length === 0)) continue;
    else if (head !== null && isOfItsKind(lexicon, n.group, head, words)) continue;
    else if (n.unknownWord !== null && isUnknownProduct(lexicon, n.group, n.unknownWord, words, head))
      unknownOther ??= n.unknownWord;
  }
  steps.unshift(howFound(head, unknownWord));
  return { head, headStatus: head ? 'known' : first ? 'unknown' : 'nothing_named', unknownWord, others, unknownOther };
}

/**
 * "Cement, mixer", "bricks plus pallets", "tap with hose": the one word of an item of the list. After a comma it may describe ("membrane, gas, 2m"),
 * unless nothing follows; how many there are of what packs the goods is no item.
 */
export function separateWord(
  lexicon: Lexicon,
  { from, to, relation }: Group,
  groups: readonly Group[],
  words: readonly Word[],
): string | null {
  const isLast = to === endOfGoods(groups, words) || words[to]?.form === '(';
  if (relation !== 'list' && relation !== 'included' && !(relation === 'item' && isLast)) return null;
  const told = words.slice(from, to).filter(({ kind }) => relation === 'item' || kind !== 'code');
  const last = told.at(-1);
  // "Bath with tall cupboard": what goods come with may be told in a few words, of which the last says what it is.
  const isTold = told.length === 1 || (relation === 'included' && told.length <= MOST_WORDS_TOLD);
  return last !== undefined && isTold && lexicon.lists.maySeparate(last.form, relation === 'included')
    ? last.form
    : null;
}

/** Where what was bought ends: nothing follows but what or whom it is for, if no thing of the catalogue ("bricks, jars for house"). */
function endOfGoods(groups: readonly Group[], words: readonly Word[]): number {
  const last = groups.at(-1);
  return last?.relation === 'purpose' && last.mentions.length === 0 ? (groups.at(-2)?.to ?? 0) : words.length;
}

/** More words are a description of the goods. */
const MOST_WORDS_TOLD = 3;

/** "Basin, tap and trap": a bare noun listed with goods that are claimed is one of theirs. */
function isOfItsKind(lexicon: Lexicon, group: Group, { mention }: NamedThing, words: readonly Word[]): boolean {
  const { concept } = mention;
  const [only, another] = words.slice(group.from, group.to).filter(({ kind }) => kind !== 'code');
  if (only === undefined || another !== undefined || group.unknown.length !== 1) return false;
  // "Bricks and lorry": an everyday thing may be one of any kind.
  const mayBeAny = lexicon.lists.isThing(only.form) && !lexicon.lists.partWords.has(only.form);
  return !mayBeAny && lexicon.nouns.isKindOf(concept, only.form);
}

function howFound(head: NamedThing | null, unknownWord: string | null): string {
  if (head) return `"${head.mention.text}" names ${head.mention.concept.label} (${head.mention.concept.id}).`;
  return unknownWord === null
    ? 'The line names no goods and no work.'
    : `"${unknownWord}" is not a word the catalogue knows, so what the line is for is unknown.`;
}

/**
 * "Octopus: electricity used", "Wessex Water: sewer connection": before a colon stands who charges for what no claim covers, whatever
 * else their name may mean. Where what follows can be claimed, a thing that no list knows might stand there.
 */
function isWhoCharges(
  { group, thing }: Named,
  { group: next, thing: charged }: Named,
  words: readonly Word[],
): boolean {
  if (charged === null || !words.slice(group.to, next.from + 1).some(isColon)) return false;
  const kind = standing(charged.mention.concept);
  if (thing === null) return group.mentions.length === 0 && (kind === 'service' || kind === 'no');
  return standing(thing.mention.concept) === 'service' && (kind === 'service' || kind === 'no' || kind === 'ask');
}

function isColon({ kind, form }: Word): boolean {
  return kind === 'break' && form === ':';
}

/** Nothing in it can be a thing or a place that is no home: probably a brand or an address. */
function isOnlyName(lexicon: Lexicon, group: Group, words: readonly Word[]): boolean {
  return (
    group.mentions.length === 0 &&
    !group.unknown.some((at) => lexicon.lists.mayBeHead(words[at]?.form ?? '')) &&
    !lexicon.lists.institutions.has(words[group.to - 1]?.form ?? '')
  );
}

/** "Formwork, column": a comma parts a noun from what says more of it, and no maker from their goods. */
function isNounBeforeComma(lexicon: Lexicon, group: Group, next: Group, words: readonly Word[]): boolean {
  if (next.relation !== 'item') return false;
  return group.unknown.some((at) => !lexicon.mayBeMaker(words[at]?.form ?? ''));
}

/**
 * "Alarm - intruder panel", "Cable - 6242Y": a noun that says no more than a kind of thing, before a thing that has names with that
 * noun last ("intruder alarm") and is not named with it here ("Gate, side gate"). Of a thing that has an answer of its own a part does
 * not say which ("Gates, ring latch").
 */
function isNounOf(lexicon: Lexicon, { thing, group }: Named, { mention }: NamedThing, words: readonly Word[]): boolean {
  const isOpen = thing === null || thing.mention.concept.goodsAlone === 'ask';
  const [noun, another] = [...group.unknown, ...group.mentions.flatMap(({ from, to }) => span(from, to))];
  if (!isOpen || noun === undefined || another !== undefined) return false;
  const form = words[noun]?.form ?? '';
  const isRepeated = words.slice(mention.from, mention.to).some((word) => word.form === form);
  if (thing !== null && lexicon.lists.partWords.has(words[mention.to - 1]?.form ?? '')) return false;
  return !isRepeated && lexicon.nouns.isNamedAfter(mention.concept, form);
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** True when a further part of the line probably is another product that no concept knows. */
function isUnknownProduct(
  lexicon: Lexicon,
  group: Group,
  word: string,
  words: readonly Word[],
  head: NamedThing | null,
): boolean {
  if (lexicon.lists.isHarmless(word)) return false;
  // "Facing bricks and probe": bricks have no such part.
  if (lexicon.lists.partWords.has(word))
    return group.relation === 'list' && head !== null && !lexicon.nouns.mayBePartOf(head.mention.concept, word);
  if (group.relation === 'list' || isCounted(words, group)) return true;
  const before = group.unknown[0] ?? group.from;
  // "Septic tank with building control certificate": what a paper is of may be charged with it.
  const namesGoods = group.mentions.some(({ payloads }) =>
    payloads.every((concept) => standing(concept) !== 'service'),
  );
  return !namesGoods && lexicon.lists.mayBeHead(word) && !holdsCode(words, group.from, before);
}

/** "1 x zorblat", "2no zorblats": what is counted is a thing of its own. */
function isCounted(words: readonly Word[], { relation, from }: Group): boolean {
  const [first, next] = words.slice(from, from + 2).map(({ form }) => form);
  if (relation !== 'item' || first === undefined) return false;
  return /^\d{1,3}(?:x|no|nr|off)$/.test(first) || (/^\d{1,3}$/.test(first) && /^(?:x|no|nr|off)$/.test(next ?? ''));
}

/** Printed small, so the name of nobody and no place. */
const SMALL_LETTERS = /^[a-z]{3,}$/;

/** A word that begins a name. */
const CAPITAL = /^\p{Lu}/u;

/** "Westgate Centre": the words before `to` end in the name of a place or body that is no home; a "Home Office" is a room. */
function isInstitution(
  lexicon: Lexicon,
  words: readonly Word[],
  to: number,
  text: (from: number, to: number) => string,
): boolean {
  const [name, noun] = [words[to - 2], text(to - 1, to)];
  if (name?.kind !== 'word' || !CAPITAL.test(noun) || !lexicon.lists.institutions.has(noun.toLowerCase())) return false;
  return CAPITAL.test(text(to - 2, to - 1)) && !lexicon.lists.homeWords.has(name.form);
}

/** Nothing but words that nothing explains. */
function isBare(words: readonly Word[], from: number, to: number, unknown: readonly number[]): boolean {
  return words.slice(from, to).every(({ kind }, at) => kind === 'word' && unknown.includes(from + at));
}

/**
 * What a line is said to be of or for, when no list knows it. Names of people and places stand after "for" too, so there it
 * must look like a thing, be printed small, or be the name of what is no home ("Westgate Centre").
 */
export function unknownNamed(
  lexicon: Lexicon,
  groups: readonly Group[],
  words: readonly Word[],
  text: (from: number, to: number) => string,
): Reading['unknownNamed'] {
  return groups.flatMap((group, i) => {
    const { relation: said, mentions, unknown, from, to } = group;
    const form = (at: number) => words[at]?.form ?? '';
    // "Readymix 6m3 - silage clamp": what merchants print last behind a dash is the note of their customer.
    const isNote = i === groups.length - 1 && said === 'detail' && form(from - 1) === '-' && unknown.length > 0;
    const relation = isNote && isBare(words, from, to, unknown) ? 'purpose' : said;
    if (relation !== 'of' && relation !== 'purpose' && relation !== 'place') return [];
    if (isInstitution(lexicon, words, to, text)) return [{ form: form(to - 1), relation }];
    if (mentions.length > 0) {
      // "Deposit on bifold doors health check": what is paid for is the check.
      const { match, unknownWord } = headOf(lexicon, words, group);
      const isBehind = unknown.some((at) => match !== null && at >= match.to && form(at) === unknownWord);
      return unknownWord !== null && isBehind ? [{ form: unknownWord, relation: 'of' as const }] : [];
    }
    const isOfHome = unknown.some((at) => lexicon.lists.homeWords.has(form(at)));
    const isPart = (at: number) => lexicon.lists.partWords.has(form(at)) || lexicon.lists.isHarmless(form(at));
    const named = (at: number) => {
      if (relation === 'of') return /^\p{L}{3,}$/u.test(form(at));
      if (relation === 'place')
        return !isOfHome && lexicon.lists.isEverydayThing(form(at)) && SMALL_LETTERS.test(text(at, at + 1));
      return lexicon.lists.mayBeHead(form(at)) || (!isOfHome && !isPart(at) && SMALL_LETTERS.test(text(at, at + 1)));
    };
    return unknown.filter(named).map((at) => ({ form: form(at), relation }));
  });
}
