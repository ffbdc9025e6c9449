import { Catalogue, type Concept, makeTerms, termsOf } from '../catalogue.js';
import type { Citations } from '../citations.js';
import type { Question } from '../model.js';
import type { Path } from '../problems.js';
import { checkCitations } from './citation_check.js';
import type { WordLists } from './compounds.js';
import type { Findings } from './findings.js';
import { inOneShape } from './one_shape.js';
import { checkAnsweredConcepts } from './questions.js';

/** Ids that concepts may name. */
export interface ConceptNames {
  citations: Citations;
  questions: ReadonlyMap<string, Question>;
  /** Items of the zero-rate windows. */
  items: ReadonlySet<string>;
  statements: ReadonlySet<string>;
  classes: ReadonlySet<string>;
  lists: WordLists;
}

interface Place {
  name: string;
  path: Path;
}

/**
 * The catalogue from its files: each id and each term once, and every id named in it there.
 * @param termsChecked whether these very files were found to name no term twice.
 */
export function loadCatalogue(findings: Findings, names: ConceptNames, termsChecked = false): Catalogue {
  const places = new Map<string, Place>();
  const entries = findings
    .under('catalogue/concepts/')
    .flatMap(([name, file]) =>
      findings.entries<Concept>(file, 'concepts').map(([concept, i]) => ({ name, concept, path: ['concepts', i] })),
    );
  let written: ReadonlySet<string> | undefined;
  const isWritten = (term: string) => {
    written ??= new Set(entries.flatMap(({ concept }) => concept.terms.map((t) => t.toLowerCase())));
    return written.has(term.toLowerCase());
  };
  const concepts = inOneShape(entries.map(({ concept }) => concept));
  for (const [at, { name, concept, path }] of entries.entries()) {
    if (places.has(concept.id))
      findings.report(name, [...path, 'id'], `concept "${concept.id}" is defined twice`, concept.id);
    else places.set(concept.id, { name, path });
    checkConcept(findings, name, path, concept, names);
    names.lists.check(name, path, concept.compounds, concept.id);
    nameCompounds(concepts[at] as Concept, names.lists, isWritten);
  }
  if (!termsChecked) checkTerms(findings, concepts, places);
  for (const c of concepts) {
    const { name, path } = places.get(c.id) as Place;
    for (const list of ['takesIn', 'knownBeside'] as const)
      c[list]?.forEach((id, k) => {
        findings.known(name, [...path, list, k], id, places, 'concept', c.id);
      });
    if (c.belowZero) findings.known(name, [...path, 'belowZero'], c.belowZero, places, 'concept', c.id);
    c.becomes?.forEach((b, k) => {
      findings.known(name, [...path, 'becomes', k, 'concept'], b.concept, places, 'concept', c.id);
    });
  }
  checkAnsweredConcepts(findings, places, names);
  return new Catalogue(concepts);
}

/** @param isWritten whether some concept has a term written out, which is then no compound of another. */
function nameCompounds(concept: Concept, lists: WordLists, isWritten: (term: string) => boolean): void {
  const { terms, compounds } = concept;
  if (compounds === undefined) return;
  makeTerms(concept, () => [...terms, ...new Set(lists.phrasesOf(compounds).filter((made) => !isWritten(made)))]);
}

function checkConcept(findings: Findings, name: string, path: Path, c: Concept, names: ConceptNames): void {
  const { citations, questions, items, statements } = names;
  checkCitations(findings, name, [...path, 'citations'], c.citations, citations, c.id);
  findings.known(name, [...path, 'question'], c.question, questions, 'question', c.id);
  findings.known(name, [...path, 'esmQuestion'], c.esmQuestion, questions, 'question', c.id);
  findings.known(name, [...path, 'onRoute', 'question'], c.onRoute?.question, questions, 'question', c.id);
  findings.known(name, [...path, 'esmItem'], c.esmItem, items, 'item', c.id);
  findings.allKnown(name, [...path, 'toldByContents'], c.toldByContents, new Set(c.terms), 'term', c.id);
  if (c.confidence === 'UNCONFIRMED' && c.goodsAlone !== 'ask')
    findings.report(name, [...path, 'confidence'], 'an UNCONFIRMED concept must ask (goodsAlone: ask)', c.id);
  for (const list of ['becomes', 'settledBy'] as const) {
    c[list]?.forEach((change, k) => {
      findings.allKnown(name, [...path, list, k, 'says'], change.says, statements, 'statement', c.id);
      findings.allKnown(name, [...path, list, k, 'unless'], change.unless, statements, 'statement', c.id);
    });
  }
}

/** A term of two concepts would name neither. */
function checkTerms(findings: Findings, concepts: readonly Concept[], places: ReadonlyMap<string, Place>): void {
  const owners = new Map<string, Concept>();
  const termPlace = (concept: Concept, term: string): Place => {
    const { name, path } = places.get(concept.id) as Place;
    const at = concept.terms.findIndex((t) => t.toLowerCase() === term);
    return { name, path: [...path, ...(at < 0 ? ['compounds'] : ['terms', at])] };
  };
  for (const concept of concepts) {
    for (const term of termsOf(concept)) {
      const key = term.toLowerCase();
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, concept);
      else if (owner.id !== concept.id) {
        const here = termPlace(concept, key);
        const there = termPlace(owner, key);
        findings.report(
          here.name,
          here.path,
          `the term "${term}" is also one of ${owner.id} (${findings.place(there.name, there.path)})`,
          concept.id,
        );
      }
    }
  }
}
