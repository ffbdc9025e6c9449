import type { Draft } from '../draft.js';
import { DocumentRefused } from '../refusal.js';
import type { PagePicture, Proposal } from '../vision/proposal.js';
import type { Message, Order, Report } from './messages.js';
import { readInChild } from './run.js';

/** The starter: a small process that starts a reader for each document and passes on what it says. */

const aborts = new Map<number, AbortController>();
/** Readers that wait for what a model says. */
const asked = new Map<number, (proposal: Proposal | null) => void>();
const send = (id: number, message: Message<Draft>) => void process.send?.({ id, message } satisfies Report, () => {});

process.on('message', (order: Order) => {
  if (order.is === 'stop') {
    aborts.get(order.id)?.abort();
    return;
  }
  if (order.is === 'proposal') {
    asked.get(order.id)?.(order.proposal);
    return;
  }
  const { id, bytes } = order;
  const abort = new AbortController();
  aborts.set(id, abort);
  readInChild(bytes, {
    signal: abort.signal,
    onProgress: ({ page, pages }) => send(id, { is: 'progress', page, pages }),
    vision: order.vision ? (pictures) => passOn(id, pictures) : undefined,
  })
    .then(
      (found) => send(id, { is: 'done', found }),
      (error: unknown) =>
        send(
          id,
          error instanceof DocumentRefused
            ? { is: 'refused', code: error.code, message: error.message }
            : { is: 'failed', message: error instanceof Error ? error.message : String(error) },
        ),
    )
    .finally(() => {
      aborts.delete(id);
      asked.delete(id);
    });
});

/** Only the server calls a model. */
function passOn(id: number, pictures: readonly PagePicture[]): Promise<Proposal | null> {
  return new Promise((resolve) => {
    asked.set(id, resolve);
    send(id, { is: 'pictures', pictures });
  });
}

// A server that is gone wants no answer, and its readers are ended with it.
process.once('disconnect', () => {
  for (const abort of aborts.values()) abort.abort();
  process.exit(0);
});
