import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { areaOf, type Concept } from '../../src/rulebook/catalogue.js';

/**
 * A copy of the rules with a small catalogue, so that each test that breaks it loads at once.
 * @param folder where to put it.
 */
export function smallRules(folder: string): string {
  const small = join(folder, 'small');
  cpSync(join(import.meta.dirname, '..', '..', 'rules'), small, { recursive: true });
  shrinkCatalogue(small);
  return small;
}

/** Leaves only the concepts that other files name, one of each area and a few besides. */
function shrinkCatalogue(small: string): void {
  const concepts = join(small, 'catalogue', 'concepts');
  const all = new Map<string, Concept>();
  for (const name of readdirSync(concepts)) {
    for (const concept of (parse(readFileSync(join(concepts, name), 'utf8')) as { concepts: Concept[] }).concepts)
      all.set(concept.id, concept);
    rmSync(join(concepts, name));
  }
  const questions = readdirSync(join(small, 'questions')).map((n) => readFileSync(join(small, 'questions', n), 'utf8'));
  const tables = ['supply_reading.yaml', 'circumstances.yaml', 'companions.yaml'].map((name) =>
    readFileSync(join(small, name), 'utf8'),
  );
  const named = [...[...questions, ...tables].join('\n').matchAll(/[a-z_]+\.[a-z0-9_]+/g)].map(([id]) => id);
  const oneOfEachArea = new Map([...all.keys()].map((id) => [areaOf(id), id])).values();
  const kept = new Set(['structure.brick', ...named, ...oneOfEachArea]);
  for (const id of kept) for (const other of all.get(id)?.becomes ?? []) kept.add(other.concept);
  const written = [...kept].flatMap((id) => all.get(id) ?? []);
  writeFileSync(join(concepts, 'few.yaml'), stringify({ concepts: written }, { lineWidth: 0 }));
}
