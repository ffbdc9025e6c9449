import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Route, SupplyType } from '../../src/rulebook/model.js';
import { classify } from './book.js';

interface Cross {
  id: string;
  about: string;
  route: Route;
  supplyType: SupplyType;
  percent: number;
  goods: string[];
  words: string[];
  wordings: string[];
}

const FILE = join(import.meta.dirname, '..', '..', 'fixtures', 'crosses.yaml');
const { crosses } = parse(readFileSync(FILE, 'utf8')) as { crosses: Cross[] };

const linesOf = ({ goods, words, wordings }: Cross) =>
  wordings.flatMap((wording) =>
    words.flatMap((word) => goods.map((thing) => wording.replace('WORDS', () => word).replace('GOODS', () => thing))),
  );

describe('crosses of goods with words that make no claim', () => {
  it.each(crosses.map((cross) => [cross.id, cross.about, cross] as const))(
    '%s: %s',
    async (_, __, cross) => {
      const claimed: string[] = [];
      for (const text of linesOf(cross)) {
        const { route, supplyType, percent } = cross;
        const { classification } = await classify({ text, route, supplyType, net: 100_000, vat: 1000 * percent });
        if (/^reclaimable/.test(classification.treatment)) claimed.push(text);
      }
      expect(claimed).toEqual([]);
    },
    60_000,
  );
});
