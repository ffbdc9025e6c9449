import { percentOf } from '../../rulebook/money.js';
import { isMoney, nearestPence, readNumber } from '../numbers.js';
import type { BandReading, Figure } from '../reading.js';
import { isAnalysisHead } from './body.js';
import { extraKind, labelText, totalKind } from './labels.js';
import { figureAt, holdsMoney, labelledMoney } from './money_words.js';
import { type Row, textOf, type Word } from './page.js';
import { KNOWN_RATES, rateOf, readCode, readRate } from './rate_cell.js';
import { rowText, segmentsOf } from './rows.js';

/** What else is worked out by a rate: `CIS deduction 20% x 2,551.00   510.20`. */
const HELD_BY_RATE = /\bcis\b|\bdeduct(?:ed|ion)s?\b|\bretention\b/i;

/** How far below its head a row can still be of the analysis. */
const ANALYSIS_ROWS = 8;

/**
 * The VAT by rate, from an analysis of VAT or from rows such as `VAT @ 20% on 1,240.00: 248.00`. A row counts only when
 * its figures work out (goods times rate is the VAT), so that no row of something else is taken for one.
 */
export function bandsOf(rows: readonly Row[]): BandReading[] {
  const bands: BandReading[] = [];
  let sinceHead = ANALYSIS_ROWS + 1;
  for (const row of rows) {
    const isHead = isAnalysisHead(row);
    sinceHead = isHead ? 0 : sinceHead + 1;
    // "VAT summary   0%   18,150.00   0.00": the first rate may stand beside the words that head them.
    if (isHead && !holdsMoney(row)) continue;
    const inAnalysis = sinceHead <= ANALYSIS_ROWS;
    for (const band of bandsOfRow(row, inAnalysis)) {
      if (inAnalysis) sinceHead = 1;
      if (!bands.some((b) => sameBand(b, band))) bands.push(band);
    }
  }
  const told = bands.map((band) => (band.net === null ? { ...band, net: taxedSum(rows, band) } : band));
  // One rate with its goods and without them is one band, and so is one with its code and without it.
  return told.filter((b) => {
    const others = told.filter((o) => o !== b);
    if (b.code === null && others.some((o) => o.code !== null && sameBand({ ...o, code: null }, b))) return false;
    return b.net !== null || !others.some((o) => o.net !== null && o.rate === b.rate);
  });
}

/** The rows of the analyses of VAT: those that hold figures beside or below the words that head one. */
export function rowsOfAnalysis(rows: readonly Row[]): Row[] {
  let sinceHead = ANALYSIS_ROWS + 1;
  return rows.filter((row) => {
    sinceHead =
      isAnalysisHead(row) || (sinceHead <= ANALYSIS_ROWS && bandsOfRow(row, true).length > 0) ? 0 : sinceHead + 1;
    return sinceHead <= ANALYSIS_ROWS && holdsMoney(row);
  });
}

/** What a sum is called that VAT is charged on, as one of several. */
const SUBJECT_TO_VAT = /(?<!\bnot )\bsubject to (?:vat|tax)\b|^(?:total )?(?:vatable|taxable)\b/;

/** `Sub-total subject to VAT   4,823.70` above `VAT @ 20%   964.74`: the goods of a rate, when they make its VAT. */
function taxedSum(rows: readonly Row[], { rate, vat }: BandReading): Figure | null {
  if (rate === null || rate === 0 || vat === null) return null;
  for (const row of rows)
    for (const { label, word } of labelledMoney(row)) {
      const figure = SUBJECT_TO_VAT.test(labelText(label)) ? figureAt(row, word) : null;
      if (figure !== null && percentOf(nearestPence(figure), rate) === nearestPence(vat)) return figure;
    }
  return null;
}

function sameBand(a: BandReading, b: BandReading): boolean {
  return a.rate === b.rate && a.code === b.code && a.vat?.value === b.vat?.value && a.net?.value === b.net?.value;
}

