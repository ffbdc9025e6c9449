import type { ProductClass } from './catalogue.js';
import type { Condition } from './conditions.js';

export const ROUTES = ['self_build_431nb', 'self_build_431c'] as const;
export type Route = (typeof ROUTES)[number];
/** The two claims in words, and the forms that they are made on. */
export const ROUTE_NAMES: Readonly<Record<Route, { name: string; form: string }>> = {
  self_build_431nb: { name: 'New build', form: 'VAT431NB' },
  self_build_431c: { name: 'Conversion', form: 'VAT431C' },
};
export const SUPPLY_TYPES = [
  'labour',
  'materials',
  'supply_and_install',
  'professional_services',
  'plant_hire',
  'other',
] as const;
export type SupplyType = (typeof SUPPLY_TYPES)[number];
export const TREATMENTS = [
  'reclaimable',
  'reclaimable_in_part',
  'no_vat',
  'supplier_correction',
  'not_reclaimable',
  'needs_answer',
] as const;
export type Treatment = (typeof TREATMENTS)[number];
export const QUESTION_KINDS = ['esm', 'supply_and_install', 'other'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** The days on which a rule is law; both included, `to: null` is still in force. */
export interface Effective {
  from: string;
  to: string | null;
}

export interface FactValue {
  value: string;
  meaning: string;
  /** Question to ask when the doubt has this value. */
  asks?: string;
  /** Of a doubt, those it is asked before where both are raised, although they stand before it. */
  comesBefore?: string[];
}

export interface FactDefinition {
  name: string;
  meaning: string;
  /** Value assumed when nobody can know it from one line. */
  presume?: string;
  /** Question to ask when it is not known. */
  asks?: string;
  values: FactValue[];
}

/** What a rule decides. Amounts are formulas from a closed list, worked out in deciding/decision.ts. */
export interface Outcome {
  treatment: Treatment;
  reclaim?: 'all';
  recover?: 'all' | 'above_reduced';
  /** The right rate: the zero rate, or the reduced or standard rate at the tax point. */
  correctRate?: 0 | 'reduced' | 'standard' | null;
  /** A question id, or `doubt` or `product` for the question of the doubt or of the thing. */
  question?: string;
}

export interface RuleExample {
  line: string;
  net: number;
  vat: number;
  is?: string;
  not?: string;
  supplyType?: SupplyType;
  taxPoint?: string;
  completionDate?: string;
  country?: string;
  projectType?: string;
  answer?: string;
  esmInvoiceCtx?: boolean;
  saiInvoiceCtx?: boolean;
  placeTold?: ToldPlace['is'];
  billedTo?: string;
  foreignVat?: boolean;
  besideWorks?: boolean;
}

export interface Rule {
  id: string;
  title: string;
  route: Route;
  supplyTypes: SupplyType[];
  effective: Effective;
  citations: string[];
  when: Condition;
  outcome: Outcome;
  because: string;
  action: string;
  warning?: string;
  /** A question that is not asked, but may be answered all the same: the answer can change the decision. */
  answerable?: string;
  overrides: string[];
  examples: RuleExample[];
  /** Where it stands, for messages; the file is read again to tell the line. */
  file: string;
  line: () => number;
}

export interface AnswerPart {
  name: string;
  sets: Record<string, string>;
  /** Concepts, or areas of them, that are this part where a line prices them apart. */
  things?: string[];
}

/** What contradicts an answer. */
export interface RuledOutBy {
  /** Statements of the line. */
  says?: string[];
  /** Statements of the line beside which no other contradicts it. */
  unless?: string[];
  /** Classes or concepts it names. */
  names?: string[];
  /** How goods on its invoice were decided. */
  beside?: ('claimable' | 'refused' | 'open')[];
  /** The document names a company as its customer that is no claimant. */
  billedToCompany?: boolean;
}

export interface AnswerDefinition {
  id: string;
  label: string;
  /** Facts the answer settles; `supplied` is how the thing was supplied. */
  sets?: Record<string, string>;
  /** The thing is this concept. */
  concept?: string;
  /** The answer leaves the question open; nothing is claimed, and this says what to do. */
  holds?: string;
  /** With `holds`: nothing more is asked, as what is claimed is claimed apart from the lines. */
  claimedApart?: true;
  /** The zero-rate dates are those of this item, for a thing that has none of its own. */
  datesOf?: string;
  /** `datesOf` stands even for a thing with dates of its own: it is part of that installation. */
  overOwnDates?: boolean;
  ruledOutBy?: RuledOutBy;
  /** Things by their classes or kinds of line, of which the answer settles nothing; `holds` says why. */
  neverOf?: { classes?: string[]; kinds?: string[]; holds: string };
  /** Told with the result. */
  flag?: string;
  /** The flag is told only where this is the right rate and the supplier has VAT to repay. */
  flagAtRate?: 'reduced';
  takes?: 'amount' | 'amounts' | 'date' | 'vat_number' | 'text';
  /** A date that is further from the date of the line is refused. */
  withinDays?: number;
  /** A date after that of the line is refused. */
  notLater?: boolean;
  /** Other amounts of the question are not taken without this one. */
  needed?: boolean;
  parts?: AnswerPart[];
  remainder?: AnswerPart;
  /** The text given names the thing. */
  rereads?: boolean;
  /** Given by the facts of a project that is not eligible, so that nobody is asked; this says so. */
  ofProjectNotEligible?: string;
}

export interface Question {
  id: string;
  number?: string;
  kind: QuestionKind;
  text: string;
  whyAsked: string;
  /** `invoice`: asked about a whole invoice once its lines are decided, never to decide a line. */
  concerns: 'line' | 'invoice';
  /** What is answered on one line is answered for every line of the invoice that asks it. */
  oneForInvoice?: boolean;
  citations: string[];
  /** Doubts that an answer removes. */
  settles: string[];
  /** Facts that answering this question at all settles. */
  implies: Record<string, string>;
  answers: AnswerDefinition[];
}

/** What a line that takes money back is told, beside the words of its rule, and what to do instead of the rule's action. */
export interface CreditTexts {
  because: string;
  action: string;
}

/** Texts of VAT that a supplier has to put right, where the project is not eligible. */
export interface NotEligibleTexts extends CreditTexts {
  /** Where its works are none of a dwelling either; an earlier edition may have none. */
  works?: CreditTexts & {
    /** Sources: what is right by one of them is right for such works alone. */
    restsOn: string[];
    /** Sources: what is right by one of them is right for other works too. */
    butNot: string[];
  };
}

/** What is said while it is not settled whether a project is eligible. */
export interface NotSettledTexts {
  /** Title of the action item. */
  title: string;
  because: string;
  /** Beside a total of what can be claimed. */
  beside: string;
}

export interface Source {
  key: string;
  title: string;
  url: string;
  paragraphUrl?: string;
  paragraphPrefix?: string;
  checked: string;
  confidence: 'seen' | 'known';
}

export interface DatedPercent {
  from: string;
  percent: number;
}

export interface DateRange {
  from: string;
  to: string;
}

export interface ZeroRateWindow {
  item: string;
  note: string;
  great_britain: DateRange;
  northern_ireland: DateRange;
}

/** How stated supply type, words and class say whose rules decide (supply_reading.yaml). */
export interface SupplyReadingTable {
  readings: Record<SupplyType, Record<string, SupplyType | 'unclear'>>;
  byClass: Record<string, SupplyType>;
  works: string[];
  contradictions: { stated: SupplyType; classes: string[]; kinds?: string[]; unlessSaid?: string[] }[];
  componentsOfWorks: string[];
  winningKinds: string[];
  componentKinds: string[];
  fittingApart: Route[];
  /** Areas of the catalogue, and ids of concepts in them that are none. */
  costsOfWorks: { areas: string[]; notCosts: string[] };
  removals: string[];
  /** Statement that a line of removals puts something in, too; an earlier edition may have none. */
  puttingIn?: string;
  neverComponents: string[];
  operatedKinds: string[];
  factsOfKinds: Record<string, Record<string, string>>;
  offSite: { says: string; kinds: string[]; becomes: string };
  /** Names of works, as words are folded. */
  bareRates: string[];
  /** Names of works that only say whose trade they are, in small letters; an earlier edition may have none. */
  bareTrades?: string[];
  /** What beside such a name may be all that the work was for; an earlier edition may have none. */
  noWorkOfTrades?: { classes: ProductClass[]; areas: string[] };
  /** Verbs in small letters, and ids of concepts or areas. An earlier edition may have none. */
  deedsOfTrades?: { verbs: string[]; of: string[]; byItself?: boolean }[];
  /** Words by which such a verb goes on. An earlier edition may have none. */
  deedsGoOn?: string[];
  /** As words are folded. An earlier edition may have none. */
  takingAway?: string[];
  /** Words, and beginnings of words, by which what was taken away comes back. An earlier edition may have none. */
  puttingBack?: { words: string[]; beginnings: string[]; another: string[] };
  /** An earlier edition may have none. */
  noRemovals?: { routes: Route[]; words: string[] };
  /** As words are folded. An earlier edition may have none. */
  takenBack?: string[];
  /** Wordings of these that take nothing back. An earlier edition may have none. */
  takesNothingBack?: string[];
  /** Rows of zeroRateWindows; an earlier edition may have none. */
  jobsOfTheirOwn?: string[];
  /** Works on what stood before, told by a word in their name, and the row of zeroRateWindows of what put in beside them may be a job of its own; an earlier edition may have none. */
  laidBare?: { works: string[]; words: string[]; of: string[]; item: string }[];
  /** Classes of what works are never merely at; an earlier edition may have none. */
  noPlaces?: ProductClass[];
  /** Classes of refused goods; an earlier edition may have none. */
  laidInRooms?: ProductClass[];
  /** Classes of refused things; an earlier edition may have none. */
  installationServes?: ProductClass[];
  /** Concepts of furniture, and words before and after its name. An earlier edition may have none. */
  builtUp?: { to: string[]; things: string[]; madeOf: string[]; rooms: string[] };
  /** Areas of the catalogue. An earlier edition may have none. */
  circuitsServe?: string[];
  /** An earlier edition may have none. */
  applianceMakers?: string[];
  /** Goods by ids of concepts. An earlier edition may have none. */
  toolMakers?: { names: string[]; goods: string[] };
  kitchenAreas: string[];
  /** Areas of the catalogue that hold tools. An earlier edition may have none. */
  toolAreas?: string[];
  /** Concepts of works. */
  kitchenWorks: string[];
  kitchenMarks: string[];
  /** Statements. */
  roomsBesideKitchens: string[];
  /** Statements. */
  ofAllParts: string[];
  serviceAreas: string[];
  builtWithHome: {
    asks: string;
    says: string;
    doubt: string;
    /** Concepts of garages, and the schemes under which the project's word that one is built with the home settles it. */
    garages?: { things: string[]; routes: Route[]; unless?: string[] };
  };
  notBuiltIn: { classes: ProductClass[]; doubt: string };
  /** An earlier edition may have none. */
  commandedGoods?: string;
  /** Ids of concepts; `partOf` by those of the works, and an earlier edition may have none. */
  apartFromWorks: { classes: ProductClass[]; partOfWorks: string[]; partOf?: Record<string, string[]> };
  partOfPrice: string[];
  /** An earlier edition may have none. */
  partOfCredit?: string[];
  /** An earlier edition may have none. */
  paymentsToldAfter?: string[];
  /** Statement that a stage of a price is paid, which is one of goods where they are supplied alone. */
  stageOfGoods?: string;
  operableMachines: string[];
  /** Item whose zero-rate dates components have: those of the things they belong to are alike. */
  datesOfComponents: string;
  landscape: { routes: Route[]; areas: string[] };
  projects: Record<Route, { doubtfulProjectTypes: string[]; doubtfulNewDwelling: string[] }>;
  energyAims: EnergyAim[];
}

/** Where a document says that all of it is for: a place that may be no part of the home, or a building that is the home's where it was built with it (a garage). */
export interface ToldPlace {
  /** As printed: "Stable block". */
  words: string;
  is: (typeof TOLD_PLACES)[number];
  /** Whom the project names for it, where nothing but its supplier says that the line is for it. */
  supplier?: string;
}
export const TOLD_PLACES = ['elsewhere', 'built_with_home'] as const;

/** What words of a place say when it may be no part of the home. */
export interface OtherPlaces {
  /** Statements; one is enough. */
  says: string[];
  /** Statements, one of which makes it the home after all ("stable conversion"). */
  unless: string[];
  /** Words that alone say it ("extension"). */
  words: string[];
  /** Words that alone say it on one route: what is converted may be a barn. */
  onRoute?: Partial<Record<Route, string[]>>;
  /** Words of the home and its parts: a heading of nothing else is of the home ("Main house", "Bedroom 2"). */
  home?: string[];
  /** Words for buildings: one of them alone may mean the part of a site whose name has it ("store" the "Workshop and store"). */
  buildings?: string[];
  /** Names of things that have such a word and mean no building ("stable door"). */
  notBuildings?: string[];
}

/** What a line tells of its supplier, customer, building and time (circumstances.yaml). */
export interface Circumstance {
  /** Statements the line makes, all of them. */
  says?: string[];
  /** Statements, one of which the line makes. */
  saysOneOf?: string[];
  /** Statements, none of which the line makes. */
  unless?: string[];
  /** Those count also inside the name of a thing that the line is not about ("electric garage door" in works). */
  alsoInNames?: boolean;
  /** The line opens with one of these words, which is no part of what it names. */
  opensWith?: string[];
  /** The line says that it is for, to, in or at one of these. */
  placeNamed?: string[];
  /** The document of the line says that all of it is for such a place. */
  placeTold?: ToldPlace['is'];
  /** The document of the line names a company that is no claimant as its customer. */
  billedToCompany?: true;
  /** The document of the line shows VAT of another country. */
  foreignVat?: true;
  /** Works of the same supplier stand on its document, or its owner says that it was work. */
  besideWorks?: true;
  /** The line names more than this amount of a unit. */
  moreThan?: { unit: string; amount: number };
  /** VAT stands alone: the net amount is zero. */
  withoutNet?: boolean;
  /** What the line is about: the concept or an area of the catalogue that it is not of, its energy-saving item or items that it is none of, kind, facts known so far, claim column, how it was supplied and worded, the route. */
  about?: {
    things?: string[];
    areasBut?: string[];
    itemsBut?: string[];
    items?: string[];
    lineKinds?: string[];
    facts?: Record<string, string[]>;
    goodsAlone?: string[];
    supplied?: SupplyType[];
    wordings?: string[];
    routes?: Route[];
  };
  /** Facts the words settle. */
  states?: Record<string, string>;
  /** Facts the words leave open, until an answer settles them. */
  hints?: Record<string, string>;
  /** A doubt. */
  raises?: string;
}

/** The question who fitted it, asked in the words of the case. */
export interface WhoFittedRow {
  says?: string[];
  /** Concepts the line is about. */
  things?: string[];
  /** What the words say of how the thing was supplied: one of these. */
  wordings?: string[];
  asks: string;
}

/** Whether an installation is of an energy-saving material, by what else the line names. */
export interface EnergyAim {
  main?: string[];
  mainEsmItem?: string;
  mainEsm?: 'listed' | 'component' | 'not_listed';
  with?: string[];
  /** A statement the line makes. */
  says?: string;
  invoice?: boolean;
  aim: string;
  asks?: string;
}
