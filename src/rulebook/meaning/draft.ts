import type { Catalogue, Concept, GoodsAlone, ProductClass } from '../catalogue.js';
import type { Line } from '../line.js';
import type {
  Circumstance,
  FactDefinition,
  FactValue,
  OtherPlaces,
  SupplyReadingTable,
  SupplyType,
  WhoFittedRow,
} from '../model.js';
import type { Rates } from '../rates.js';
import type { Mention, NamedThing, Reading, Signal } from '../reading/reading.js';
import { standing } from '../standing.js';
import { type Wording, wordingOf } from './wording.js';

/** Where a fact comes from. Words outrank what the caller stated; an answer outranks both. */
export type Origin = 'answer' | 'words' | 'hint' | 'catalogue' | 'caller' | 'amounts' | 'presumed';

/** The parts of the rulebook that say what words and amounts mean. */
export interface MeaningTables {
  catalogue: Catalogue;
  /** Values of the fact `doubt`, as facts.yaml orders them. */
  doubtOrder: readonly Pick<FactValue, 'value' | 'comesBefore'>[];
  /** Every fact as it stands before anything is known of a line. */
  presumed: Presumed;
  rates: Rates;
  /** `noRemovals` of the supply readings, as words are folded. */
  noRemovals: readonly string[];
  supply: SupplyReadingTable;
  circumstances: readonly Circumstance[];
  whoFitted: readonly WhoFittedRow[];
  otherPlaces: OtherPlaces;
  isInstallationHead(mention: Mention): boolean;
  isPart(mention: Mention): boolean;
  isLoosePart(word: string): boolean;
  isSharedName(mention: Mention): boolean;
  isServiceNoun(word: string): boolean;
  isEverydayThing(word: string): boolean;
  isCommand(word: string): boolean;
  isDeed(word: string): boolean;
  isHomeWord(word: string): boolean;
  isMaker(word: string): boolean;
  isApplianceMaker(word: string): boolean;
  isToolMaker(word: string): boolean;
}

/** The facts of a line with where each comes from. Copied for each line, so both have every key from the start. */
export interface Presumed {
  facts: Readonly<Record<string, string | null>>;
  origins: Readonly<Record<string, Origin>>;
}

/** What is presumed of every line. `supplied` stands beside the facts of facts.yaml, and most lines set it. */
export function presumedOf(facts: readonly FactDefinition[]): Presumed {
  const values = facts.map((f) => [f.name, f.presume ?? null]);
  const origins = facts.map((f) => [f.name, 'presumed']);
  return {
    facts: Object.fromEntries([...values, ['supplied', undefined]]),
    origins: Object.fromEntries([...origins, ['supplied', 'presumed']]),
  };
}

/**
 * A line while its meaning is worked out. Each room of this folder reads what the rooms before it found and adds its own;
 * `meaning.ts` has the order.
 */
export interface Draft {
  readonly line: Line;
  readonly reading: Reading;
  readonly tables: MeaningTables;
  /** What an answer says the thing is. */
  readonly answered: Concept | null;
  /** What the words alone say of how the thing was supplied. */
  readonly wording: Wording;
  /** The line is said or stated to be work, so it reads as a sentence of work and not as the name of a thing. */
  readonly sentence: boolean;
  readonly facts: Record<string, string | null>;
  readonly origins: Record<string, Origin>;
  readonly doubts: Set<string>;
  readonly steps: string[];

  /** The thing the line is about as it was read, or as an answer says. */
  readonly head: NamedThing | null;
  /** The words that `concept` comes from: those of the head, or of what the work is on. */
  subject: Mention | null;
  /** What is decided on: the head, or what it turns out to stand for. */
  concept: Concept | null;
  /** The words that name it, as printed. */
  matchedText: string | null;
  /** Words say that it is another thing ("electric" blinds), or which thing it is. */
  changed: boolean;
  /** Where the statements stand that made it another thing. */
  turnedBy: readonly number[];
  productClass: ProductClass | null;
  goodsAlone: GoodsAlone | null;
  lineKind: string;
  /** Words for a building that is not the home. */
  otherBuilding: string | null;
  /** Words for goods that are no building materials, in a price for more. */
  excluded: string | null;
  /** That building may be the one that becomes the home. */
  perhapsTheHome: boolean;
  /** Whose rules decide. */
  supplied: SupplyType;
  /** The item of zeroRateWindows whose dates decide. */
  zeroRateItem: string | null;
  /** The question of an energy-saving doubt. */
  aimQuestion: string | null;
  /** The question who fitted it, in the words of the case. */
  whoFittedQuestion: string | null;
}