/** `B = 0%   Goods 11.95   VAT 0.00`: a row that says what a code stands for needs no head above it. */
const LEGEND = /^(?:[A-Z*#]|[A-Z]\d) ?[=:] ?\d{1,2}(?:\.\d+)? ?%.*\d\.\d\d.*\bVAT:? £?\d+\.\d\d$/;

export function bandsOfRow(whole: Row, below: boolean): BandReading[] {
  const named = namedBand(whole);
  if (named !== null) return [named];
  const inAnalysis = below || LEGEND.test(textOf(whole.words));
  const row = inAnalysis ? withoutBoxBeside(whole) : whole;
  const words = row.words;
  const text = textOf(words);
  // Delivery may tell its own VAT: it is a charge and not all that bears the rate.
  if (HELD_BY_RATE.test(text) || extraKind(text) === 'charge') return [];
  const numbers = words.flatMap((word, at) => {
    const number = readNumber(word.text.replace(/^@/, '').replace(/^\((\d[\d.]*%)\)$/, '$1'));
    return number === null ? [] : [{ word, at, number }];
  });
  const money = numbers.filter(({ number }) => isMoney(number));
  // "Z   29.00   0.00": of two figures neither is the rate of a third.
  const isOfThree = numbers.length > 2;
  const rates = numbers.filter(
    ({ number, word }) =>
      number.percent || (isOfThree && !/[£€$]/.test(word.text) && KNOWN_RATES.some((r) => r === number.value)),
  );
  // "0   0.00   9.95   0.00": the first is the code.
  const [code, next] = numbers;
  const isRated = next !== undefined && rates.includes(next) && KNOWN_RATES.some((r) => r === next.number.value);
  const isCode = numbers.length > 3 && isRated && /^\d$/.test(code?.word.text ?? '');
  for (const rate of isCode ? rates.filter((r) => r !== code) : rates) {
    const percent = KNOWN_RATES.find((r) => Math.abs(r - rate.number.value) < 1e-9);
    if (percent === undefined) continue;
    const code = codeBefore(words, rate.at, inAnalysis) ?? signBefore(words);
    const others = money.filter((m) => m.at !== rate.at);
    if (percent > 0) {
      // "R   5.00   0.00   0.00": nothing was charged at that rate.
      const behind = numbers.filter((n) => n.at > rate.at);
      if (inAnalysis && behind.length > 1 && behind.every(({ number }) => number.value === 0)) return [];
      for (const net of others) {
        const vat = others.find(
          (m) =>
            m !== net && Math.abs((net.number.value * percent) / 100 - m.number.value) <= 0.021 && m.number.value !== 0,
        );
        if (vat) return [{ code, rate: percent, net: figureAt(row, net.word), vat: figureAt(row, vat.word) }];
      }
      const within = inAnalysis && others.length === 2 ? vatWithin(row, percent, others[0], others[1]) : null;
      if (within !== null) return [{ code, rate: percent, ...within }];
    } else if (inAnalysis && others.length >= 1) {
      // Two noughts after the rate are its goods and its VAT: a sum further right is of the box beside the analysis.
      const [goods, tax] = others.filter((m) => m.at > rate.at);
      if (goods?.number.value === 0 && tax?.number.value === 0)
        return [{ code, rate: 0, net: figureAt(row, goods.word), vat: figureAt(row, tax.word) }];
      // Two sums alone behind it are its goods and its VAT, whatever they are.
      if (goods && tax && others.length === 2 && goods.number.value !== 0 && tax.number.value !== 0)
        return [{ code, rate: 0, net: figureAt(row, goods.word), vat: figureAt(row, tax.word) }];
      const vat = others.find((m) => m.number.value === 0);
      const net = others.find((m) => m.number.value !== 0) ?? others.find((m) => m !== vat);
      if (vat && net) return [{ code, rate: 0, net: figureAt(row, net.word), vat: figureAt(row, vat.word) }];
    }
  }
  if (inAnalysis && rates.length === 0 && money.length >= 2) {
    const [net, vat] = money;
    const percent = net && vat && net.number.value !== 0 ? rateOf(net.number.value, vat.number.value) : undefined;
    const code = codeBefore(words, net?.at ?? 0, true);
    if (net && vat && percent !== undefined && code !== null)
      return [{ code, rate: percent, net: figureAt(row, net.word), vat: figureAt(row, vat.word) }];
  }
  return rateBesideSum(row);
}

const NAMED_BAND =
  /^(?:(?<code>[A-Z*#]\d?|\d) )?(?:vat )?(?:@ ?)?(?<rate>\d{1,2}(?:\.\d+)?) ?%:?(?: (?:gross|total|nett?|goods|vat|tax):? £?[\d,]+\.\d\d){2,3}$/i;

/** `S 20%   gross 387.12   net 322.60   vat 64.52`: a row that names its sums itself, where they work out. */
export function namedBand(row: Row): BandReading | null {
  const { code = null, rate: printed = '' } = NAMED_BAND.exec(rowText(row))?.groups ?? {};
  const rate = readRate(`${printed}%`);
  const called = (name: RegExp) => {
    const word = row.words[row.words.findLastIndex(({ text }) => name.test(text)) + 1];
    return word === undefined || word === row.words[0] ? null : figureAt(row, word);
  };
  const [net, vat, gross] = [/^(?:nett?|goods):?$/i, /^(?:vat|tax):?$/i, /^(?:gross|total):?$/i].map(called);
  if (!net || !vat || rate === null) return null;
  const isWhole = !gross || nearestPence(net) + nearestPence(vat) === nearestPence(gross);
  const isTax = Math.abs(nearestPence(vat) - (nearestPence(net) * rate) / 100) <= 2.1;
  return isWhole && isTax ? { code, rate, net, vat } : null;
}

/** Without a sum of the document that stands right of two figures of the analysis: `R   0.00   0.00        VAT   308.72`. */
export function withoutBoxBeside(row: Row): Row {
  const segments = segmentsOf(row);
  const at = segments.findIndex((words, i) => {
    const before = segments.slice(0, i).flat();
    const label = textOf(words.filter((w) => readNumber(w.text) === null));
    return before.filter((w) => /\.\d\d$/.test(w.text)).length > 1 && totalKind(label) !== null;
  });
  return at < 1 ? row : { ...row, words: segments.slice(0, at).flat() };
}

/** An analysis of a till that tells what was paid and the VAT in it; what is left of the one without the other is the net. */
function vatWithin(
  row: Row,
  percent: number,
  paid: { word: Word } | undefined,
  tax: { word: Word } | undefined,
): { net: Figure; vat: Figure } | null {
  const gross = paid === undefined ? null : figureAt(row, paid.word);
  const vat = tax === undefined ? null : figureAt(row, tax.word);
  if (gross === null || vat === null || vat.value === 0) return null;
  if (Math.abs((gross.value * percent) / (100 + percent) - vat.value) > 0.011) return null;
  const value = (nearestPence(gross) - nearestPence(vat)) / 100;
  return { net: { ...gross, value, text: value.toFixed(2), raw: `${gross.raw} - ${vat.raw}` }, vat };
}

/** `VAT A 20%   GOODS   213.32`: goods that bear the rate, all of them or not, and not "VAT at 20% on goods". */
const OF_GOODS = /% (?:goods|nett?|ex[- ]?vat)\.?:?$/i;

const RATE_OF_VAT = /\b(?:v\.?a\.?t\.?|tax|rate) ?(?:@|at\b)? ?\(?\d{1,2}(?:\.\d{1,2})? ?%/i;

/** `VAT @ 20%   248.00`: the VAT at a rate, without the goods. */
function rateBesideSum(row: Row): BandReading[] {
  const pieces = segmentsOf(row);
  const text = textOf(row.words);
  const match = /(\d{1,2}(?:\.\d{1,2})?) ?(?:%|per ?cent\b)/i.exec(text);
  const last = row.words.at(-1);
  if (!match || !last || pieces.length === 0) return [];
  const number = readNumber(last.text);
  // Tills explain the sign they print behind prices: "* VAT 20% incl 3.25".
  const [first] = row.words;
  const code = first !== undefined && SIGN.test(first.text) ? first.text : null;
  const label = textOf(row.words.slice(code === null ? 0 : 1, -1));
  // A rate that is none is told as it is printed, where it is that of the VAT.
  const rate = readRate(`${match[1]}%`) ?? (RATE_OF_VAT.test(label) ? Number(match[1]) : null);
  if (rate === null || number === null || number.percent || !isMoney(number) || totalKind(label) !== 'vat') return [];
  const figure = figureAt(row, last);
  // "VAT Z 0% on £1,231.20   £0.00": nothing is the VAT on any goods.
  const goods = rate === 0 && /^on$/i.test(row.words.at(-3)?.text ?? '') ? row.words.at(-2) : undefined;
  if (goods !== undefined && figure?.value === 0) return [{ code, rate, net: figureAt(row, goods), vat: figure }];
  return [{ code, rate, net: null, vat: OF_GOODS.test(label) ? null : figure }];
}

const SIGN = /^(?:[A-Z*#]|T\d)$/;

/** The sign or code that a row of the VAT begins with: `* VAT 20% ON 44.13   8.82`. */
function signBefore([first, next]: readonly Word[]): string | null {
  if (first === undefined || !SIGN.test(first.text)) return null;
  return /^(?:V\.?A\.?T\.?|tax|\d{1,2}(?:\.\d+)?%)$/i.test(next?.text ?? '') ? first.text : null;
}

/** The code of a band stands before its rate. */
function codeBefore(words: readonly Word[], at: number, inAnalysis: boolean): string | null {
  if (!inAnalysis) return null;
  const before = words.slice(0, at).map((w) => w.text.replace(/[():=]/g, ''));
  for (const text of before.reverse()) {
    if (/^(?:vat|rate|code|@|at)?$/i.test(text)) continue;
    return readCode(text);
  }
  return null;
}
