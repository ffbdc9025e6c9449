import { expect, it } from 'vitest';
import { Observed } from '../../../src/rulebook/lints/observed.js';
import { recording } from '../../../src/rulebook/proof/recording.js';
import { line, rulebook } from '../book.js';

it('what is decided is observed, with and without previews', async () => {
  const book = await rulebook();
  for (const [previews, text] of [
    [false, 'Facing bricks'],
    [true, 'Kitchen base units, oven and hob'],
  ] as const) {
    const observed = new Observed();
    await recording(book, observed, () => text).classify(line({ text }), { previews });
    const [first] = observed.of('self_build_431nb', 'materials');
    expect(first).toMatchObject({ line: text, facts: { rateCharged: 'standard' } });
    expect(observed.all().length).toBeGreaterThan(previews ? 1 : 0);
  }
});
