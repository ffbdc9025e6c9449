import { placeOf } from '../rulebook/meaning/place.js';
import type { ToldPlace } from '../rulebook/model.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { plainWords } from './plain_words.js';
import type { Project } from './records.js';

/** "Job: Stable block", "Your ref - workshop", "Re: pool house". */
const JOB =
  /(?:^|\s)(?:job|project|cost centre|contract|re|ref(?:erence)?|(?:your|cust(?:omer)?|client|order|p\.? ?o\.?|job|project)(?: order)? (?:ref(?:erence)?|no|number|name|address|title|description)|works? at)\.?\s*[:#-]\s*/i;
/** An address may hold the name of a house: "Deliver to: The Old Stables, Mill Lane". */
const ADDRESS =
  /(?:^|\s)(?:(?:deliver(?:y|ed)?|ship(?:ped|ping)?|send|goods) (?:to|address|site)|delivery|site|site address|property)\s*[:#-]\s*/i;
/** Where another label begins in the same row. */
const NEXT_LABEL = /\s(?:[A-Z][\w.]*)(?: [A-Za-z]+)?\s?[:#](?:\s|$)/;
/** More words than these are a sentence of the conditions. */
const MOST_WORDS = 10;
/** What parts of an address stand between. */
const PARTS = /[,;/()\n]|\s[-–+&]\s|\band\b/i;
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
]);

/**
 * Where a document says that all of it is for, by a job, an order reference or a delivery address that it prints; null where it says
 * nothing, or a place that may well be the home. It may turn a claim into a question, and never raises one.
 * @param notes rows outside the lines, as printed.
 */
export function documentPlace(book: Rulebook, notes: readonly string[]): ToldPlace | null {
  for (const [i, note] of notes.entries()) {
    for (const label of [JOB, ADDRESS]) {
      const found = label.exec(`${note} `);
      if (found === null) continue;
      const own = note.slice(found.index + found[0].length);
      const value = (own.trim() === '' ? (notes[i + 1] ?? '') : (own.split(NEXT_LABEL)[0] ?? '')).trim();
      if (value === '' || value.split(/\s+/).length > MOST_WORDS) continue;
      const told = label === JOB ? place(book, value) : placeOfAddress(book, value);
      if (told !== null) return told;
    }
  }
  return null;
}

/**
 * What else than the home a line is for: a part of the site that the project names and that is no part of its claim ("Plot 3"), or what its
 * document says. That is the home after all where its words are of the name or the address of the building, or of a part that is claimed.
 */
export function placeOfLine(
  { eligibility }: Pick<Rulebook, 'eligibility'>,
  { building, elements, scheme }: Pick<Project, 'building' | 'elements' | 'scheme'>,
  text: string,
  told: ToldPlace | null,
): ToldPlace | null {
  const kinds = new Map(eligibility.elements.map((element) => [element.kind, element]));
  const isOurs = ({ kind }: { kind: string }) =>
    [scheme, 'with_home', 'shared'].includes(kinds.get(kind)?.scheme ?? scheme);
  const named = elements.find((element) => !isOurs(element) && names(text, element.name));
  if (named !== undefined) return { words: named.name, is: 'elsewhere' };
  if (told === null) return null;
  const ours = [building.name, building.address, ...elements.filter(isOurs).map(({ name }) => name)];
  const ofSite = new Set(plainWords(ours.filter((part) => part !== null).join(' ')));
  return plainWords(told.words).every((word) => ofSite.has(word)) ? null : told;
}

/** Whether a text has a name as it stands, whatever article or sign is before it. */
function names(text: string, name: string): boolean {
  const words = plainWords(name).filter((word) => word !== 'the');
  return words.length > 0 && ` ${plainWords(text).join(' ')} `.includes(` ${words.join(' ')} `);
}

const place = (book: Rulebook, words: string) => placeOf(book.meaningTables, book.read(words));

/** A part of the address that names a building and nothing else. */
function placeOfAddress(book: Rulebook, address: string): ToldPlace | null {
  for (const part of address.split(PARTS)) {
    const told = place(book, part.trim());
    if (told === null) continue;
    const said = new Set(plainWords(told.words));
    if (plainWords(part).every((word) => said.has(word) || BESIDE.has(word) || /^\d+$/.test(word))) return told;
  }
  return null;
}
