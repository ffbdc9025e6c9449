import { areaOf, type Concept } from '../catalogue.js';
import { type Mention, mentionsOf, type NamedThing } from '../reading/reading.js';
import { followsOthers, isExcluded, type Standing, standing } from '../standing.js';
import { isEndOfPart } from '../words.js';
import { type Draft, inSentence, isBareTrade, saysWhich, settle } from './draft.js';
import { settlementOf } from './open_goods.js';
import { isTakenAway, sellsNoGoods } from './removed.js';
import { asSaid } from './subject.js';
import { isTradeVerb, isVerbByItself } from './trade_verbs.js';

/** Several things under one price. An answer that says what the line is says it of the whole line. */
export function findMixedGoods(draft: Draft): void {
  const { concept } = draft;
  if (draft.answered !== null || !concept) return;
  if (inSentence(draft) || standing(concept) === 'works') mixedIntoWorks(draft, concept);
  else if (draft.head) mixedWithGoods(draft, concept);
}

function mixedIntoWorks(draft: Draft, concept: Concept): void {
  const { head, reading, doubts } = draft;
  const things = [
    ...(head ? [head.mention] : []),
    ...reading.others.flatMap((o) => [o.mention, ...(standing(o.mention.concept) === 'works' ? o.describedBy : [])]),
    ...reading.about.filter((a) => a.relation !== 'place' || !isPlace(draft, a.mention)).map((a) => a.mention),
  ];
  const clash = things.find((m) => m !== draft.subject && isMixedIntoWorks(draft, m));
  if (!clash) {
    doubtStageOf(draft);
    doubtWorkOfTrade(draft);
    doubtKitchenOf(draft, concept);
    return;
  }
  const kitchen = isKitchenWithAppliances(draft, concept, clash.concept, things);
  const kind = standing(clash.concept);
  if (kind === 'ask') doubts.add('mixed_open');
  else if (kind === 'outside' || kind === 'service') doubts.add('mixed');
  else {
    doubts.add(kitchen ? 'kitchen_mixed' : 'excluded_mixed');
    const apart = things.filter((m) => standing(m.concept) === kind && isMixedIntoWorks(draft, m));
    draft.excluded = [...new Set([clash, ...apart].map(({ text }) => text))].join(', ');
  }
  tellClash(draft, clash);
}

/** "Removal of asbestos from barn and survey report", "worktop to desk": what the work may be on or hold, whatever word stands before it. */
function isPlace({ tables }: Draft, { concept }: Mention): boolean {
  return !tables.supply.noPlaces?.includes(concept.class);
}

/** "Roofing - bird table", "plumber, cattle drinkers", "kennels: tiling": a trade says who worked, and what no list knows what on. */
function doubtWorkOfTrade({ head, subject, reading, doubts, tables, steps }: Draft): void {
  if (subject === null || !isBareTrade(tables, subject)) return;
  const beside = mentionsOf({ ...reading, head }).filter((m) => m !== subject);
  if (beside.some(({ concept }) => standing(concept) === 'works' || standing(concept) === 'yes')) return;
  const mayBeElsewhere = (at: number) => {
    const form = reading.words[at]?.form ?? '';
    if (!/^[a-z]{3,}$/.test(form) || tables.isHomeWord(form)) return false;
    // What stands before the trade may be a name.
    return at >= subject.to || tables.isEverydayThing(form);
  };
  const at = reading.unexplained.find(mayBeElsewhere);
  const elsewhere =
    at === undefined ? beside.find(({ concept }) => isNoWorkOfTrades(tables, concept))?.text : reading.words[at]?.form;
  if (elsewhere === undefined) return;
  doubts.add('perhaps_no_works');
  steps.push(`Besides the trade the line names "${elsewhere}", which may be no part of the home.`);
}

function isNoWorkOfTrades({ supply }: Draft['tables'], { id, class: ofClass }: Concept): boolean {
  const { classes = [], areas = [] } = supply.noWorkOfTrades ?? {};
  return classes.includes(ofClass) || areas.includes(areaOf(id));
}

