import { type TotalKind, totalKind } from './labels.js';
import { moneyIn } from './money_words.js';
import { type Page, type Row, textOf, type Word } from './page.js';
import { rowsOf } from './rows.js';

/** The panel beside the paper takes no more of its width. */
const WIDEST_PANEL = 0.4;
/** How wide the way between them is at least, in widths of the page. */
const NARROWEST_WAY = 0.012;
/** Fewer words make no panel. */
const FEWEST_WORDS = 8;

/**
 * The rows of a page that has its number, date and sums in a panel of their own down one side: those of the paper, and apart from them
 * those of the panel. Null where words stand across every way down the page, or what stands beside names no sums of the document.
 */
export function panelApart(page: Page): { rows: Row[]; aside: Row[] } | null {
  for (const way of waysDown(page)) {
    const [left, right] = [page.words.filter((w) => w.x1 <= way), page.words.filter((w) => w.x0 >= way)];
    const [panel, paper] = width(left) < width(right) ? [left, right] : [right, left];
    if (panel.length < FEWEST_WORDS || paper.length < FEWEST_WORDS) continue;
    if (width(panel) > WIDEST_PANEL * page.width) continue;
    const rows = (words: readonly Word[]) => rowsOf({ ...page, words }).map((row) => ({ ...row, page }));
    const aside = rows(panel);
    // Columns of a table stand apart too, but do not name the sums of the document.
    const names = (...kinds: TotalKind[]) =>
      aside.some(({ words }) => kinds.includes(totalKind(textOf(words.filter((w) => moneyIn(w) === null))) ?? 'skip'));
    const isHead = HEAD.every((label) => aside.some(({ words }) => label.test(textOf(words))));
    if ((names('vat') || isHead) && names('gross', 'total', 'due')) return { rows: rows(paper), aside };
  }
  return null;
}

/** What tells the number and the date of a document. */
const HEAD = [/\b(?:invoice|bill|document) (?:no|number)\b/i, /\bdate\b/i];

/** Where no word stands across, the widest ways first. */
function waysDown({ words, width: pageWidth }: Page): number[] {
  const sorted = [...words].sort((a, b) => a.x0 - b.x0);
  const ways: { middle: number; wide: number }[] = [];
  let end = sorted[0]?.x1 ?? 0;
  for (const word of sorted) {
    if (word.x0 - end > NARROWEST_WAY * pageWidth) ways.push({ middle: (word.x0 + end) / 2, wide: word.x0 - end });
    end = Math.max(end, word.x1);
  }
  return ways.sort((a, b) => b.wide - a.wide).map(({ middle }) => middle);
}

function width(words: readonly Word[]): number {
  return words.length === 0 ? 0 : Math.max(...words.map((w) => w.x1)) - Math.min(...words.map((w) => w.x0));
}
