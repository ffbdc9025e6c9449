/** Words of rules/evidence.yaml around and between names of people. */
export interface NameWords {
  titles: readonly string[];
  between: readonly string[];
}

/** A name read one way: the family name, and given names or initials before it. */
interface Reading {
  family: string;
  given: readonly string[];
  /** Read against the usual order, which takes a given name to tell. */
  turned: boolean;
}

/**
 * Whether a document that names `customer` names claimants and nobody else. Titles, initials, middle names, the order of
 * the words and capitals do not matter; every person named must be a claimant.
 */
export function namesClaimants(customer: string, claimants: readonly string[], words: NameWords): boolean {
  const whole = tokens(customer, words).join(' ');
  if (claimants.some((claimant) => tokens(claimant, words).join(' ') === whole)) return whole !== '';
  const known = claimants.flatMap((claimant) => peopleRead(claimant, words).flat());
  const named = peopleRead(customer, words);
  return named.length > 0 && named.every((person) => isAmong(person, known));
}

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
  }
  return parts.flatMap((part) => {
    const written = part.join(' ');
    const bare = tokens(written, words);
    const familyFirst = /^[^,]+,\s*\S/.test(written) && tokens(written.split(',')[0] ?? '', words).length === 1;
    return bare.length > 0 ? [{ tokens: bare, familyFirst }] : [];
  });
}

function tokens(text: string, { titles, between }: NameWords): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/gu, '')
    .split(/[^\p{L}\p{N}&+]+/u)
    .filter((word) => word !== '' && !titles.includes(word) && !between.includes(word));
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
  if (a.given.length === 0 || b.given.length === 0) return !a.turned && !b.turned;
  return standsFor(a.given, b.given) || standsFor(b.given, a.given);
}

function standsFor([short = '']: readonly string[], names: readonly string[]): boolean {
  const initials = names.map((name) => name[0]).join('');
  return short === names[0] || short === initials[0] || (short.length > 1 && short === initials);
}
