import type { Page, Word } from '../../src/extraction/table/page.js';

/** A page set with a typewriter: each word at its column. */
export function typed(lines: readonly string[], confidence: number | null = null): Page {
  const words = lines.flatMap((line, at): Word[] =>
    [...line.matchAll(/\S+/g)].map((match) => ({
      text: match[0],
      x0: 40 + 6 * match.index,
      x1: 40 + 6 * (match.index + match[0].length),
      y0: 40 + 14 * at,
      y1: 50 + 14 * at,
      confidence,
    })),
  );
  return { number: 1, width: 720, height: 842, words };
}

/** In larger letters, between whose words are no wide gaps. */
export function large(lines: readonly string[]): Page {
  const page = typed(lines);
  return { ...page, words: page.words.map((word) => ({ ...word, y0: word.y0 - 1, y1: word.y1 + 1 })) };
}
