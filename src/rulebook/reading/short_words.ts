import type { WordNumbers } from './word_numbers.js';

/** Letters after the first are consonants: what is left of a word when a till drops its vowels ("TRWL", "SPNDL"). */
const WITHOUT_VOWELS = /^[a-z][b-df-hj-np-tv-z]+$/;
/** Shorter words are not shortened. */
const LEAST_WORD = 3;
/** A word cut short has at least these letters. */
export const LEAST_CUT = 3;

/** Words, by their numbers, by what a till may make of them. */
export class ShortWords {
  readonly bySkeleton = new Map<string, number[]>();
  /** With one consonant left out: "CMT" for cement, "MLDG" for moulding. */
  readonly byCutSkeleton = new Map<string, number[]>();
  /** By their first letters, as many as the shortest cut has. */
  readonly byStart = new Map<string, number[]>();
  /** By the beginning of what is left without vowels: "SLV" for solvent. */
  readonly bySkeletonStart = new Map<string, number[]>();
  readonly byFirst = new Map<string, number[]>();
  /** By the first letter and the last consonant. */
  readonly byEnds = new Map<string, number[]>();
  /** At each number, for words that are shortened. */
  readonly skeletons: string[] = [];

  constructor({ words }: WordNumbers) {
    words.forEach((word, number) => {
      if (word.length < LEAST_WORD || !/^[a-z]+$/.test(word)) return;
      const skeleton = skeletonOf(word);
      this.skeletons[number] = skeleton;
      put(this.bySkeleton, skeleton, number);
      for (let cut = 1; cut < skeleton.length - 1; cut++)
        put(this.byCutSkeleton, skeleton.slice(0, cut) + skeleton.slice(cut + 1), number);
      put(this.byStart, word.slice(0, LEAST_CUT), number);
      if (skeleton.length > LEAST_CUT) put(this.bySkeletonStart, skeleton.slice(0, LEAST_CUT), number);
      put(this.byFirst, word.charAt(0), number);
      put(this.byEnds, endsOf(word, skeleton), number);
    });
  }
}

/** What is left of a word when its vowels are dropped. */
export function lacksVowels(form: string): boolean {
  return WITHOUT_VOWELS.test(form);
}

/** The first letter and the consonants after it, doubled ones once, with k for ck as tills have it ("BRK"). */
export function skeletonOf(word: string): string {
  return (word.charAt(0) + word.slice(1).replace(/[aeiou]/g, '')).replace(/(.)\1+/g, '$1').replace(/ck/g, 'k');
}

/** The first letter of a word and the last that is left of it without vowels. */
export function endsOf(word: string, skeleton: string): string {
  return word.charAt(0) + skeleton.charAt(skeleton.length - 1);
}

/** Whether the letters of the one stand in the other in their order. */
export function isWithin(letters: string, word: string): boolean {
  let at = 0;
  for (const letter of letters) {
    if (letter === "'") continue;
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function put(map: Map<string, number[]>, key: string, number: number): void {
  const found = map.get(key);
  if (found) found.push(number);
  else map.set(key, [number]);
}
