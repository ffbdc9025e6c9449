import type { Draft } from '../draft.js';
import type { RefusalCode } from '../refusal.js';
import type { Page } from '../table/page.js';
import type { PagePicture, Proposal } from '../vision/proposal.js';

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
  /** Whether the parent has a vision model to show pages to. */
  vision: boolean;
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
  | { is: 'pictures'; pictures: readonly PagePicture[] }
  | { is: 'done'; found: Found }
  | { is: 'refused'; code: RefusalCode; message: string }
  | { is: 'failed'; message: string };

/** What the parent answers to pictures: only it has the address and the key of the model. */
export interface VisionAnswer {
  is: 'proposal';
  proposal: Proposal | null;
}

/** What a server asks of the starter: to read a document, to pass on what a model says of it, or to stop reading it. */
export type Order =
  | { is: 'read'; id: number; bytes: Uint8Array; vision: boolean }
  | ({ id: number } & VisionAnswer)
  | { is: 'stop'; id: number };

/** What the starter says of an order. */
export type Report = { id: number; message: Message<Draft> };