/** "Interim payment curtains", "interim payment furniture": what the stage is of is no work, so it may be for goods. */
function doubtStageOf(draft: Draft): void {
  const { head, subject, reading, doubts, tables, steps } = draft;
  if (subject === null || draft.lineKind !== 'works_contract') return;
  if (head?.describedBy.includes(subject) && isRefused(standing(head.mention.concept))) {
    doubts.add('mixed');
    tellClash(draft, head.mention);
  }
  const { unknownWord, unknownOther, lastMaker } = reading;
  const nothingElse = head?.mention === subject && reading.others.length === 0 && reading.about.length === 0;
  const rest = reading.words.slice(subject.to).filter((word) => word.kind === 'word');
  if (nothingElse && rest.length === 1 && unknownOther !== null && tables.isEverydayThing(unknownOther)) {
    doubts.add('mixed');
    steps.push(`The stage is of "${unknownOther}", which may be goods.`);
  }
  if (nothingElse && lastMaker !== null) {
    doubts.add('mixed');
    steps.push(`The stage is of "${lastMaker}", a maker of more than one kind of goods.`);
  }
  const ofUnknown = reading.about.some((a) => a.mention === subject && a.relation === 'of');
  if (ofUnknown && unknownWord !== null && tables.isEverydayThing(unknownWord)) {
    doubts.add('mixed');
    steps.push(`The stage is of "${unknownWord}", which may be goods.`);
  }
}

/** Something in the price of works that is treated apart from them. */
function isMixedIntoWorks(draft: Draft, mention: Mention): boolean {
  const { line, tables, productClass, otherBuilding } = draft;
  const { concept } = mention;
  const kind = standing(concept);
  if (isTakenAway(draft, mention) || isDeedOfTrade(draft, mention)) return false;
  if (kind === 'outside') return otherBuilding === null && productClass !== 'outside_the_works';
  if (kind === 'ask' && isKnownBeside(draft.concept, concept)) return false;
  if (kind === 'ask') return isOpenGoods(draft, concept) || isOfAnotherRoom(draft, mention);
  // "Supply and fit wardrobes and oak doors": works beside excluded goods carry another rate than they do.
  if (productClass === 'fitting_of_excluded_goods')
    return kind === 'yes' && draft.wording === 'supply_and_install' && isListed(draft, mention);
  if (concept.class === 'not_incorporated')
    return isCostOfWorks(draft, concept)
      ? draft.goodsAlone === 'yes' && isBesideSubject(draft, mention) && !isWorkedWith(draft)
      : isNamed(draft, mention);
  if (isApartFromWorks(draft, concept)) return isNamed(draft, mention);
  if (concept.class === 'fitting_of_excluded_goods') return tables.supply.fittingApart.includes(line.route);
  return isExcluded(concept) && (isItem(draft, mention) || !tables.isInstallationHead(mention));
}

/**
 * "Casements and a stable door, fitted", "cable, back boxes": what it is listed with shows its kind. Of what is not generic only works
 * show it, for goods alone may be for two places.
 */
function isKnownBeside(main: Concept | null, thing: Concept): boolean {
  return main !== null && thing.knownBeside?.includes(main.id) === true;
}

/** "Dig, shutter and pour", "break in, bench & test": a verb of the trade among others, and no shutter or bench in the price. */
function isDeedOfTrade({ concept, reading, tables }: Draft, { from, to, text }: Mention): boolean {
  if (concept === null || to - from !== 1 || !isTradeVerb(tables, text, concept)) return false;
  const { words } = reading;
  const isVerb = (form: string) => tables.isCommand(form) || isTradeVerb(tables, form, concept);
  const goesOn = tables.supply.deedsGoOn?.includes(words[to]?.form ?? '') === true;
  // "Ties, 210no drill and resin": so many times.
  const before = words.slice(0, from).findLastIndex(({ kind }) => kind !== 'code');
  const isAlone = isEndOfPart(words[before]) && (isEndOfPart(words[to]) || goesOn);
  if (isAlone && isVerbByItself(tables, text, concept)) return true;
  return isAlone && words.some(({ form }, at) => at !== from && isEndOfPart(words[at - 1]) && isVerb(form));
}

/** A contractor's own tool, or something used up in the work. */
function isCostOfWorks({ tables }: Draft, concept: Concept): boolean {
  const { areas, notCosts } = tables.supply.costsOfWorks;
  return areas.includes(areaOf(concept.id)) && !notCosts.includes(concept.id);
}

/** "Diamond core 152mm for flues": labour told by its tool, and by what the work was for. */
function isWorkedWith(draft: Draft): boolean {
  return sellsNoGoods(draft) && draft.reading.about.some(({ mention }) => mention === draft.subject);
}

/** A service that is no part of the works it is listed with. */
function isApartFromWorks({ concept, tables }: Draft, { id, class: ofClass }: Concept): boolean {
  const { classes, partOfWorks, partOf } = tables.supply.apartFromWorks;
  return classes.includes(ofClass) && !partOfWorks.includes(id) && !partOf?.[concept?.id ?? '']?.includes(id);
}

