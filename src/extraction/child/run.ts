import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { compiled } from '../../rulebook/loading/compiled.js';
import type { Draft, Progress } from '../draft.js';
import { LIMITS } from '../limits.js';
import { DocumentRefused } from '../refusal.js';
import type { AskVision, PagePicture, Proposal } from '../vision/proposal.js';
import type { Message, Task, VisionAnswer, WholeTask, WordsFound } from './messages.js';

const MEMORY_EVERY_MS = 250;
/** V8's own heap; pictures and models lie outside it and are watched as resident memory. */
const HEAP_MB = 512;

/**
 * Reads the words of a document in a process of its own, so that a file made to hang, crash or swell a parser takes
 * down nothing else. The process has no other task, a time, a memory, and no network to ask for.
 * @throws DocumentRefused, also when the process runs out of time or memory or dies.
 */
export function wordsInChild(task: Task, options: ChildOptions): Promise<WordsFound> {
  return inChild<WordsFound>(task, task.kind === 'xlsx' ? LIMITS.pdfMs : LIMITS.documentMs, options);
}

/**
 * Does the whole of `readDocument` in such a process, of low priority, so that a program that has others to answer stays
 * free for them. Pictures for a vision model come back to this process, which alone may call one.
 * @throws DocumentRefused as `readDocument` does.
 */
export function readInChild(bytes: Uint8Array, options: ChildOptions): Promise<Draft> {
  const task: WholeTask = { kind: 'whole', bytes, vision: options.vision !== undefined };
  return inChild<Draft>(task, LIMITS.documentMs, options, constants.priority.PRIORITY_LOW);
}

export interface ChildOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  vision?: AskVision | undefined;
}

async function inChild<Found extends WordsFound | Draft>(
  task: Task | WholeTask,
  limitMs: number,
  options: ChildOptions,
  priority: number = constants.priority.PRIORITY_NORMAL,
): Promise<Found> {
  options.signal?.throwIfAborted();
  const child = forked('main', HEAP_MB);
  // Best effort: a child that is gone already has no priority, and its end is reported below.
  if (priority !== constants.priority.PRIORITY_NORMAL && child.pid !== undefined) lower(child.pid, priority);
  let over: DocumentRefused | null = null;
  const end = (refusal: DocumentRefused) => {
    over ??= refusal;
    child.kill('SIGKILL');
  };
  const startClock = () =>
    setTimeout(
      () =>
        end(
          new DocumentRefused(
            'too_slow',
            `reading it took longer than ${limitMs / 1000} seconds. Split it, or scan it more plainly.`,
          ),
        ),
      limitMs,
    );
  let clock = startClock();
  const memory = setInterval(() => {
    void residentBytes(child).then((bytes) => {
      if (bytes > LIMITS.childBytes)
        end(
          new DocumentRefused(
            'too_much_memory',
            'reading it takes more memory than a document may. Scan it at 200 to 300 dpi in grey, or split it.',
          ),
        );
    });
  }, MEMORY_EVERY_MS);
  const cancel = () => end(new DocumentRefused('cancelled', 'reading was cancelled.'));
  options.signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await answerOf<Found>(
      child,
      task,
      options.onProgress,
      () => over,
      async (pictures) => {
        // The time a model takes is no fault of the document; the model has its own limit.
        clearTimeout(clock);
        const proposal = await askedOf(options.vision, pictures);
        if (child.connected) clock = startClock();
        return proposal;
      },
    );
  } finally {
    clearTimeout(clock);
    clearInterval(memory);
    options.signal?.removeEventListener('abort', cancel);
    child.kill('SIGKILL');
  }
}

/** What a model says; a model that fails says nothing. */
export async function askedOf(
  vision: AskVision | undefined,
  pictures: readonly PagePicture[],
): Promise<Proposal | null> {
  return (await vision?.(pictures).catch(() => null)) ?? null;
}

/** Starts a program of this folder that is talked to by messages. */
export function forked(program: 'main' | 'starter', heapMb: number): ChildProcess {
  return fork(compiled(import.meta.url, `./${program}.js`), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    // No secret of the server is in the environment of a process that reads strangers' files.
    env: { PATH: process.env.PATH ?? '', OMP_THREAD_LIMIT: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function lower(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {}
}

function answerOf<Found extends WordsFound | Draft>(
  child: ChildProcess,
  task: Task | WholeTask,
  onProgress: ((progress: Progress) => void) | undefined,
  over: () => DocumentRefused | null,
  vision: AskVision,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: Message<Found>) => {
      if (message.is === 'progress') onProgress?.({ page: message.page, pages: message.pages });
      else if (message.is === 'pictures')
        void vision(message.pictures).then((proposal) => {
          // A child that is gone tells so by its exit.
          if (child.connected) child.send({ is: 'proposal', proposal } satisfies VisionAnswer, () => {});
        });
      else if (message.is === 'done') resolve(message.found);
      else if (message.is === 'refused') reject(new DocumentRefused(message.code, message.message));
      else
        reject(
          new DocumentRefused(
            'damaged',
            `it could not be read (${message.message}). Print it to a new PDF, or take the picture again.`,
          ),
        );
    });
    child.once('error', (error) =>
      reject(over() ?? new DocumentRefused('reader_failed', `the reader could not be started (${error.message}).`)),
    );
    child.once('exit', () =>
      reject(
        over() ??
          new DocumentRefused('reader_failed', 'the reader ended before it had finished; the file may be damaged.'),
      ),
    );
    child.send(task, (error) => {
      if (error)
        reject(over() ?? new DocumentRefused('reader_failed', `the reader could not be reached (${error.message}).`));
    });
  });
}

/** Resident memory of a process on Linux; 0 where the system does not tell. */
async function residentBytes(child: ChildProcess): Promise<number> {
  try {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
