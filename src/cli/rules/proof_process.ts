import { loadRulebook } from '../../rulebook/load.js';
import type { ProvedApart } from '../../rulebook/proof/apart.js';
import { provedCases } from '../../rulebook/proof/prove.js';
import { knownAnswers } from './known_answers.js';

/** What this process says, as its only message. */
export interface ProofAnswer {
  /** Of the rulebook that it loaded. */
  digest: string;
  proved: ProvedApart;
}

const [rules, schemas, today, fixtures] = process.argv.slice(2) as [string, string, string, string];

/** Null where something cannot be read: the first process loads the same files and reports what is wrong with them. */
async function answer(): Promise<ProofAnswer | null> {
  try {
    const book = await loadRulebook(rules, schemas);
    return { digest: book.digest, proved: await provedCases(book, knownAnswers(book, today, fixtures)) };
  } catch {
    return null;
  }
}

process.send?.(await answer(), () => process.disconnect());
