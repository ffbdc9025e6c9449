import { areaOf, type Concept } from '../catalogue.js';
import type { Mention, NamedThing } from '../reading/reading.js';
import { followsOthers, isService, standing } from '../standing.js';
import type { Word } from '../words.js';
import { type Draft, isBareTrade, says } from './draft.js';
import { isTakenAway } from './removed.js';

/** Finds what the line is about: the head, or what the words around it show that it stands for. */
export function findSubject(draft: Draft): void {
  const { head, reading, doubts, steps, answered } = draft;
  const payment = takePayment(draft);
  const work = draft.sentence || (draft.concept !== null && standing(draft.concept) === 'works');
  if (work && answered === null && !payment) draft.subject = subjectOfWork(draft);
  if (!work && answered === null) takeOther(draft, refusedOwner(draft) ?? serviceTold(draft));
  if (answered === null && !payment) takeOther(draft, chargedByCarrier(draft) ?? rated(draft));

  if (reading.repaired.length > 0) doubts.add('repaired');
  if (reading.misspelt.length > 0) {
    doubts.add('perhaps_misspelt');
    for (const { from, to } of reading.misspelt)
      steps.push(`"${from}" may be a misspelling of "${to}", which would make this another line.`);
  }
  const { concept } = draft;
  if (!concept) doubts.add('product_unknown');
  if (isBareRate(draft)) {
    doubts.add('product_unknown');
    steps.push(`"${draft.subject?.text}" says how the price is reckoned, and nothing says of what.`);
  }
  if (reading.unknownOther !== null && concept && mayCost(draft, concept, reading.unknownOther)) {
    doubts.add('mixed');
    steps.push(
      `"${reading.unknownOther}" beside it is not in the catalogue, so the line may cover something else too.`,
    );
  }
  if (draft.subject === (head?.mention ?? null)) specify(draft);
  turn(draft);

  draft.productClass = draft.concept?.class ?? null;
  draft.goodsAlone = draft.concept?.goodsAlone ?? null;
  draft.lineKind = draft.concept?.lineKind ?? 'ordinary';
}

/** The work is told by no more than how its price is reckoned ("day rate"). */
function isRate({ subject, reading, tables }: Draft): boolean {
  const name = reading.words.slice(subject?.from ?? 0, subject?.to ?? 0).map((word) => word.form);
  return tables.supply.bareRates.includes(name.join(' '));
}

/** "Generator day rate", "architect, day rate": what the rate is of, where that is no work and no goods of the building. */
function rated(draft: Draft): Mention | null {
  if (!isRate(draft)) return null;
  const { head, subject, reading } = draft;
  const named = [
    ...(head ? [...head.describedBy, head.mention] : []),
    ...reading.others.filter((o) => o.relation !== 'included').flatMap((o) => [...o.describedBy, o.mention]),
  ];
  const isOther = ({ concept }: Mention) => standing(concept) !== 'works' && standing(concept) !== 'yes';
  return named.find((mention) => mention !== subject && isOther(mention)) ?? null;
}

/** "Zorblat, day rate", "day rate 28.4p": a price by the day of what no list knows, or of nothing, is one for labour only where labour is stated or told. */
function isBareRate(draft: Draft): boolean {
  const { subject, reading, line, answered, head } = draft;
  if (answered !== null || line.supplyType === 'labour' || subject === null || !isRate(draft)) return false;
  const isRest = ({ kind }: Word, at: number) => kind === 'word' && (at < subject.from || at >= subject.to);
  if (reading.unexplained.length === 0 && reading.words.some(isRest)) return false;
  const alone =
    reading.others.every(({ mention }) => mention === subject) &&
    (head === null || (head.mention === subject && head.describedBy.length === 0));
  return alone && reading.signals.every((signal) => signal.from >= subject.from && signal.to <= subject.to);
}

/**
 * Whether a word that no list explains may name goods in the price. In a sentence of work most such words tell how it was done
 * ("fitted, sealed and certified"), and labour sells no goods; a price for supply and fitting may hold a thing.
 */
function mayCost({ sentence, wording, tables }: Draft, concept: Concept, word: string): boolean {
  const kind = standing(concept);
  if (!sentence) return kind === 'yes';
  const thing = tables.isEverydayThing(word) || tables.isMaker(word);
  return thing && wording === 'supply_and_install' && (kind === 'yes' || kind === 'works');
}

