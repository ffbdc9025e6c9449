import type { Terminal } from './terminal.js';

/**
 * Runs long work with a progress bar on standard error, when that is a terminal.
 * @param what what is counted, in the plural: "lines".
 */
export async function withProgress<Result>(
  terminal: Terminal,
  total: number,
  what: string,
  run: (progress: (done: number) => void) => Promise<Result>,
): Promise<Result> {
  if (!terminal.errIsTty) return run(() => {});
  const { SingleBar, Presets } = (await import('cli-progress')).default;
  const bar = new SingleBar(
    {
      format: `{bar} {value}/{total} ${what}, {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  try {
    return await run((done) => bar.update(done));
  } finally {
    bar.stop();
  }
}

/** A bar on standard error for work of several steps, each with a count of its own; nothing where that is no terminal. */
export async function stepBar<Step extends string>(
  terminal: Terminal,
): Promise<{ show: (step: Step, done: number, of: number) => void; stop: () => void }> {
  if (!terminal.errIsTty) return { show: () => {}, stop: () => {} };
  const { SingleBar, Presets } = (await import('cli-progress')).default;
  const bar = new SingleBar(
    { format: '{bar} {step} {value}/{total}', stream: process.stderr, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  let current: Step | undefined;
  return {
    show: (step, done, of) => {
      if (step !== current) {
        if (current !== undefined) bar.stop();
        bar.start(of, done, { step });
        current = step;
      } else bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
