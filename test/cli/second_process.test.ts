import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownAnswers } from '../../src/cli/rules/known_answers.js';
import { SecondProcess } from '../../src/cli/rules/second_process.js';
import type { Case } from '../../src/rulebook/proof/cases.js';
import { provedHere } from '../../src/rulebook/proof/prove.js';
import { rulebook } from '../rulebook/book.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PLACES = { rules: join(ROOT, 'rules'), schemas: join(ROOT, 'schemas') };
const TODAY = '2026-11-20';

describe.skipIf(availableParallelism() < 2)('a second process that proves look-alikes and known answers', () => {
  it('finds what the first one finds, with the same facts', async () => {
    const book = await rulebook();
    const some = knownAnswers(book, TODAY).slice(0, 40);
    const [first] = some as [Case];
    const wrong: Case = { ...first, id: 'wrong', accepted: ['no_vat'], strict: true };
    const cases = [...some, wrong];
    const second = SecondProcess.start(PLACES);
    try {
      const answer = await second?.prove(cases, book.digest);
      expect(answer).toEqual(await provedHere(book, cases));
      expect(answer?.problems.map(({ id }) => id)).toEqual(['wrong']);
    } finally {
      second?.end();
    }
  }, 60_000);

  it('proves nothing with files that have changed since the first process read them', async () => {
    const second = SecondProcess.start(PLACES);
    try {
      expect(await second?.prove([], 'another digest')).toBeNull();
    } finally {
      second?.end();
    }
  }, 60_000);
});
