import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Concept } from '../src/rulebook/catalogue.js';
import { ROOT } from './built.js';
import { seconds, type Taken, timed } from './command.js';
import type { Figure } from './measure.js';

const TIMES = 10;

/** What an author waits for: the command from its start to its verdict, on the rulebook and on one ten times as large. */
export async function rulesCheckFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notice708-bench-rules-'));
  try {
    const once = await timed(['rules', 'check']);
    const large = join(folder, 'rules');
    writeLarge(large);
    // The copies of rules are of years to come, for which some of their examples are wrong: that is found too.
    const often = await timed(['rules', 'check', '--rules', large], [0, 1]);
    return [
      { what: 'rules check', goal: 'under 5 s', measured: waited(once), reached: once.clock < 5000 },
      { what: `rules check, ${TIMES} times the rules and things`, goal: '', measured: waited(often) },
      { what: '  by the clock, times as long', goal: '', measured: `${(often.clock / once.clock).toFixed(1)}x` },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function waited({ clock, processor }: Taken): string {
  return `${seconds(clock)} by the clock, ${seconds(processor)} of processor time in its two threads`;
}

interface WrittenRule {
  id: string;
  effective: { from: string; to: string | null };
  overrides?: string[];
}

/** The rules in ten stretches of years, each with ids of its own, and ten times the things, each with words of its own. */
function writeLarge(to: string): void {
  const rules = join(ROOT, 'rules');
  for (const entry of readdirSync(rules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const name = from.slice(rules.length + 1);
    const text = readFileSync(from, 'utf8');
    const path = join(to, name);
    mkdirSync(dirname(path), { recursive: true });
    if (/^self_build_/.test(name)) writeFileSync(path, stringify(largeRules(parse(text))));
    else if (name.startsWith(join('catalogue', 'concepts'))) writeFileSync(path, stringify(largeConcepts(parse(text))));
    else writeFileSync(path, text);
  }
}

function largeRules(file: { rules: WrittenRule[] }): object {
  const rules = Array.from({ length: TIMES }, (_, i) => {
    const id = (of: string) => (i === TIMES - 1 ? of : `${of}_${i}`);
    const year = 2100 + i;
    return file.rules.map((rule) => ({
      ...rule,
      id: id(rule.id),
      effective:
        i === TIMES - 1
          ? { from: rule.effective.from, to: rule.effective.to ?? '2099-12-31' }
          : { from: `${year}-01-01`, to: i === TIMES - 2 ? null : `${year}-12-31` },
      ...(rule.overrides ? { overrides: rule.overrides.map(id) } : {}),
    }));
  });
  return { ...file, rules: rules.flat() };
}

function largeConcepts(file: { concepts: Concept[] }): object {
  const concepts = Array.from({ length: TIMES }, (_, i) => (i === 0 ? file.concepts : file.concepts.map(modelOf(i))));
  return { ...file, concepts: concepts.flat() };
}

/** The same things, each name after a word that no other has. */
function modelOf(i: number): (concept: Concept) => Concept {
  const named = (name: string) => `model q${i}q ${name}`;
  const renamed = (name: string | { use: string }) => (typeof name === 'string' ? named(name) : name);
  return (concept) => ({
    ...concept,
    id: `${concept.id}_${i}`,
    terms: concept.terms.map(named),
    ...(concept.compounds
      ? { compounds: concept.compounds.map(([first = [], ...rest]) => [first.map(renamed), ...rest]) }
      : {}),
    lookalikes: {
      are: concept.lookalikes.are.map((line, at) => named(concept.terms[at] ?? line)),
      areNot: concept.lookalikes.areNot,
    },
  });
}
