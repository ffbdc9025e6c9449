import type { Catalogue, Concept } from '../catalogue.js';
import type { Lexicon } from '../lexicon.js';
import { standing } from '../standing.js';

/** One term of a concept, as it is matched. */
export interface Term {
  concept: Concept;
  /** Where it stands in `terms` of the concept. */
  index: number;
  text: string;
  /** Its words, folded, with one space between. */
  folded: string;
}

/** Terms of nothing but words, whose foldings do not depend on each other. */
const PLAIN = /^[a-z]+(?: [a-z]+)*$/i;

/** Every term of a catalogue as lines are matched with it, for the lints that compare terms. */
export class Terms {
  readonly all: readonly Term[];
  /** By folded words, in the order in which the catalogue is read: the first is the one that a line is read as. */
  readonly byFolded: ReadonlyMap<string, readonly Term[]>;
  /** The terms of one word of letters, as lines are read. */
  readonly single: ReadonlyMap<string, Term>;

  constructor(catalogue: Catalogue, lexicon: Pick<Lexicon, 'forms'>) {
    const words = new Map<string, string>();
    const foldedWord = (word: string): string => {
      const known = words.get(word) ?? lexicon.forms(word).join(' ');
      words.set(word, known);
      return known;
    };
    const all: Term[] = [];
    const byFolded = new Map<string, Term[]>();
    const single = new Map<string, Term>();
    for (const concept of catalogue.concepts) {
      for (const [index, text] of concept.terms.entries()) {
        const folded = (PLAIN.test(text) ? text.split(' ').map(foldedWord) : lexicon.forms(text)).join(' ');
        const term = { concept, index, text, folded };
        all.push(term);
        const same = byFolded.get(folded);
        if (same) same.push(term);
        else byFolded.set(folded, [term]);
        if (/^[a-z]+$/.test(folded) && !single.has(folded)) single.set(folded, term);
      }
    }
    this.all = all;
    this.byFolded = byFolded;
    this.single = single;
  }
}

/** Whether taking one thing for the other may make a claim of what is none, or lose one. */
export function claimDiffers(a: Concept, b: Concept): boolean {
  return (standing(a) === 'yes') !== (standing(b) === 'yes');
}

/** Whether a look-alike of either concept speaks of the word of the other, so that its author has looked at both. */
export function lookedAt(a: Term, b: Term, lexicon: Pick<Lexicon, 'forms'>): boolean {
  const names = ({ concept: { lookalikes } }: Term, { folded }: Term) =>
    [...lookalikes.are, ...lookalikes.areNot].some((line) => lexicon.forms(line).includes(folded));
  return names(a, b) || names(b, a);
}
