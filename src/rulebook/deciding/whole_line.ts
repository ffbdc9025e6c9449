import type { Concept } from '../catalogue.js';
import type { Line } from '../line.js';
import { mentionsOf, PRIMARY } from '../reading/reading.js';
import type { Rulebook } from '../rulebook.js';
import type { StatedPart } from '../splits.js';
import { standing } from '../standing.js';
import { type Decision, decide } from './decision.js';
import type { JointDecision } from './joint_decision.js';

/**
 * The decision on the whole line, where it refuses or asks for another reason than that its parts are treated differently:
 * what it says of all of them (a heading, who fitted it, what paper it is) is then lost on the parts. Null when they may decide.
 * @param split the parts as the line states them.
 */
export async function insteadOfParts(
  book: Rulebook,
  line: Line,
  split: readonly StatedPart[],
  joint: JointDecision,
): Promise<Decision | null> {
  if (joint.amounts.reclaimable <= 0) return null;
  const whole = await decide(book, line, []);
  if (whole.amounts.reclaimable > 0) return null;
  const explained = whole.treatment === 'needs_answer' ? opensForParts(whole, joint) : true;
  return explained && !isFittedAsWhole(whole, joint) && !isHeaded(book, split, joint) ? null : whole;
}

/** Doubts that the prices of the parts settle. */
const OF_MIXING = ['mixed', 'kitchen_mixed', 'excluded_mixed', 'mixed_open'];
/** Doubts about one of the things named, which a part that cannot be claimed may bring in. */
const OF_THINGS = ['product_unknown', 'surplus', 'loose_version', 'off_site_goods'];
const SETTLED: ReadonlySet<string> = new Set([...OF_MIXING, ...OF_THINGS]);

/** Whether the parts differ, and every doubt of the whole line comes from that or is the doubt of a part. */
function opensForParts({ doubts, reading }: Decision, { parts }: JointDecision): boolean {
  if (parts.every(({ decision }) => decision.treatment === 'reclaimable')) return false;
  const saysWork = reading.signals.some(({ says, weight }) => says !== 'goods_alone' && weight !== 'medium');
  return [...doubts].every(
    (doubt) =>
      SETTLED.has(doubt) ||
      (doubt === 'supply_unclear' && !saysWork) ||
      parts.some(({ decision }) => decision.doubts.has(doubt)),
  );
}

/** Goods are claimed as bought alone from a line whose words say that its supplier fitted them, or hired them out. */
function isFittedAsWhole(whole: Decision, { parts }: JointDecision): boolean {
  const said = whole.meaning.origins.supplied === 'words' && whole.supplied !== 'materials';
  return said && parts.some(({ decision: d }) => d.amounts.reclaimable > 0 && d.supplied === 'materials');
}

/** "Wardrobes: panels 600.00, doors 400.00", "…, for the BBQ": something refused that is no part with a price of its own. */
function isHeaded(book: Rulebook, [first, ...others]: readonly StatedPart[], { parts }: JointDecision): boolean {
  if (!first) return false;
  const refusedIn = (text: string) => mentionsOf(book.read(text)).filter(({ concept }) => isRefused(concept));
  const pricedLater = new Set(others.flatMap(({ text }) => refusedIn(text).map(({ concept }) => concept.id)));
  const headsAll = (text: string) => refusedIn(text).some(({ concept }) => !pricedLater.has(concept.id));
  if (first.ofAll.some((around) => around !== first.text && headsAll(around))) return true;
  const isRefusedPart = parts[0]?.decision.treatment === 'not_reclaimable' || headsAll(first.text);
  return isRefusedPart && !isPriced(book, first.text);
}

function isPriced(book: Rulebook, text: string): boolean {
  const { head, others, words } = book.read(text);
  return [head, ...others].some(
    (thing) =>
      thing && PRIMARY.has(thing.relation) && thing.mention.to === words.length && isApart(thing.mention.concept),
  );
}

function isRefused(concept: Concept): boolean {
  return ['no', 'outside', 'service'].includes(standing(concept));
}

/** Whether it is refused for itself alone: what is named with a shed may be its timber. */
function isApart(concept: Concept): boolean {
  return isRefused(concept) && standing(concept) !== 'outside';
}
