import { areaOf, type Concept } from '../catalogue.js';
import type { Mention } from '../reading/reading.js';
import { followsOthers, isExcluded, type Standing, standing } from '../standing.js';
import { type Draft, inSentence, isGardenOnly, says, saysWhich, settle } from './draft.js';
import { isRemoval } from './removed.js';
import { isTradeVerb } from './trade_verbs.js';

/** A thing named around the head; `purpose` when the line says the head is for, of or at it. */
interface Owner {
  mention: Mention;
  purpose: boolean;
  /** It belongs to what the head comes with. */
  included?: boolean;
}

/** Parts and works follow what they belong to: a washing machine hose is refused as the washing machine is. */
export function followOwners(draft: Draft): void {
  const { head, concept, reading } = draft;
  // "Garage: slab and blockwork": the works that the line is about are at what it names first.
  const named = head ? [head.mention, ...head.describedBy] : [];
  if (draft.sentence)
    for (const { concept: other } of named)
      if (other !== concept && isBuiltWithHome(draft, other)) askWhetherWithHome(draft, other);
  if (!concept || !head || (concept !== head.mention.concept && !draft.changed)) return;
  const owners: Owner[] = [
    ...head.describedBy.map((mention) => ({ mention, purpose: false })),
    ...reading.about
      .filter(
        ({ relation, mention }) =>
          relation === 'purpose' ||
          relation === 'of' ||
          relation === 'included' ||
          standing(mention.concept) === 'outside' ||
          isBuiltWithHome(draft, mention.concept) ||
          (relation === 'place' && isBuiltUp(draft, mention)),
      )
      .map((a) => ({ mention: a.mention, purpose: true, included: a.relation === 'included' })),
    ...reading.others
      .filter(({ mention, relation }) => relation === 'detail' && isBoardOf(draft, concept, mention))
      .map(({ mention }) => ({ mention, purpose: true })),
  ];
  const installation = [head.mention, ...head.describedBy.filter((m) => m.concept === concept)].some((m) =>
    draft.tables.isInstallationHead(m),
  );
  // A deposit for wardrobes is no wardrobe: what payments and carriage belong to is read as the goods they name.
  const goods = standing(concept) === 'yes' || (standing(concept) === 'ask' && !followsOthers(concept));
  for (const owner of owners) {
    // An earlier owner may have changed what the thing is.
    const current = draft.concept ?? concept;
    const owned = owner.mention.concept;
    if (owned === current || owned === head.mention.concept || saysWhich(draft, owner.mention)) continue;
    if (isMakerOnly(draft, current, owner)) continue;
    const kind = standing(owned);
    if (kind === 'outside') {
      draft.otherBuilding ??= owner.mention.text;
      draft.perhapsTheHome ||= owned.mayBeTheHome === true;
    } else if (goods && kind === 'no' && !owner.purpose && owner.mention.to > head.mention.from) {
      // "Driveway bollard lights": the word that both names share may belong to either.
      if (standing(current) === 'yes' && !installation) leaveOpen(draft, head.mention, owner.mention);
    } else if (goods && !installation && kind === 'no') {
      followRefused(draft, head.mention, owner);
    } else if (goods && kind === 'no' && !isServed(draft, owned)) {
      leaveOpen(draft, head.mention, owner.mention);
    } else if (goods && installation && (owner.purpose || draft.sentence) && isOpenThing(owned, kind)) {
      leaveOpen(draft, head.mention, owner.mention);
    } else if (goods && kind === 'no' && isExcluded(owned) && !owner.purpose && wordsBetween(draft, owner.mention)) {
      leaveOpen(draft, head.mention, owner.mention);
    } else if (goods && !owner.purpose && !draft.sentence && isCharge(owned)) {
      // "Admin fee bricks": whether the goods or the charge for something about them was bought.
      leaveOpen(draft, head.mention, owner.mention);
    } else if (standing(current) === 'yes' && !installation && isOpenThing(owned, kind)) {
      followOpen(draft, head.mention, owner.mention);
    } else if (standing(current) === 'works' && isBuiltWithHome(draft, owned)) {
      askWhetherWithHome(draft, owned);
    } else if (standing(current) === 'works' && kind === 'no' && !isRemoval(draft) && !isDone(draft, current, owner)) {
      draft.productClass = 'fitting_of_excluded_goods';
      draft.lineKind = 'ordinary';
      draft.steps.push(`The work is on "${owner.mention.text}" (${owned.label}).`);
    }
  }
}

/** A refused thing that the building's own installation serves; work named after another may be the fitting of that. */
function isServed({ tables, sentence }: Draft, { id, class: ofClass }: Concept): boolean {
  const { installationServes, circuitsServe } = tables.supply;
  if (installationServes?.includes(ofClass) !== true) return false;
  return !sentence || circuitsServe === undefined || circuitsServe.includes(areaOf(id));
}

/** A fee, a repair or a service by itself: no carriage, which takes the treatment of the goods, and no plant, whose driver lifts them. */
function isCharge(concept: Concept): boolean {
  const kind = standing(concept);
  if (followsOthers(concept)) return concept.class !== 'delivery';
  return kind === 'service' ? concept.class !== 'hire' : kind === 'ask' && !isOrdinary(concept);
}

function isOrdinary({ lineKind = 'ordinary' }: Concept): boolean {
  return lineKind === 'ordinary';
}

function isOpenThing(concept: Concept, kind: Standing): boolean {
  return kind === 'ask' && concept.generic !== true && !followsOthers(concept);
}