/** Named for itself, and not as what something is for or in. */
function isNamed({ head, reading }: Draft, mention: Mention): boolean {
  return mention === head?.mention || reading.others.some((o) => o.mention === mention);
}

/** Listed or after a comma: a name that ends like an installation ("access point") is then no part of what stands before it. */
function isItem({ reading }: Draft, mention: Mention): boolean {
  return reading.others.some((o) => o.mention === mention && (o.relation === 'list' || o.relation === 'item'));
}

/** What the line first names, or listed with it: "laser level and MagnaClean", "MagnaClean, laser level". */
function isBesideSubject(draft: Draft, mention: Mention): boolean {
  return mention === draft.head?.mention || isItem(draft, mention);
}

function isListed({ reading }: Draft, mention: Mention): boolean {
  return reading.others.some((o) => o.mention === mention && o.relation === 'list');
}

/**
 * "Bathroom suite and cabinets": a kind of thing listed beside goods of another area is not said to be of their kind. Beside works
 * that is a cabinet, which is furniture anywhere but in a kitchen.
 */
function isOfAnotherRoom(draft: Draft, mention: Mention): boolean {
  const { concept, reading, tables } = draft;
  if (mention.concept.generic !== true || !isListed(draft, mention) || concept === null) return false;
  if (standing(concept) === 'yes') return areaOf(concept.id) !== areaOf(mention.concept.id);
  const inKitchen =
    tables.supply.kitchenWorks.includes(concept.id) ||
    [...reading.others, ...reading.about].some((o) => o.mention !== mention && isOfKitchens(draft, o.mention.concept));
  return isOfKitchens(draft, mention.concept) && !inKitchen;
}

/** Goods whose treatment is open, and which are neither on the energy-saving list nor a building, whose work is asked about apart. */
function isOpenGoods({ tables }: Draft, concept: Concept): boolean {
  return (
    concept.generic !== true &&
    concept.esm !== 'listed' &&
    concept.question !== tables.supply.builtWithHome.asks &&
    concept.lineKind === undefined &&
    !tables.supply.serviceAreas.includes(areaOf(concept.id))
  );
}

function mixedWithGoods(draft: Draft, concept: Concept): void {
  const { reading, line, doubts } = draft;
  const own = standing(concept);
  const settled = own === 'ask' ? settlementOf(draft, concept)?.goodsAlone : undefined;
  const main = draft.goodsAlone === 'no' && own === 'yes' ? 'no' : own;
  for (const other of reading.others) {
    const elsewhere = other.relation === 'list' ? undefined : partOfName(other);
    if (elsewhere !== undefined && own === 'yes') {
      standsElsewhere(draft, elsewhere);
      continue;
    }
    const thing = refusedAsSaid(draft, other.mention.concept);
    const kind = thing.onRoute?.route === line.route ? 'ask' : isChargeApart(thing) ? 'no' : standing(thing);
    const carried = kind === 'follows' && main === 'yes' ? refusedThatFollows(other) : undefined;
    if (carried !== undefined) {
      doubts.add('mixed');
      tellClash(draft, carried);
      break;
    }
    if (kind === main || kind === settled || kind === 'follows' || main === 'follows') continue;
    // "Pair of doors, one shelf and one rail, bare inside": what the line states settles the other too.
    if (kind === 'ask' && settlementOf(draft, thing)?.goodsAlone === main) continue;
    if (isRefused(kind) && isRefused(main)) continue;
    if (thing.generic === true && isKnownBeside(concept, thing)) continue;
    if (saysWhich(draft, other.mention) || isForTheSame(draft, concept, other) || isPutToTheSame(draft, other))
      continue;
    if (main === 'no' && isWorkedOn(draft, concept, other.mention)) continue;
    if (isRefused(main) && (other.relation !== 'list' || isInBrackets(draft, other.mention) || isContent(draft, other)))
      continue;
    if (kind === 'outside' && other.relation !== 'list' && !isToldAsPart(draft, other)) {
      standsElsewhere(draft, other.mention);
      continue;
    }
    if (isOfTheSame(draft, main, other) || goesAlong(draft, main, kind, other)) continue;
    const kitchen = isKitchenWithAppliances(
      draft,
      concept,
      thing,
      reading.others.map((o) => o.mention),
    );
    doubts.add((kind === 'no' || main === 'no') && kitchen ? 'kitchen_mixed' : 'mixed');
    tellClash(draft, other.mention);
    break;
  }
  if (main === 'yes') doubtKitchenOf(draft, concept);
}

