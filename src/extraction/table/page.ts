import type { Box } from '../draft.js';
import type { Place } from '../reading.js';

/** A word of a page and where it stands; the origin is the top left corner, the unit is the page's own. */
export interface Word {
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** 0 to 1 from character recognition; null when the characters are stored in the document. */
  confidence: number | null;
}

export interface Page {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  words: readonly Word[];
}

/** Words side by side, from left to right. */
export interface Row {
  page: Page;
  words: Word[];
  y0: number;
  y1: number;
  /** Usual height of its words. */
  height: number;
}

export function middle(word: { y0: number; y1: number }): number {
  return (word.y0 + word.y1) / 2;
}

export function textOf(words: readonly Word[]): string {
  let text = words[0]?.text ?? '';
  for (let i = 1; i < words.length; i++) text += ` ${(words[i] as Word).text}`;
  return text;
}

export function boxOf(page: Page, words: readonly Word[]): Box {
  const at = (n: number, whole: number) => Math.round(Math.min(1, Math.max(0, n / whole)) * 10_000) / 10_000;
  return [
    at(Math.min(...words.map((w) => w.x0)), page.width),
    at(Math.min(...words.map((w) => w.y0)), page.height),
    at(Math.max(...words.map((w) => w.x1)), page.width),
    at(Math.max(...words.map((w) => w.y1)), page.height),
  ];
}

export function placeOf(page: Page, words: readonly Word[]): Place | null {
  return words.length === 0 ? null : { page: page.number, box: boxOf(page, words) };
}

/** The confidence of the least certain word; null for stored text. */
export function confidenceOf(words: readonly Word[]): number | null {
  const known = words.map((w) => w.confidence).filter((c) => c !== null);
  return known.length === 0 ? null : Math.min(...known);
}

export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
