import type { ChildProcess } from 'node:child_process';
import type { Draft } from '../draft.js';
import { DocumentRefused } from '../refusal.js';
import type { Message, Order, Report } from './messages.js';
import { askedOf, type ChildOptions, forked } from './run.js';

/** Documents pass through it, and nothing stays. */
const HEAP_MB = 256;

interface Waiting {
  told(message: Message<Draft>): void;
}

/**
 * Reads documents as `readInChild` does, for a program that must not be held up. To start a process, the memory map of the
 * one that starts it is copied, which takes a large server tens of milliseconds each time; so a small one starts them.
 */
export class Readers {
  private starter: ChildProcess | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  /** @throws DocumentRefused as `readInChild` does. */
  async read(bytes: Uint8Array, { signal, onProgress, vision }: ChildOptions): Promise<Draft> {
    signal?.throwIfAborted();
    const starter = this.started();
    const id = ++this.last;
    const order = (what: Order) =>
      starter.send(what, (error) => {
        if (error) this.ended(starter);
      });
    const stop = () => order({ is: 'stop', id });
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<Draft>((resolve, reject) => {
        this.waiting.set(id, {
          told: (message) => {
            if (message.is === 'progress') onProgress?.({ page: message.page, pages: message.pages });
            else if (message.is === 'pictures')
              void askedOf(vision, message.pictures).then((proposal) => order({ is: 'proposal', id, proposal }));
            else if (message.is === 'done') resolve(message.found);
            else
              reject(new DocumentRefused(message.is === 'refused' ? message.code : 'reader_failed', message.message));
          },
        });
        order({ is: 'read', id, bytes, vision: vision !== undefined });
      });
    } finally {
      signal?.removeEventListener('abort', stop);
      this.waiting.delete(id);
    }
  }

  /** Ends every reader. */
  close(): void {
    this.starter?.disconnect();
    this.starter = null;
  }

  private started(): ChildProcess {
    if (this.starter?.connected) return this.starter;
    const starter = forked('starter', HEAP_MB);
    this.starter = starter;
    starter.on('message', ({ id, message }: Report) => this.waiting.get(id)?.told(message));
    starter.once('error', () => this.ended(starter));
    starter.once('exit', () => this.ended(starter));
    return starter;
  }

  /** What one starter was reading has no answer any more; the next document gets another. */
  private ended(starter: ChildProcess): void {
    if (this.starter === starter) this.starter = null;
    else if (this.starter !== null) return;
    for (const { told } of this.waiting.values())
      told({ is: 'failed', message: 'the reader ended before it had finished.' });
  }
}
