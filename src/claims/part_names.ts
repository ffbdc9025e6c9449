import type { Rulebook } from '../rulebook/rulebook.js';
import { plainWords } from './plain_words.js';
import type { Project } from './records.js';

type Part = Project['elements'][number];

/** Whether a text has a name as it stands ("Plot no. 3" has "Plot 3"), whatever article is before it. */
export function names(text: string, name: string): boolean {
  return hasPhrase(nameWords(text), nameWords(named(name)));
}

/**
 * Finds the part of a site that a text may mean without naming it as it stands: "office in garden" the "Garden office", "the store" the
 * "Workshop and store", "barns 1 and 2" the "Barn 2", "granny flat" a tied annexe. A room or another common word of its name tells nothing.
 * @param ours what the home and the parts claimed with it are called: their words mean them.
 */
export function partsMeant(
  book: Rulebook,
  parts: readonly Part[],
  ours: readonly string[],
): (text: string) => Part | undefined {
  if (parts.length === 0) return () => undefined;
  const oursWords = ours.map(singulars);
  const isOurs = (phrase: readonly string[]) => oursWords.some((own) => hasPhrase(own, phrase));
  const callings = parts.map((part) => ({ part, ...callingOf(book, part, isOurs) }));
  const things = (book.meaningTables.otherPlaces.notBuildings ?? []).map(singulars);
  return (text) => {
    const words = singulars(text);
    const without = wordsWithout(words, things);
    return callings.find(
      ({ phrases, together, buildings }) =>
        phrases.some((phrase) => hasPhrase(words, phrase)) ||
        together.some((one) => hasAll(words, one)) ||
        buildings.some((word) => without.includes(word)),
    )?.part;
  };
}

/** What a part may be called: phrases as they stand, words in any order, and words that alone name a building. */
function callingOf({ eligibility, meaningTables }: Rulebook, part: Part, isOurs: (phrase: string[]) => boolean) {
  const calledBy = eligibility.elements.find(({ kind }) => kind === part.kind)?.calledBy ?? [];
  const known = new Set((meaningTables.otherPlaces.buildings ?? []).map((word) => singulars(word).join(' ')));
  const alternatives = named(part.name)
    .split(/[&/,+]|\band\b/i)
    .map((words) => singulars(words).filter((word) => !LITTLE.has(word)));
  return {
    phrases: calledBy.map(singulars).filter((phrase) => !isOurs(phrase)),
    together: alternatives.filter((words) => words.length > 1 && !isOurs(words)),
    buildings: alternatives.flat().filter((word) => known.has(word) && !isOurs([word])),
  };
}

/** A name without what stands in brackets. */
const named = (name: string): string => name.replace(/\(.*?\)/g, ' ');

const UNSAID = new Set(['the', 'no', 'number']);
/** Words that tell no part from another. */
const LITTLE = new Set(['a', 'an', 'of', 'in', 'at', 'to', 'for', 'by', 'on', 'our', 'my', 'new', 'old']);

const nameWords = (text: string): string[] =>
  plainWords(text.replace(/(\d)\s*[-–]\s*(?=\d)/g, '$1 to ').replace(/(\p{L})(\d)/gu, '$1 $2')).filter(
    (word) => !UNSAID.has(word),
  );

const singulars = (text: string): string[] => nameWords(text).map((word) => word.replace(/(?<=\w{3}[^s])s$/, ''));

function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return phrase.length > 0 && ` ${words.join(' ')} `.includes(` ${phrase.join(' ')} `);
}

const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d+$/.test(word);

/** Whether all words are there in any order; a number counts where it goes with the word before it. */
function hasAll(words: readonly string[], part: readonly string[]): boolean {
  return part.every((word, i) => {
    const before = part[i - 1];
    return isNumber(word) && before !== undefined ? isNumbered(words, before, word) : words.includes(word);
  });
}

/** "barns 1, 2 and 3", "barns 1 to 3" */
function isNumbered(words: readonly string[], noun: string, number: string): boolean {
  return words.some((word, at) => {
    if (word !== noun) return false;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((one) => !isNumber(one) && !['and', 'to', 'or'].includes(one));
    const list = end < 0 ? rest : rest.slice(0, end);
    return list.some((one, i) => one === number || (one === 'to' && isBetween(list[i - 1], number, list[i + 1])));
  });
}

const isBetween = (from: string | undefined, number: string, to: string | undefined): boolean =>
  Number(from) <= Number(number) && Number(number) <= Number(to);

/** The words of a text without the things that have a word for a building in their name. */
function wordsWithout(words: readonly string[], things: readonly (readonly string[])[]): string[] {
  const spaced = ` ${words.join(' ')} `;
  return things
    .reduce((rest, thing) => rest.replaceAll(` ${thing.join(' ')} `, ' '), spaced)
    .trim()
    .split(' ');
}
