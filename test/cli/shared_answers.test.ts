import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerFiles } from '../../src/cli/rules/known_answers.js';
import { SecondProver } from '../../src/cli/rules/second_prover.js';
import { FIRST, SECOND, SharedAnswers } from '../../src/cli/rules/shared_answers.js';
import { provedCases } from '../../src/rulebook/proof/prove.js';
import { rulebook } from '../rulebook/book.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PLACES = { rules: join(ROOT, 'rules'), schemas: join(ROOT, 'schemas') };
const TODAY = '2026-11-20';

const COLUMNS = 'id,route,supplyType,lineText,net,vat,expected';
const RIGHT = 'right,nb,materials,Facing bricks 65mm,1240.00,248.00,reclaimable';
/** Marked as what it is not. */
const WRONG = 'wrong,nb,materials,Facing bricks 65mm,1240.00,248.00,not_reclaimable';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notice708-answers-'));
  mkdirSync(join(folder, 'lines'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** These rows as two files, with nobody to prove them yet. */
function written(rows: readonly string[]) {
  for (const name of ['a', 'b'])
    writeFileSync(join(folder, 'lines', `${name}.csv`), [COLUMNS, ...rows.map((row) => `${name}.${row}`)].join('\n'));
  const files = answerFiles(folder);
  return { files, takers: new Int32Array(new SharedArrayBuffer(files.length * Int32Array.BYTES_PER_ELEMENT)) };
}

describe('files of known answers that provers share', () => {
  it('gives each file to one prover, and says at which line of it a row is wrong', async () => {
    const book = await rulebook();
    const { files, takers } = written([RIGHT, WRONG]);
    const one = new SharedAnswers(files, TODAY, takers, FIRST, null).untaken(book);
    const other = new SharedAnswers(files, TODAY, takers, SECOND, null).untaken(book);
    const taken = [one, other].map((prover) => [...(prover.next().value?.cases ?? [])]);
    expect(taken.map((cases) => cases.map(({ id }) => id))).toEqual([
      ['a.right', 'a.wrong'],
      ['b.right', 'b.wrong'],
    ]);
    expect([...one, ...other]).toEqual([]);
    expect(taken[1]?.[1]?.place()).toEqual({ file: 'fixtures/lines/b.csv', line: 3, column: 1 });
  });

  it('gives back what another prover took and could not prove', async () => {
    const book = await rulebook();
    const { files, takers } = written([RIGHT]);
    takers[0] = SECOND;
    const first = new SharedAnswers(files, TODAY, takers, FIRST, null);
    const cases = () => [...first.untaken(book)].flatMap((file) => file.cases.map(({ id }) => id));
    expect(cases()).toEqual(['b.right']);
    expect(await first.provedApart(book.digest)).toBeNull();
    expect(cases()).toEqual(['a.right']);
  });
});

describe.skipIf(availableParallelism() < 2)('a second thread that proves known answers', () => {
  /** What it finds of these rows, asked by a thread that has loaded the rulebook of this digest. */
  async function found(rows: readonly string[], digest: string) {
    const { files, takers } = written(rows);
    const second = SecondProver.start(PLACES, TODAY, files, takers);
    try {
      return await second?.proved(digest);
    } finally {
      await second?.end();
    }
  }

  it('finds what the first one finds, with the same facts', async () => {
    const book = await rulebook();
    const answer = await found([RIGHT, WRONG], book.digest);
    const { files, takers } = written([RIGHT, WRONG]);
    const alone = new SharedAnswers(files, TODAY, takers, FIRST, null);
    expect(answer).toEqual(await provedCases(book, alone.untaken(book)));
    expect(answer?.problems.map(({ id }) => id)).toEqual(['a.wrong', 'b.wrong']);
  }, 60_000);

  it('proves nothing with files that have changed since the first thread read them', async () => {
    expect(await found([RIGHT], 'another digest')).toBeNull();
  }, 60_000);

  it('leaves answers that cannot be read to the first thread, which says so', async () => {
    const { digest } = await rulebook();
    expect(await found([RIGHT.replace('reclaimable', 'perhaps')], digest)).toBeNull();
  }, 60_000);
});
