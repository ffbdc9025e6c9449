import { Observed, type ObservedPoint } from '../lints/observed.js';
import { loadRulebook } from '../load.js';
import type { Problem } from '../problems.js';
import { type Case, caseProblems } from './cases.js';

/** What this process is asked, as its only message. */
export interface CasesRequest {
  cases: readonly Case[];
  /** Of the rulebook that the first process loaded. */
  digest: string;
}

/** What came of the cases; null when the files have changed since the first process loaded them. */
export type CasesAnswer = { problems: Problem[]; points: ObservedPoint[] } | null;

const [rules, schemas] = process.argv.slice(2) as [string, string];
const loading = loadRulebook(rules, schemas);
// The first process loads the same files and reports what is wrong with them.
loading.catch(() => {});

process.once('message', async ({ cases, digest }: CasesRequest) => {
  const book = await loading.catch(() => null);
  let answer: CasesAnswer = null;
  if (book?.digest === digest) {
    const observed = new Observed();
    const problems = await caseProblems(book, cases, observed);
    answer = { problems, points: observed.all() };
  }
  process.send?.(answer, () => process.disconnect());
});
