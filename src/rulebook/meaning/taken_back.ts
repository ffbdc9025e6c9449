import type { Reading } from '../reading/reading.js';
import type { Draft } from './draft.js';

/**
 * A word beside what the line states that may take it back or tell it of something else ("over and above the approved scheme",
 * "mirror, hall by the bathroom"), outside the words of those statements and the name of the thing.
 */
export function takenBackBy({ reading, head, tables }: Draft, statements: readonly string[]): string | undefined {
  const { takenBack, takesNothingBack = [] } = tables.supply;
  if (takenBack === undefined) return undefined;
  const spans = statements.flatMap((id) => {
    const said = reading.statements.get(id) ?? reading.statementsInNames.get(id);
    return said ? [{ from: said.from, to: said.to }] : [];
  });
  const said = textWithout(reading, head ? [head.mention, ...spans] : spans);
  const rest = takesNothingBack.reduce((text, phrase) => text.replaceAll(` ${phrase} `, ' '), said);
  return takenBack.find((phrase) => rest.includes(` ${phrase} `) || (phrase === '?' && rest.includes('?')));
}

/** The words of the line as they are folded, each between blanks, without those of the spans. */
export function textWithout({ words }: Reading, spans: readonly { from: number; to: number }[]): string {
  const forms = words.map(({ form }, at) => (spans.some(({ from, to }) => at >= from && at < to) ? '|' : form));
  return ` ${forms.join(' ')} `;
}
