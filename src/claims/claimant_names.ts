import type { EvidenceBook } from '../rulebook/evidence.js';
import { plainWords } from './plain_words.js';

type NameWords = EvidenceBook['names'];

/** A name read one way: the family name, and given names or initials before it. */
interface Reading {
  family: string;
  given: readonly string[];
  /** Read against the usual order, which takes a given name to tell. */
  turned: boolean;
}

/**
 * Whether a document that names `customer` names claimants and nobody else. Titles, initials, middle names, the order of
 * the words, capitals and an address behind the name do not matter; every person named must be a claimant. A company is one
 * only by the same words.
 * @param site name and address of the building, whose words behind a name are an address; null when they are not known.
 */
export function namesClaimants(
  customer: string,
  claimants: readonly string[],
  words: NameWords,
  site: string | null = null,
): boolean {
  const named = withoutAddress(customer, words, site);
  for (const whole of [customer, named[0] ?? ''].map((name) => tokens(name, words).join(' ')))
    if (whole !== '' && claimants.some((claimant) => tokens(claimant, words).join(' ') === whole)) return true;
  if (nameWords(customer).some((word) => words.companies.includes(word))) return false;
  const known = claimants.flatMap((claimant) => peopleRead(claimant, words).flat());
  return named.some((name) => {
    const people = peopleRead(name, words);
    return people.length > 0 && people.every((person) => isAmong(person, known));
  });
}

/** What may be the name when the rest is an address: the whole, what stands before a part that is one, before words of the site. */
function withoutAddress(customer: string, words: NameWords, site: string | null): string[] {
  const parts = customer
    .split(/[,;\n()]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const ofSite = new Set(nameWords(site ?? ''));
  const at = parts.findIndex((part, i) => i > 0 && isAddress(part, words, ofSite));
  const name = at < 0 ? customer : parts.slice(0, at).join(', ');
  // Behind the address come other parts of it, and nobody else.
  const others = at < 0 ? [] : parts.slice(at);
  const ofOthers = [...words.titles, ...words.between, ...words.companies];
  if (others.some((part) => nameWords(part).some((word) => ofOthers.includes(word)))) return [customer];
  const spaced = name.split(/\s+/);
  return [
    name,
    ...spaced.flatMap((_, i) => {
      const behind = spaced.slice(i);
      return i > 0 && beginsSite(behind.join(' '), ofSite, site) ? [spaced.slice(0, i).join(' ')] : [];
    }),
  ];
}

/** `3 Orchard Way`, `Bromyard HR7 4XX`, `Long Barn`, or words of the site. */
function isAddress(part: string, words: NameWords, ofSite: ReadonlySet<string>): boolean {
  const plain = nameWords(part);
  if (/^\d+[a-z]?\b/i.test(part) || POSTCODE.test(part) || plain.some((word) => words.places.includes(word)))
    return true;
  return plain.length > 0 && plain.every((word) => ofSite.has(word));
}

/** Whether words behind a name are all of the site, or go on from its first part. */
function beginsSite(behind: string, ofSite: ReadonlySet<string>, site: string | null): boolean {
  const plain = nameWords(behind);
  if (plain.length > 1 && plain.every((word) => ofSite.has(word))) return true;
  return (site ?? '').split(/[,;\n]/).some((part) => {
    const first = nameWords(part);
    return first.length > 1 && first.every((word, i) => plain[i] === word);
  });
}

const POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i;

/** Every person of a name line, each read in all ways that make sense. */
function peopleRead(text: string, words: NameWords): Reading[][] {
  const named = people(text, words);
  const last = named.at(-1);
  const family = last && named.length > 1 ? readings(last)[0]?.family : undefined;
  return named.map((person) =>
    // "John & Mary Smith": the first of them has the family name of the last.
    person === last || family === undefined
      ? readings(person)
      : [...readings(person), { family, given: person.tokens, turned: false }],
  );
}

interface Person {
  tokens: string[];
  /** Written "Smith, John". */
  familyFirst: boolean;
}

/** The people of a name line, without titles; a person of whom only a title is there ("Mr & Mrs Smith") is none. */
function people(text: string, words: NameWords): Person[] {
  const between = new Set(words.between);
  const parts: string[][] = [[]];
  for (const word of text.toLowerCase().split(/\s+|(?<=[&+])|(?=[&+])/u)) {
    if (between.has(word)) parts.push([]);
    else parts.at(-1)?.push(word);
    // "John Smith, Mary Jones" are two; "Smith, John" is one.
    if (word.endsWith(',') && tokens(parts.at(-1)?.join(' ') ?? '', words).length > 1) parts.push([]);
  }
  return parts.flatMap((part) => {
    const written = part.join(' ');
    const bare = tokens(written, words);
    const familyFirst = /^[^,]+,\s*\S/.test(written) && tokens(written.split(',')[0] ?? '', words).length === 1;
    return bare.length > 0 ? [{ tokens: bare, familyFirst }] : [];
  });
}

/** "&" and "+" stand between names. */
const nameWords = (text: string): string[] => plainWords(text, '&+');

function tokens(text: string, { titles, between }: NameWords): string[] {
  return nameWords(text).filter((word) => !titles.includes(word) && !between.includes(word));
}

/** The family name stands last, or first; a single word is the family name. */
function readings({ tokens: words, familyFirst }: Person): Reading[] {
  const [first = '', ...rest] = words;
  const last = words.at(-1) ?? '';
  if (familyFirst || words.length === 1) return [{ family: first, given: rest, turned: false }];
  return [
    { family: last, given: words.slice(0, -1), turned: false },
    { family: first, given: rest, turned: true },
  ];
}

function isAmong(written: readonly Reading[], known: readonly Reading[]): boolean {
  return written.some((a) => known.some((b) => a.family === b.family && a.family.length > 1 && sameGiven(a, b)));
}

/** The first given name decides; an initial stands for a name, several letters for several initials. */
function sameGiven(a: Reading, b: Reading): boolean {
  // Both turned, words behind the family name would not be compared: "John Smith Powell".
  if (a.turned && b.turned) return false;
  if (a.given.length === 0 || b.given.length === 0) return !a.turned && !b.turned;
  return standsFor(a.given, b.given) || standsFor(b.given, a.given);
}

function standsFor([short = '']: readonly string[], names: readonly string[]): boolean {
  const initials = names.map((name) => name[0]).join('');
  return short === names[0] || short === initials[0] || (short.length > 1 && short === initials);
}
