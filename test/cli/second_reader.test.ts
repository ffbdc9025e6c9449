import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SecondReader } from '../../src/cli/rules/second_reader.js';
import { observedAnswersTo } from '../../src/rulebook/comparison/lines.js';
import { exampleLine } from '../../src/rulebook/proof/examples.js';
import { rulebook } from '../rulebook/book.js';

const ROOT = join(import.meta.dirname, '..', '..');
const TODAY = '2026-11-20';

describe.skipIf(availableParallelism() < 2)('a second thread that decides lines', () => {
  /** What it says of some lines, asked for the rulebook of this digest; and what the first thread says of them. */
  async function answers(digest?: string) {
    const book = await rulebook();
    const lines = book.rules
      .slice(0, 20)
      .flatMap((rule) => rule.examples.map((e) => exampleLine(book, rule, e, TODAY)));
    const second = SecondReader.start({ rules: join(ROOT, 'rules'), schemas: join(ROOT, 'schemas') });
    try {
      return [await second?.answered(digest ?? book.digest, lines), await observedAnswersTo(lines, book)] as const;
    } finally {
      await second?.end();
    }
  }

  it('says what the first one says, with the same facts', async () => {
    const [apart, here] = await answers();
    expect(here.answers.length).toBeGreaterThan(20);
    expect(apart).toEqual(here);
  }, 60_000);

  it('says nothing of a rulebook that it has not loaded', async () => {
    expect((await answers('another digest'))[0]).toBeNull();
  }, 60_000);
});
