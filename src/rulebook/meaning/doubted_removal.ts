import type { Draft } from './draft.js';
import { textWithout } from './taken_back.js';

/**
 * "Take down Christmas lights", "dismantle swing and re-erect": a removal counts as work of conversion where it takes away parts of the
 * building. A word of `noRemovals` leaves that open.
 */
export function doubtRemoval(draft: Draft): void {
  const { concept, doubts, line, reading, steps, tables } = draft;
  const { removals, noRemovals } = tables.supply;
  if (noRemovals?.routes.includes(line.route) !== true || !removals.includes(concept?.id ?? '')) return;
  const text = textWithout(reading, []);
  const word = tables.noRemovals.find((phrase) => text.includes(` ${phrase} `));
  if (word === undefined) return;
  doubts.add('perhaps_no_works');
  steps.push(`"${word}" may be no part of a building that was taken away.`);
}
