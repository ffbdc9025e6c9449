import { EdgeTable } from './reading/edge_table.js';
import { NO_WORD, type NumberedLine } from './reading/word_numbers.js';

export interface PhraseMatch<T> {
  /** First and one-past-last word. */
  from: number;
  to: number;
  payloads: readonly T[];
  /** How many words of the phrase were matched (sizes skipped inside do not count). */
  length: number;
}

/** A `PhraseIndex` as plain numbers. */
export interface KeptPhrases {
  edges: Int32Array;
  /** Two numbers a payload: the branch at which a phrase ends, and the payload's place in the list it is of. */
  ends: Int32Array;
}

/** The longest phrase found so far from one word. */
interface Longest {
  branch: number;
  to: number;
  length: number;
}

const ROOT = 0;
const MAX_SIZES_SKIPPED = 3;

/**
 * A tree of phrases over folded words. Sizes and codes may stand between the words of a phrase ("copper 15mm pipe"),
 * and a compound may be printed as one word or two ("plaster board").
 */
export class PhraseIndex<T> {
  private readonly edges: EdgeTable;
  private branches: number;
  /** By branch: what the phrase that ends there stands for. */
  private readonly payloads: (T[] | undefined)[] = [];

  /**
   * @param kept what `keep` gave; without it nothing is in the index yet.
   * @param all the list it was given.
   */
  constructor(kept?: KeptPhrases, all: readonly T[] = []) {
    this.edges = new EdgeTable(kept?.edges);
    // Each edge leads to a branch of its own.
    this.branches = this.edges.size + 1;
    const ends = kept?.ends ?? [];
    for (let at = 0; at < ends.length; at += 2) this.end(ends[at] as number, all[ends[at + 1] as number] as T);
  }

  /** @param all a list that has every payload. */
  keep(all: readonly T[]): KeptPhrases {
    const place = new Map(all.map((payload, at) => [payload, at]));
    const ends: number[] = [];
    this.payloads.forEach((payloads, branch) => {
      for (const payload of payloads ?? []) ends.push(branch, place.get(payload) as number);
    });
    return { edges: this.edges.slots, ends: Int32Array.from(ends) };
  }

  /** @param words as the lines that are looked up number them. */
  add(words: readonly number[], payload: T): void {
    if (words.length === 0) return;
    let branch = ROOT;
    for (const word of words) {
      let next = this.edges.get(branch, word);
      if (next === 0) {
        next = this.branches++;
        this.edges.add(branch, word, next);
      }
      branch = next;
    }
    this.end(branch, payload);
  }

  private end(branch: number, payload: T): void {
    const payloads = this.payloads[branch];
    if (payloads === undefined) this.payloads[branch] = [payload];
    else if (!payloads.includes(payload)) payloads.push(payload);
  }

  /** The branch before the first word of every phrase. */
  readonly root = ROOT;

  /** The branch that a word leads to from a branch; 0 when no phrase goes on so. */
  next(branch: number, word: number): number {
    return this.edges.get(branch, word);
  }

  /** What the phrase that ends at a branch stands for. */
  at(branch: number): readonly T[] | undefined {
    return this.payloads[branch];
  }

  /** What phrases stand for that stand for more than one. */
  *shared(): Iterable<readonly T[]> {
    for (const payloads of this.payloads) if (payloads !== undefined && payloads.length > 1) yield payloads;
  }

  has(words: readonly number[]): boolean {
    let branch = ROOT;
    for (const word of words) {
      branch = this.edges.get(branch, word);
      if (branch === 0) return false;
    }
    return this.payloads[branch] !== undefined;
  }

  /** Every phrase of the words from `from` to before `to` that is not inside a longer one, in order. */
  maximal(line: NumberedLine, from = 0, to = line.words.length): PhraseMatch<T>[] {
    const found: PhraseMatch<T>[] = [];
    let furthest = from;
    for (let at = from; at < to; at++) {
      const match = this.longestAt(line, at, to);
      if (match && match.to > furthest) {
        found.push(match);
        furthest = match.to;
      }
    }
    return found;
  }

  /**
   * Phrases of the words from `from` to before `to`, left to right, longest first, none overlapping.
   * @param counts false for a phrase that means nothing where it stands; a shorter one may stand there.
   */
  leftmost(
    line: NumberedLine,
    counts: (match: PhraseMatch<T>) => boolean = () => true,
    from = 0,
    to = line.words.length,
  ): PhraseMatch<T>[] {
    const found: PhraseMatch<T>[] = [];
    for (let at = from; at < to; ) {
      const match = this.startingAt(line, at, counts, to);
      if (match) {
        found.push(match);
        at = match.to;
      } else at++;
    }
    return found;
  }

  /** The longest phrase that starts at a word and counts; null when none does. */
  startingAt(
    line: NumberedLine,
    at: number,
    counts: (match: PhraseMatch<T>) => boolean,
    to = line.words.length,
  ): PhraseMatch<T> | null {
    let match = this.longestAt(line, at, to);
    while (match && !counts(match)) match = this.longestAt(line, at, match.to - 1);
    return match;
  }

  /** The longest phrase that starts at word `from` and ends before `end`. */
  private longestAt(line: NumberedLine, from: number, end: number): PhraseMatch<T> | null {
    const best: Longest = { branch: ROOT, to: from, length: 0 };
    this.walk(line, end, ROOT, from, 0, 0, best);
    const payloads = this.payloads[best.branch];
    return payloads ? { from, to: best.to, payloads, length: best.length } : null;
  }

  /** Follows the words from `at` on, as far as phrases go from `branch`. */
  private walk(
    line: NumberedLine,
    end: number,
    branch: number,
    at: number,
    length: number,
    skipped: number,
    best: Longest,
  ): void {
    if (at >= end) return;
    const kind = line.words[at]?.kind;
    if (kind === 'break') return;
    const word = line.numbers[at] as number;
    const next = word === NO_WORD ? 0 : this.edges.get(branch, word);
    if (next !== 0) this.step(line, end, next, at + 1, length + 1, skipped, best);
    const compound = line.joined[at] as number;
    if (compound !== NO_WORD && at + 1 < end) {
      const joined = this.edges.get(branch, compound);
      if (joined !== 0) this.step(line, end, joined, at + 2, length + 1, skipped, best);
    }
    // A size after the last word of a phrase is not part of it, so skipping one ends nothing.
    if (length > 0 && kind === 'code' && skipped < MAX_SIZES_SKIPPED)
      this.walk(line, end, branch, at + 1, length, skipped + 1, best);
  }

  private step(
    line: NumberedLine,
    end: number,
    branch: number,
    at: number,
    length: number,
    skipped: number,
    best: Longest,
  ): void {
    const longer = best.branch === ROOT || at > best.to || (at === best.to && length > best.length);
    if (longer && this.payloads[branch] !== undefined) {
      best.branch = branch;
      best.to = at;
      best.length = length;
    }
    this.walk(line, end, branch, at, length, skipped, best);
  }
}
