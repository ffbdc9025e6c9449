import type { Concept } from '../catalogue.js';
import type { Mention, NamedThing } from '../reader.js';
import { type Draft, inSentence, settle } from './draft.js';
import { isExcluded, type Standing, standing } from './standing.js';

/** Several things under one price. An answer that says what the line is says it of the whole line. */
export function findMixedGoods(draft: Draft): void {
  const { concept } = draft;
  if (draft.answered !== null || !concept) return;
  if (inSentence(draft)) mixedIntoWorks(draft, concept);
  else if (draft.head) mixedWithGoods(draft, concept);
}

function mixedIntoWorks(draft: Draft, concept: Concept): void {
  const { head, reading, doubts } = draft;
  const listed = reading.others.map((o) => o.mention);
  const things = [
    ...(head ? [head.mention] : []),
    ...listed,
    ...reading.about.filter((x) => x.relation !== 'place').map((x) => x.mention),
  ];
  const clash = things.find((m) => {
    const kind = standing(m.concept);
    if (kind === 'no') return isExcluded(m.concept) && !draft.tables.isInstallationHead(m);
    return kind === 'ask' && isOpenGoods(m.concept) && listed.includes(m);
  });
  if (!clash) return;
  const kitchen = isOfKitchens(concept) || isOfKitchens(clash.concept);
  doubts.add(standing(clash.concept) === 'ask' ? 'mixed_open' : kitchen ? 'kitchen_mixed' : 'excluded_mixed');
  tellClash(draft, clash);
}

/** Goods whose class is open, and which are not on the energy-saving list. */
function isOpenGoods(concept: Concept): boolean {
  return (
    concept.generic !== true &&
    concept.esm !== 'listed' &&
    concept.class === 'ask' &&
    concept.lineKind === undefined &&
    concept.id.split('.')[0] !== 'svc'
  );
}

function mixedWithGoods(draft: Draft, concept: Concept): void {
  const { reading, line, doubts } = draft;
  const own = standing(concept);
  const main = draft.goodsAlone === 'no' && own === 'yes' ? 'no' : own;
  for (const other of reading.others) {
    const thing = other.mention.concept;
    const kind = thing.onRoute?.route === line.route ? 'ask' : standing(thing);
    if (kind === main || kind === 'follows' || main === 'follows') continue;
    if ((main === 'no' || main === 'outside') && other.relation !== 'list') continue;
    if (kind === 'outside' && other.relation !== 'list') {
      draft.otherBuilding ??= other.mention.text;
      settle(draft, 'building', 'other_building', 'words');
      continue;
    }
    if (goesAlong(draft, main, kind, other)) continue;
    const kitchen = isOfKitchens(concept) || isOfKitchens(thing);
    doubts.add((kind === 'no' || main === 'no') && kitchen ? 'kitchen_mixed' : 'mixed');
    tellClash(draft, other.mention);
    break;
  }
}

/** Things beside the main one that do not make the price a mixed one. */
function goesAlong({ sentence }: Draft, main: Standing, kind: Standing, other: NamedThing): boolean {
  const { concept } = other.mention;
  const looseDetail =
    main === 'yes' &&
    kind === 'no' &&
    other.relation !== 'list' &&
    other.besideUnknown &&
    concept.class === 'not_incorporated';
  return (
    looseDetail ||
    (other.relation === 'included' && (kind === 'yes' || concept.generic === true)) ||
    main === 'service' ||
    main === 'works' ||
    (sentence && (kind === 'works' || kind === 'service'))
  );
}

function isOfKitchens(concept: Concept): boolean {
  return concept.id.startsWith('kitchen.');
}

function tellClash({ steps }: Draft, { text, concept }: Mention): void {
  steps.push(`The line also names "${text}" (${concept.label}), which is treated differently.`);
}
