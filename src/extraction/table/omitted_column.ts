import { nearestPence } from '../numbers.js';
import { totalKind } from './labels.js';
import { labelledMoney, moneyAt } from './money_words.js';
import type { Page, Row, Word } from './page.js';
import { textOf } from './page.js';
import { rowsOf, rowText, segmentsOf } from './rows.js';

/** `OMIT £    ADD £`: what a final account or a variation takes off, and what it adds. */
interface Head {
  row: Row;
  omitted: readonly Word[];
  added: readonly Word[];
}

const OMITTED = /^(?:omit(?:s|ted)?|omissions?)$/i;
const ADDED = /^(?:add(?:s|ed)?|additions?|extras?)$/i;

/**
 * Gives the figures of a column of omissions their minus, and sets them in the column of additions where that heads a table. What the two
 * columns come to, and "Less omissions" below it, say nothing more where they fit. A row with a figure in each is of neither, and the page is
 * left as it is.
 */
export function withOmissionsSigned(page: Page): Page {
  if (!page.words.some(({ text }) => OMITTED.test(text))) return page;
  const rows = rowsOf(page);
  const head = rows.map(headOf).find((found) => found !== null);
  if (!head) return page;
  const from = rows.indexOf(head.row) + 1;
  const foot = rows.findIndex((row, i) => i >= from && isSum(row));
  const end = foot < 0 ? rows.length : foot;
  const body = rows.slice(from, end);
  const sides = body.map((row) => sidesOf(row, head));
  const sum = { omitted: 0, added: 0 };
  const said = new Set<Row>();
  for (const [i, row] of body.entries()) {
    const { omitted, added } = sides[i] as Sides;
    const both = omitted.length > 0 && added.length > 0;
    if (
      both
        ? inAll(row, omitted) === sum.omitted && inAll(row, added) === sum.added
        : saysOmissions(row, added, sum.omitted)
    )
      said.add(row);
    else if (both) return page;
    else if (said.size === 0) {
      sum.omitted += inAll(row, omitted);
      sum.added += inAll(row, added);
    }
  }
  const shift = isTable(head) ? edge(head.added) - edge(head.omitted) : 0;
  const words = rows.flatMap((row): Word[] => {
    if (row === head.row && shift !== 0) return row.words.flatMap((word) => headWord(word, head));
    if (said.has(row)) return [];
    const omitted = sides[body.indexOf(row)]?.omitted ?? [];
    return row.words.map((word) => (omitted.includes(word) ? takenOff(word, shift) : word));
  });
  return { ...page, words };
}

interface Sides {
  omitted: Word[];
  added: Word[];
}

function headOf(row: Row): Head | null {
  const named = segmentsOf(row).map((words) => ({ words, text: textOf(words).replace(/[£()\s]/g, '') }));
  const omitted = named.find(({ text }) => OMITTED.test(text))?.words;
  const added = named.find(({ text }) => ADDED.test(text))?.words;
  return omitted === undefined || added === undefined ? null : { row, omitted, added };
}

/** The sums of a row that stand under the one heading and under the other. */
function sidesOf(row: Row, { omitted, added }: Head): Sides {
  const sums = row.words.filter((word) => moneyAt(row, word) !== null);
  const isUnder = (word: Word, of: readonly Word[]) =>
    Math.min(word.x1, edge(of)) > Math.max(word.x0, of[0]?.x0 ?? 0) || Math.abs(word.x1 - edge(of)) < 2 * row.height;
  return {
    omitted: sums.filter((word) => isUnder(word, omitted)),
    added: sums.filter((word) => isUnder(word, added)),
  };
}

function inAll(row: Row, words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + nearestPence(moneyAt(row, word) ?? { value: 0 }), 0);
}

function saysOmissions(row: Row, added: readonly Word[], sum: number): boolean {
  return /^less:? omi\w+$/i.test(labelledMoney(row)[0]?.label ?? '') && added.length === 1 && inAll(row, added) === sum;
}

/** A sum of the whole, below which no figure is of a column. */
function isSum(row: Row): boolean {
  const kind = totalKind(labelledMoney(row)[0]?.label ?? rowText(row));
  return labelledMoney(row).length === 1 && (kind === 'net' || kind === 'vat' || kind === 'gross' || kind === 'total');
}

/** Whether headings of other columns stand beside the two. */
function isTable({ row, omitted, added }: Head): boolean {
  return row.words.some((word) => !omitted.includes(word) && !added.includes(word));
}

const edge = (words: readonly Word[]): number => words.at(-1)?.x1 ?? 0;

/** Of the two headings one is left, of the amounts. */
function headWord(word: Word, { omitted, added }: Head): Word[] {
  if (omitted.includes(word)) return [];
  if (!added.includes(word)) return [word];
  return word === added[0] ? [{ ...word, text: 'Amount', x1: edge(added) }] : [];
}

function takenOff(word: Word, shift: number): Word {
  const text = /^[-−–(]/.test(word.text) ? word.text : `-${word.text}`;
  return { ...word, text, x0: word.x0 + shift, x1: word.x1 + shift };
}
