import { readNumber } from '../numbers.js';
import { onceFor } from '../remember.js';
import { median, middle, type Page, type Row, textOf, type Word } from './page.js';

/** How far two words of a row may stand apart up or down, in heights of the smaller one. */
const SAME_ROW = 0.5;

/** Recognition gives the height of the ink, stored text that of the letters' full size. */
const INK_TO_SIZE = 1.3;

/**
 * Groups the words of a page into rows, top to bottom. A row is followed from left to right by its last words and not
 * by one line across the page, so that rows of a photo that run a little up or down stay whole.
 */
export function rowsOf(page: Page): Row[] {
  const open: { words: Word[]; tail: number }[] = [];
  const usual = median(page.words.map((w) => w.y1 - w.y0));
  for (const word of [...page.words].sort((a, b) => a.x0 - b.x0 || a.y0 - b.y0)) {
    const height = Math.min(heightOf(word, usual), usual * 1.6);
    const level = middle(word);
    let best: (typeof open)[number] | undefined;
    let bestOff = Number.POSITIVE_INFINITY;
    for (const row of open) {
      const off = Math.abs(level - row.tail);
      if (off > SAME_ROW * height || off >= bestOff) continue;
      const last = row.words.at(-1) as Word;
      const allowed = SAME_ROW * Math.min(height, heightOf(last, usual));
      // Words that lie over each other are two rows, however close; recognition also lets neighbours overlap.
      const shared = Math.min(last.x1, word.x1) - word.x0;
      const over = shared > 0.5 * Math.min(last.x1 - last.x0, word.x1 - word.x0) && off > 0.3 * allowed;
      if (off <= allowed && !over) {
        best = row;
        bestOff = off;
      }
    }
    if (best) {
      best.words.push(word);
      const tail = best.words.slice(-3);
      best.tail = tail.reduce((sum, w) => sum + middle(w), 0) / tail.length;
    } else open.push({ words: [word], tail: level });
  }
  return open
    .map(({ words }) => rowFrom(page, joinSigns(joinThousands(words))))
    .sort((a, b) => middle(a) - middle(b) || (a.words[0]?.x0 ?? 0) - (b.words[0]?.x0 ?? 0));
}

/** The ink of a dash is low, but the row that it stands in is as high as any. */
const LEAST_HEIGHT = 0.7;

function heightOf({ text, y0, y1 }: Word, usual: number): number {
  return /^[-–—−=~.,:;·•*'"]+$/.test(text) ? Math.max(y1 - y0, LEAST_HEIGHT * usual) : y1 - y0;
}

export function rowFrom(page: Page, words: Word[]): Row {
  return {
    page,
    words,
    y0: Math.min(...words.map((w) => w.y0)),
    y1: Math.max(...words.map((w) => w.y1)),
    height: median(words.map((w) => w.y1 - w.y0)) * (words.some((w) => w.confidence !== null) ? INK_TO_SIZE : 1),
  };
}

const SIGN_BEFORE = /^(?:[£€$]|[-−–]|[-−–][£€$]|GBP|EUR|USD|\()$/;
const SIGN_BEHIND = /^(?:%|CR|\)|-|−)$/i;
const BARE_NUMBER = /^[\d.,]*\d[\d.,]*\)?%?$/;

/** How far a sign of currency may stand before its sum, in heights. */
const SIGN_APART = 3;

/** Words of a row whose sum is below nothing when a dash stands before it. */
const TAKEN_OFF =
  /\b(?:less|discount|credit(?:ed)?|refund(?:ed)?|deduct\w*|off|returned|returns?|rebate|allowance|retention|deposit|paid|minus)\b/i;

/** `Hallway skim - £420`: a dash with a blank on either side sets the sum off. */
function isApart(dash: Word, sum: Word): boolean {
  return /^[£€$]/.test(sum.text) && sum.x0 - dash.x1 > 0.25 * (dash.y1 - dash.y0);
}

/** `Skip hire x 3 at £260 - £780.00`: a dash between a price and what it comes to. */
function isBehindPrice(ahead: Word | undefined, dash: Word, sum: Word, row: readonly Word[]): boolean {
  const isPrice = ahead !== undefined && /^£/.test(ahead.text) && readNumber(ahead.text) !== null;
  const isOf = row.slice(0, -2).some(({ text }) => /^(?:@|at|x|×|each)$/i.test(text));
  return isPrice && isOf && isApart(dash, sum) && !row.some((w) => TAKEN_OFF.test(w.text));
}

/** How wide a blank between thousands is at most, in heights of stored text and of recognised ink. */
const THIN_BLANK = { text: 0.4, ink: 0.55 } as const;

