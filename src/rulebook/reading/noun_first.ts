import type { Concept } from '../catalogue.js';
import type { Lexicon } from '../lexicon.js';
import { standing } from '../standing.js';
import type { Word } from '../words.js';

/** What stands between a noun and its kind where a name is printed noun first. */
const NOUN_ENDS = new Set([',', '-']);
const NO_CLAIM: ReadonlySet<string> = new Set(['no', 'ask']);
const MOST_OF_NOUN = 2;
const MOST_OF_KIND = 3;
const PURPOSE = 'for';

/** The first name of a line, put in its order. */
interface Name {
  concept: Concept;
  words: readonly Word[];
  /** Up to where the words of the line are used. */
  to: number;
}

/**
 * The words of a line whose first name is printed noun first, in the order of the name: "Mixer, forced action, 120 litre", "Lintel,
 * steel, cavity". What else stands between commas, and stands in other names of the thing too, only says more of it. Other lines stay
 * as they are.
 */
export function nounLast(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const noun = run(words, 0);
  const purpose = noun.findIndex(({ form }) => form === PURPOSE);
  if (purpose > 0) return withPurposeFirst(words, noun.slice(0, purpose), noun.slice(purpose + 1), lexicon);
  const mark = words[noun.length];
  if (noun.length === 0 || noun.length > MOST_OF_NOUN) return words;
  if (mark?.kind !== 'break' || !NOUN_ENDS.has(mark.form)) return words;
  const name = nameOf(words, noun, lexicon);
  if (!name) return withPurposeBehind(words, noun, lexicon);
  let { words: named, to } = name;
  for (let more = afterComma(words, to); saysMoreOf(name.concept, more, lexicon); more = afterComma(words, to)) {
    named = [...more, ...named];
    to += 1 + more.length;
  }
  return [...named, ...words.slice(to)];
}

/** "Trap for bath" is a bath trap, "stain for front door" a door stain: a noun that names nothing alone, for what its name begins with. */
function withPurposeFirst(
  words: readonly Word[],
  noun: readonly Word[],
  of: readonly Word[],
  lexicon: Lexicon,
): readonly Word[] {
  if (noun.length > MOST_OF_NOUN || of.length === 0 || of.length > MOST_OF_KIND) return words;
  const asPrinted = words.slice(0, noun.length + 1 + of.length);
  // "Range for cooking and heating water": what it is for goes on.
  const goesOn = words[asPrinted.length]?.kind === 'and' || words[asPrinted.length]?.kind === 'slash';
  if (!isKind(noun, lexicon) || goesOn || lexicon.named(asPrinted)) return words;
  // "Stain for next door": where it goes is said of another's.
  const isWhole = lexicon.named([...of, ...noun]) !== undefined;
  if (!isNamedFor(noun, of, lexicon) || (!isWhole && lexicon.saysOfLine(words.slice(noun.length, asPrinted.length))))
    return words;
  return [...of, ...noun, ...words.slice(asPrinted.length)];
}

/** "Seal, bottom, for 8mm shower screen": a noun that names nothing alone, for what its name begins with, and what else says more of it. */
function withPurposeBehind(words: readonly Word[], noun: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const more: Word[] = [];
  let to = noun.length;
  let part = afterComma(words, to);
  while (part.length > 0 && part.length <= MOST_OF_KIND && part[0]?.form !== PURPOSE) {
    more.push(...part);
    to += 1 + part.length;
    part = afterComma(words, to);
  }
  if (part[0]?.form !== PURPOSE) return words;
  const from = to + 2;
  const end = words.findIndex(({ kind }, at) => at >= from && kind !== 'word' && kind !== 'code');
  const told = words.slice(from, end < 0 ? words.length : end);
  const of = told.filter(({ kind }) => kind === 'word').slice(-MOST_OF_KIND);
  const goesOn = end >= 0 && words[end]?.kind !== 'break';
  if (goesOn || !isKind(noun, lexicon) || lexicon.saysOfLine(words.slice(to + 1, from + told.length))) return words;
  return isNamedFor(noun, of, lexicon) ? [...more, ...told, ...noun, ...words.slice(from + told.length)] : words;
}

/** Whether the noun behind what it is for, or behind the end of that, is the name of a thing. */
function isNamedFor(noun: readonly Word[], of: readonly Word[], lexicon: Lexicon): boolean {
  return of.some((_, at) => lexicon.named([...of.slice(at), ...noun]) !== undefined);
}

/** Nothing by itself, or no more than a kind of thing. */
function isKind(noun: readonly Word[], lexicon: Lexicon): boolean {
  return (lexicon.named(noun) ?? []).every(({ generic }) => generic === true);
}

function nameOf(words: readonly Word[], noun: readonly Word[], lexicon: Lexicon): Name | null {
  const alone = lexicon.named(noun) ?? [];
  const conceptOf = (kind: readonly Word[]): Concept | undefined => {
    if (lexicon.saysSupply(kind)) return undefined;
    const named = lexicon.named([...kind, ...noun]) ?? [];
    const [first] = named;
    // "Stove, logs": two things.
    if (first && kind.length === 1 && lexicon.lists.isSeparateFrom(first, kind[0]?.form ?? '', false)) return undefined;
    // Where the noun alone can be claimed the two may be a list, unless the name cannot be ("Inverter, hybrid").
    const oneName =
      named.every((concept) => NO_CLAIM.has(concept.goodsAlone) || standing(concept) === 'service') ||
      alone.every((concept) => concept.generic === true || concept.goodsAlone === 'no' || named.includes(concept));
    return oneName ? first : undefined;
  };
  const from = noun.length + 1;
  const kind = run(words, from);
  // "Garage door, no operator": what is not there is no kind of it.
  if (kind.some(({ form }) => lexicon.leavesOut(form))) return null;
  const end = from + kind.length;
  // "Bell box, dummy/live": one of each.
  if (words[end]?.kind === 'slash') return null;
  const second = afterComma(words, end);
  if (kind.length <= MOST_OF_KIND && second.length > 0 && second.length <= MOST_OF_KIND) {
    for (const both of [
      [...second, ...kind],
      [...kind, ...second],
    ]) {
      const concept = conceptOf(both);
      if (concept) return { concept, words: [...both, ...noun], to: end + 1 + second.length };
    }
  }
  for (let length = Math.min(kind.length, MOST_OF_KIND); length > 0; length--) {
    const begins = kind.slice(0, length);
    const first = conceptOf(begins);
    if (first) return { concept: first, words: [...begins, ...noun], to: from + length };
    const last = kind.length <= MOST_OF_KIND ? conceptOf(kind.slice(-length)) : undefined;
    if (last) return { concept: last, words: [...kind, ...noun], to: end };
  }
  return null;
}

/** Words that name nothing else and stand in other names of the thing; "per tonne" is told of it. */
function saysMoreOf(concept: Concept, more: readonly Word[], lexicon: Lexicon): boolean {
  if (more.length === 0 || lexicon.named(more)?.some((other) => other !== concept)) return false;
  return more.every(({ form }) => lexicon.nouns.isInNames(concept, form) && !lexicon.relates(form));
}

/** The words from a place up to a mark, a size or an "and". */
function run(words: readonly Word[], from: number): readonly Word[] {
  let to = from;
  while (words[to]?.kind === 'word') to++;
  return words.slice(from, to);
}

function afterComma(words: readonly Word[], at: number): readonly Word[] {
  return words[at]?.kind === 'break' && words[at]?.form === ',' ? run(words, at + 1) : [];
}