/** "Deposit kitchen", "Import VAT floor tiles": the line is the payment, and the thing is what it is for. True when it is one. */
function takePayment(draft: Draft): boolean {
  const { head, concept, steps, tables } = draft;
  const { factsOfKinds } = tables.supply;
  const payment =
    head?.describedBy.find(
      (m) =>
        asSaid(draft, m.concept).class === 'follows_other_line' || factsOfKinds[m.concept.lineKind ?? ''] !== undefined,
    ) ?? paymentToldAfter(draft);
  if (!payment) return false;
  if (head && concept && !followsOthers(concept)) {
    const paid = asSaid(draft, payment.concept);
    steps.push(`"${payment.text}" (${paid.label}) is for "${head.mention.text}".`);
    draft.concept = paid;
    draft.matchedText = `${payment.text} ${head.mention.text}`;
  }
  return true;
}

/** "Windows - 50% deposit", "roof tiles (balance)": not one more thing beside the goods, as in "windows and deposit on stairs". */
function paymentToldAfter(draft: Draft): Mention | undefined {
  const { sentence, concept, reading, tables } = draft;
  if (sentence || concept === null || isService(concept)) return undefined;
  const told = reading.others.find(
    ({ mention, relation, besideUnknown, describedBy }) =>
      relation !== 'list' &&
      !besideUnknown &&
      describedBy.length === 0 &&
      tables.supply.paymentsToldAfter?.includes(asSaid(draft, mention.concept).lineKind ?? ''),
  );
  return told?.mention;
}

/** "DHL duty/VAT inv: import VAT on tiles": before a colon a carrier is only who charges what has facts of its own. */
function chargedByCarrier({ head, reading, tables }: Draft): Mention | null {
  if (head === null || head.mention.concept.class !== 'delivery') return null;
  const [charged] = reading.others.map(({ mention }) => mention);
  if (charged === undefined || tables.supply.factsOfKinds[charged.concept.lineKind ?? ''] === undefined) return null;
  return reading.words[charged.from - 1]?.form === ':' ? charged : null;
}

/** What the line is about, where that is not what it names first. */
function takeOther(draft: Draft, other: Mention | null): void {
  if (other === null) return;
  draft.subject = other;
  draft.concept = other.concept;
  draft.matchedText = other.text;
  draft.steps.push(`The line is about "${other.text}" (${other.concept.label}).`);
}

/** "Cover for hot tub": what a part that alone names nothing is said to be for, when that is refused. */
function refusedOwner({ head, reading, tables }: Draft): Mention | null {
  const [owner, more] = reading.about;
  if (head !== null || reading.others.length > 0 || owner === undefined || more !== undefined) return null;
  if (owner.relation !== 'purpose' || standing(owner.mention.concept) !== 'no') return null;
  const before = reading.words.slice(0, owner.mention.from);
  const part = before[before.findLastIndex((word) => word.form === 'for') - 1]?.form ?? '';
  const nothingElse = reading.unknownWord === null || reading.unknownWord === part;
  return nothingElse && tables.isLoosePart(part) ? owner.mention : null;
}

/** "Treatment plant: yearly service visit", "slates, 15% restocking charge": on a line stated to be neither goods nor works, what was done for the thing named. */
function serviceTold({ head, line, reading }: Draft): Mention | null {
  if (head === null || isService(head.mention.concept)) return null;
  // "Stone wall and roof timbers - condition survey": what is charged as a professional service is no goods, however many are named.
  if (line.supplyType === 'professional_services')
    return reading.others.find(({ mention }) => standing(mention.concept) === 'service')?.mention ?? null;
  const [other] = reading.others;
  if (other === undefined || line.supplyType !== 'other') return null;
  const isDone = ({ mention }: NamedThing) => standing(mention.concept) === 'service';
  const isCharge = ({ mention }: NamedThing) => followsOthers(mention.concept) && mention.concept.goodsAlone === 'no';
  if (!reading.others.every((o) => isDone(o) || isCharge(o))) return null;
  const told = isCharge(other) || other.relation === 'detail';
  return told ? other.mention : null;
}

/** A sentence of work names its subject anywhere in it, and words that no list knows do not change what was done. */
function subjectOfWork(draft: Draft): Mention | null {
  const best = bestSubject(draft, primaryOf(draft));
  if (best && best.concept !== draft.concept) {
    draft.concept = best.concept;
    draft.matchedText = best.text;
    draft.steps.push(`The work is on "${best.text}" (${best.concept.label}).`);
  }
  return best ?? null;
}

/** What the line names for itself. */
function primaryOf({ head, reading }: Draft): Mention[] {
  return [
    ...(head ? [head.mention] : []),
    ...reading.others.filter((o) => o.relation !== 'included').map((o) => o.mention),
  ];
}

/** The same, and what only describes it or stands about it, in the order of the line. */
function namedAnywhere(draft: Draft, primary: readonly Mention[]): Mention[] {
  const { head, reading } = draft;
  return [
    ...primary,
    ...reading.others.filter((o) => !isBesideThePoint(draft, o)).flatMap((o) => [o.mention, ...o.describedBy]),
    ...(head?.describedBy ?? []),
    ...reading.about.filter((a) => !isBesideThePoint(draft, a)).map((a) => a.mention),
  ].sort((x, y) => x.from - y.from);
}

