import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownAnswers } from '../../src/cli/rules/known_answers.js';
import { SecondProcess } from '../../src/cli/rules/second_process.js';
import { provedCases } from '../../src/rulebook/proof/prove.js';
import { rulebook } from '../rulebook/book.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PLACES = { rules: join(ROOT, 'rules'), schemas: join(ROOT, 'schemas') };
const TODAY = '2026-11-20';

const COLUMNS = 'id,route,supplyType,lineText,net,vat,expected';
const RIGHT = 'right,nb,materials,Facing bricks 65mm,1240.00,248.00,reclaimable';
/** Marked as what it is not. */
const WRONG = 'wrong,nb,materials,Facing bricks 65mm,1240.00,248.00,not_reclaimable';

describe.skipIf(availableParallelism() < 2)('a second process that proves known answers', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'notice708-answers-'));
    mkdirSync(join(folder, 'lines'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What it finds of these rows, asked by a process that has loaded the rulebook of this digest. */
  async function found(rows: readonly string[], digest: string) {
    writeFileSync(join(folder, 'lines', 'some.csv'), [COLUMNS, ...rows].join('\n'));
    const second = SecondProcess.start(PLACES, TODAY, folder);
    try {
      return await second?.proved(digest);
    } finally {
      second?.end();
    }
  }

  it('finds what the first one finds, with the same facts', async () => {
    const book = await rulebook();
    const answer = await found([RIGHT, WRONG], book.digest);
    expect(answer).toEqual(await provedCases(book, knownAnswers(book, TODAY, folder)));
    expect(answer?.problems.map(({ id }) => id)).toEqual(['wrong']);
  }, 60_000);

  it('proves nothing with files that have changed since the first process read them', async () => {
    expect(await found([RIGHT], 'another digest')).toBeNull();
  }, 60_000);

  it('leaves answers that cannot be read to the first process, which says so', async () => {
    const { digest } = await rulebook();
    expect(await found([RIGHT.replace('reclaimable', 'perhaps')], digest)).toBeNull();
  }, 60_000);
});
