import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const RULES = join(import.meta.dirname, '..', '..', 'rules');
/** A pull request shows whole lines: of a list on one line nobody sees which word was added. */
const MOST_CHARACTERS = 400;

it('no line of the rules is too long to be read in a pull request', () => {
  const names = readdirSync(RULES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
  expect(names.length).toBeGreaterThan(20);
  const long = names.flatMap((name) =>
    readFileSync(join(RULES, name), 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.length > MOST_CHARACTERS ? [`rules/${name}:${at + 1}`] : [])),
  );
  expect(long).toEqual([]);
});
