/**
 * Reads the plain part of YAML that rulebooks are written in, some ten times faster than the full parser: block maps
 * and lists, flow maps and lists, plain and quoted scalars, folded text. Whatever it is not sure of, it does not read.
 */

export interface QuickYaml {
  value: unknown;
  /** The line (1-based) on which each block map begins. */
  lines: ReadonlyMap<object, number>;
}

/** The value of a YAML text, or null when only the full parser can tell (that is no fault of the text). */
export function quickYaml(text: string): QuickYaml | null {
  if (UNUSUAL.test(text)) return null;
  try {
    return new QuickParser(text).parse();
  } catch (error) {
    if (error instanceof Unsure) return null;
    throw error;
  }
}

class Unsure extends Error {}

// One instance and no stack: it is a way out, not a fault.
const UNSURE = new Unsure();
UNSURE.stack = '';

function unsure(): never {
  throw UNSURE;
}

/** Tabs, controls, line ends of other systems, and the marks of documents and directives. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNUSUAL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]|^(?:---|\.\.\.|%)/m;
const KEY = /([A-Za-z_][A-Za-z0-9_./&'+-]*(?: [A-Za-z0-9_./&'+-]+)*|"[^"\\\n]*"):(?=[ \n]|$)/y;
const BLOCK_PLAIN = /(?:-(?=[0-9])|[^\s\-?:,[\]{}#&*!|>'"%@`])[^\n]*/y;
const FLOW_PLAIN = /(?:-(?=[0-9])|[^\s\-?:,[\]{}#&*!|>'"%@`])[^,[\]{}:#\n]*/y;
const FLOW_CONTINUED = /[^\s\-?:,[\]{}#&*!|>'"%@`][^,[\]{}:#\n]*/y;
const DOUBLE_QUOTED = /"((?:[^"\\\n]|\\["\\])*)"/y;
const SINGLE_QUOTED = /'((?:[^'\n]|'')*)'/y;
const REST_OF_LINE = / *(?: #[^\n]*)?(?:\n|$)/y;
const SPECIAL_KEY = /^(?:null|true|false|__proto__)$/i;
const NUMBER_LIKE = /^(?:[-+.]?[0-9]|[-+]?\.(?:inf|nan)$)/i;
const DECIMAL = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,6})?$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const ANY_NUMBER =
  /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|nan))$/i;

class QuickParser {
  private at = 0;
  private line = 1;
  private readonly lines = new Map<object, number>();
  private readonly end: number;

  constructor(private readonly text: string) {
    this.end = text.length;
  }

  parse(): QuickYaml {
    const indent = this.nextLine();
    if (indent !== 0) unsure();
    const value = this.block(0);
    if (this.nextLine() >= 0) unsure();
    return { value, lines: this.lines };
  }

  /** Goes past blank and comment lines. The indent of the line there, with `at` on its first character; -1 at the end. */
  private nextLine(): number {
    for (;;) {
      let at = this.at;
      while (this.text.charCodeAt(at) === SPACE) at++;
      if (at >= this.end) {
        this.at = this.end;
        return -1;
      }
      const c = this.text.charCodeAt(at);
      if (c === NEWLINE) {
        this.at = at + 1;
        this.line++;
      } else if (c === HASH) {
        const stop = this.text.indexOf('\n', at);
        this.at = stop < 0 ? this.end : stop + 1;
        this.line++;
      } else {
        const indent = at - this.at;
        this.at = at;
        return indent;
      }
    }
  }

