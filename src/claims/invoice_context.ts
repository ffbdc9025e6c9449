import { areaOf, type Concept } from '../rulebook/catalogue.js';
import { familyOf, isAncillary, isLike, type LinesLike, mayBeOnThing, type Placed } from '../rulebook/companions.js';
import { type Wording, wordingOf } from '../rulebook/meaning/wording.js';
import type { SupplyType } from '../rulebook/model.js';
import { mentionsOf, type Reading } from '../rulebook/reading/reading.js';
import { remembering } from '../rulebook/remembering.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { isService } from '../rulebook/standing.js';
import { folded } from './document_identity.js';

/** What a line of an invoice is, by its words and by the lines beside it. */
export interface LineContext {
  supplyType: SupplyType;
  /** Why, for the person who reads it. */
  because: string;
  /** Another line or the heading names an energy-saving product, and something was fitted. */
  esmInvoiceCtx: boolean;
  /** Another line or the heading says that the same supplier fitted something. */
  saiInvoiceCtx: boolean;
  /** Another line or the heading charges for works, or somebody says that the line itself does. */
  besideWorks: boolean;
}

/** What is known of an invoice besides the words of its lines. */
export interface InvoiceHeading {
  /** Job title, as printed. */
  heading?: string | null;
  /** Name of the supplier, as printed. */
  supplierName?: string | null;
  /** How each line was supplied, where somebody said so. */
  stated?: readonly (SupplyType | undefined)[];
  /** Whether each line bears less VAT than goods do, as work on a home does. */
  belowStandard?: readonly boolean[];
  /** Who supplied each line, where a list of several suppliers says so. */
  suppliers?: readonly (string | null)[];
}

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
  energySaving: boolean;
  wholeWorks: boolean;
}

const NO_EVIDENCE: Evidence = { fitted: false, energySaving: false, wholeWorks: false };

/**
 * Gives each line of one invoice its supply type and what the rest of the invoice says about it. Words of the line come
 * first. Goods on an invoice that also charges for building work are supply and installation, unless the line says they are
 * supplied alone: a contractor who splits his price has still made one supply, and to call his materials a purchase would
 * make a claim of VAT charged in error. What one supplier did says nothing of the goods of another.
 */
export function invoiceContext(
  book: Rulebook,
  texts: readonly string[],
  { suppliers = [], ...heading }: InvoiceHeading = {},
): LineContext[] {
  const different = new Set(texts.map((_, i) => suppliers[i] ?? null));
  if (different.size < 2) return contextOfOne(book, texts, heading);
  const contexts: LineContext[] = [];
  for (const supplier of different) {
    const at = [...texts.keys()].filter((i) => (suppliers[i] ?? null) === supplier);
    const each = contextOfOne(
      book,
      at.map((i) => texts[i] as string),
      {
        heading: heading.heading ?? null,
        supplierName: supplier ?? heading.supplierName ?? null,
        stated: at.map((i) => heading.stated?.[i]),
        belowStandard: at.map((i) => heading.belowStandard?.[i] === true),
      },
    );
    for (const [n, i] of at.entries()) contexts[i] = each[n] as LineContext;
  }
  return contexts;
}

