import type { Word } from './words.js';

interface Branch<T> {
  /** Null until a longer phrase goes on from here: most branches are ends, and there are many. */
  next: Map<string, Branch<T>> | null;
  payloads: T[] | null;
}

export interface PhraseMatch<T> {
  /** First and one-past-last word. */
  from: number;
  to: number;
  payloads: readonly T[];
  /** How many words of the phrase were matched (sizes skipped inside do not count). */
  length: number;
}

const MAX_SIZES_SKIPPED = 3;

/**
 * A trie of phrases over folded words. Sizes and codes may stand between the words of a phrase ("copper 15mm pipe"),
 * and a compound may be printed as one word or two ("plaster board").
 */
export class PhraseIndex<T> {
  private readonly root: Branch<T> = { next: null, payloads: null };
  readonly vocabulary = new Set<string>();

  add(forms: readonly string[], payload: T): void {
    if (forms.length === 0) return;
    let branch = this.root;
    for (const form of forms) {
      this.vocabulary.add(form);
      let child = branch.next?.get(form);
      if (!child) {
        child = { next: null, payloads: null };
        branch.next ??= new Map();
        branch.next.set(form, child);
      }
      branch = child;
    }
    branch.payloads ??= [];
    if (!branch.payloads.includes(payload)) branch.payloads.push(payload);
  }

  has(forms: readonly string[]): boolean {
    let branch: Branch<T> | undefined = this.root;
    for (const form of forms) branch = branch?.next?.get(form);
    return branch?.payloads != null;
  }

  /** The longest phrase that starts at word `from`. */
  longestAt(words: readonly Word[], from: number): PhraseMatch<T> | null {
    let best: PhraseMatch<T> | null = null;
    // A size after the last word of a phrase is not part of it, so a step that only skips one ends nothing.
    const walk = (branch: Branch<T>, at: number, length: number, skipped: number, ends: boolean): void => {
      if (ends && branch.payloads && (best === null || at > best.to || (at === best.to && length > best.length))) {
        best = { from, to: at, payloads: branch.payloads, length };
      }
      const word = words[at];
      if (!word || word.kind === 'break') return;
      const child = branch.next?.get(word.form);
      if (child) walk(child, at + 1, length + 1, skipped, true);
      const following = words[at + 1];
      if (word.kind === 'word' && following?.kind === 'word') {
        const joined = branch.next?.get(word.form + following.form);
        if (joined) walk(joined, at + 2, length + 1, skipped, true);
      }
      if (!child && length > 0 && word.kind === 'code' && skipped < MAX_SIZES_SKIPPED)
        walk(branch, at + 1, length, skipped + 1, false);
    };
    walk(this.root, from, 0, 0, true);
    return best;
  }

  /** Every phrase that is not inside a longer one, in order. */
  maximal(words: readonly Word[]): PhraseMatch<T>[] {
    const found: PhraseMatch<T>[] = [];
    let furthest = 0;
    for (let at = 0; at < words.length; at++) {
      const match = this.longestAt(words, at);
      if (match && match.to > furthest) {
        found.push(match);
        furthest = match.to;
      }
    }
    return found;
  }

  /** Phrases left to right, longest first, none overlapping. */
  leftmost(words: readonly Word[]): PhraseMatch<T>[] {
    const found: PhraseMatch<T>[] = [];
    for (let at = 0; at < words.length; ) {
      const match = this.longestAt(words, at);
      if (match) {
        found.push(match);
        at = match.to;
      } else at++;
    }
    return found;
  }
}
