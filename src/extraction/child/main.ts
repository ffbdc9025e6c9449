import type { Draft } from '../draft.js';
import { readDocument } from '../read_document.js';
import { DocumentRefused } from '../refusal.js';
import type { AskVision } from '../vision/proposal.js';
import { findWords } from './find_words.js';
import type { Message, Task, VisionAnswer, WholeTask, WordsFound } from './messages.js';

/** The child process: one document in, its words or all that was read out, then it ends. */

const send = (message: Message): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));

const progress = (page: number, pages: number) => void send({ is: 'progress', page, pages });

/** The parent shows the pictures to its model; this process has no address, no key and no need of a network. */
const askParent: AskVision = (pictures) =>
  new Promise((resolve) => {
    process.once('message', ({ proposal }: VisionAnswer) => resolve(proposal));
    void send({ is: 'pictures', pictures });
  });

function answer(task: Task | WholeTask): Promise<WordsFound | Draft> {
  if (task.kind !== 'whole') return findWords(task, progress);
  return readDocument(task.bytes, task.vision ? { vision: askParent } : {}, (words) => findWords(words, progress));
}

process.once('message', (task: Task | WholeTask) => {
  answer(task)
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
