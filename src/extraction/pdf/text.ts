import { getResolvedPDFJS } from 'unpdf';
import { LIMITS } from '../limits.js';
import { DocumentRefused } from '../refusal.js';
import { remembered } from '../remember.js';
import { median, type Page, type Word } from '../table/page.js';

export interface PdfContent {
  pages: Page[];
  /** XML files embedded in the document, by name. */
  xml: { name: string; bytes: Uint8Array }[];
}

/** Fewer characters than this on a page and its text is a stamp or a page number on a picture. */
export const FEW_CHARACTERS = 40;

/**
 * The words of a PDF with their places, and the e-invoice embedded in it if any. Scripts are never run and nothing is
 * fetched: only the text layer is looked at.
 * @throws DocumentRefused when it is damaged, needs a password or has too many pages.
 */
export async function readPdf(bytes: Uint8Array, onPage: (page: number, pages: number) => void): Promise<PdfContent> {
  const document = await open(bytes);
  try {
    if (document.numPages > LIMITS.pdfPages)
      throw new DocumentRefused(
        'too_many_pages',
        `it has ${document.numPages} pages; at most ${LIMITS.pdfPages} are read. Split it and send the parts.`,
      );
    const pages: Page[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const view = page.getViewport({ scale: 1 });
      // Words are put into their normal form when they are cut, all of them.
      const content = await page.getTextContent({ disableNormalization: true });
      const words = wordsOf(content.items as TextItem[], view.transform);
      if (words.length > LIMITS.pageWords)
        throw new DocumentRefused(
          'too_large',
          `page ${number} has ${words.length} words; an invoice has at most ${LIMITS.pageWords}.`,
        );
      pages.push({
        number,
        width: view.width,
        height: view.height,
        words: words.filter((w) => w.x1 > 0 && w.y1 > 0 && w.x0 < view.width && w.y0 < view.height),
      });
      page.cleanup();
      onPage(number, document.numPages);
    }
    return { pages, xml: await embeddedXml(document) };
  } finally {
    await document.destroy();
  }
}

type Document = Awaited<ReturnType<typeof open>>;

async function open(bytes: Uint8Array) {
  try {
    // pdf.js takes the buffer away, so it gets its own.
    const { getDocument } = await getResolvedPDFJS();
    return await getDocument({
      data: new Uint8Array(bytes),
      isEvalSupported: false,
      // Otherwise it asks for the files of the standard fonts, which nothing is drawn with here.
      useSystemFonts: true,
      disableFontFace: true,
      stopAtErrors: false,
      useWorkerFetch: false,
      verbosity: 0,
    }).promise;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'PasswordException')
      throw new DocumentRefused(
        'password',
        'it is locked with a password. Open it, print it to a new PDF without one, and send that.',
      );
    throw new DocumentRefused(
      'damaged',
      'it is not a whole PDF; it may have been cut off on its way. Download or scan it again.',
    );
  }
}

interface TextItem {
  str?: string;
  transform: number[];
  width: number;
  height: number;
}

/** Names by which Factur-X, ZUGFeRD and Order-X embed their XML. */
const XML_NAMES = /^(?:factur-x|zugferd-invoice|xrechnung|order-x|cii|ubl|.*invoice.*)\.xml$/i;

async function embeddedXml(document: Document): Promise<PdfContent['xml']> {
  const attachments = ((await document.getAttachments()) ?? {}) as Record<
    string,
    { filename: string; content: Uint8Array }
  >;
  return Object.values(attachments)
    .filter((a) => XML_NAMES.test(a.filename) && a.content.byteLength <= LIMITS.xmlBytes)
    .map((a) => ({ name: a.filename, bytes: new Uint8Array(a.content) }));
}

/** Text runs as words in the coordinates of the upright page. */
export function wordsOf(items: readonly TextItem[], view: readonly number[]): Word[] {
  const runs = items.flatMap((item) => (item.str === undefined || item.str.trim() === '' ? [] : splitRun(item, view)));
  return joinPieces(runs);
}

