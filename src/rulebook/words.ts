/** Text of an invoice line as words that can be compared: case, punctuation, plurals and abbreviations folded. */

import { longAbbreviationAt, longAbbreviations } from './reading/long_abbreviations.js';
import { eachToken, isSpaceAt, isWordAt } from './reading/tokens.js';

/** A `slash` matches like an `and` but joins the words of one name ("fridge/freezer housing"). */
export type WordKind = 'word' | 'code' | 'and' | 'slash' | 'break';

export interface Word {
  kind: WordKind;
  /** Folded form used for matching. */
  form: string;
  /** Where it stands in the line as printed. */
  start: number;
  end: number;
}

/** A comma or another break, or the beginning or end of the line. */
export function isEndOfClause(word: Word | undefined): boolean {
  return word === undefined || word.kind === 'break';
}

/** The same, or "and". */
export function isEndOfPart(word: Word | undefined): boolean {
  return isEndOfClause(word) || word?.kind === 'and';
}

/** How many words of a heading stand before what it heads: "Stage 2 -", "First floor bathroom:". */
const MOST_OF_HEADING = 4;

/** Whether a sentence may open at a place: first in the line, or behind a heading ("Kitchen: hang units", "Stage 2 - fit units"). */
export function mayOpen(words: readonly Word[], at: number): boolean {
  if (at === 0) return true;
  const mark = words[at - 1];
  if (mark?.kind !== 'break' || at > MOST_OF_HEADING + 1) return false;
  return mark.form === ':' || (mark.form === '-' && NUMBER.test(words[at - 2]?.form ?? ''));
}

const NUMBER = /^\d{1,3}$/;

const PLAIN_WORD = /^[a-z0-9]+$/;
/** Space and a small letter. */
const GOES_ON = /^ +\p{Ll}/u;
/** "AGG/771-B": the number of an article, whatever its letters stand for elsewhere. */
const ARTICLE_NUMBER = /^[a-z]{2,4}[/-]\d+[/-][a-z]{1,2}$/i;
/** "D.C.V", "r.w.p": letters printed with full stops. */
const INITIALS = /^\p{L}(?:\.\p{L}){1,4}$/u;
const BREAK_CHARACTERS = /[,;:()[\]{}|•·*"!?=\n\r]/;

/** Text that `canonicalText` would leave as it is. */
const PLAIN = /^[ !-_a-~]*$/;

function printable(text: string): string {
  return text
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[×✕]/g, 'x')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .replace(/½/g, '1/2')
    .replace(/¼/g, '1/4')
    .replace(/¾/g, '3/4')
    .replace(/[²]/g, '2')
    .replace(/[³]/g, '3');
}

/** One spelling of the characters, for matching and for showing a span of it. */
export function canonicalText(text: string): string {
  return PLAIN.test(text) ? text : printable(text).normalize('NFKC');
}