function bestSubject(draft: Draft, primary: readonly Mention[]): Mention | undefined {
  const { head, reading, tables, concept } = draft;
  const { winningKinds } = tables.supply;
  const anywhere = namedAnywhere(draft, primary);
  const takenIn = new Set(primary.flatMap((m) => m.concept.takesIn ?? []));
  const works = anywhere.find(
    (m) => standing(m.concept) === 'works' && !winningKinds.includes(kindOf(m)) && !takenIn.has(m.concept.id),
  );
  const isOnlyFor = works !== undefined && reading.about.some((a) => a.mention === works && a.relation === 'purpose');
  const goods = anywhere.find((m) => standing(m.concept) === 'yes');
  const hasOther = ((isOnlyFor ? undefined : works) ?? goods) !== undefined;
  const winning = anywhere.find(
    (m) => winningKinds.includes(kindOf(m)) && !(hasOther && isOnlyComponent(draft, m, primary)),
  );
  // "Swing gates with motors, intercom cable, installed": goods that open the line with a question of their own are not told by what comes with them.
  // "External roller shutters to 4 windows": nor by what they are put to.
  const isFirst = head !== null && anywhere.every(({ from }) => from >= head.mention.from);
  const isPlace = goods !== undefined && reading.about.some((a) => a.mention === goods && a.relation === 'place');
  const headOpens =
    (head?.mention.from === 0 || (isFirst && isPlace && !isTakenAway(draft, head.mention))) &&
    concept?.class === 'ask' &&
    concept.generic !== true &&
    concept.lineKind === undefined;
  return (
    winning ??
    servedFirst(draft, isOnlyFor) ??
    putInBeside(draft, anywhere, primary) ??
    objectOfTrade(draft, works, primary) ??
    (headStands(draft, works, goods) ? head?.mention : undefined) ??
    works ??
    (headOpens ? head?.mention : undefined) ??
    goods ??
    head?.mention ??
    anywhere[0]
  );
}

function kindOf({ concept }: Mention): string {
  return concept.lineKind ?? '';
}

/** Of a kind that beside other work or goods is only a part of them. */
function isOnlyComponent(draft: Draft, mention: Mention, primary: readonly Mention[]): boolean {
  if (!draft.tables.supply.componentKinds.includes(kindOf(mention))) return false;
  // "Builders clean on completion of decorating" is what the line opens with.
  return toldSupplyAndInstall(draft) || !(primary.includes(mention) || mention.from === 0);
}

/** "Mixer hire plastering", "engineer's site visit, steel beam": a service named first is not the work that it serves. */
function servedFirst({ head }: Draft, isOnlyFor: boolean): Mention | undefined {
  const [opening] = head ? [...head.describedBy, head.mention] : [];
  // "Acrow props for steel installation" are no work either.
  const serves = (m: Mention) => standing(m.concept) === 'service' || (isOnlyFor && standing(m.concept) === 'no');
  return opening?.from === 0 && serves(opening) ? opening : undefined;
}

/** What has dates of its own is the subject, whatever comes with it ("storage battery supplied and fitted c/w isolator"). */
function headStands(draft: Draft, works: Mention | undefined, goods: Mention | undefined): boolean {
  const { concept } = draft;
  if (concept === null || concept.class === 'not_incorporated') return false;
  if (standing(concept) === 'ask' && concept.esmItem === undefined && turnOf(draft, concept) === undefined)
    return false;
  return !isHeadTakenOut(draft, works, goods);
}

/** "Remove carpets" alone may be the clearing of a house. */
function isHeadTakenOut(draft: Draft, works: Mention | undefined, goods: Mention | undefined): boolean {
  const { head, tables } = draft;
  const { removals, puttingIn } = tables.supply;
  const isMore = works !== undefined && !removals.includes(works.concept.id);
  const putsIn = goods !== undefined && puttingIn !== undefined && says(draft, puttingIn);
  return head !== null && (isMore || putsIn) && isTakenAway(draft, head.mention);
}

/** "Flat roof stripped, 150mm insulation, re-felted": what is put in once the works have laid bare what stood before. */
function putInBeside(
  { tables, reading }: Draft,
  named: readonly Mention[],
  primary: readonly Mention[],
): Mention | undefined {
  const hasOne = (from: number, to: number, forms: readonly string[]) =>
    reading.words.slice(from, to).some(({ form }) => forms.includes(form));
  const item = tables.supply.laidBare?.find(
    ({ works, words, of }) =>
      hasOne(0, reading.words.length, of) &&
      named.some((m) => works.includes(m.concept.id) && hasOne(m.from, m.to, words)),
  )?.item;
  return item === undefined ? undefined : primary.find(({ concept }) => concept.esmItem === item);
}

