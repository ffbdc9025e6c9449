import { Observed } from '../../rulebook/lints/observed.js';
import { loadRulebook } from '../../rulebook/load.js';
import { type Case, type CasesProvedApart, caseProblems } from '../../rulebook/proof/cases.js';

/** What this process is asked, as its only message. */
export interface CasesRequest {
  cases: readonly Case[];
  /** Of the rulebook that the first process loaded. */
  digest: string;
}

const [rules, schemas] = process.argv.slice(2) as [string, string];
const loading = loadRulebook(rules, schemas);
// The first process loads the same files and reports what is wrong with them.
loading.catch(() => {});

process.once('message', async ({ cases, digest }: CasesRequest) => {
  const book = await loading.catch(() => null);
  let answer: CasesProvedApart | null = null;
  if (book?.digest === digest) {
    const observed = new Observed();
    const problems = await caseProblems(book, cases, observed);
    answer = { problems, points: observed.all() };
  }
  process.send?.(answer, () => process.disconnect());
});