const KEEP_PLURAL = new Set([
  'fittings',
  'fixings',
  'brass',
  'glass',
  'gas',
  'truss',
  'lens',
  'chassis',
  'grass',
  'press',
  'cross',
  'moss',
  'boss',
  'class',
  'access',
  'process',
  'ss',
  'plus',
  'bus',
  'is',
  'as',
  'us',
  'this',
  'his',
  'its',
  'was',
  'has',
  'gloss',
  'less',
  'mattress',
  'stainless',
  'cordless',
  'wireless',
  'frameless',
  'tankless',
  'rimless',
  'asbestos',
  'canvas',
  'jacuzzi',
  'chips',
  'lies',
  'ties',
]);
const SINGULAR = new Map(
  Object.entries({
    shelves: 'shelf',
    leaves: 'leaf',
    knives: 'knife',
    glasses: 'glasses',
    eyeglasses: 'glasses',
    spectacles: 'spectacles',
    halves: 'half',
    valves: 'valve',
    sleeves: 'sleeve',
    eaves: 'eave',
    stoves: 'stove',
    curves: 'curve',
    grooves: 'groove',
    ties: 'tie',
    dies: 'die',
    lintols: 'lintel',
    lintol: 'lintel',
    moulds: 'mould',
    fibres: 'fibre',
    metre: 'metre',
    gauges: 'gauge',
    hinges: 'hinge',
    flanges: 'flange',
    ridges: 'ridge',
    edges: 'edge',
    sizes: 'size',
    prizes: 'prize',
    fridges: 'fridge',
    axes: 'axe',
    boxes: 'box',
    cases: 'case',
    houses: 'house',
    hoses: 'hose',
    bases: 'base',
    fuses: 'fuse',
    noses: 'nose',
    closes: 'close',
    purposes: 'purpose',
    glazes: 'glaze',
    licences: 'licence',
    fences: 'fence',
    appliances: 'appliance',
    services: 'service',
    pieces: 'piece',
    surfaces: 'surface',
    spaces: 'space',
    braces: 'brace',
    terraces: 'terrace',
    furnaces: 'furnace',
    offices: 'office',
    devices: 'device',
    slices: 'slice',
    invoices: 'invoice',
    horses: 'horse',
    tv: 'tv',
    tvs: 'tv',
    wcs: 'wc',
    aluminum: 'aluminium',
    instal: 'install',
    labor: 'labour',
    color: 'colour',
    gray: 'grey',
    fiber: 'fibre',
    mold: 'mould',
    molding: 'moulding',
    moldings: 'moulding',
    sulfate: 'sulphate',
    center: 'centre',
    liter: 'litre',
    meter: 'meter',
    plow: 'plough',
    ise: 'ise',
  }),
);

/** "12 no lintels", "4 off": after a whole number these count, and exclude or place nothing. */
const COUNTED = new Set(['no', 'nos', 'nr', 'off']);