/** "Electrician - battery storage", "plumber: air source heat pump": a trade says who worked, and what has an answer of its own on what. */
function objectOfTrade(
  { tables }: Draft,
  works: Mention | undefined,
  primary: readonly Mention[],
): Mention | undefined {
  const [trade, object] = primary;
  if (works === undefined || works !== trade || object === undefined || !isBareTrade(tables, works)) return undefined;
  const isOpen = object.concept.esmItem !== undefined || standing(object.concept) === 'ask';
  return isOpen && object.concept.lineKind === undefined ? object : undefined;
}

/** What stands beside a thing that no list knows and is not what was done or supplied. */
function isBesideThePoint(draft: Draft, { mention, relation }: Pick<NamedThing, 'mention' | 'relation'>): boolean {
  const { head, reading, wording, tables } = draft;
  if (head !== null || reading.unknownWord === null) return false;
  // "Demolition notice": what follows the work is the subject.
  if (relation === 'of' && tables.isServiceNoun(reading.unknownWord)) return true;
  // "Wool squares stuck to the screed, supplied and laid": where it was put, what it was made of or came with.
  if (relation === 'purpose' && wording !== 'supply_and_install') return true;
  if (standing(mention.concept) !== 'yes') return false;
  // "Bat watch at soffit", "fit zorbs to joists": where it was done. "Take off sheets": what was done, told by a verb alone.
  const opens = reading.words[0]?.form === reading.unknownWord && tables.isCommand(reading.unknownWord);
  if (relation === 'place' && !opens) return true;
  return (relation === 'of' || relation === 'included') && wording === 'supply_and_install';
}

function toldSupplyAndInstall({ line, wording, tables }: Draft): boolean {
  return tables.supply.readings[line.supplyType][wording] === 'supply_and_install';
}

/**
 * "LVT flooring": a word that only says the kind of thing leaves it to the thing named before it. "Cabinets, worktop and sink":
 * cabinets listed with goods that are only found in a kitchen are the kitchen's, unless another room is named.
 */
function specify(draft: Draft): void {
  const { head, concept, steps, tables } = draft;
  if (concept?.generic !== true || !head) return;
  const isInstallation = tables.isInstallationHead(head.mention);
  const named = isInstallation ? undefined : head.describedBy.filter((m) => !isService(m.concept)).at(-1);
  const specified = named ?? inCompany(draft, concept) ?? (isInstallation ? undefined : inKitchen(draft, concept));
  if (!specified) return;
  steps.push(`"${specified.text}" says which ${concept.label}: ${specified.concept.label}.`);
  draft.concept = specified.concept;
  draft.changed = true;
}

/** "Cable, back boxes and clips": what it is listed with shows its kind. */
function inCompany({ reading }: Draft, { knownBeside }: Concept): Mention | undefined {
  return reading.others.find(({ mention }) => knownBeside?.includes(mention.concept.id))?.mention;
}

function inKitchen(draft: Draft, { id }: Concept): Mention | undefined {
  const { reading, tables } = draft;
  const { kitchenAreas, kitchenMarks, roomsBesideKitchens } = tables.supply;
  if (!kitchenAreas.includes(areaOf(id)) || roomsBesideKitchens.some((room) => says(draft, room))) return undefined;
  return reading.others.find(({ mention }) => kitchenMarks.includes(mention.concept.id))?.mention;
}

/** What the words of the line make of a thing ("electric" blinds), if anything. */
function turnOf(draft: Draft, concept: Concept) {
  return concept.becomes?.find(
    (b) => b.says.every((id) => says(draft, id)) && !(b.unless ?? []).some((id) => says(draft, id)),
  );
}

/** The thing that the words of the line make of this one, or this one. */
export function asSaid(draft: Draft, concept: Concept): Concept {
  const change = turnOf(draft, concept);
  return (change && draft.tables.catalogue.get(change.concept)) ?? concept;
}

function turn(draft: Draft): void {
  const { concept, tables, reading, steps } = draft;
  const reduction = draft.facts.sign === 'credit' ? tables.catalogue.get(concept?.belowZero ?? '') : undefined;
  if (reduction) {
    steps.push(`Below zero it is ${reduction.label}.`);
    draft.concept = reduction;
    draft.changed = true;
    return;
  }
  const change = concept ? turnOf(draft, concept) : undefined;
  const other = change ? tables.catalogue.get(change.concept) : undefined;
  if (!change || !other) return;
  steps.push(
    `${change.says.map((id) => `"${reading.statements.get(id)?.text}"`).join(' and ')} makes it ${other.label}.`,
  );
  draft.concept = other;
  draft.changed = true;
  draft.turnedBy = change.says.flatMap((id) => reading.statements.get(id)?.from ?? []);
}
