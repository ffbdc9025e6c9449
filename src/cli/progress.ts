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
