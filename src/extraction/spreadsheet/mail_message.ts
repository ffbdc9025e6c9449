/** A mail as a mail program saves it: its head, and below it parts that each say how their characters are written. */

interface Part {
  /** The fields of its head, their names in small letters. */
  head: ReadonlyMap<string, string>;
  body: string;
}

const BLANK_LINE = /\r?\n\r?\n/;
/** Parts within parts go no deeper in a mail that somebody was sent. */
const DEEPEST = 5;

/** Whether a text is a mail with everything that programs write between the words. */
export function isMessage(text: string): boolean {
  const { head } = partOf(text);
  const isMime = head.has('mime-version') || /^multipart\//i.test(head.get('content-type') ?? '');
  return head.has('from') && head.has('content-type') && isMime;
}

/**
 * What a mail says in plain text below who sent it, when and about what. Null where the sums stand in a web page or another file within it,
 * or it is no such mail.
 */
export function wordsOfMessage(text: string): string | null {
  if (!isMessage(text)) return null;
  const message = partOf(text);
  const body = plainParts(message).join('\n\n');
  if (!/\d[.,]\d\d\b|[£€]\s?\d/.test(body)) return null;
  const fields = ['from', 'to', 'date', 'subject'].flatMap((name) => {
    const value = message.head.get(name);
    return value === undefined ? [] : [`${name[0]?.toUpperCase()}${name.slice(1)}: ${encodedWords(value)}`];
  });
  return [...fields, '', body].join('\n');
}

function partOf(text: string): Part {
  const end = BLANK_LINE.exec(text);
  const lines = (end === null ? text : text.slice(0, end.index))
    // A field may go on in the next line.
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const head = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9-]*):\s*(.*)$/.exec(line) ?? [];
    // What is no field ends what is known of the head.
    if (name === undefined || value === undefined) break;
    head.set(name.toLowerCase(), value);
  }
  return { head, body: end === null ? '' : text.slice(end.index + end[0].length) };
}

/** The PDF files that a mail carries; none where the text is no mail. */
export function pdfsOfMessage(text: string): Buffer[] {
  if (!isMessage(text)) return [];
  return leavesOf(partOf(text), DEEPEST).flatMap(({ head, body }) => {
    const type = head.get('content-type') ?? '';
    // Some programs say no more of a file than that it is one.
    const isNamed = /\bname\*?\d?\*?="?[^";]*\.pdf\b/i.test(`${type};${head.get('content-disposition') ?? ''}`);
    const isPdf = /^application\/(?:x-)?pdf\b/i.test(type) || (/^application\/octet-stream\b/i.test(type) && isNamed);
    const isBase64 = /^base64$/i.test((head.get('content-transfer-encoding') ?? '').trim());
    return isPdf && isBase64 ? [Buffer.from(body, 'base64')] : [];
  });
}

/** The parts of a mail that have no parts themselves. */
function leavesOf(part: Part, depth: number): Part[] {
  const type = typeOf(part);
  const boundary = /\bboundary="?([^";]+)"?/i.exec(type)?.[1];
  if (!/^multipart\//i.test(type) || boundary === undefined || depth === 0) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1)
    .filter((inner) => !inner.startsWith('--'))
    .flatMap((inner) => leavesOf(partOf(inner.replace(/^\r?\n/, '')), depth - 1));
}

function typeOf({ head }: Part): string {
  return head.get('content-type') ?? 'text/plain';
}

function plainParts(message: Part): string[] {
  return leavesOf(message, DEEPEST).flatMap((part) => {
    const { head, body } = part;
    const type = typeOf(part);
    if (!/^text\/plain\b/i.test(type) || /^attachment\b/i.test(head.get('content-disposition') ?? '')) return [];
    return [decoded(body, head.get('content-transfer-encoding') ?? '', /charset="?([\w-]+)/i.exec(type)?.[1])];
  });
}

function decoded(body: string, encoding: string, charset: string | undefined): string {
  if (/^quoted-printable$/i.test(encoding.trim())) return inCharset(ofQuoted(body.replace(/=\r?\n/g, '')), charset);
  if (/^base64$/i.test(encoding.trim())) return inCharset(Buffer.from(body, 'base64'), charset);
  return body;
}

/** The bytes of text in which others than plain letters are written `=C2=A3`. */
function ofQuoted(text: string): Buffer {
  return Buffer.concat(
    text
      .split(/(=[0-9A-F]{2})/i)
      .map((part) => (/^=[0-9A-F]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part, 'utf8'))),
  );
}

function inCharset(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** `=?utf-8?Q?Your_invoice_=E2=80=93_A188?=` in a field of the head. */
function encodedWords(value: string): string {
  return value.replace(
    /=\?([\w-]+)\?([QB])\?([^?]*)\?=(?:\s+(?==\?))?/gi,
    (_, charset: string, how: string, text: string) =>
      inCharset(/q/i.test(how) ? ofQuoted(text.replaceAll('_', ' ')) : Buffer.from(text, 'base64'), charset),
  );
}
