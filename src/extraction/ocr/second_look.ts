import { readNumber } from '../numbers.js';
import type { Page, Word } from '../table/page.js';

/** More places than this that were read in two ways, and the page is not read well enough to be mended. */
const MOST_PLACES = 60;

/** A word of the reading taken, and what other readings of the same picture saw there. */
interface Place {
  page: number;
  word: number;
  texts: string[];
}

/**
 * Takes, where readings of the same picture differ in a number, the one with which the figures fit together better.
 * Every number taken was read from the paper; none is worked out.
 * @param fitness how well the figures of a document fit together; more is better, infinity is all of them.
 */
export function betterNumbers(
  pages: readonly Page[],
  others: readonly (readonly Page[])[],
  fitness: (pages: readonly Page[]) => number,
): Page[] {
  let best = [...pages];
  let bestFit = fitness(best);
  const places = differing(pages, others);
  if (places.length > MOST_PLACES) return best;
  for (const place of places) {
    if (bestFit === Number.POSITIVE_INFINITY) break;
    for (const text of place.texts) {
      const tried = withText(best, place, text);
      const fit = fitness(tried);
      if (fit <= bestFit) continue;
      best = tried;
      bestFit = fit;
    }
  }
  return best;
}

function withText(pages: readonly Page[], { page, word }: Place, text: string): Page[] {
  return pages.map((p, i) =>
    i === page ? { ...p, words: p.words.map((w, j) => (j === word ? { ...w, text } : w)) } : p,
  );
}

function differing(pages: readonly Page[], others: readonly (readonly Page[])[]): Place[] {
  return pages.flatMap((page, p) =>
    page.words.flatMap((word, w) => {
      if (!/\d/.test(word.text)) return [];
      const seen = others.flatMap((reading) => (reading[p]?.words ?? []).filter((other) => samePlace(word, other)));
      const texts = [...new Set(seen.map((s) => s.text))].filter((t) => t !== word.text && readNumber(t) !== null);
      return texts.length === 0 ? [] : [{ page: p, word: w, texts }];
    }),
  );
}

/** Two words that cover mostly the same ink. */
function samePlace(a: Word, b: Word): boolean {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  if (width <= 0 || height <= 0) return false;
  const area = (w: Word) => (w.x1 - w.x0) * (w.y1 - w.y0);
  return width * height > 0.5 * Math.max(area(a), area(b));
}
