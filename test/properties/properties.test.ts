import { describe, it } from 'vitest';
import { rulebook } from '../rulebook/book.js';
import { propertiesOf } from './properties.js';

const all = propertiesOf(await rulebook());
const groups = [...new Set(all.map(({ group }) => group))];

describe.each(groups)('%s', (name) => {
  it.each(all.filter(({ group }) => group === name).map((p) => [p.name, p] as const))(
    '%s',
    (_, { check }) => check(),
    300_000,
  );
});
