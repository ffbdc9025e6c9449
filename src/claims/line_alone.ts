import { areaOf, type Concept } from '../rulebook/catalogue.js';
import { familyOf, isAncillary, isLike, type LinesLike, mayBeOnThing, type Placed } from '../rulebook/companions.js';
import { type Wording, wordingOf } from '../rulebook/meaning/wording.js';
import type { SupplyType } from '../rulebook/model.js';
import { mentionsOf, type Reading } from '../rulebook/reading/reading.js';
import { remembering } from '../rulebook/remembering.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { isService } from '../rulebook/standing.js';

/** What a line is by its own words. */
export interface LineAlone {
  kind: SupplyType | 'goods' | 'unknown';
  because: string;
  works: boolean;
  /** Its words may charge for fitting what stands beside it ("Window fitting"). */
  mayBeFitting: boolean;
  evidence: Evidence;
  /** It is about goods, and not about a trade: of goods of another kind beside it, its work says nothing. */
  onGoods: boolean;
  /** It is work on goods that are never part of the home ("carpet fitting"). */
  onExcluded: boolean;
  /** The thing it is about, and the others it names. */
  thing: string | null;
  names: readonly string[];
}

/** What a text says about the invoice it stands on (`evidence` of companions.yaml). */
interface Evidence {
  fitted: boolean;
  /** Goods told as a job that was done. */
  toldAsJob: boolean;
  energySaving: boolean;
  wholeWorks: boolean;
}

const NO_EVIDENCE: Evidence = { fitted: false, toldAsJob: false, energySaving: false, wholeWorks: false };

/** What a line is by its own words. Somebody's word counts where they do not say it. */
export function lineAlone(book: Rulebook, text: string, stated?: SupplyType): LineAlone {
  const alone = byItsWords(book, text);
  if (stated !== 'labour' && stated !== 'supply_and_install') return alone;
  return alone.kind === 'unknown' ? { ...alone, works: true, evidence: { ...alone.evidence, fitted: true } } : alone;
}

/** Whether a line may charge for work, by its own words. */
export function mayBeWork({ works, mayBeFitting, evidence }: LineAlone): boolean {
  return works || mayBeFitting || evidence.fitted;
}

/**
 * Whether a line may be the fitting of goods that are said to be supplied alone: labour of their trade or on
 * nothing that it names, or on those goods. A line that supplies goods of its own and fits them is of those.
 */
export function mayFit({ companions }: Rulebook, labour: LineAlone, { thing }: LineAlone): boolean {
  if (labour.onExcluded || !mayBeWork(labour)) return false;
  if (!labour.onGoods) return thing === null || mayBeOnThing(companions, labour.names, thing);
  if (labour.kind === 'supply_and_install' || thing === null) return false;
  const family = familyOf(companions, thing);
  return labour.names.some((named) => named === thing || isAncillary(companions, family, named));
}

/** As many lines as are decided with each other at a time, and more. */
const LINES_KEPT = 5000;
const remembered = new WeakMap<Rulebook, (text: string) => LineAlone>();

function byItsWords(book: Rulebook, text: string): LineAlone {
  let read = remembered.get(book);
  if (read === undefined) {
    read = remembering(LINES_KEPT, (words) => readAlone(book, words));
    remembered.set(book, read);
  }
  return read(text);
}

function readAlone(book: Rulebook, text: string): LineAlone {
  const reading = book.read(text);
  const evidence = evidenceOf(book, reading);
  const head = reading.head?.mention.concept ?? null;
  return {
    works: false,
    mayBeFitting: false,
    onGoods: head !== null && head.goodsAlone !== 'not_goods',
    onExcluded: head !== null && (head.class === 'fitting_of_excluded_goods' || head.goodsAlone === 'no'),
    evidence,
    thing: head?.id ?? null,
    names: mentionsOf(reading).map((m) => m.concept.id),
    ...kindOf(book, reading, evidence),
  };
}

const TELLS_WORK: ReadonlySet<Wording> = new Set(['services_only', 'work_opens', 'work_hints']);

