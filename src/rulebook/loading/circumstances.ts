import type { Catalogue } from '../catalogue.js';
import type { Circumstance, OtherPlaces, WhoFittedRow } from '../model.js';
import type { ConceptNames } from './concepts.js';
import type { FactWords } from './facts.js';
import type { Findings } from './findings.js';
import { inOneShape } from './one_shape.js';

const FILE = 'circumstances.yaml';

export interface Circumstances {
  circumstances: Circumstance[];
  whoFitted: WhoFittedRow[];
  otherPlaces: OtherPlaces;
}

/** An earlier edition has none. */
const NO_OTHER_PLACES: OtherPlaces = { says: [], unless: [], words: [] };

/** The tables of circumstances.yaml, with every id they name there. */
export function loadCircumstances(
  findings: Findings,
  facts: FactWords,
  catalogue: Catalogue,
  { items, questions, statements }: ConceptNames,
): Circumstances {
  const {
    circumstances,
    whoFitted,
    otherPlaces = NO_OTHER_PLACES,
  } = findings.value<Omit<Circumstances, 'otherPlaces'> & Partial<Pick<Circumstances, 'otherPlaces'>>>(FILE);
  const concepts = new Set(catalogue.concepts.map((c) => c.id));
  const doubts = facts.of('doubt');
  circumstances.forEach((row, i) => {
    const path = ['circumstances', i];
    findings.allKnown(FILE, [...path, 'says'], row.says, statements, 'statement');
    findings.allKnown(FILE, [...path, 'saysOneOf'], row.saysOneOf, statements, 'statement');
    findings.allKnown(FILE, [...path, 'unless'], row.unless, statements, 'statement');
    findings.allKnown(FILE, [...path, 'about', 'things'], row.about?.things, concepts, 'concept');
    findings.allKnown(FILE, [...path, 'about', 'items'], row.about?.items, items, 'item');
    for (const [fact, values] of Object.entries(row.about?.facts ?? {})) {
      const at = [...path, 'about', 'facts', fact];
      if (facts.checkFact(FILE, at, fact))
        values.forEach((value, k) => {
          facts.checkValue(FILE, [...at, k], fact, value);
        });
    }
    facts.checkSets(FILE, [...path, 'states'], row.states);
    facts.checkSets(FILE, [...path, 'hints'], row.hints);
    findings.known(FILE, [...path, 'raises'], row.raises, doubts, 'doubt');
  });
  for (const key of ['says', 'unless'] as const)
    findings.allKnown(FILE, ['otherPlaces', key], otherPlaces[key], statements, 'statement');
  whoFitted.forEach((row, i) => {
    const path = ['whoFitted', i];
    findings.allKnown(FILE, [...path, 'says'], row.says, statements, 'statement');
    findings.allKnown(FILE, [...path, 'things'], row.things, concepts, 'concept');
    findings.known(FILE, [...path, 'asks'], row.asks, questions, 'question');
  });
  const things = inOneShape(circumstances.map(({ about = {} }) => about));
  const rows = circumstances.map((row, i) => ({ ...row, about: things[i] }));
  return { circumstances: inOneShape(rows), whoFitted: inOneShape(whoFitted), otherPlaces };
}