  /** Where the next line with something on it begins, so that it can be read again. */
  private peek(): number {
    const indent = this.nextLine();
    if (indent > 0) this.at -= indent;
    return indent;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private endLine(): void {
    const found = this.match(REST_OF_LINE) ?? unsure();
    if (found[0].endsWith('\n')) this.line++;
  }

  /** A list or a map whose first line is at hand, at column `indent`. */
  private block(indent: number): unknown {
    const next = this.text.charCodeAt(this.at + 1);
    if (this.text.charCodeAt(this.at) === DASH && (next === SPACE || next === NEWLINE)) return this.blockList(indent);
    return this.blockMap(indent);
  }

  private blockList(indent: number): unknown[] {
    const list: unknown[] = [];
    for (;;) {
      if (this.text.charCodeAt(this.at) !== DASH || this.text.charCodeAt(this.at + 1) !== SPACE) unsure();
      this.at += 2;
      let column = indent + 2;
      while (this.text.charCodeAt(this.at) === SPACE) {
        this.at++;
        column++;
      }
      const c = this.text.charCodeAt(this.at);
      if (c === NEWLINE || c === HASH || c === DASH) unsure();
      const from = this.at;
      const key = c === OPEN_LIST || c === OPEN_MAP ? null : this.match(KEY);
      this.at = from;
      list.push(key ? this.blockMap(column) : this.value(indent));
      const following = this.peek();
      if (following < indent) return list;
      if (following > indent) unsure();
      this.at += indent;
      if (this.text.charCodeAt(this.at) !== DASH) unsure();
    }
  }

  private blockMap(indent: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    this.lines.set(map, this.line);
    for (;;) {
      const key = this.key();
      if (Object.hasOwn(map, key)) unsure();
      if (this.text.charCodeAt(this.at) === SPACE && !this.nothingMore()) {
        while (this.text.charCodeAt(this.at) === SPACE) this.at++;
        map[key] = this.value(indent);
      } else {
        this.endLine();
        const inner = this.nextLine();
        if (inner <= indent) unsure();
        const c = this.text.charCodeAt(this.at);
        map[key] = c === OPEN_LIST || c === OPEN_MAP ? this.value(indent) : this.block(inner);
      }
      const following = this.peek();
      if (following < indent) return map;
      if (following > indent) unsure();
      this.at += indent;
    }
  }

  private key(): string {
    const found = this.match(KEY)?.[1] ?? unsure();
    const key = found.startsWith('"') ? found.slice(1, -1) : found;
    return SPECIAL_KEY.test(key) ? unsure() : key;
  }

  private nothingMore(): boolean {
    REST_OF_LINE.lastIndex = this.at;
    return REST_OF_LINE.test(this.text);
  }

  /** What stands behind `key: ` or `- `, to the end of its lines. */
  private value(indent: number): unknown {
    const c = this.text[this.at];
    if (c === '[' || c === '{') {
      const value = this.flow(indent);
      this.endLine();
      return value;
    }
    if (c === '>') return this.folded(indent);
    if (c === '"' || c === "'") {
      const value = this.quoted();
      this.endLine();
      this.nothingDeeper(indent);
      return value;
    }
    const found = this.match(BLOCK_PLAIN)?.[0] ?? unsure();
    const comment = found.indexOf(' #');
    const words = (comment < 0 ? found : found.slice(0, comment)).trimEnd();
    if (words.includes(': ') || words.endsWith(':')) unsure();
    this.endLine();
    this.nothingDeeper(indent);
    return scalar(words);
  }

  /** A deeper line would go on with the scalar before it. */
  private nothingDeeper(indent: number): void {
    if (this.peek() > indent) unsure();
  }

  private quoted(): string {
    if (this.text.charCodeAt(this.at) === DOUBLE) {
      const inner = this.match(DOUBLE_QUOTED)?.[1] ?? unsure();
      return inner.includes('\\') ? inner.replace(/\\(.)/g, '$1') : inner;
    }
    const inner = this.match(SINGLE_QUOTED)?.[1] ?? unsure();
    return inner.includes("'") ? inner.replaceAll("''", "'") : inner;
  }

  /** `>-` and lines of one indent; anything finer is left to the full parser. */
  private folded(indent: number): string {
    if (!this.text.startsWith('>-\n', this.at)) unsure();
    this.at += 3;
    this.line++;
    const parts: string[] = [];
    let depth = -1;
    while (this.at < this.end) {
      let from = this.at;
      while (this.text.charCodeAt(from) === SPACE) from++;
      const here = from - this.at;
      const stop = this.text.indexOf('\n', from);
      const until = stop < 0 ? this.end : stop;
      if (from === until) unsure();
      if (depth < 0) depth = here;
      if (here < depth || here <= indent) break;
      if (here > depth) unsure();
      if (this.text.charCodeAt(until - 1) === SPACE) unsure();
      parts.push(this.text.slice(from, until));
      this.at = stop < 0 ? this.end : stop + 1;
      this.line++;
    }
    if (parts.length === 0 || this.peek() > indent) unsure();
    return parts.join(' ');
  }

  /** Goes to the next word of a flow list or map; its lines must stand deeper than the block they are in. */
  private space(indent: number): void {
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (c === SPACE) this.at++;
      else if (c === NEWLINE) {
        this.at++;
        this.line++;
        const from = this.at;
        while (this.text.charCodeAt(this.at) === SPACE) this.at++;
        const next = this.text.charCodeAt(this.at);
        if (this.at - from <= indent || next === NEWLINE || next === HASH) unsure();
      } else return;
    }
  }

  private flow(indent: number): unknown {
    const c = this.text.charCodeAt(this.at);
    if (c === OPEN_LIST) {
      this.at++;
      const list: unknown[] = [];
      this.space(indent);
      if (this.text.charCodeAt(this.at) === CLOSE_LIST) {
        this.at++;
        return list;
      }
      for (;;) {
        list.push(this.flow(indent));
        this.space(indent);
        const mark = this.text.charCodeAt(this.at++);
        if (mark === CLOSE_LIST) return list;
        if (mark !== COMMA) unsure();
        this.space(indent);
      }
    }
    if (c === OPEN_MAP) {
      this.at++;
      const map: Record<string, unknown> = {};
      this.space(indent);
      if (this.text.charCodeAt(this.at) === CLOSE_MAP) {
        this.at++;
        return map;
      }
      for (;;) {
        const key = this.key();
        if (Object.hasOwn(map, key)) unsure();
        if (this.text.charCodeAt(this.at) !== SPACE) unsure();
        this.space(indent);
        map[key] = this.flow(indent);
        this.space(indent);
        const mark = this.text.charCodeAt(this.at++);
        if (mark === CLOSE_MAP) return map;
        if (mark !== COMMA) unsure();
        this.space(indent);
      }
    }
    if (c === DOUBLE || c === 39) return this.quoted();
    return this.flowPlain(indent);
  }

  private flowPlain(indent: number): unknown {
    let words = (this.match(FLOW_PLAIN)?.[0] ?? unsure()).trimEnd();
    for (;;) {
      const stop = this.text[this.at];
      if (stop === ',' || stop === ']' || stop === '}') return scalar(words);
      if (stop !== '\n') unsure();
      this.space(indent);
      const next = this.text[this.at] ?? '';
      if (next === ',' || next === ']' || next === '}') return scalar(words);
      words += ` ${(this.match(FLOW_CONTINUED)?.[0] ?? unsure()).trimEnd()}`;
    }
  }
}

const SPACE = 32;
const NEWLINE = 10;
const HASH = 35;
const DASH = 45;
const COMMA = 44;
const DOUBLE = 34;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** A plain scalar by the core schema of YAML 1.2. */
function scalar(words: string): unknown {
  switch (words) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
  }
  if (/^(?:true|false|null|~)$/i.test(words)) unsure();
  if (!NUMBER_LIKE.test(words) || DATE.test(words)) return words;
  if (DECIMAL.test(words)) return Number(words);
  return ANY_NUMBER.test(words) ? unsure() : words;
}