/** Folds the plural of one lower-case word. */
export function singular(word: string): string {
  const known = SINGULAR.get(word);
  if (known) return known;
  if (!word.endsWith('s') || word.length < 4 || KEEP_PLURAL.has(word) || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Letters that no accent makes of another. */
const BASE_LETTERS = new Map(Object.entries({ ø: 'o', æ: 'ae', ł: 'l', đ: 'd', ð: 'd', œ: 'oe', ß: 'ss' }));

/** Small letters as they are without accents ("beløb", "fenêtre"). */
export function withoutAccents(lower: string): string {
  const plain = lower.replace(/[øæłđðœß]/g, (letter) => BASE_LETTERS.get(letter) ?? letter);
  return plain.normalize('NFD').replace(/\p{M}/gu, '');
}

function folded(raw: string): string {
  const lower = raw.toLowerCase();
  if (PLAIN_WORD.test(lower)) return singular(lower);
  return singular(withoutAccents(lower).replace(/'s$/, '').replace(/'/g, ''));
}

/** What a word stands for, with or without the full stop of an abbreviation. */
function abbreviationOf(
  lower: string,
  abbreviations: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  return abbreviations.get(lower) ?? (lower.endsWith('.') ? abbreviations.get(lower.slice(0, -1)) : undefined);
}

/**
 * Splits a line into words. `&`, `+`, `/` and "and" between words become an `and`; commas, brackets and spaced dashes
 * become a `break`; anything with a digit is a `code`. Abbreviations (already folded, keyed as printed) are expanded.
 */
export function splitWords(text: string, abbreviations: ReadonlyMap<string, readonly string[]>): Word[] {
  const line = canonicalText(text);
  const words: Word[] = [];
  const long = longAbbreviations(abbreviations);
  /** Where the last abbreviation ends. */
  let cutAt = -1;
  const push = (kind: WordKind, form: string, start: number, end: number) => words.push({ kind, form, start, end });
  const addWord = (raw: string, start: number, end: number) => {
    const lower = raw.toLowerCase();
    const expansion = abbreviationOf(lower, abbreviations);
    if (expansion) {
      cutAt = end;
      for (const form of expansion) push('word', form, start, end);
      return;
    }
    if (lower === 'the') return;
    if (lower === 'and') push('and', 'and', start, end);
    else if (COUNTED.has(lower) && /^\d{1,5}$/.test(words.at(-1)?.form ?? '')) {
      push('code', 'nr', start, end);
      cutAt = end;
    } else if (/\d/.test(raw)) push('code', folded(raw), start, end);
    else push('word', folded(raw), start, end);
  };
  const addMark = (mark: string, start: number, end: number) => {
    if (mark === '+' && isWordAt(line, start - 1) && isSpaceAt(line, end)) {
      // The end of a model's name: "ULTRASTEEL+ 210L".
      push('code', mark, start, end);
    } else if (mark === '&' || mark === '+' || mark === '/') {
      push(mark === '/' ? 'slash' : 'and', 'and', start, end);
    } else if (mark === '-') {
      if (isSpaceAt(line, start - 1) && isSpaceAt(line, end)) push('break', '-', start, end);
    } else if (mark === '.') {
      // "Door for int. dishwasher", "hang 14 no. doors": the full stop of an abbreviation ends no sentence.
      if (start !== cutAt || !GOES_ON.test(line.slice(end))) push('break', mark, start, end);
    } else if (mark.length === 1 && BREAK_CHARACTERS.test(mark)) {
      push('break', mark, start, end);
    }
  };
  const addCompound = (raw: string, start: number, end: number) => {
    const lower = raw.toLowerCase();
    if (abbreviationOf(lower, abbreviations)) {
      addWord(raw, start, end);
      return;
    }
    if (INITIALS.test(raw)) {
      addWord(raw.replace(/\./g, ''), start, end);
      cutAt = end;
      return;
    }
    if ((/^[\d.,/x'"-]+[a-z]{0,3}$/i.test(raw) && /\d/.test(raw)) || ARTICLE_NUMBER.test(raw)) {
      push('code', lower.replace(/'/g, ''), start, end);
      return;
    }
    let at = start;
    for (const piece of raw.split(/([&+/]|(?<=\p{L})\.(?=\p{L}{2,})|-)/u)) {
      const from = at;
      at += piece.length;
      if (piece === '' || piece === '-' || piece === '.') continue;
      if (piece === '&' || piece === '+' || piece === '/') push(piece === '/' ? 'slash' : 'and', 'and', from, at);
      else if (/\.$/.test(piece) && piece.length > 1) addWord(piece.replace(/\.+$/, ''), from, at - 1);
      else addWord(piece.replace(/["'%.]+$/, '') || piece, from, at);
    }
  };
  eachToken(line, (kind, start, end) => {
    // Inside an abbreviation of several words.
    if (start < cutAt) return;
    const raw = line.slice(start, end);
    const begun = kind === 'letters' || kind === 'mixed' ? long.get(raw.toLowerCase()) : undefined;
    const whole = begun === undefined ? null : longAbbreviationAt(line, end, begun);
    if (whole !== null) {
      for (const form of whole.forms) push(/\d/.test(form) ? 'code' : 'word', form, start, whole.end);
      cutAt = whole.end;
      return;
    }
    if (kind === 'letters') addWord(raw, start, end);
    else if (kind === 'mixed') addCompound(raw, start, end);
    else if (kind === 'quoted') push('code', raw.toLowerCase(), start, end);
    else addMark(raw, start, end);
  });
  return words;
}

/** What stands after one of these says where a thing is or what it is for: the noun of the name stands before it. */
const PREPOSITIONS = ['between', 'inside', 'within', 'behind', 'under', 'in', 'on', 'for', 'to', 'with', 'of'];

/** The noun of a name, folded: "blind between the glass" is a blind. */
export function nounOf(forms: readonly string[]): string {
  const at = forms.findIndex((form, i) => i > 0 && PREPOSITIONS.includes(form));
  return (at === -1 ? forms : forms.slice(0, at)).at(-1) ?? '';
}
