import type { Draft } from '../draft.js';
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

/** Asks for the whole of reading instead, so that nothing of a stranger's file is parsed in the parent. */
export interface WholeTask {
  kind: 'whole';
  bytes: Uint8Array;
}

export interface WordsFound {
  pages: Page[];
  /** Whether any page went through character recognition. */
  recognised: boolean;
  /** E-invoices embedded in a PDF. */
  xml: { name: string; bytes: Uint8Array }[];
}

export type Message<Found = WordsFound | Draft> =
  | { is: 'progress'; page: number; pages: number }
  | { is: 'done'; found: Found }
  | { is: 'refused'; code: RefusalCode; message: string }
  | { is: 'failed'; message: string };

/** What a server asks of the starter: to read a document, or to stop reading it. */
export type Order = { is: 'read'; id: number; bytes: Uint8Array } | { is: 'stop'; id: number };

/** What the starter says of an order. */
export type Report = { id: number; message: Message<Draft> };
