/** Why a document was not read, as a machine names it. */
export const REFUSAL_CODES = [
  'empty',
  'too_large',
  'unsupported',
  'damaged',
  'password',
  'too_many_pages',
  'image_too_large',
  'archive_too_large',
  'unsafe_xml',
  'no_text',
  'too_slow',
  'too_much_memory',
  'cancelled',
  'reader_failed',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Only what may pass by itself is worth another try with the same bytes. */
const PASSING: ReadonlySet<RefusalCode> = new Set(['too_slow', 'too_much_memory', 'cancelled', 'reader_failed']);

export const ACCEPTED =
  'PDF, JPEG, PNG, WebP, HEIC, TIFF, e-invoices in XML (UBL or CII), CSV, XLSX, plain text, or JSON with "lines"';

/** A document that cannot be read; the message says what is wrong with it and what to do. */
export class DocumentRefused extends Error {
  readonly retryCanHelp: boolean;

  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message);
    this.name = 'DocumentRefused';
    this.retryCanHelp = PASSING.has(code);
  }
}
