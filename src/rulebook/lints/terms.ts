import { type Catalogue, type Concept, termsOf } from '../catalogue.js';
import type { Lexicon } from '../lexicon.js';
import { standing } from '../standing.js';

/** One term of a concept. */
export interface Term {
  concept: Concept;
  /** Where it stands among the terms of the concept. */
  index: number;
  text: string;
}

/** A term of one word, as lines are matched with it. */
export interface Word extends Term {
  folded: string;
}

/** A term that may fold to one word: "the" folds to nothing. */
const ONE_WORD = /^(?:the )?\S+$/i;

/** Every term of a catalogue as lines are matched with it, for the lints that compare terms. */
export class Terms {
  /** The terms of one word of letters, as lines are read; of those that fold alike the first. */
  readonly single: ReadonlyMap<string, Word>;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly lexicon: Pick<Lexicon, 'forms' | 'named' | 'concepts'>,
  ) {
    const single = new Map<string, Word>();
    for (const term of this.all()) {
      if (!ONE_WORD.test(term.text)) continue;
      const folded = this.folded(term.text);
      if (/^[a-z]+$/.test(folded) && !single.has(folded)) single.set(folded, { ...term, folded });
    }
    this.single = single;
  }

  /** In the order in which the catalogue is read. */
  *all(): Iterable<Term> {
    for (const concept of this.catalogue.concepts)
      for (const [index, text] of termsOf(concept).entries()) yield { concept, index, text };
  }

  /** The thing that a line of nothing but these words names, before anything else is made of them. */
  namedBy(text: string): Concept | undefined {
    return this.lexicon.named(this.lexicon.forms(text).map((form) => ({ form })))?.[0];
  }

  /** The terms of several concepts that fold to the same words, the one that a line is read as first. */
  *shared(): Iterable<readonly Term[]> {
    const claimants = new Set([...this.lexicon.concepts.shared()].flat());
    if (claimants.size === 0) return;
    const byFolded = new Map<string, Term[]>();
    for (const term of this.all()) {
      if (!claimants.has(term.concept)) continue;
      const folded = this.folded(term.text);
      const same = byFolded.get(folded);
      if (same) same.push(term);
      else byFolded.set(folded, [term]);
    }
    for (const same of byFolded.values()) if (same.some(({ concept }) => concept !== same[0]?.concept)) yield same;
  }

  private folded(text: string): string {
    return this.lexicon.forms(text).join(' ');
  }
}

/** Whether taking one thing for the other may make a claim of what is none, or lose one. */
export function claimDiffers(a: Concept, b: Concept): boolean {
  return (standing(a) === 'yes') !== (standing(b) === 'yes');
}

/** Whether a look-alike of either concept speaks of the word of the other, so that its author has looked at both. */
export function lookedAt(a: Word, b: Word, lexicon: Pick<Lexicon, 'forms'>): boolean {
  const names = ({ concept: { lookalikes } }: Word, { folded }: Word) =>
    [...lookalikes.are, ...lookalikes.areNot].some((line) => lexicon.forms(line).includes(folded));
  return names(a, b) || names(b, a);
}
