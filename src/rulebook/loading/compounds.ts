import type { Path } from '../problems.js';
import type { Findings } from './findings.js';

/** Lists of words, of each of which one stands in a compound; some are named, in word_lists.yaml. */
export type Compounds = readonly (readonly (readonly (string | { use: string })[])[])[];

/** The named lists of word_lists.yaml. */
export class WordLists {
  private readonly lists: ReadonlyMap<string, readonly string[]>;

  constructor(private readonly findings: Findings) {
    const { lists } = findings.value<{ lists: Record<string, string[]> }>('catalogue/reading/word_lists.yaml');
    this.lists = new Map(Object.entries(lists));
  }

  /** Reports each list that is named and is none. */
  check(file: string, path: Path, compounds: Compounds = [], id?: string): void {
    compounds.forEach((lists, i) => {
      lists.forEach((words, j) => {
        words.forEach((word, k) => {
          if (typeof word !== 'string')
            this.findings.known(
              file,
              [...path, 'compounds', i, j, k, 'use'],
              word.use,
              this.lists,
              'list of words',
              id,
            );
        });
      });
    });
  }

  /** Phrases made of one word or phrase of each list in turn. */
  phrasesOf(compounds: Compounds = []): string[] {
    return compounds.flatMap((lists) =>
      lists.reduce<string[]>(
        (begun, words) => {
          const all = words.flatMap((word) => (typeof word === 'string' ? word : (this.lists.get(word.use) ?? [])));
          return begun.flatMap((start) => all.map((word) => `${start} ${word}`.trim()));
        },
        [''],
      ),
    );
  }
}
