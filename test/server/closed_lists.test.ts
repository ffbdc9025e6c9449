import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACTION_KINDS } from '../../src/claims/open_item.js';
import { DOCUMENT_TYPES } from '../../src/rulebook/evidence.js';

const FOLDER = join(import.meta.dirname, '..', '..', 'schemas', 'tools');

/** Every list of allowed words in the schemas of the tools that has one word. */
function listsWith(word: string): [string, unknown[]][] {
  const found: [string, unknown[]][] = [];
  for (const name of readdirSync(FOLDER)) {
    const walk = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(walk);
      else if (typeof node === 'object' && node !== null)
        for (const [key, value] of Object.entries(node)) {
          if (key === 'enum' && Array.isArray(value) && value.includes(word)) found.push([name, value]);
          else walk(value);
        }
    };
    walk(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
  }
  return found;
}

describe('closed lists in the schemas of the tools', () => {
  it.each([
    ['kinds of documents', 'order_confirmation', DOCUMENT_TYPES],
    ['kinds of action items', 'counted_twice', ACTION_KINDS],
  ] as const)('%s are those of the program', (_, word, words) => {
    const lists = listsWith(word);
    expect(lists.length).toBeGreaterThan(1);
    for (const [name, list] of lists)
      expect([name, list.filter((one) => one !== null).sort()]).toEqual([name, [...words].sort()]);
  });
});
