import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { quickYaml } from '../../src/rulebook/quick_yaml.js';

const rules = join(import.meta.dirname, '..', '..', 'rules');
const files = readdirSync(rules, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
  .map((entry) => join(entry.parentPath, entry.name));
const texts = files.map((file) => readFileSync(file, 'utf8'));

/** Runs of lines from the rulebook, moved to the left margin. */
const pieces = texts.flatMap((text) => {
  const lines = text.split('\n');
  const found: string[] = [];
  for (let at = 0; at < lines.length; at += 40) {
    const run = lines.slice(at, at + 12).map((l) => l.slice(0, 200));
    const margin = Math.min(...run.filter((l) => l.trim() !== '').map((l) => l.length - l.trimStart().length));
    if (Number.isFinite(margin)) found.push(`${run.map((l) => l.slice(margin)).join('\n')}\n`);
  }
  return found;
});

/** What makes YAML into something else, put in anywhere. */
const BITS = [
  '\n',
  ' ',
  '  ',
  '\n\n',
  '\n  ',
  '\n    ',
  '\t',
  ':',
  ': ',
  '- ',
  '-',
  '#',
  ' #',
  '[',
  ']',
  '{',
  '}',
  ',',
  '"',
  "'",
  "''",
  '"a"',
  '>',
  '>-\n',
  '|',
  '&a',
  '*a',
  '!',
  '~',
  '?',
  '? ',
  '\\',
  '%',
  '@',
  '`',
  '=',
  '<<: ',
  '---',
  '...',
  'null',
  'true',
  'No',
  '1',
  '0x1',
  '0o7',
  '1.5',
  '.5',
  '1e3',
  '+1',
  '-0',
  'key: ',
  '\u00e9',
  '\ufeff',
  '\u{1f600}',
];

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(4),
  put: fc.constantFrom('', ...BITS),
});
const text = fc.tuple(fc.nat(1_000_000), fc.array(change, { maxLength: 4 })).map(([which, changes]) => {
  let made = pieces[which % pieces.length] ?? '';
  for (const { at, cut, put } of changes) {
    const from = Math.floor(at * made.length);
    made = made.slice(0, from) + put + made.slice(from + cut);
  }
  return made;
});

describe('the quick reading of YAML', () => {
  it('reads every file of the rulebook, as the full parser does', () => {
    for (const [i, file] of files.entries()) {
      const quick = quickYaml(texts[i] ?? '');
      expect(quick, file).not.toBeNull();
      expect(quick?.value, file).toEqual(parseDocument(texts[i] ?? '').toJS());
    }
  });

  it('knows on which line a map begins', () => {
    const quick = quickYaml('# first\nrules:\n  - id: a\n    when: {x: y}\n\n  - id: b\n');
    const [a, b] = (quick?.value as { rules: object[] } | undefined)?.rules ?? [];
    expect([quick?.lines.get(a ?? {}), quick?.lines.get(b ?? {})]).toEqual([3, 6]);
  });

  it('reads nothing otherwise than the full parser, whatever stands there', () => {
    let read = 0;
    fc.assert(
      fc.property(text, (yaml) => {
        const quick = quickYaml(yaml);
        if (quick === null) return;
        read++;
        const doc = parseDocument(yaml, { uniqueKeys: true, strict: true });
        expect(doc.errors).toEqual([]);
        expect(quick.value).toStrictEqual(doc.toJS());
      }),
      { numRuns: 4000 },
    );
    expect(read).toBeGreaterThan(100);
  }, 60_000);
});
