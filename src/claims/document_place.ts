import { placeOf } from '../rulebook/meaning/place.js';
import type { Route, ToldPlace } from '../rulebook/model.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { names, partsMeant } from './part_names.js';
import { plainWords } from './plain_words.js';
import type { Project, SaidFor } from './records.js';
import { supplierLikeness } from './suppliers.js';

const REFERENCE = '(?:ref(?:erence)?|no|number|name|title|description)';
const DASH = '[:#–—-]';
/** "Job: Stable block", "Your ref - workshop", "Job no. 12 - stables", "Re: pool house". */
const JOB = [
  `^re\\s*:`,
  `^ref(?:erence)?\\.?\\s*[:#]`,
  `(?:job|project|contract|cost centre|order|p\\.? ?o\\.?|works? at)\\s*${DASH}`,
  `(?:job|project|contract|your|cust(?:omer)?|client|order|p\\.? ?o\\.?)(?: order)? ${REFERENCE}\\b\\.?\\s*${DASH}?`,
].join('|');
/** An address may hold the name of a house: "Deliver to: The Old Stables, Mill Lane". */
const ADDRESS = [
  `(?:deliver(?:y|ed)?|ship(?:ped|ping)?|send|goods|site|job) (?:to|address)\\b\\s*(?:${DASH}|$)`,
  `(?:delivery|site|site name|location|property)\\s*:`,
].join('|');
/** What else stands in a row of labels, and ends what is said before it. */
const OTHER =
  '(?:our ref|date|invoice|tax point|account|a/c|acc|vat|page|tel|phone|e-?mail|terms|due|sales|rep|branch|despatch|carrier|method)\\b[\\w ./]{0,18}:';
const LABEL = new RegExp(`(?<=^|\\s)(?:(?<address>${ADDRESS})|(?<job>${JOB})|(?:${OTHER}))\\s*`, 'gi');
/** More words than these are a sentence of the conditions. */
const MOST_WORDS = 10;
/** Rows of an address below its label. */
const ROWS_BELOW = 4;
/** What parts of an address stand between. */
const PARTS = /[,;:/()\n]|\s[-–+&]\s|\band\b/i;
/** Beside words for a place these say nothing else of it. */
const BESIDE = new Set([
  'the',
  'a',
  'our',
  'my',
  'at',
  'in',
  'to',
  'for',
  'rear',
  'behind',
  'of',
  'new',
  'no',
  'build',
  'block',
  'building',
  'detached',
  'delivered',
  'delivery',
  'job',
  'main',
  'order',
  'plot',
  'works',
]);
const isBeside = (word: string) => BESIDE.has(word) || /^\d+$/.test(word);

/**
 * What a document says outside its lines that all of it is for: jobs, references of the customer and addresses of delivery.
 * @param notes rows outside the lines, as printed.
 */
export function saidForOf(notes: readonly string[]): SaidFor[] {
  return notes.flatMap((note, i) => {
    const labels = [...note.matchAll(LABEL)];
    return labels.flatMap(({ index, 0: label, groups = {} }, n): SaidFor[] => {
      const isAddress = groups.address !== undefined;
      if (!isAddress && groups.job === undefined) return [];
      const beside = note.slice(index + label.length, labels[n + 1]?.index).trim();
      const words = beside !== '' || n + 1 < labels.length ? beside : below(notes, i, isAddress ? ROWS_BELOW : 1);
      return words === '' ? [] : [{ words, isAddress }];
    });
  });
}

/** The words of a document that was read: rows outside its lines, and what heads these. */
interface DocumentWords {
  notes: readonly string[];
  lines: readonly { section: string | null }[];
}

/** What a document says that all of it is for; what heads some of its lines is of those alone. */
export function saidForAll({ notes, lines }: DocumentWords): SaidFor[] {
  const headings = new Set(lines.map(({ section }) => section));
  return saidForOf(notes.filter((note) => !headings.has(note)));
}

/** Rows under a label that stands alone, as far as the next label. */
function below(notes: readonly string[], at: number, most: number): string {
  const rows = notes.slice(at + 1, at + 1 + most);
  const end = rows.findIndex((row) => row.search(LABEL) >= 0);
  return rows.slice(0, end < 0 ? most : end).join(', ');
}

/** A line with the heading it stands under and the rows of words between it and the line before, any of which may head it. */
export interface PlacedLine {
  text: string;
  section?: string | null | undefined;
  above?: readonly string[] | undefined;
  /** Who supplied it, as printed. */
  supplier?: string | null | undefined;
}

/**
 * What else than the home each line of a document is for: a part of the site that the project names and that is no part of its claim
 * ("Plot 3"), in the line, in what heads it or in what its document says, or another place that it is headed with or its document is for;
 * where none of these tells a place or the home, a part that the project names its supplier for. That is the home after all where its words are of the name or the address of the building, or of a part that is claimed. It may turn a
 * claim into a question, and never raises one.
 * @param lines those of the document, in the order printed.
 * @returns for each line the place that it is for by its text; null where that may well be the home.
 */
