import type { Task, WordsFound } from './child/messages.js';
import { wordsInChild } from './child/run.js';
import { documentKind, refusedMail } from './document_kind.js';
import type { Draft, ReadOptions } from './draft.js';
import { readEInvoice } from './einvoice/read_einvoice.js';
import { LIMITS } from './limits.js';
import { readPages } from './read_pages.js';
import { DocumentRefused } from './refusal.js';
import { decodeText } from './spreadsheet/decode.js';
import { pdfsOfMessage, wordsOfMessage } from './spreadsheet/mail_message.js';
import { pageOfTextFile } from './spreadsheet/text_file.js';
import { readStructured } from './structured.js';
import type { Page } from './table/page.js';

/**
 * Reads an invoice, receipt or quotation: its head, its lines, and whether its figures fit together to the penny. An
 * e-invoice, alone or inside a PDF, is read first; then text with its places; then pictures of text.
 * Nothing leaves this machine, unless `options.vision` is given: what then does not reconcile is shown to a vision model.
 * The pictures for it are made in this process, so give it only in one that may die.
 * @param bytes the file; what it is, its content says.
 * @param wordsOf finds the words of a PDF, picture or workbook; in a process of its own unless this is one.
 * @throws DocumentRefused with a message for the person who sent it, and whether another try can help.
 */
export async function readDocument(
  bytes: Uint8Array,
  options: ReadOptions = {},
  wordsOf: (task: Task) => Promise<WordsFound> = (task) => wordsInChild(task, options),
): Promise<Draft> {
  if (options.signal?.aborted) throw new DocumentRefused('cancelled', 'reading was cancelled.');
  const { kind, mime } = await documentKind(bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'xml') return readEInvoice(buffer);
  if (kind === 'json') return readJson(buffer);
  if (kind === 'text') return readText(buffer, (pdf) => readDocument(pdf, options, wordsOf));
  const found = await wordsOf({ kind, mime, bytes, asPictures: false });
  for (const xml of found.xml) {
    const draft = embedded(xml.bytes);
    if (draft !== null) return { ...draft, pages: found.pages.length };
  }
  if (found.pages.every((page) => page.words.length === 0))
    throw new DocumentRefused(
      'no_text',
      'no text could be read in it. Take the picture again in good light, flat, and filling the frame.',
    );
  const source = kind === 'xlsx' ? 'structured' : found.recognised ? 'ocr' : 'text';
  const task: Task = { kind, mime, bytes, asPictures: false };
  const draft = kind === 'xlsx' ? readSheets(found.pages) : readPages(found.pages, source);
  if (kind !== 'pdf' || found.recognised || found.pages.length > LIMITS.ocrPages || !nothingRead(draft))
    return kind === 'xlsx' ? draft : withVision(draft, found.pages, task, options.vision);
  // Stored text in which nothing is found may be text of a font that does not say what its letters are.
  const seen = await wordsOf({ kind, mime, bytes, asPictures: true });
  const again = readPages(seen.pages, 'ocr');
  return nothingRead(again)
    ? withVision(draft, found.pages, task, options.vision)
    : withVision(again, seen.pages, task, options.vision);
}

/** Files of one mail that are looked at, at most. */
const MOST_ATTACHED = 4;

/**
 * A text; of a mail whose own words do not make a document that fits, the one PDF with lines that it carries.
 * @param readPdf reads a file that it carries.
 */
async function readText(buffer: Buffer, readPdf: (bytes: Buffer) => Promise<Draft>): Promise<Draft> {
  const text = decodeText(buffer);
  const pdfs = pdfsOfMessage(text);
  const own = pdfs.length === 0 || wordsOfMessage(text) !== null ? ofText(buffer) : null;
  if (own !== null && (own.reconciled || pdfs.length === 0)) return own;
  const carried: Draft[] = [];
  for (const pdf of pdfs.slice(0, MOST_ATTACHED)) {
    const draft = await readPdf(pdf).catch(unlessRefused);
    if (draft !== null && draft.lines.length > 0) carried.push(draft);
  }
  const [only] = carried;
  if (only !== undefined && carried.length === 1 && pdfs.length <= MOST_ATTACHED) return only;
  if (own !== null && carried.length === 0) return own;
  throw refusedMail();
}

function ofText(buffer: Buffer): Draft {
  const { page, table } = pageOfTextFile(buffer);
  return readPages([page], table ? 'structured' : 'text');
}

/** Nothing of a file that is none, as a drawing without text; what stops the reading itself is passed on. */
function unlessRefused(error: unknown): null {
  if (error instanceof DocumentRefused && !error.retryCanHelp) return null;
  throw error;
}

/** Shows the pages to the vision model, where there is one and the words do not reconcile. */
async function withVision(
  draft: Draft,
  pages: readonly Page[],
  task: Task,
  vision: ReadOptions['vision'],
): Promise<Draft> {
  if (vision === undefined || draft.reconciled || pages.length > LIMITS.visionPages) return draft;
  const [{ picturesOf }, { withProposal }] = await Promise.all([
    import('./vision/pictures.js'),
    import('./vision/second_opinion.js'),
  ]);
  const proposal = await vision(
    await picturesOf(
      task,
      pages.map((page) => page.number),
    ),
  );
  return proposal === null ? draft : withProposal(draft, pages, proposal);
}

/** Kinds of documents by which a sheet says that money is or was asked for on it. */
const OF_INVOICES: ReadonlySet<string> = new Set(['invoice', 'credit_note', 'simplified_receipt', 'pro_forma']);

/**
 * A workbook may hold the invoice on one sheet and what it is made from on others: hours, rates, a list of customers. All
 * are read as one, unless just one of them fits together by itself and no other says of itself that it is an invoice.
 */
function readSheets(pages: readonly Page[]): Draft {
  const whole = readPages(pages, 'structured');
  if (pages.length < 2) return whole;
  const alone = pages.map((page) => readPages([page], 'structured'));
  if (whole.reconciled) {
    // What stands on a sheet without lines or sums is no head of the invoice, when its own sheet has one.
    const all = alone.find((d) => d.reconciled && d.supplier.name !== null && sameFigures(d, whole));
    return all === undefined ? whole : { ...all, pages: pages.length };
  }
  const invoices = alone.filter((d) => d.invoiceNumber !== null || OF_INVOICES.has(d.documentType));
  const [only] = invoices;
  return invoices.length === 1 && only?.reconciled && only.totals.gross !== null
    ? { ...only, pages: pages.length }
    : whole;
}

function sameFigures(a: Draft, b: Draft): boolean {
  const figures = ({ lines, totals }: Draft) => JSON.stringify([totals, ...lines.map((l) => [l.net, l.vat, l.gross])]);
  return figures(a) === figures(b);
}

function nothingRead({ lines, totals }: Draft): boolean {
  return lines.length === 0 && totals.net === null && totals.gross === null;
}

/** The e-invoice inside a PDF; null when the attachment is something else, and the page itself is read. */
function embedded(bytes: Uint8Array): Draft | null {
  try {
    return readEInvoice(Buffer.from(bytes));
  } catch (error) {
    if (error instanceof DocumentRefused) return null;
    throw error;
  }
}

function readJson(buffer: Buffer): Draft {
  let value: unknown;
  try {
    value = JSON.parse(decodeText(buffer));
  } catch (error) {
    throw new DocumentRefused('damaged', `it is not valid JSON: ${(error as Error).message}.`);
  }
  return readStructured(value);
}
