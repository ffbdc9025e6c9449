import { termsOf } from '../catalogue.js';
import type { Rulebook } from '../rulebook.js';

/** What was added, taken away or written otherwise, by id. */
export interface Contents {
  kind: 'rules' | 'things' | 'questions' | 'facts' | 'eligibility rules' | 'evidence checks' | 'other law';
  added: string[];
  removed: string[];
  changed: string[];
}

interface Entry {
  id: string;
}

/** What stands in one rulebook and not, or not so, in another. */
export function compareContents(before: Rulebook, after: Rulebook): Contents[] {
  const kinds: [Contents['kind'], (book: Rulebook) => readonly Entry[]][] = [
    // Where a rule stands in its file says nothing of it.
    ['rules', ({ rules }) => rules.map(({ line: _, file: __, ...rule }) => rule)],
    ['things', ({ catalogue }) => catalogue.concepts.map((concept) => ({ ...concept, terms: termsOf(concept) }))],
    ['questions', ({ questions }) => [...questions.values()]],
    ['facts', ({ facts, eligibility }) => [...facts, ...eligibility.facts].map((fact) => ({ ...fact, id: fact.name }))],
    [
      'eligibility rules',
      ({ eligibility }) => eligibility.checks.flatMap(({ rules }) => rules.map(({ file: _, ...rule }) => rule)),
    ],
    ['evidence checks', ({ evidence }) => evidence.checks],
    ['other law', otherLaw],
  ];
  return kinds
    .map(([kind, of]) => contents(kind, of(before), of(after)))
    .filter(({ added, removed, changed }) => added.length + removed.length + changed.length > 0);
}

/** What is one table rather than a list of rules, each under a name of its own. */
function otherLaw({ rates, credits, supply, companions, meaningTables, eligibility, evidence }: Rulebook): Entry[] {
  const { documents, fullInvoiceAbove, foreignVatNumbers, names, corrections } = evidence;
  const { periods, elements, splitInvoice, rateSamples } = eligibility;
  return Object.entries({
    'VAT rates': rates.histories,
    'zero-rate dates': [...rates.zeroRateWindows],
    'texts of credits': credits,
    'supply reading': supply,
    circumstances: meaningTables.circumstances,
    'who fitted': meaningTables.whoFitted,
    'other places': meaningTables.otherPlaces,
    companions,
    'documents of a claim': eligibility.documents,
    'claim periods': periods,
    'parts of a site': [elements, splitInvoice],
    'supplier rates': rateSamples,
    'kinds of document': [...documents],
    'full invoice limit': fullInvoiceAbove,
    'foreign VAT numbers': foreignVatNumbers,
    'names of people': names,
    'supplier corrections': corrections,
  }).map(([id, law]) => ({ id, law }));
}

function contents(kind: Contents['kind'], before: readonly Entry[], after: readonly Entry[]): Contents {
  const [was, is] = [before, after].map((list) => new Map(list.map((one) => [one.id, JSON.stringify(one)])));
  const ids = (one: Map<string, string> | undefined, keep: (id: string, text: string) => boolean) =>
    [...(one ?? [])].filter(([id, text]) => keep(id, text)).map(([id]) => id);
  return {
    kind,
    added: ids(is, (id) => was?.has(id) === false),
    removed: ids(was, (id) => is?.has(id) === false),
    changed: ids(is, (id, text) => was?.has(id) === true && was.get(id) !== text),
  };
}
