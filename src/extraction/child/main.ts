import { DocumentRefused } from '../refusal.js';
import { findWords } from './find_words.js';
import type { Message, Task } from './messages.js';

/** The child process: one document in, its words out, then it ends. */

const send = (message: Message): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));

process.once('message', (task: Task) => {
  findWords(task, (page, pages) => void send({ is: 'progress', page, pages }))
    .then((found) => send({ is: 'done', found }))
    .catch((error: unknown) =>
      send(
        error instanceof DocumentRefused
          ? { is: 'refused', code: error.code, message: error.message }
          : { is: 'failed', message: error instanceof Error ? error.message : String(error) },
      ),
    )
    .finally(() => process.exit(0));
});

// A parent that is gone wants no answer.
process.once('disconnect', () => process.exit(0));