/** `1 240,00`: thousands set off by a blank. A count right before a price begins no number: it ends other words or stands further off. */
function joinThousands(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const first = words[at] as Word;
    const end = thousandsEnd(words, at);
    const parts = words.slice(at, end + 1);
    joined.push(
      parts.length < 2
        ? first
        : {
            text: parts.map((w) => w.text).join(''),
            x0: first.x0,
            x1: (parts.at(-1) as Word).x1,
            y0: Math.min(...parts.map((w) => w.y0)),
            y1: Math.max(...parts.map((w) => w.y1)),
            confidence: parts.map((w) => w.confidence).reduce(lower),
          },
    );
    at = Math.max(at, end);
  }
  return joined;
}

/** Index of the last group of a sum that begins at a word and goes on in groups of three; the word itself when there is none. */
function thousandsEnd(words: readonly Word[], at: number): number {
  const first = words[at] as Word;
  if (!/^[-−–(]?[£€$]?[1-9]\d{0,2}$/.test(first.text)) return at;
  const blank = (a: Word, b: Word) => (b.x0 - a.x1) / Math.max(1e-6, Math.min(a.y1 - a.y0, b.y1 - b.y0));
  const before = words[at - 1];
  if (before !== undefined && !SIGN_BEFORE.test(before.text) && blank(before, first) < 1) return at;
  for (let i = at + 1; i < words.length; i++) {
    const [last, word] = [words[i - 1], words[i]] as [Word, Word];
    if (blank(last, word) > (word.confidence === null ? THIN_BLANK.text : THIN_BLANK.ink)) return at;
    if (/^\d{3}[.,]\d{2}[€)]?$/.test(word.text)) return i;
    if (!/^\d{3}$/.test(word.text)) return at;
  }
  return at;
}

/** Puts signs that stand alone to the number they belong to: `£ 12.00`, `20 %`, `12.00 CR`. */
function joinSigns(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    // Accounts set the sign of the currency at the left of the column of the sums.
    const isSign =
      before !== undefined &&
      (/^[£€$]$/.test(before.text) || (/^(?:GBP|EUR|USD)$/.test(before.text) && /\.\d\d$/.test(word.text)));
    const apart = isSign ? SIGN_APART : 0.9;
    const near = before !== undefined && word.x0 - before.x1 < apart * (before.y1 - before.y0);
    // A lone stroke that recognition is not sure of, or that stands apart, is a speck and no minus.
    const stroke = before !== undefined && /^[-−–]$/.test(before.text);
    const speck =
      stroke &&
      before.confidence !== null &&
      (before.confidence < 0.8 || word.x0 - before.x1 > 0.5 * (word.y1 - word.y0));
    const money =
      before !== undefined && near && !speck && SIGN_BEFORE.test(before.text) && /^[£€$(]?[\d.,]*\d/.test(word.text);
    // A dash between two numbers of a description ("600 - 900") or in a sentence ("rock - 2 days") is no sign.
    const ahead = joined.at(-2);
    // "TT-COC-004417 - 14/4.8", "stage payment - 40% of": behind a minus stands a number, and behind other words no percentage.
    const number = readNumber(word.text);
    const close = before !== undefined && ahead !== undefined && before.x0 - ahead.x1 < 0.6 * (before.y1 - before.y0);
    const noNumber = number === null || (number.percent && close);
    const inSentence =
      before !== undefined &&
      ahead !== undefined &&
      /[a-z][)\]]?$/i.test(ahead.text) &&
      close &&
      (/^\d+$/.test(word.text) || (isApart(before, word) && !joined.some((w) => TAKEN_OFF.test(w.text))));
    const dash =
      before !== undefined &&
      /^[-−–]$/.test(before.text) &&
      (inSentence ||
        isBehindPrice(ahead, before, word, joined) ||
        BARE_NUMBER.test(ahead?.text ?? '') ||
        (ahead !== undefined && noNumber));
    const behind =
      before !== undefined &&
      near &&
      SIGN_BEHIND.test(word.text) &&
      /\d[)%]?$/.test(before.text) &&
      (word.text === '%' || /\.\d\d$/.test(before.text));
    if (before && ((money && !dash) || behind)) {
      before.text += word.text;
      before.x1 = Math.max(before.x1, word.x1);
      before.y0 = Math.min(before.y0, word.y0);
      before.y1 = Math.max(before.y1, word.y1);
      before.confidence = lower(before.confidence, word.confidence);
    } else joined.push({ ...word });
  }
  return joined;
}

function lower(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.min(a, b);
}

/** Runs of words with no wide gap between them: what a person sees as one piece of text. */
export function segmentsOf(row: Row, gap = 1.3): Word[][] {
  const segments: Word[][] = [];
  for (const word of row.words) {
    const last = segments.at(-1)?.at(-1);
    const height = Math.max(1e-6, row.height);
    if (last && word.x0 - last.x1 <= gap * height) segments.at(-1)?.push(word);
    else segments.push([word]);
  }
  return segments;
}

export const rowText = onceFor((row: Row): string => textOf(row.words));
