import type { Route, ToldPlace } from '../model.js';
import { mentionsOf, type Reading } from '../reading/reading.js';
import { standing } from '../standing.js';
import type { MeaningTables } from './draft.js';

/**
 * What words that a document is headed with say of the place it is for ("Stable block", "Garage"), by `otherPlaces` of
 * circumstances.yaml and the things that the catalogue knows to be no part of a home; null when that may well be the home.
 */
export function placeOf(
  { otherPlaces, supply }: Pick<MeaningTables, 'otherPlaces' | 'supply'>,
  reading: Reading,
  route: Route,
): ToldPlace | null {
  const { statements, statementsInNames } = reading;
  if (otherPlaces.unless.some((id) => statements.has(id) || statementsInNames.has(id))) return null;
  const named = mentionsOf(reading);
  const said = otherPlaces.says.map((id) => statements.get(id)).find((statement) => statement !== undefined);
  const outside =
    said ??
    named.find(({ concept }) => standing(concept) === 'outside') ??
    alone(reading, otherPlaces.words) ??
    alone(reading, otherPlaces.onRoute?.[route] ?? []);
  if (outside !== undefined) return { words: outside.text, is: 'elsewhere' };
  const { asks, says } = supply.builtWithHome;
  const withHome = statements.has(says) ? undefined : named.find(({ concept }) => concept.question === asks);
  return withHome === undefined ? null : { words: withHome.text, is: 'built_with_home' };
}

function alone({ words }: Reading, forms: readonly string[]): { text: string } | undefined {
  const word = words.find(({ form }) => forms.includes(form));
  return word && { text: word.form };
}
