/** The characters of a line taken together, before anything is known of words. */

/** `mixed` has digits or marks inside ("15mm", "d.p.m", "fridge/freezer"); a `mark` is any other single character. */
export type TokenKind = 'letters' | 'mixed' | 'quoted' | 'mark';

const OTHER = 0;
const SPACE = 1;
const LETTER = 2;
const DIGIT = 3;
/** Stands inside a word, never at its end. */
const INNER = 4;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

/** A name or size between quotation marks that stand apart. */
const QUOTED = /(?<=^|[\s(,])(?:'[^']{1,40}'|"[^"]{1,40}")(?=$|[\s),.;])/y;

/** A word in small letters, which no name of a model has: what is quoted is a note ("for the shed"). */
const NOTE = /(?<![\p{L}\d.'-])\p{Ll}{3}/u;

/** Before what is lettered on the goods ("marker tape 'caution sewer below'"), and after it. */
const LETTERED = /(?:marked|engraved|printed|labelled|lettered|reading|saying|tape|sign|board|label)\s*$/i;
const LETTERS = /^\s*(?:engraved|printed|lettering)\b/i;

/** Calls `visit` with each token of a line, in order; spaces are none. Ends are one past the last character. */
export function eachToken(line: string, visit: (kind: TokenKind, start: number, end: number) => void): void {
  for (let at = 0; at < line.length; ) {
    const kind = kindAt(line, at);
    const start = at;
    if (kind === LETTER || kind === DIGIT) {
      at = wordEnd(line, start);
      visit(isLetters(line, start, at) ? 'letters' : 'mixed', start, at);
      continue;
    }
    at += widthAt(line, at);
    if (kind === SPACE) continue;
    const quoted = quotedEnd(line, start);
    if (quoted > 0) at = quoted;
    visit(quoted > 0 ? 'quoted' : 'mark', start, at);
  }
}

/** Whether a letter or digit stands at a place of a line. */
export function isWordAt(line: string, at: number): boolean {
  const kind = kindAt(line, at);
  return kind === LETTER || kind === DIGIT;
}

/** Whether a space stands at a place of a line, or its end. */
export function isSpaceAt(line: string, at: number): boolean {
  return kindAt(line, at) === SPACE;
}

/** A word goes on over marks inside it, to its last letter or digit, or to the inch or percent sign after that. */
export function wordEnd(line: string, start: number): number {
  let end = start + widthAt(line, start);
  for (let at = end; ; ) {
    const kind = kindAt(line, at);
    if (kind === LETTER || kind === DIGIT) {
      at += widthAt(line, at);
      end = at;
    } else if (kind === INNER) at++;
    else return line[at] === '"' || line[at] === '%' ? at + 1 : end;
  }
}

function isLetters(line: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (ASCII[line.charCodeAt(at)] !== LETTER) return false;
  return true;
}

function quotedEnd(line: string, start: number): number {
  const mark = line[start];
  if (mark !== "'" && mark !== '"') return 0;
  QUOTED.lastIndex = start;
  if (!QUOTED.test(line)) return 0;
  const end = QUOTED.lastIndex;
  const isLettering = LETTERED.test(line.slice(0, start)) || LETTERS.test(line.slice(end));
  return NOTE.test(line.slice(start + 1, end - 1)) && !isLettering ? 0 : end;
}

function kindOf(character: string): number {
  if (/\p{L}/u.test(character)) return LETTER;
  if (/\p{N}/u.test(character)) return DIGIT;
  // A new row of a description parts things as a mark does.
  if (/[^\S\r\n]/.test(character)) return SPACE;
  return "'./&+-".includes(character) ? INNER : OTHER;
}

/** The kind of the character at a place of a line; outside it, a space. */
function kindAt(line: string, at: number): number {
  if (at < 0 || at >= line.length) return SPACE;
  const code = line.charCodeAt(at);
  return code < ASCII.length ? (ASCII[code] as number) : kindOf(String.fromCodePoint(line.codePointAt(at) as number));
}

function widthAt(line: string, at: number): number {
  return line.charCodeAt(at) < ASCII.length || (line.codePointAt(at) as number) <= 0xffff ? 1 : 2;
}