/** "Bricks and sofa delivery": the carriage is that of goods which are refused. Of loose things, a van may be what they came in. */
function refusedThatFollows({ describedBy }: NamedThing): Mention | undefined {
  return describedBy.find(({ concept }) => isExcluded(concept) || standing(concept) === 'outside');
}

/** "Bedroom range with corner posts": what the words of the line make of a thing listed, where they make it refused. */
function refusedAsSaid(draft: Draft, concept: Concept): Concept {
  const said = asSaid(draft, concept);
  return standing(said) === 'no' ? said : concept;
}

/** "Slates incl. 600.00 stables" are not all for them; "sheets c/w fixings, roof of the shed" are. */
function isToldAsPart({ reading }: Draft, { relation, mention }: NamedThing): boolean {
  if (relation !== 'included') return false;
  const last = Math.max(0, ...reading.others.map((o) => o.mention.to).filter((to) => to <= mention.from));
  return last === 0 || !reading.words.slice(last, mention.from).some(({ kind }) => kind === 'break');
}

/** "Tree house deck": another building whose name runs into that of the thing. */
function partOfName({ describedBy, mention }: NamedThing): Mention | undefined {
  return describedBy.find(({ concept, to }) => standing(concept) === 'outside' && to > mention.from);
}

/** "Joists - tree house", "joists - tree house deck": what is told after the goods is of another building. */
function standsElsewhere(draft: Draft, { text }: Mention): void {
  draft.otherBuilding ??= text;
  settle(draft, 'building', 'other_building', 'words');
}

/** "Roof tiles, pallet deposit": a charge that takes the treatment of no goods is refused beside them as it is alone. */
function isChargeApart(concept: Concept): boolean {
  return followsOthers(concept) && concept.goodsAlone === 'no';
}

/** "Diamond wheel 230mm concrete/block/slab": what a tool works on, told between strokes. */
function isWorkedOn({ reading, tables }: Draft, { id }: Concept, { from, to }: Mention): boolean {
  const isStroke = (at: number) => reading.words[at]?.kind === 'slash';
  return tables.supply.toolAreas?.includes(areaOf(id)) === true && (isStroke(from - 1) || isStroke(to));
}

/** "Pressure test pump (heating / UFH)": what stands in brackets says more of the thing, listed or not. */
function isInBrackets({ reading }: Draft, { from }: Mention): boolean {
  const before = reading.words.slice(0, from).map(({ form }) => form);
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}

/**
 * "Pizza oven kit: dome, mortar and flue", "oven door glass and hinges", "smart lock + fob": what a refused thing consists of, or a
 * further part of it.
 */
function isContent({ reading, head, tables }: Draft, { mention }: NamedThing): boolean {
  if (head === null || mention.from < head.mention.to) return false;
  // What work elsewhere was of stands behind a dash too ("kitchen refit, current home - doors + worktops").
  const marks = standing(head.mention.concept) === 'outside' ? [':', '-'] : [':'];
  const told = reading.words
    .slice(head.mention.to, mention.from)
    .some(({ kind, form }) => kind === 'break' && marks.includes(form));
  const last = reading.words[mention.to - 1]?.form ?? '';
  const isOpen = standing(mention.concept) === 'ask' && (tables.isPart(mention) || tables.isLoosePart(last));
  return told || isOpen || (tables.isPart(mention) && tables.isPart(head.mention));
}

/** "Filter, pump and heater for the pool": what a list is for is said of all of it, and the line is about that. */
function isForTheSame({ reading, goodsAlone }: Draft, concept: Concept, { mention }: NamedThing): boolean {
  if (standing(mention.concept) === 'no') return false;
  return (
    goodsAlone === 'ask' &&
    reading.about.some((a) => a.relation === 'purpose' && a.mention.concept === concept && a.mention.from >= mention.to)
  );
}

/** "Cornice + plinth to bookcase": boards and mouldings listed together go to the same piece of furniture, which the first of them follows. */
function isPutToTheSame({ concept, goodsAlone, reading, tables }: Draft, { mention }: NamedThing): boolean {
  const { madeOf = [], things = [] } = tables.supply.builtUp ?? {};
  const isMade = concept !== null && [concept, mention.concept].every(({ id }) => madeOf.includes(id));
  const isPutTo = (owner: Mention) => things.includes(owner.concept.id) && owner.from >= mention.to;
  return goodsAlone === 'no' && isMade && reading.about.some((a) => isPutTo(a.mention));
}

