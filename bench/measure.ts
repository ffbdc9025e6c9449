/** One row of the table. */
export interface Figure {
  what: string;
  goal: string;
  measured: string;
  /** Undefined where there is nothing to reach. */
  reached?: boolean;
}

const ROUND_MS = 250;
const ROUNDS = 7;

/** Work that is done `times` times a call, so that the clock is read seldom. */
export type Work = () => Promise<number>;

/** Milliseconds that the processor has worked for this process, the garbage collector included. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Units of work in a second of processor time, over one round: what a machine that does nothing else would do. */
async function round(work: Work): Promise<number> {
  const start = processorTime();
  let done = 0;
  let elapsed = 0;
  do {
    done += await work();
    elapsed = processorTime() - start;
  } while (elapsed < ROUND_MS);
  return (done / elapsed) * 1000;
}

/**
 * Rates (per second of processor time, median) of several works, measured in turns after a warm-up, so that whatever else the machine does
 * falls on all of them alike.
 */
export async function rates(...works: Work[]): Promise<number[]> {
  for (const work of works) await round(work);
  const measured = works.map(() => [] as number[]);
  for (let i = 0; i < ROUNDS; i++) for (const [w, work] of works.entries()) measured[w]?.push(await round(work));
  return measured.map(median);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en-GB')} a second`;
}

export function table(figures: readonly Figure[]): string {
  const widths = {
    what: Math.max(...figures.map((f) => f.what.length)),
    goal: Math.max(...figures.map((f) => f.goal.length), 4),
  };
  const line = (what: string, goal: string, measured: string) =>
    `${what.padEnd(widths.what)}  ${goal.padEnd(widths.goal)}  ${measured}`;
  const rows = figures.map((f) =>
    line(f.what, f.goal, `${f.measured}${f.reached === undefined ? '' : f.reached ? '' : '   NOT REACHED'}`),
  );
  return [line('', 'goal', 'measured'), ...rows].join('\n');
}
