import type { Draft } from '../../src/extraction/draft.js';
import { readPages } from '../../src/extraction/read_pages.js';
import type { Page, Word } from '../../src/extraction/table/page.js';

/** The columns and rows of a typewriter, in points of the page. */
interface Typewriter {
  left: number;
  step: number;
  top: number;
  pitch: number;
  height: number;
}

const SHEET = { left: 40, step: 6, top: 40, pitch: 14, height: 10 };

/** A page set with a typewriter: each word at its column. */
export function typed(
  lines: readonly string[],
  confidence: number | null = null,
  { left, step, top, pitch, height }: Typewriter = SHEET,
  size: Pick<Page, 'width' | 'height'> = { width: 720, height: 842 },
): Page {
  const words = lines.flatMap((line, at): Word[] =>
    [...line.matchAll(/\S+/g)].map((match) => ({
      text: match[0],
      x0: left + step * match.index,
      x1: left + step * (match.index + match[0].length),
      y0: top + pitch * at,
      y1: top + pitch * at + height,
      confidence,
    })),
  );
  return { number: 1, ...size, words };
}

/** In larger letters, between whose words are no wide gaps. */
export function large(lines: readonly string[]): Page {
  const page = typed(lines);
  return { ...page, words: page.words.map((word) => ({ ...word, y0: word.y0 - 1, y1: word.y1 + 1 })) };
}

/** The head of a plain invoice, up to a blank row. */
export function letterhead(firm: string): string[] {
  return [firm, 'VAT Reg No. 391 3130 73', 'Invoice no 4471', 'Date 3 March 2026', ''];
}

/** What is read of one page of such rows. */
export function readTyped(...rows: readonly string[]): Draft {
  return readPages([typed(rows)], 'text');
}
