import type { Concept, Settlement } from '../catalogue.js';
import type { Mention } from '../reading/reading.js';
import { standing } from '../standing.js';
import { mayOpen } from '../words.js';
import { type Draft, says } from './draft.js';
import { takenBackBy } from './taken_back.js';

/** Goods whose answer is open: what the line states can settle it, and what it states of settled goods can open it. */
export function settleGoods(draft: Draft): void {
  const { concept } = draft;
  if (!concept) return;
  if (draft.goodsAlone === 'ask') settleByStatements(draft, concept);
  if (concept.onRoute && concept.onRoute.route === draft.line.route && draft.goodsAlone === 'yes') {
    draft.goodsAlone = concept.onRoute.goodsAlone;
    draft.steps.push(`On this route ${concept.label} need an answer first.`);
  }
  if (draft.goodsAlone === 'yes') doubtGoods(draft, concept);
}

/** What the line states in words can settle a thing whose answer is open (decisions.md reading rule 2). */
export function settlementOf(draft: Draft, concept: Concept): Settlement | undefined {
  const { reading, line } = draft;
  const stated = (id: string) => reading.statements.has(id) || reading.statementsInNames.has(id);
  const found = concept.settledBy?.find(
    (s) => (s.route === undefined || s.route === line.route) && s.says.every(stated) && !(s.unless ?? []).some(stated),
  );
  return found?.goodsAlone === 'yes' && (takenBackBy(draft, found.says) !== undefined || isForRefused(draft))
    ? undefined
    : found;
}

/** "Antifreeze left in the system of the digger": what is told is told of a thing that is hired or refused. */
function isForRefused({ reading, concept }: Draft): boolean {
  return reading.about.some(({ mention }) => {
    const kind = standing(mention.concept);
    return mention.concept !== concept && (kind === 'no' || kind === 'outside' || mention.concept.class === 'hire');
  });
}

function settleByStatements(draft: Draft, concept: Concept): void {
  const { reading, steps } = draft;
  const settlement = settlementOf(draft, concept);
  if (!settlement) return;
  draft.goodsAlone = settlement.goodsAlone;
  if (settlement.goodsAlone === 'yes') draft.productClass = 'building_material';
  else if (draft.productClass === 'ask') draft.productClass = 'not_ordinarily_incorporated';
  else if (draft.productClass === 'building_material') draft.productClass = 'outside_the_works';
  draft.lineKind = 'ordinary';
  steps.push(
    `The line itself states ${settlement.says.map((id) => `"${reading.statements.get(id)?.text ?? id.replace(/_/g, ' ')}"`).join(' and ')}, which answers the question.`,
  );
}

/** Words beside goods that could be claimed which leave that open again. */
function doubtGoods(draft: Draft, concept: Concept): void {
  const { doubts, line, reading } = draft;
  const { notBuiltIn } = draft.tables.supply;
  if (says(draft, 'powered') && !says(draft, 'manual') && !concept.electrical) doubts.add('powered_version');
  if (says(draft, 'loose') && !(concept.standsFree && onlyFreestanding(draft))) doubts.add('loose_version');
  const forUnknown = reading.unknownNamed.some(({ relation }) => relation === 'purpose' || relation === 'place');
  const leaves = ({ concept: { class: kind } }: Mention) => notBuiltIn.classes.includes(kind);
  // "JCB 3CX door handle": a part of plant is named as one of a door is.
  const ofPlant = line.supplyType === 'materials' && draft.head?.describedBy.some(leaves) === true;
  if (forUnknown || ofPlant || reading.about.some(({ relation, mention }) => relation === 'purpose' && leaves(mention)))
    doubts.add(notBuiltIn.doubt);
  const { commandedGoods } = draft.tables.supply;
  const told = (doubt: string, word: string | null, step: string): void => {
    if (word === null) return;
    doubts.add(doubt);
    draft.steps.push(`"${word}" ${step}`);
  };
  told(notBuiltIn.doubt, everydayKind(draft, concept), 'right before it may make it a thing of another kind.');
  if (commandedGoods !== undefined)
    told(commandedGoods, commandBefore(draft, concept), 'before the goods may say what was done to them.');
  told(notBuiltIn.doubt, turnTakenBack(draft), 'may take back what the line states.');
  told(notBuiltIn.doubt, deedTold(draft), 'after the goods may say what became of them.');
  if (concept.acceptedFrom !== undefined && line.taxPoint < concept.acceptedFrom) doubts.add('accepted_later');
}

/** "Underlay, not laid under laminate": beside the words that made this the thing. */
function turnTakenBack(draft: Draft): string | null {
  const { reading, turnedBy } = draft;
  if (turnedBy.length === 0) return null;
  const turning = [...reading.statements.values()].filter(({ from }) => turnedBy.includes(from));
  return (
    takenBackBy(
      draft,
      turning.map(({ id }) => id),
    ) ?? null
  );
}

/**
 * "Poultry hopper", "throttle quadrant": a thing of everyday life right before goods that one word names, which have namesakes in
 * every trade, where nobody is paid for work.
 */
function everydayKind({ head, sentence, reading, tables }: Draft, concept: Concept): string | null {
  if (sentence || head === null || head.mention.concept !== concept) return null;
  const { from, to } = head.mention;
  const before = reading.words[from - 1];
  if (before === undefined || !reading.unexplained.includes(from - 1)) return null;
  // "Wages bricks": a service is no kind of thing, however many words name the thing.
  if (tables.isServiceNoun(before.form)) return before.form;
  // Longer names have fewer namesakes, and makers call their ranges after things of everyday life.
  const opens = reading.words.slice(0, from - 1).every(({ kind }) => kind !== 'word');
  return (opens || to === from + 1) && tables.isEverydayThing(before.form) ? before.form : null;
}

/** "Isolate radiators", "Raise the manhole cover": a verb that no list explains opens a line of goods stated to be bought alone. */
function commandBefore({ head, sentence, line, reading, tables }: Draft, concept: Concept): string | null {
  const { words, unexplained } = reading;
  if (sentence || line.supplyType !== 'materials' || head?.mention.concept !== concept) return null;
  const opening = unexplained.find((at) => mayOpen(words, at) && at < head.mention.from);
  const verb = opening === undefined ? undefined : words[opening];
  if (opening === undefined || verb?.kind !== 'word' || !tables.isCommand(verb.form)) return null;
  // The full stop of "3 no." parts nothing.
  const apart = words.slice(opening + 1, head.mention.from).some(({ kind, form }) => kind === 'break' && form !== '.');
  return apart ? null : verb.form;
}

/** "Toilet, rejected", "boards (dumped)": a participle after the goods that is not known to describe any. */
function deedTold({ head, sentence, reading, tables, facts }: Draft): string | null {
  if (sentence || head === null || facts.sign !== 'charge') return null;
  const { words, unexplained } = reading;
  const told = unexplained.find((at) => at >= head.mention.to && tables.isDeed(words[at]?.form ?? ''));
  return told === undefined ? null : (words[told]?.form ?? null);
}

/** "Freestanding" and not "portable" or "plug-in". */
function onlyFreestanding({ reading }: Draft): boolean {
  return /^free[ -]?standing$/i.test(reading.statements.get('loose')?.text ?? '');
}