/** A piece of a word and whether it was cut from its neighbours by a space. */
interface Fragment extends Word {
  baseline: number;
  opens: boolean;
  closes: boolean;
}

/** Spelt out they would run into the number before them: 1¼ as 11⁄4. */
const FRACTIONS: Readonly<Record<string, string>> = {
  '1\u20444': '¼',
  '1\u20442': '½',
  '3\u20444': '¾',
  '1\u20443': '⅓',
  '2\u20443': '⅔',
  '1\u20448': '⅛',
  '3\u20448': '⅜',
  '5\u20448': '⅝',
  '7\u20448': '⅞',
};

function splitRun(item: TextItem, view: readonly number[]): Fragment[] {
  const [a, b, c, d, e, f] = multiply(view, item.transform);
  const size = Math.hypot(c, d) || item.height;
  // Text that does not run across the upright page, such as a stamp on its side, is in no row.
  if (Math.abs(b) > 0.2 * Math.abs(a) || a <= 0 || size === 0) return [];
  const text = (item.str ?? '')
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/[1357]\u2044[2348]/g, (f) => FRACTIONS[f] ?? f);
  const width = item.width * scaleOf(view);
  const fragments: Fragment[] = [];
  // Letters differ in width, but by kind: narrow ones count half, so that columns inside a run are found.
  const weights = [...text].map(weightOf);
  const total = weights.reduce((sum, w) => sum + w, 0);
  let at = 0;
  let current: { text: string; from: number; opens: boolean } | null = null;
  const close = (to: number, closes: boolean) => {
    if (current === null) return;
    const x0 = e + (width * current.from) / total;
    fragments.push({
      text: current.text,
      x0,
      x1: e + (width * to) / total,
      y0: f - 0.78 * size,
      y1: f + 0.22 * size,
      confidence: null,
      baseline: f,
      opens: current.opens,
      closes,
    });
    current = null;
  };
  [...text].forEach((ch, i) => {
    if (/\s/.test(ch)) close(at, true);
    else if (current === null) current = { text: ch, from: at, opens: i > 0 };
    else current.text += ch;
    at += weights[i] ?? 1;
  });
  close(at, false);
  return fragments;
}

const weightOf = remembered((ch) =>
  /[ilj.,:;'|!]/.test(ch) ? 0.5 : /[mwMW@%]/.test(ch) ? 1.5 : /[A-Z]/.test(ch) ? 1.2 : ch === ' ' ? 0.55 : 1,
);

/** Puts together what a PDF wrote in several pieces: "Inv" and "oice" with nothing between them. */
function joinPieces(fragments: readonly Fragment[]): Word[] {
  const size = median(fragments.map((w) => w.y1 - w.y0));
  const rows = new Map<number, Fragment[]>();
  for (const fragment of fragments) {
    const key = Math.round(fragment.baseline / Math.max(0.5, size * 0.12));
    rows.set(key, [...(rows.get(key) ?? []), fragment]);
  }
  const words: Word[] = [];
  for (const row of rows.values()) {
    let last: Fragment | undefined;
    for (const fragment of row.sort((p, q) => p.x0 - q.x0)) {
      const height = fragment.y1 - fragment.y0;
      const gap = last === undefined ? 1 : (fragment.x0 - last.x1) / height;
      // Shadows and bold print made by printing twice.
      if (last && Math.abs(fragment.x0 - last.x0) < 0.1 * height && last.text === fragment.text) continue;
      if (last && !last.closes && !fragment.opens && gap < 0.1 && gap > -0.3) {
        last.text += fragment.text;
        last.x1 = fragment.x1;
        last.closes = fragment.closes;
        continue;
      }
      last = { ...fragment };
      words.push(last);
    }
  }
  return words.map(({ text, x0, y0, x1, y1, confidence }) => ({ text, x0, y0, x1, y1, confidence }));
}

function multiply(m: readonly number[], n: readonly number[]): [number, number, number, number, number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [p = 1, q = 0, r = 0, s = 1, t = 0, u = 0] = n;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

function scaleOf(view: readonly number[]): number {
  return Math.hypot(view[0] ?? 1, view[1] ?? 0);
}
