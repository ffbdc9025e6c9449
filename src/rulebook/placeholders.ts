import { remembering } from './remembering.js';

/** The places that texts of rules and questions may leave for what is known of the line; docs/rules.md lists them. */
export const PLACEHOLDERS = [
  'product',
  'item',
  'label',
  'vat',
  'net',
  'rate',
  'standardRate',
  'reclaimable',
  'toRecover',
  'onceCorrected',
  'classLabel',
  'condition',
  'doubt',
  'otherBuilding',
  'excluded',
  'supplier',
  'main',
  'spelling',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A place as a text writes it: what stands between curly brackets. */
const PLACE = /\{([^{}]*)\}/g;

/** The words in curly brackets of a text that name none of these places. */
export function misspeltPlaceholders(text: string, places: readonly string[]): string[] {
  const known: ReadonlySet<string> = new Set(places);
  return [...text.matchAll(PLACE)].map(([, word = '']) => word).filter((word) => !known.has(word));
}

/** A text cut at its places: words and places in turn, words first. */
const pieces = remembering(4000, (text) => text.split(PLACE) as readonly string[]);

/** The text with its places filled. */
export function fillPlaceholders<Place extends string>(
  text: string,
  values: Readonly<Record<Place, () => string>>,
): string {
  let filled = text;
  if (text.includes('{')) {
    filled = '';
    for (const [i, piece] of pieces(text).entries()) filled += i % 2 === 0 ? piece : values[piece as Place]();
  }
  return filled.replaceAll('?.', '?').trim();
}
