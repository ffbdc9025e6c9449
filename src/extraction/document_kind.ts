import { fileTypeFromBuffer } from 'file-type';
import { LIMITS } from './limits.js';
import { ACCEPTED, DocumentRefused } from './refusal.js';
import { isChat } from './spreadsheet/chat.js';
import { decodeText } from './spreadsheet/decode.js';
import { isMessage, pdfsOfMessage, wordsOfMessage } from './spreadsheet/mail_message.js';

export type DocumentKind = 'pdf' | 'image' | 'xlsx' | 'xml' | 'json' | 'text';

/** Images that are read; a TIFF may have several pages. */
const IMAGES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
  'image/avif',
]);

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Files people do send, and what they can do instead. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/wordprocessing|msword|opendocument\.text|rtf/, 'it is a word processor document. Print it to PDF and send that.'],
  [/presentation/, 'it is a presentation. Print it to PDF and send that.'],
  [
    /opendocument\.spreadsheet|x-cfb|ms-excel/,
    'it is an old Office or OpenDocument file. Save a spreadsheet as .xlsx or CSV, anything else as PDF.',
  ],
  [/svg/, 'it is an SVG drawing. Send it as PDF, PNG or JPEG.'],
  [/zip|7z|rar|gzip|x-tar|bzip|x-xz|zstd/, 'it is an archive. Unpack it and send the documents one by one.'],
  [/^video|^audio/, 'it is a recording.'],
  [/gif|bmp|x-icon|jp2|jxl|photoshop|raw/, 'it is an image of a kind that is not read. Save it as JPEG or PNG.'],
  [/executable|x-msdownload|x-elf|mach-binary|x-dosexec/, 'it is a program.'],
  [
    /rfc822/,
    'it is a mail whose sums stand in a web page or a file within it. Send that file, or print the mail to PDF.',
  ],
  [/x-mails/, 'it is a mail that carries several documents, or one that could not be read. Send each file by itself.'],
  [/html/, 'it is a web page. Print it to PDF and send that.'],
];

/**
 * What a document is, by its content; its name and declared type are never believed.
 * @throws DocumentRefused for what is not read, saying what is.
 */
export async function documentKind(bytes: Uint8Array): Promise<{ kind: DocumentKind; mime: string }> {
  if (bytes.byteLength === 0)
    throw new DocumentRefused('empty', 'it is empty. If it lies in a cloud folder, download it first.');
  if (bytes.byteLength > LIMITS.fileBytes)
    throw new DocumentRefused(
      'too_large',
      `it has ${mb(bytes.byteLength)} MB; at most ${mb(LIMITS.fileBytes)} MB are read. Scan at 200 to 300 dpi in grey, or split it.`,
    );
  // A PDF may carry other bytes before its header; pdf.js looks at the first kilobyte, and so does this.
  if (Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.byteLength)).includes('%PDF-'))
    return { kind: 'pdf', mime: 'application/pdf' };
  // The mark at the start of text in UTF-16 is also that of a recording.
  const mime = (isUtf16(bytes) ? '' : await sniff(bytes)) ?? '';
  if (IMAGES.has(mime)) return { kind: 'image', mime };
  if (mime === XLSX) return { kind: 'xlsx', mime };
  if (mime === '' || mime === 'application/xml') {
    const text = textOf(bytes);
    if (text !== null) return ofText(text);
  }
  throw refused(mime);
}

/** Text as Excel saves it for other programs. */
function isUtf16([a, b]: Uint8Array): boolean {
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
}

async function sniff(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime;
  } catch {
    // A file cut off inside its header.
    return undefined;
  }
}

/** A mail of which no one document could be read. */
export function refusedMail(): DocumentRefused {
  return refused('x-mails');
}

function refused(mime: string): DocumentRefused {
  const advice = ADVICE.find(([pattern]) => pattern.test(mime))?.[1];
  return new DocumentRefused(
    'unsupported',
    `${advice ?? (mime === '' ? 'its content is of no kind that is known.' : `its content is ${mime}.`)} Accepted: ${ACCEPTED}.`,
  );
}

/** The text of a file when it is text: no control characters, and hardly anything that is no letter or sign. */
function textOf(bytes: Uint8Array): string | null {
  const text = decodeText(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, LIMITS.xmlBytes)));
  const sample = text.slice(0, 20_000);
  if (!/[\p{L}\p{N}\s]/u.test(sample)) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/.test(sample) ? null : text;
}

/** What JSON begins with; `[Order #30918]` heads the mail of a shop. */
const OF_JSON = /^(?:\{|\[\s*(?:[[{"\]\d-]|true\b|false\b|null\b))/;

function ofText(text: string): { kind: DocumentKind; mime: string } {
  const start = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .slice(0, 400);
  if (start === '') throw new DocumentRefused('empty', 'it holds nothing but blanks.');
  if (/^<(?:!doctype html|html)\b/i.test(start)) throw refused('text/html');
  if (/^<svg\b/i.test(start) || (/^<\?xml/.test(start) && /<svg\b/.test(start))) throw refused('image/svg+xml');
  if (/^<\?xml|^<!doctype|^<[A-Za-z][\w.-]*(?::[A-Za-z][\w.-]*)?[\s>]/i.test(start))
    return { kind: 'xml', mime: 'application/xml' };
  if (isMessage(text) && wordsOfMessage(text) === null && pdfsOfMessage(text).length === 0)
    throw refused('message/rfc822');
  if (/^\{\\rtf/.test(start)) throw refused('application/rtf');
  if (OF_JSON.test(start) && !isChat(start)) return { kind: 'json', mime: 'application/json' };
  return { kind: 'text', mime: 'text/plain' };
}

function mb(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
