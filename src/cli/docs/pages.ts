import { termsOf } from '../../rulebook/catalogue.js';
import {
  ROUTE_NAMES,
  ROUTES,
  type Route,
  type Rule,
  SUPPLY_TYPES,
  type SupplyType,
  type Treatment,
} from '../../rulebook/model.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import type { Commit } from './history.js';
import { anchorOf, CONFIDENCE, citedLaw, lawIndex } from './law.js';
import { type ProductPage, verdictNames } from './product_page.js';
import { rulePage } from './rule_page.js';

/** One file of the site: where it stands, its template, and what that template is given. */
export interface Page {
  path: string;
  template: string;
  values: Record<string, unknown>;
}

const SUPPLY_TYPE_NAMES: Readonly<Record<SupplyType, string>> = {
  materials: 'Materials bought alone',
  labour: 'Labour only',
  supply_and_install: 'Supply and install',
  professional_services: 'Professional services',
  plant_hire: 'Plant and tool hire',
  other: 'Anything else',
};

const TREATMENT_NAMES: Readonly<Record<Treatment, string>> = {
  reclaimable: 'The VAT can be claimed',
  reclaimable_in_part: 'Part of the VAT can be claimed',
  no_vat: 'No VAT, so nothing to claim',
  supplier_correction: 'Charged in error: only the supplier can repay it',
  not_reclaimable: 'The VAT cannot be claimed',
  needs_answer: 'A question must be answered first',
};

/** What nearly everybody looks up, as the words of a line. */
const OFTEN_LOOKED_UP = [
  'wardrobe',
  'carpet',
  'heat pump',
  'skip hire',
  'kitchen units',
  'integrated dishwasher',
  'scaffolding hire',
  'solar panels',
  'bricks',
  'windows',
  'paint',
  'architect',
  'garage',
  'fence',
  'wood burning stove',
  'blinds',
];

/** The site of a rulebook, page by page. */
export function pagesOf(
  book: Rulebook,
  products: readonly ProductPage[],
  history: ReadonlyMap<string, Commit[]> | null,
): Page[] {
  const inOrder = new Intl.Collator('en-GB', { numeric: true });
  const sorted = [...products].sort((a, b) => inOrder.compare(a.name, b.name));
  const letters = byLetter(sorted);
  const law = lawIndex(book);
  const partOf = (route: Route, supplyType: SupplyType) => ({
    supplyType,
    rules: book.rules
      .filter((r) => r.route === route && r.supplyTypes.includes(supplyType))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  });
  const routeList = ROUTES.map((route) => ({ route, parts: SUPPLY_TYPES.map((type) => partOf(route, type)) }));
  const byConcept = new Map(products.map((page) => [page.concept, page]));
  const popular = OFTEN_LOOKED_UP.map((text) => {
    const concept = book.read(text).head?.mention.concept;
    return concept && byConcept.get(concept);
  }).filter((page) => page !== undefined);

  return [
    {
      path: 'index.html',
      template: 'index.njk',
      values: { products, popular, first: sorted[0]?.name, last: sorted.at(-1)?.name },
    },
    { path: 'products/index.html', template: 'products.njk', values: { letters } },
    ...letters.map((group) => ({
      path: `products/${group.letter}.html`,
      template: 'letter.njk',
      values: { letters, letter: group.letter, group },
    })),
    ...letters.flatMap(({ letter, pages }) =>
      pages.map((page) => ({
        path: `products/${page.concept.id}.html`,
        template: 'product.njk',
        values: {
          letter,
          page: {
            ...page,
            law: page.concept.citations.map((ref) => citedLaw(book, ref)),
            confidence: CONFIDENCE[page.concept.confidence],
          },
          window: book.rates.windowOf(page.concept.esmItem),
        },
      })),
    ),
    { path: 'routes/index.html', template: 'routes.njk', values: { routeList } },
    ...routeList.flatMap(({ route, parts }) =>
      parts.map((part) => ({
        path: `routes/${route}-${part.supplyType}.html`,
        template: 'route.njk',
        values: { route, part },
      })),
    ),
    ...book.rules.map((rule: Rule) => ({
      path: `rules/${rule.id}.html`,
      template: 'rule.njk',
      values: { page: rulePage(book, rule, history) },
    })),
    { path: 'law/index.html', template: 'laws.njk', values: { law } },
    ...law.map((source) => ({
      path: `law/${source.key.toLowerCase()}.html`,
      template: 'law.njk',
      values: { source },
    })),
    {
      path: 'questions.html',
      template: 'questions.njk',
      values: {
        questions: [...book.questions.values()].map((q) => ({
          ...q,
          text: q.text.replace(/\{\w+\}/g, 'this'),
          law: q.citations.map((ref) => citedLaw(book, ref)),
        })),
      },
    },
  ];
}

/** What every template may name. */
export function namesFor(book: Rulebook, date: string): Record<string, unknown> {
  return {
    book: { edition: book.edition, digest: book.digest, rules: book.rules },
    date,
    verdicts: verdictNames(book, date),
    routes: ROUTE_NAMES,
    supplyTypes: SUPPLY_TYPE_NAMES,
    treatments: TREATMENT_NAMES,
  };
}

/** Names by their first letter; those that begin with a digit or a sign stand under "0". */
function byLetter(pages: readonly ProductPage[]): { letter: string; pages: ProductPage[] }[] {
  const groups = new Map<string, ProductPage[]>();
  for (const page of pages) {
    const first = page.name.charAt(0).toLowerCase();
    const letter = /[a-z]/.test(first) ? first : '0';
    groups.set(letter, [...(groups.get(letter) ?? []), page]);
  }
  return [...groups].map(([letter, list]) => ({ letter, pages: list }));
}

/** An entry of the search: `words` are looked through beside the name, `answers` are shown. */
interface Found {
  name: string;
  url: string;
  words: string;
  /** Whole names of one word; asked for alone, one of them is what was meant. */
  called?: string[];
  answers?: [string, string][];
}

/** The index of the search as a script that holds only data, because a page read from a disk may load no other. */
export function searchIndex(book: Rulebook, products: readonly ProductPage[], date: string): string {
  const pages: Found[] = [
    ...products.map(({ concept, name, routes }) => ({
      name,
      url: `products/${concept.id}.html`,
      words: distinctWords(termsOf(concept), name),
      called: termsOf(concept)
        .filter((term) => !term.includes(' '))
        .map((term) => term.toLowerCase()),
      answers: routes.map(({ route, ways }): [string, string] => [
        ROUTE_NAMES[route].name,
        ways[0]?.verdict ?? 'depends',
      ]),
    })),
    ...book.rules.map(({ id, title }) => ({ name: title, url: `rules/${id}.html`, words: `${id} rule` })),
    ...lawIndex(book).flatMap((source) =>
      source.entries.map((entry) => ({
        name: [entry.law.source, entry.law.paragraph].filter((t) => t !== null).join(', '),
        url: `law/${source.key.toLowerCase()}.html#${anchorOf(entry.law.ref)}`,
        words: entry.law.ref,
      })),
    ),
  ];
  return `window.NOTICE_708 = ${JSON.stringify({ verdicts: verdictNames(book, date), pages })};\n`;
}

function distinctWords(terms: readonly string[], name: string): string {
  const known = new Set(name.toLowerCase().split(/[^a-z0-9]+/));
  const words = new Set<string>();
  for (const term of terms)
    for (const word of term.toLowerCase().split(/[^a-z0-9]+/))
      if (word.length > 1 && !known.has(word) && !/^\d+$/.test(word)) words.add(word);
  return [...words].join(' ');
}