function kindOf(
  book: Rulebook,
  reading: Reading,
  { fitted }: Evidence,
): Pick<LineAlone, 'kind' | 'because'> & Partial<Pick<LineAlone, 'works' | 'mayBeFitting'>> {
  const concept = reading.head?.mention.concept;
  const wording = wordingOf(reading);
  if (wording === 'supply_and_install')
    return { kind: 'supply_and_install', because: 'its words say supplied and fitted', works: true };
  if (wording === 'goods_alone') return { kind: 'materials', because: 'its words say supplied alone' };
  // "LED strip with driver": no goods of a home come with a man.
  const isOperated = wording === 'operated' && concept?.goodsAlone !== 'yes';
  if (wording === 'hire' || isOperated) return { kind: 'plant_hire', because: 'its words say hire' };
  if (wording === 'services_only') return { kind: 'labour', because: 'its words say work alone', works: true };
  if (concept === undefined)
    return wording === 'work_hints' || wording === 'work_opens'
      ? { kind: 'labour', because: 'its words speak of work', works: true }
      : { kind: 'unknown', because: '' };
  // "Delivery and installation, two fitters": carriage with words of work charges for both; "delivery to installer" tells where.
  if (concept.class === 'delivery' && TELLS_WORK.has(wording) && isBesideCarriage(reading))
    return { kind: 'labour', because: 'its words speak of work', mayBeFitting: true };
  // "Survey, measure and fit": the survey is told first, and the fitting is charged with it.
  if (concept.class === 'professional_service' && TELLS_WORK.has(wording))
    return { kind: 'professional_services', because: `it is ${concept.label}`, mayBeFitting: true };
  // "Kitchen fitting kit": goods named after the work that they are for.
  if (isSoldAs(reading)) return { kind: 'goods', because: 'it is sold as goods' };
  const byClass = book.supply.byClass[concept.class];
  if (byClass !== undefined) return { kind: byClass, because: `it is ${concept.label}` };
  if (book.supply.works.includes(concept.class)) return { kind: 'labour', because: 'it is building work', works: true };
  // "Rooflight, fixed": how it is made, or what was done to it.
  if (wording === 'work_hints')
    return reading.signals.some(({ says }) => says === 'services_only')
      ? { kind: 'labour', because: 'it is building work', works: fitted, mayBeFitting: isOfTheThing(reading) }
      : { kind: 'unknown', because: '' };
  // "Remove old windows": what was done to goods, which may or may not be in the price.
  if (wording === 'work_opens')
    return { kind: 'labour', because: 'its words open with work', mayBeFitting: isOfTheThing(reading) };
  // "Extractor fan in": only a person can say whether it is work or the name of goods.
  if (reading.perhapsDone)
    return { kind: 'other', because: 'its words may say what was done to it', mayBeFitting: true };
  // "Kitchen complete": nothing in it says whether it was only sold.
  if (isLikeOneOf(book.companions.evidence.soldOrFitted ?? [], reading, concept))
    return { kind: 'other', because: 'nothing says whether it was only sold' };
  if (concept.class !== 'ask') return { kind: 'goods', because: `${concept.label}: goods` };
  const isService = book.supply.serviceAreas.includes(areaOf(concept.id));
  return isService
    ? { kind: 'other', because: `it is ${concept.label}`, mayBeFitting: true }
    : { kind: 'unknown', because: '' };
}

const SOLD_AS = new Set(['kit', 'pack', 'set', 'box']);

function isSoldAs({ head, words }: Reading): boolean {
  return head !== null && SOLD_AS.has(words[head.mention.to]?.form ?? '') && isService(head.mention.concept);
}

/** Words of work that are no part of where the carriage goes. */
function isBesideCarriage({ signals, words }: Reading): boolean {
  const isPlace = (at: number) => ['to', 'for', 'at', 'from'].includes(words[at - 1]?.form ?? '');
  return signals.some(
    ({ says, from, relation }) =>
      says === 'services_only' && relation !== 'purpose' && relation !== 'place' && !isPlace(from),
  );
}

/** "Window fitting", "Windows - fitting". After a comma a merchant prints words of work of the goods ("softener, plumbed in"). */
function isOfTheThing({ signals }: Reading): boolean {
  return signals.some(
    ({ says, relation }) => says === 'services_only' && (relation === 'first' || relation === 'detail'),
  );
}

function evidenceOf({ companions: { evidence } }: Rulebook, reading: Reading): Evidence {
  const { head, others } = reading;
  const is = (rows: readonly LinesLike[], concept: Concept | null) => isLikeOneOf(rows, reading, concept);
  const energySaving = mentionsOf(reading).some((m) => is(evidence.energySaving, m.concept));
  const first = head?.mention.concept ?? null;
  if (is(evidence.notFitted, first)) return { ...NO_EVIDENCE, energySaving };
  const fitted = [first, ...others.map((o) => o.mention.concept)].some((concept) => is(evidence.fitted, concept));
  const toldAsJob = is(evidence.toldAsJobs ?? [], first);
  return { energySaving, fitted, toldAsJob, wholeWorks: is(evidence.wholeWorks, first) };
}

function isLikeOneOf(rows: readonly LinesLike[], reading: Reading, concept: Concept | null): boolean {
  return rows.some((row) => isLike(placedAs(reading, concept), row));
}

/** A line of which the words alone are known, with what it is about. */
export function placedAs(reading: Reading, concept: Concept | null): Placed {
  return {
    meaning: { concept },
    reading,
    supplied: 'other',
    facts: {
      productClass: concept?.class,
      goodsAlone: concept?.goodsAlone,
      lineKind: concept === null ? null : (concept.lineKind ?? 'ordinary'),
      esm: concept?.esm ?? 'none',
    },
    doubts: new Set(),
  };
}
