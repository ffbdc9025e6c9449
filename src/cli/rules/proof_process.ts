import { loadRulebook } from '../../rulebook/load.js';
import type { ProvedApart } from '../../rulebook/proof/apart.js';
import type { Case } from '../../rulebook/proof/cases.js';
import { lookalikeFaults } from '../../rulebook/proof/lookalikes.js';
import { provedHere } from '../../rulebook/proof/prove.js';

/** What this process is asked, as its only message. */
export interface ProofRequest {
  cases: readonly Case[];
  /** Of the rulebook that the first process loaded. */
  digest: string;
}

const [rules, schemas] = process.argv.slice(2) as [string, string];
// Look-alikes need nothing from the first process, which reads the cases meanwhile.
const loading = loadRulebook(rules, schemas).then((book) => ({ book, lookalikes: lookalikeFaults(book) }));
// The first process loads the same files and reports what is wrong with them.
loading.catch(() => {});

process.once('message', async ({ cases, digest }: ProofRequest) => {
  const loaded = await loading.catch(() => null);
  const answer: ProvedApart | null =
    loaded?.book.digest === digest ? await provedHere(loaded.book, cases, undefined, loaded.lookalikes) : null;
  process.send?.(answer, () => process.disconnect());
});