function contextOfOne(
  book: Rulebook,
  texts: readonly string[],
  { heading = null, supplierName = null, stated = [], belowStandard = [] }: Omit<InvoiceHeading, 'suppliers'>,
): LineContext[] {
  const read = texts.map((text, i) => lineAlone(book, text, stated[i]));
  const own = read.map((line, i) =>
    belowStandard[i] === true && mayBearVatOfWork(line, read) ? { ...line, mayBeFitting: true } : line,
  );
  const above = heading === null ? null : lineAlone(book, heading);
  const suppliedAlone = above?.kind === 'materials';
  const works = own.some((o) => o.works && !o.onExcluded) || above?.works === true;
  const wholeWorks = [...own, ...(above ? [above] : [])].some((o) => o.evidence.wholeWorks);
  const fittedAnywhere = above?.evidence.fitted === true || own.some((o) => o.evidence.fitted);
  const byTrade = supplierName !== null && doesTheWork(book, supplierName);
  const known = own.filter((o) => o.kind !== 'unknown' && o.kind !== 'other');
  return own.map((line, i) => {
    const others = [...own.filter((_, j) => j !== i), ...(above ? [above] : [])];
    const flags = {
      esmInvoiceCtx: fittedAnywhere && !wholeWorks && others.some((o) => o.evidence.energySaving),
      saiInvoiceCtx: !suppliedAlone && others.some((o) => o.evidence.fitted || o.mayBeFitting),
      besideWorks:
        stated[i] === 'labour' ||
        stated[i] === 'supply_and_install' ||
        others.some(({ works, onExcluded }) => works && !onExcluded),
    };
    // Called labour, goods whose words say supplied alone contradict themselves, so that it is asked who fitted them.
    if (line.kind === 'materials' && others.some((o) => mayFit(book, o, line)))
      return { supplyType: 'labour', because: 'the invoice also charges for fitting it', ...flags };
    const workedOn = above?.works === true || own.some((o) => o.works && mayBeOn(book, o, line));
    if (line.kind === 'goods' && workedOn)
      return {
        supplyType: 'supply_and_install',
        because: 'goods on an invoice that also charges for building work',
        ...flags,
      };
    if (line.kind === 'goods' && byTrade && !suppliedAlone)
      return { supplyType: 'other', because: `${supplierName} may have fitted it`, ...flags };
    if (line.kind === 'goods') return { supplyType: 'materials', because: line.because, ...flags };
    if (line.kind !== 'unknown') return { supplyType: line.kind, because: line.because, ...flags };
    if (works) return { supplyType: 'supply_and_install', because: 'the invoice charges for building work', ...flags };
    if (suppliedAlone) return { supplyType: 'materials', because: 'the heading says supplied alone', ...flags };
    if (!byTrade && known.length > 0 && known.every((o) => o.kind === 'goods' || o.kind === 'materials'))
      return { supplyType: 'materials', because: 'the other lines are goods', ...flags };
    return { supplyType: 'other', because: 'neither its words nor the other lines say how it was supplied', ...flags };
  });
}

/**
 * Whether a line that bears the VAT of work may be work: one that no word explains ("Assembly", "12 hours"), or goods that another line
 * sells ("oak flooring" at 20% and "oak floor" at 0%).
 */
function mayBearVatOfWork(line: LineAlone, all: readonly LineAlone[]): boolean {
  if (line.kind !== 'goods') return line.kind === 'unknown';
  return all.some((other) => other !== line && other.kind === 'goods' && other.thing === line.thing);
}

/** Whether a supplier is called after the work of a trade, and not after a shop of it. */
function doesTheWork({ companions: { suppliers } }: Rulebook, supplierName: string): boolean {
  if (suppliers === undefined) return false;
  const name = ` ${folded(supplierName)} `;
  const has = (names: readonly string[]) => names.some((words) => name.includes(` ${words} `));
  return has(suppliers.doTheWork) && !has(suppliers.sell);
}

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

/** Whether the work of one line may be on the goods of another: on nothing that it names, or on goods of their kind. */
function mayBeOn(book: Rulebook, work: LineAlone, goods: LineAlone): boolean {
  if (work.onExcluded) return false;
  return work.kind === 'supply_and_install' || !work.onGoods || mayFit(book, work, goods);
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
  if (wording === 'hire' || wording === 'operated') return { kind: 'plant_hire', because: 'its words say hire' };
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
  const is = (rows: readonly LinesLike[], concept: Concept | null) =>
    rows.some((row) => isLike(placedAs(reading, concept), row));
  const energySaving = mentionsOf(reading).some((m) => is(evidence.energySaving, m.concept));
  const first = head?.mention.concept ?? null;
  if (is(evidence.notFitted, first)) return { ...NO_EVIDENCE, energySaving };
  const fitted = [first, ...others.map((o) => o.mention.concept)].some((concept) => is(evidence.fitted, concept));
  return { energySaving, fitted, wholeWorks: is(evidence.wholeWorks, first) };
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
