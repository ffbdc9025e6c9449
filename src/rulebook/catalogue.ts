/** What an invoice line can be: concepts with the words that name them. Law facts come from decisions.md and items.csv. */

export type ProductClass =
  | 'building_material'
  | 'esm_product'
  | 'excluded_appliance'
  | 'excluded_furniture'
  | 'excluded_carpet'
  | 'not_ordinarily_incorporated'
  | 'not_incorporated'
  | 'outside_the_works'
  | 'hire'
  | 'construction_service'
  | 'construction_service_unsettled'
  | 'fitting_of_excluded_goods'
  | 'other_service'
  | 'professional_service'
  | 'waste_service'
  | 'utility_connection'
  | 'telecoms'
  | 'delivery'
  | 'statutory_or_outside_scope'
  | 'insurance_or_finance'
  | 'follows_other_line'
  | 'ask';

/** May VAT properly charged on the thing, bought alone, be claimed: the claim column of the item file. */
export type GoodsAlone = 'yes' | 'no' | 'part' | 'ask' | 'not_goods';
export type EsmStatus = 'listed' | 'component' | 'not_listed';
export type Confidence = 'seen' | 'known' | 'UNCONFIRMED';

/** When the line itself states these facts, the question of the concept is answered. */
export interface Settlement {
  says: string[];
  /** Statements that must be absent. */
  unless?: string[];
  goodsAlone: 'yes' | 'no';
  route?: 'self_build_431nb' | 'self_build_431c';
}

export interface Concept {
  id: string;
  label: string;
  class: ProductClass;
  goodsAlone: GoodsAlone;
  /** Row of section (e) of decisions.md that treats this line apart from its class. */
  lineKind?: string;
  condition: string;
  esm?: EsmStatus;
  /** Key of the zero-rate windows in rulebook.yaml. */
  esmItem?: string;
  /** Question that settles whether an installation of it is of an energy-saving material. */
  esmQuestion?: string;
  /** The claim column differs on one route. */
  onRoute?: { route: 'self_build_431nb' | 'self_build_431c'; goodsAlone: 'ask' | 'no'; question?: string };
  /** Electrical by nature, so "electric" or "automatic" changes nothing. */
  electrical?: boolean;
  /** Made to stand on its own too once connected, so that "freestanding" changes nothing. */
  standsFree?: boolean;
  /** A farm or yard building that on a conversion may be the one that becomes the home. */
  mayBeTheHome?: boolean;
  /** Only says the kind of thing; a thing named before it says which ("LVT flooring"). */
  generic?: boolean;
  /**
   * Things listed with it that show its kind: of a generic one anywhere ("sockets, back boxes and cable"), of another only in a
   * price for works ("casements and a stable door, fitted").
   */
  knownBeside?: string[];
  /** Another concept, when the line says so; the first that fits. */
  becomes?: { says: string[]; unless?: string[]; concept: string }[];
  /** The concept it is on a line below zero: a gift card is refused, and one redeemed is a discount. */
  belowZero?: string;
  /** Works that are a part of it where both are named ("scaffold, erect, dismantle" demolishes nothing). */
  takesIn?: string[];
  /** HMRC accepts it as a building material for supplies from this date. */
  acceptedFrom?: string;
  /** Question to ask when the claim column says ask. */
  question?: string;
  settledBy?: Settlement[];
  confidence: Confidence;
  citations: string[];
  /** Only these are read the other way round too, and no compounds ("painted doors" is no painting). */
  terms: string[];
  /** Each is lists of words, some of them named, one of each of which together are a term, too (`termsOf`). */
  compounds?: (string | { use: string })[][][];
  /** Words that only describe beside others and by themselves name the thing: "Concrete 6m3". */
  alone?: string[];
  /** Terms that only say how things were sold; a colon, dash or bracket after them opens the list of what was ("Sundries: screws"). */
  toldByContents?: string[];
  lookalikes: { are: string[]; areNot: string[] };
  note?: string;
}

/** The area of the catalogue that a concept is in: the first part of its id. */
export function areaOf(conceptId: string): string {
  const end = conceptId.indexOf('.');
  return end < 0 ? conceptId : conceptId.slice(0, end);
}

const treatments = new WeakMap<Concept, string>();

/** All of a thing that its treatment turns on, as text; the same things are compared line after line. */
function treatmentOf(concept: Concept): string {
  const known = treatments.get(concept) ?? JSON.stringify(turnedOn(concept));
  treatments.set(concept, known);
  return known;
}

function turnedOn(concept: Concept): object {
  const keys = (Object.keys(concept) as (keyof Concept)[]).filter((key) => !NAMES_ONLY.has(key));
  return Object.fromEntries(keys.map((key) => [key, concept[key]]));
}

/** What only names a thing or says where its treatment comes from. */
const NAMES_ONLY: ReadonlySet<string> = new Set<keyof Concept>([
  'id',
  'label',
  'condition',
  'confidence',
  'citations',
  'terms',
  'compounds',
  'alone',
  'toldByContents',
  'lookalikes',
  'note',
]);

/** Two things that differ in name only are answered alike; what follows them on an invoice may go by their area too. */
export function treatedAs(concept: Concept): string {
  return `${areaOf(concept.id)} ${treatmentOf(concept)}`;
}

/** Whether a line is answered alike whichever of two things it names. */
export function answeredAlike(a: Concept, b: Concept): boolean {
  return a === b || treatmentOf(a) === treatmentOf(b);
}

const withCompounds = new WeakMap<Concept, () => readonly string[]>();

/** Says how the terms of a thing are made that has compounds: they are most of all terms, and seldom asked for. */
export function makeTerms(concept: Concept, make: () => readonly string[]): void {
  let made: readonly string[] | undefined;
  withCompounds.set(concept, () => {
    made ??= make();
    return made;
  });
}

/** The terms of a thing and after them its compounds. */
export function termsOf(concept: Concept): readonly string[] {
  return withCompounds.get(concept)?.() ?? concept.terms;
}

export class Catalogue {
  private readonly byId: ReadonlyMap<string, Concept>;

  constructor(readonly concepts: readonly Concept[]) {
    this.byId = new Map(concepts.map((c) => [c.id, c]));
  }

  get(id: string): Concept | undefined {
    return this.byId.get(id);
  }

  get termCount(): number {
    return this.concepts.reduce((sum, c) => sum + termsOf(c).length, 0);
  }
}