/**
 * "Cameras, recorder and cabling", "kitchen cupboards and drawers": a bare kind of thing listed last is of what the line names
 * before it. Beside goods that can be claimed only kitchen furniture is: what fits and what plugs in have one name elsewhere.
 */
function isOfTheSame(draft: Draft, main: Standing, { mention, besideUnknown }: NamedThing): boolean {
  const { concept } = draft;
  if (mention.concept.generic !== true || besideUnknown || concept === null) return false;
  if (isRefused(main)) return mention.to - mention.from === 1;
  return main === 'yes' && isOfKitchens(draft, concept) && isOfKitchens(draft, mention.concept);
}

/** Whatever it is, none of it is claimed. */
function isRefused(kind: Standing): boolean {
  return kind === 'no' || kind === 'outside';
}

/** Things beside the main one that do not make the price a mixed one. */
function goesAlong(draft: Draft, main: Standing, kind: Standing, other: NamedThing): boolean {
  const { sentence, tables, facts } = draft;
  const { concept } = other.mention;
  const looseDetail =
    main === 'yes' &&
    kind === 'no' &&
    other.relation !== 'list' &&
    other.relation !== 'item' &&
    other.relation !== 'aside' &&
    other.besideUnknown &&
    concept.class === 'not_incorporated';
  return (
    looseDetail ||
    tables.supply.partOfPrice.includes(concept.lineKind ?? '') ||
    (facts.sign === 'credit' && tables.supply.partOfCredit?.includes(concept.lineKind ?? '') === true) ||
    (main === 'yes' &&
      kind === 'ask' &&
      concept.generic === true &&
      concept.electrical === true &&
      tables.isPart(other.mention)) ||
    (other.relation === 'included' &&
      (kind === 'yes' ||
        concept.generic === true ||
        (kind === 'ask' && concept.electrical !== true && tables.isPart(other.mention)))) ||
    main === 'service' ||
    main === 'works' ||
    (sentence && (kind === 'works' || kind === 'service') && !isOtherWork(draft, main, other))
  );
}

/** "Wardrobes and bathroom supplied and fitted": works listed with refused goods that are not the fitting of them. */
function isOtherWork({ productClass, tables }: Draft, main: Standing, other: NamedThing): boolean {
  const { mention, relation } = other;
  const { concept } = mention;
  const isLaidThere = productClass !== null && tables.supply.laidInRooms?.includes(productClass) === true;
  if (main !== 'no' || isLaidThere) return false;
  return relation === 'list' && concept.class === 'construction_service' && concept.generic !== true;
}

/** "Kitchen units, Neff x4", "supply and fit kitchen incl. Bosch": their makers are the only sign of the appliances in the price. */
function doubtKitchenOf(draft: Draft, concept: Concept): void {
  const { reading, doubts, tables, steps } = draft;
  const ofKitchens = isOfKitchens(draft, concept) || tables.supply.kitchenWorks.includes(concept.id);
  if (concept.electrical === true || !ofKitchens) return;
  const maker = reading.makersBeside.find((name) => tables.isApplianceMaker(name));
  if (maker === undefined) return;
  doubts.add('kitchen_mixed');
  steps.push(`"${maker}" makes kitchen appliances, so the price may hold some.`);
}

/**
 * A kitchen in whose price nothing but appliances is treated apart, so that how much they were tells the rest. "Kitchen units, oven
 * and carpet", "boiling tap and oven": the rest is not the kitchen alone, or open.
 */
function isKitchenWithAppliances(draft: Draft, concept: Concept, clash: Concept, beside: readonly Mention[]): boolean {
  const things = [concept, ...beside.map((mention) => mention.concept)];
  const isToldByAppliances = (thing: Concept) =>
    thing.class === 'excluded_appliance' || thing.goodsAlone === 'part' || OF_A_KITCHEN.has(standing(thing));
  return [concept, clash].some((thing) => isOfKitchens(draft, thing)) && things.every(isToldByAppliances);
}

const OF_A_KITCHEN: ReadonlySet<Standing> = new Set(['yes', 'works', 'follows']);

function isOfKitchens({ tables }: Draft, concept: Concept): boolean {
  return tables.supply.kitchenAreas.includes(areaOf(concept.id));
}

function tellClash({ steps }: Draft, { text, concept }: Mention): void {
  steps.push(`The line also names "${text}" (${concept.label}), which is treated differently.`);
}