export function placesOf(
  book: Rulebook,
  { building, elements, scheme }: Pick<Project, 'building' | 'elements' | 'scheme'>,
  saidFor: readonly SaidFor[],
  lines: readonly PlacedLine[],
): (ToldPlace | null)[] {
  const kinds = new Map(book.eligibility.elements.map((element) => [element.kind, element]));
  const isOurs = ({ kind }: { kind: string }) =>
    [scheme, 'with_home', 'shared'].includes(kinds.get(kind)?.scheme ?? scheme);
  const others = elements.filter((element) => !isOurs(element));
  const [street = ''] = (building.address ?? '').split(',');
  const ours = [building.name ?? '', street, ...elements.filter(isOurs).map(({ name }) => name)];
  const meant = partsMeant(book, others, ours);
  // An address tells a part by its name alone: a lane may be called after a barn.
  const namedIn = ({ words, isAddress }: SaidFor): ToldPlace | null => {
    const named = others.find(({ name }) => names(words, name)) ?? (isAddress ? undefined : meant(words));
    return named === undefined ? null : { words: named.name, is: 'elsewhere' };
  };
  const isOfOurs = ({ words }: ToldPlace) => ours.some((name) => names(name, words));
  const isTold = (place: ToldPlace | null) => place !== null && !isOfOurs(place);
  const ofDocument =
    saidFor.map(namedIn).find((place) => place !== null) ??
    saidFor.map((one) => toldPlace(book, scheme, one)).find(isTold) ??
    null;
  /** What a heading says: a place, the home, or nothing of either. */
  const headed = (said: SaidFor): ToldPlace | 'home' | null => {
    const named = namedIn(said);
    if (named !== null) return named;
    if (isHome(book, said.words)) return 'home';
    const place = toldPlace(book, scheme, said);
    if (place !== null) return isOfOurs(place) ? 'home' : place;
    return ours.some((name) => names(said.words, name)) ? 'home' : null;
  };
  const under = headingsOf(lines).map((headings) => headings.map(headed).findLast((said) => said !== null));
  const claimed = elements.filter(isOurs).map(({ name }) => name);
  const isForHome = (said: SaidFor) => !said.isAddress && headed(said) === 'home';
  const documentIsForHome = saidFor.some(isForHome);
  const ofSupplier = (supplier: string): ToldPlace | null => {
    const part = others.find(({ suppliers }) => suppliers.some((name) => mayBeOne(name, supplier)));
    return part === undefined ? null : { words: part.name, is: 'elsewhere', supplier };
  };
  let current: ToldPlace | 'home' | null = null;
  return lines.map(({ text, supplier = null }, i) => {
    current = under[i] ?? current;
    const told = namedIn({ words: text, isAddress: false }) ?? (current === 'home' ? null : current) ?? ofDocument;
    const isHomes = current === 'home' || documentIsForHome || claimed.some((name) => names(text, name));
    return told ?? (supplier === null || isHomes ? null : ofSupplier(supplier));
  });
}

/** What may newly head each line. A row that may as well go on with the line before counts like an address, where it names a building and nothing else. */
function headingsOf(lines: readonly PlacedLine[]): SaidFor[][] {
  const said = (words: string, isAddress: boolean) => {
    const labelled = saidForOf([words]);
    return labelled.length > 0 ? labelled : [{ words, isAddress }];
  };
  return lines.map(({ above = [], section = null }, i) => [
    ...above.flatMap((words) => said(words, true)),
    ...(section === null || section === lines[i - 1]?.section ? [] : said(section, false)),
  ]);
}

/** "Main house", "First floor: bedroom 2" */
function isHome(book: Rulebook, heading: string): boolean {
  const { home = [] } = book.meaningTables.otherPlaces;
  const words = plainWords(heading);
  return words.some((word) => home.includes(word)) && words.every((word) => home.includes(word) || isBeside(word));
}

/** "Job: main house, not stables" names the stables and denies them. */
const DENIES = /\bnot\b/i;

function toldPlace(book: Rulebook, route: Route, { words, isAddress }: SaidFor): ToldPlace | null {
  if (DENIES.test(words)) return null;
  if (!isAddress) return isShort(words) ? place(book, route, words) : null;
  for (const part of words.split(PARTS)) {
    const told = isShort(part) ? place(book, route, part.trim()) : null;
    if (told === null) continue;
    // A part of an address counts where it names a building and nothing else.
    const named = new Set(plainWords(told.words));
    if (plainWords(part).every((word) => named.has(word) || isBeside(word))) return told;
  }
  return null;
}

/** "The Paddock", "Old Dairy": the name of a house, as it is written. */
const HOUSE = /^(?:The|Old) \p{Lu}/u;
const ARTICLE = 'The '.length;

function place(book: Rulebook, route: Route, words: string): ToldPlace | null {
  const told = placeOf(book.meaningTables, book.read(words), route);
  if (told === null) return null;
  const [before = ''] = words.toLowerCase().split(told.words.toLowerCase());
  return HOUSE.test(words.slice(Math.max(0, before.length - ARTICLE))) ? null : told;
}

const isShort = (words: string) => words.trim().split(/\s+/).length <= MOST_WORDS;

/** Whether two names are, or may be, of one supplier. */
const mayBeOne = (a: string, b: string): boolean =>
  supplierLikeness({ supplierName: a, supplierVatNumber: null }, { supplierName: b, supplierVatNumber: null }) !==
  'different';
