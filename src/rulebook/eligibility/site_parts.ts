import { InputError, type InputIssue, notOneOf } from '../answers.js';
import type { Citation } from '../citations.js';
import type { Route } from '../model.js';
import type { Split } from './assessment.js';
import type { ElementKind, EligibilityBook } from './model.js';

/** A building or part of the site. */
export interface SiteElement {
  /** As the claimant calls it; each its own. */
  name: string;
  /** A kind of elements.yaml. */
  kind: string;
  /** Name of the building it belongs to, where there are several. */
  belongsTo?: string;
  /** Suppliers who work on it. */
  suppliers: readonly string[];
}

/** A split before its citations are resolved. */
export type RawSplit = {
  [K in keyof Split]: Split[K] extends { citations: Citation[] }[]
    ? (Omit<Split[K][number], 'citations'> & { citations: readonly string[] })[]
    : Split[K];
};

const OUTSIDE = 'not covered';
const ELSEWHERE = 'a project of its own';
const OPEN = 'not settled';

/** Where the cost of what is no part of the project goes. */
const DESTINATIONS: Readonly<Partial<Record<ElementKind['scheme'], string>>> = { none: OUTSIDE, elsewhere: ELSEWHERE };

/**
 * Divides a site into projects: one for each building with a claim of its own, and what belongs to none. A supplier who works
 * on several has to be asked for an invoice for each.
 */
export function splitOf(book: EligibilityBook, elements: readonly SiteElement[]): RawSplit {
  const kinds = new Map(book.elements.map((kind) => [kind.kind, kind]));
  const placed = elements.map((element) => ({ element, kind: kinds.get(element.kind) as ElementKind }));
  const projects = placed
    .filter(({ kind }) => isRoute(kind.scheme))
    .map(({ element, kind }) => ({ scheme: kind.scheme as Route, name: element.name, elements: [element.name] }));
  const outside: RawSplit['outside'] = [];
  const open: RawSplit['open'] = [];
  const shared: SiteElement[] = [];
  /** Where the cost of an element goes: a project by its name, or what becomes of it outside all of them. */
  const destinations = new Map<string, string>(projects.map(({ name }) => [name, name]));
  for (const { element, kind } of placed) {
    const { name } = element;
    if (isRoute(kind.scheme)) continue;
    if (kind.scheme === 'shared') {
      shared.push(element);
      continue;
    }
    if (kind.scheme === 'with_home') {
      const home = projects.length === 1 ? projects[0] : projects.find((p) => p.name === element.belongsTo);
      if (home) {
        home.elements.push(name);
        destinations.set(name, home.name);
        continue;
      }
    }
    const because = kind.scheme === 'with_home' ? 'It is not said which of the homes it belongs to.' : kind.because;
    const destination = DESTINATIONS[kind.scheme];
    const end = destination === undefined ? open : outside;
    end.push({ name, because, citations: kind.citations });
    destinations.set(name, destination ?? OPEN);
  }
  return {
    needed: projects.length > 1,
    projects,
    outside,
    open,
    suppliers: suppliersToAsk(book, elements, shared, destinations),
  };
}

function suppliersToAsk(
  book: EligibilityBook,
  elements: readonly SiteElement[],
  shared: readonly SiteElement[],
  destinations: ReadonlyMap<string, string>,
): RawSplit['suppliers'] {
  const everywhere = [...new Set(destinations.values())];
  const work = new Map<string, Map<string, string[]>>();
  const add = (supplier: string, of: string, element: string) => {
    const invoices = work.get(supplier) ?? new Map<string, string[]>();
    work.set(supplier, invoices.set(of, [...(invoices.get(of) ?? []), element]));
  };
  for (const element of elements) {
    const of = shared.includes(element) ? everywhere : [destinations.get(element.name) ?? OPEN];
    for (const supplier of element.suppliers) for (const to of of) add(supplier, to, element.name);
  }
  return [...work]
    .filter(([, invoices]) => invoices.size > 1)
    .map(([name, invoices]) => ({
      name,
      invoices: [...invoices].map(([of, names]) => ({ of, elements: names })),
      request: book.splitInvoice.replace(
        '{elements}',
        [...invoices]
          .map(([of, names]) => (names.includes(of) ? names.join(', ') : `${names.join(', ')} (${of})`))
          .join('; '),
      ),
    }));
}

/** What the parts of a site say of the fact `parts`; null when they say nothing of it. */
export function partsFact(book: EligibilityBook, elements: readonly SiteElement[]): string | null {
  const { projects, outside, open } = splitOf(book, elements);
  if (new Set(projects.map((p) => p.scheme)).size > 1) return 'two_schemes';
  if (projects.length > 1) return 'several_buildings';
  if (open.length > 0) {
    const kinds = new Map(book.elements.map((kind) => [kind.kind, kind]));
    const said = new Set(open.map(({ name }) => kinds.get(elements.find((e) => e.name === name)?.kind ?? '')?.parts));
    const [only] = said;
    return said.size === 1 && only !== undefined ? only : 'unclear';
  }
  if (projects.length === 0) return null;
  return outside.length > 0 ? 'non_qualifying_parts' : 'home_alone';
}

/**
 * Checks elements as a caller gives them.
 * @throws InputError naming each kind that is not there and the nearest that is, and each name used twice.
 */
export function readElements(book: EligibilityBook, given: readonly SiteElement[], path = 'elements'): SiteElement[] {
  const kinds = book.elements.map(({ kind }) => kind);
  const names = given.map(({ name }) => name);
  const issues: InputIssue[] = [];
  given.forEach(({ kind, name, belongsTo }, i) => {
    if (!kinds.includes(kind)) issues.push(notOneOf(`${path}.${i}.kind`, kind, kinds));
    if (names.indexOf(name) !== i)
      issues.push({ path: `${path}.${i}.name`, message: `"${name}" is used twice; give each part a name of its own` });
    if (belongsTo !== undefined && !names.includes(belongsTo))
      issues.push(notOneOf(`${path}.${i}.belongsTo`, belongsTo, names, (word) => `${word} is no part of the site`));
  });
  if (issues.length > 0) throw new InputError(issues);
  return [...given];
}

export function isRoute(scheme: string): scheme is Route {
  return scheme.startsWith('self_build_');
}