/** A draft that knows only what is presumed. */
export function newDraft(line: Line, reading: Reading, tables: MeaningTables, answered: Concept | null): Draft {
  const wording = wordingOf(reading);
  const told = tables.supply.readings[line.supplyType][wording];
  const head = answered === null ? reading.head : headAnswered(reading, answered);
  return {
    line,
    reading,
    tables,
    answered,
    wording,
    sentence: told === 'labour' || told === 'supply_and_install',
    facts: { ...tables.presumed.facts },
    origins: { ...tables.presumed.origins },
    doubts: new Set(),
    steps: [...reading.steps],
    head,
    subject: head?.mention ?? null,
    concept: head?.mention.concept ?? null,
    matchedText: head === null ? null : nameOf(head, reading),
    changed: false,
    turnedBy: [],
    productClass: null,
    goodsAlone: null,
    lineKind: 'ordinary',
    otherBuilding: null,
    excluded: null,
    perhapsTheHome: says({ reading }, 'perhaps_converted_building'),
    supplied: line.supplyType,
    zeroRateItem: null,
    aimQuestion: null,
    whoFittedQuestion: null,
  };
}

/** "Radiators type 22": the whole name as printed, where words right before the last part of it name the same thing. */
function nameOf({ mention, describedBy }: NamedThing, { line, words }: Reading): string {
  const first = describedBy.find(({ concept, to }) => concept === mention.concept && to === mention.from);
  const [from, to] = [words[first?.from ?? mention.from], words[mention.to - 1]];
  return first === undefined || !from || !to || from.start > to.end ? mention.text : line.slice(from.start, to.end);
}

/** The words stand, and the answer says what they name. */
function headAnswered(reading: Reading, answered: Concept): NamedThing {
  return {
    mention: {
      concept: answered,
      from: 0,
      to: reading.words.length,
      text: reading.head?.mention.text ?? answered.label,
    },
    relation: 'first',
    besideUnknown: false,
    describedBy: [],
  };
}

/** Settles a fact; the later room wins. */
export function settle(draft: Draft, fact: string, value: string | null, origin: Origin): void {
  draft.facts[fact] = value;
  draft.origins[fact] = origin;
}

/** Whether the line states this (statements.yaml). */
export function says({ reading }: Pick<Draft, 'reading'>, statement: string): boolean {
  return reading.statements.has(statement);
}

/** "Door entry panel, block of flats": the very words that made it this thing. */
export function saysWhich({ turnedBy }: Draft, { from, to }: Mention): boolean {
  return turnedBy.some((at) => at >= from && at < to);
}

/** A sentence of work on goods that can be claimed, or on the building. */
export function inSentence({ sentence, concept }: Draft): boolean {
  if (!sentence || concept === null) return false;
  const kind = standing(concept);
  return kind === 'yes' || kind === 'works';
}

/** The line says that it is a works contract or part of one. */
export function isWorksContract(draft: Draft): boolean {
  return contractSignals(draft).some((s) => s.relation !== 'excluded');
}

/** What tells of a works contract: a stage of a price is none where goods alone are supplied ("stage payment: windows, supply only"). */
function contractSignals({ reading, wording, tables }: Draft): Signal[] {
  const stage = wording === 'goods_alone' ? reading.statements.get(tables.supply.stageOfGoods ?? '') : undefined;
  return reading.signals.filter(
    (s) => s.says === 'works_contract' && !(stage && s.from >= stage.from && s.to <= stage.to),
  );
}

/** The line has any words of work. */
export function hasWorkWords(draft: Draft): boolean {
  const { wording } = draft;
  return (
    wording === 'services_only' ||
    wording === 'supply_and_install' ||
    wording === 'work_hints' ||
    wording === 'work_opens' ||
    contractSignals(draft).length > 0
  );
}

/** A garden is named, and nothing that serves the building. */
export function isGardenOnly(draft: Draft): boolean {
  return says(draft, 'garden_named') && !says(draft, 'site_services_named');
}

/** A name of works that only says whose trade they are ("plumber"). */
export function isBareTrade({ supply }: MeaningTables, { text }: Mention): boolean {
  return supply.bareTrades?.includes(text.toLowerCase().replace(/ of$/, '')) === true;
}