function followRefused(draft: Draft, head: Mention, { mention, purpose, included }: Owner): void {
  const owner = mention.concept;
  const isOpen = included || (purpose ? isForMore(draft, mention) : draft.tables.isSharedName(mention));
  if (!isOpen && (owner.class !== 'not_incorporated' || purpose || draft.tables.isPart(head))) {
    draft.productClass = owner.class;
    draft.goodsAlone = 'no';
    draft.steps.push(
      `"${head.text}" is ${purpose ? 'for' : 'a part of'} "${mention.text}" (${owner.label}) and follows it.`,
    );
  } else leaveOpen(draft, head, mention);
}

/** "Timber for studwork and wardrobe carcasses": the goods go into what is claimed too. */
function isForMore({ reading }: Draft, owner: Mention): boolean {
  const isClaimed = (kind: Standing) => kind === 'yes' || kind === 'works';
  return reading.about.some(
    ({ mention, relation }) => relation === 'purpose' && mention !== owner && isClaimed(standing(mention.concept)),
  );
}

function leaveOpen(draft: Draft, head: Mention, mention: Mention): void {
  draft.doubts.add('mixed');
  draft.steps.push(
    `"${mention.text}" (${mention.concept.label}) stands beside "${head.text}", so what the thing is stays open.`,
  );
}

/**
 * "Washing machine socket" is a socket; "mirror cabinet, demisting, shaver socket" may be a cabinet that has one. Sizes
 * between them say nothing.
 */
function wordsBetween({ head, reading }: Draft, owner: Mention): boolean {
  return reading.words.slice(owner.to, head?.mention.from).some((word) => word.kind === 'word');
}

/** "Makita wall plugs": who made fixings, whose name alone is that of a tool. */
function isMakerOnly({ reading, tables }: Draft, goods: Concept, { mention: { from, to }, purpose }: Owner): boolean {
  const isName = !purpose && to - from === 1 && tables.isToolMaker(reading.words[from]?.form ?? '');
  return isName && tables.supply.toolMakers?.goods.includes(goods.id) === true;
}

/** A garage and the like, which is the home's where it was built with it. */
function isBuiltWithHome({ tables }: Draft, { question }: Concept): boolean {
  return question === tables.supply.builtWithHome.asks;
}

function askWhetherWithHome(draft: Draft, building: Concept): void {
  const { says: said, doubt, garages } = draft.tables.supply.builtWithHome;
  if (says(draft, said)) return;
  const { garageWithHome, route } = draft.line;
  const settles =
    garages?.things.includes(building.id) &&
    garages.routes.includes(route) &&
    !garages.unless?.some((id) => says(draft, id));
  if (garageWithHome && settles) draft.steps.push('The project says that its garage is built with the home.');
  else draft.doubts.add(doubt);
}

/** "Cornice + plinth to bookcase run": what goes to furniture is a part of it, and in the "wardrobe recess" one of the room. */
function isBuiltUp({ reading: { words }, sentence, tables }: Draft, { concept, from, to }: Mention): boolean {
  const { builtUp } = tables.supply;
  if (sentence || builtUp?.things.includes(concept.id) !== true) return false;
  // An article or an adjective may stand between.
  const goesTo = words.slice(Math.max(0, from - 2), from).some(({ form }) => builtUp.to.includes(form));
  return goesTo && !builtUp.rooms.includes(words[to]?.form ?? '');
}

/** "18mm MR MDF x5 - alcove bookcases": what is told of boards behind a dash is what they are for. */
function isBoardOf({ sentence, tables }: Draft, goods: Concept, { concept }: Mention): boolean {
  const { madeOf = [], things = [] } = tables.supply.builtUp ?? {};
  return !sentence && madeOf.includes(goods.id) && things.includes(concept.id);
}

/** "Drill boreholes for GSHP": what opens the line is what was done, and no drill. */
function isDone({ tables }: Draft, works: Concept, { mention }: Owner): boolean {
  return mention.from === 0 && isTradeVerb(tables, mention.text, works);
}

function followOpen(draft: Draft, head: Mention, mention: Mention): void {
  const owner = mention.concept;
  if (isBuiltWithHome(draft, owner)) askWhetherWithHome(draft, owner);
  else if (isOrdinary(owner)) {
    draft.concept = owner;
    draft.productClass = owner.class;
    draft.goodsAlone = owner.goodsAlone;
    draft.steps.push(`"${head.text}" belongs to "${mention.text}" (${owner.label}), whose own answer is open.`);
  }
}

/** Words for a building that is not the home, or that on a conversion may be the one that becomes it. */
export function findBuilding(draft: Draft): void {
  const { concept, reading, sentence } = draft;
  const word = reading.statements.get('other_building') ?? reading.statements.get('perhaps_converted_building');
  const farm = (draft.perhapsTheHome || concept?.mayBeTheHome === true) && !says(draft, 'other_building');
  if (concept?.class === 'outside_the_works' && farm && sentence) {
    draft.otherBuilding ??= draft.matchedText;
    draft.productClass = 'construction_service';
    draft.goodsAlone = 'not_goods';
  } else if (word && concept && concept.class !== 'outside_the_works') draft.otherBuilding ??= word.text;
  if (draft.otherBuilding !== null) {
    settle(draft, 'building', farm && sentence ? 'perhaps_other' : 'other_building', 'words');
    draft.steps.push(`"${draft.otherBuilding}" names another building.`);
  }
}

/** Paving or ground work in a garden may be landscaping, which on some routes is no work to the building. */
export function doubtLandscape(draft: Draft): void {
  const { line, concept, doubts } = draft;
  const { landscape } = draft.tables.supply;
  if (
    concept &&
    inSentence(draft) &&
    landscape.routes.includes(line.route) &&
    landscape.areas.some((area) => concept.id === area || concept.id.startsWith(`${area}.`)) &&
    isGardenOnly(draft)
  )
    doubts.add('landscape_or_access');
}
