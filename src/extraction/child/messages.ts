import type { RefusalCode } from '../refusal.js';
import type { Page } from '../table/page.js';

/** What the parent asks of the child: to turn a document into words with their places. */
export interface Task {
  kind: 'pdf' | 'image' | 'xlsx';
  mime: string;
  bytes: Uint8Array;
  /** Reads the pages of a PDF as pictures even where they hold text. */
  asPictures: boolean;
}

export interface WordsFound {
  pages: Page[];
  /** Whether any page went through character recognition. */
  recognised: boolean;
  /** E-invoices embedded in a PDF. */
  xml: { name: string; bytes: Uint8Array }[];
}

export type Message =
  | { is: 'progress'; page: number; pages: number }
  | { is: 'done'; found: WordsFound }
  | { is: 'refused'; code: RefusalCode; message: string }
  | { is: 'failed'; message: string };
