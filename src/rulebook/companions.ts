import { areaOf } from './catalogue.js';
import type { HeldBy } from './line.js';
import { says } from './meaning/draft.js';
import { wordingOf } from './meaning/wording.js';
import type { Meaning } from './meaning.js';
import type { SupplyType } from './model.js';
import type { Reading } from './reading/reading.js';

/** What the other lines of an invoice are to a job. */
export const COMPANION_ROLES = [
  'works',
  'labour',
  'goods',
  'carriage',
  'service',
  'reduction',
  'fuel',
  'grant',
] as const;
export type CompanionRole = (typeof COMPANION_ROLES)[number];

/** Lines, by what they are about and say. Every key given must fit, by one of its values. */
export interface LinesLike {
  classes?: string[];
  kinds?: string[];
  notKinds?: string[];
  things?: string[];
  notThings?: string[];
  /** First parts of concept ids. */
  areas?: string[];
  /** Whose rules decide. */
  supplied?: string[];
  esm?: string[];
  says?: string[];
  signals?: string[];
  wordings?: string[];
  facts?: Record<string, string[]>;
  /** Doubts its own answers leave. */
  doubts?: string[];
  /** How far its thing is known: `headStatus` of a reading. */
  named?: string[];
}

/** Things that a customer would name first, with what is ancillary to them. */
export interface CompanionFamily {
  id: string;
  mains: string[];
  areas?: string[];
  things?: string[];
  takesFuel?: boolean;
}

/** Work of a trade, and the areas of the goods that it may be on. */
export interface Trade {
  works: string[];
  areas: string[];
}

/** Words of suppliers' names: of those who do a trade's work, and of those who sell, though they may be called after a trade. */
export interface SupplierNames {
  doTheWork: string[];
  sell: string[];
}

export interface AnswerNamed {
  question: string;
  answer: string;
}

/** Which lines follow the answer about another line of their invoice, and what they take from it (companions.yaml). */
export interface CompanionTable {
  jobQuestions: string[];
  carryNothing: AnswerNamed[];
  differentJobs: AnswerNamed;
  never: (LinesLike & { because: string })[];
  roles: (LinesLike & { role: CompanionRole })[];
  families: CompanionFamily[];
  /** An earlier edition may not say. */
  trades?: Trade[];
  /** An earlier edition may not say. */
  suppliers?: SupplierNames;
  smallThings: string[];
  supply: Partial<Record<SupplyType, 'supply_and_install' | 'materials'>>;
  follow: Record<'supply_and_install' | 'materials', CompanionRole[]>;
  wider: (AnswerNamed & { roles: CompanionRole[]; ownAim?: boolean })[];
  worksLead: AnswerNamed;
  ownAim: LinesLike[];
  shares: string[];
  asMain: { roles: CompanionRole[]; facts: string[]; doubts: string[] };
  goodsNamed: Record<string, string>;
  installed: (LinesLike & { sets?: Record<string, string>; datesOfMain?: boolean; holds?: string })[];
  settles: { supply_and_install: string[]; materials: string[]; answered: string[] };
  labourBesideGoods: { question: string; notTheirs: string };
  holds: Record<HeldBy, { asks: string; says: string }>;
  tells: Record<'supply_and_install' | 'materials', string>;
  /** An earlier edition may not say what is as often sold as fitted, or how a job is told. */
  evidence: Record<'notFitted' | 'fitted' | 'energySaving' | 'wholeWorks', LinesLike[]> & {
    soldOrFitted?: LinesLike[];
    toldAsJobs?: LinesLike[];
  };
  /** An earlier edition may not say. */
  chargedAgain?: Record<'inAdvance' | 'inStages', LinesLike[]>;
}

/** What is known of a line when its place among the others is looked for. */
export interface Placed {
  meaning: Pick<Meaning, 'concept'>;
  supplied: SupplyType;
  reading: Reading;
  /** Its facts with its own answers. */
  facts: Readonly<Record<string, string | null | undefined>>;
  /** What is in doubt about it. */
  doubts: ReadonlySet<string>;
}

/** Whether a line is one of those. */
export function isLike({ meaning, reading, facts, doubts, supplied }: Placed, like: LinesLike): boolean {
  const { concept } = meaning;
  const fits = (values: readonly string[] | undefined, own: string | null | undefined) =>
    values === undefined || (own != null && values.includes(own));
  return (
    fits(like.classes, facts.productClass) &&
    fits(like.kinds, facts.lineKind) &&
    fits(like.things, concept?.id) &&
    !like.notThings?.includes(concept?.id ?? '') &&
    !like.notKinds?.includes(facts.lineKind ?? '') &&
    fits(like.areas, concept && areaOf(concept.id)) &&
    fits(like.supplied, supplied) &&
    fits(like.esm, facts.esm) &&
    fits(like.named, reading.headStatus) &&
    (like.doubts === undefined || like.doubts.some((d) => doubts.has(d))) &&
    (like.says === undefined || like.says.some((id) => says({ reading }, id))) &&
    (like.signals === undefined ||
      reading.signals.some((s) => s.relation !== 'excluded' && like.signals?.includes(s.says))) &&
    (like.wordings === undefined || like.wordings.includes(wordingOf(reading))) &&
    Object.entries(like.facts ?? {}).every(([fact, values]) => fits(values, facts[fact]))
  );
}

/** Why a line never follows another and carries nothing; null when it may. */
export function whyNever(table: CompanionTable, line: Placed): string | null {
  return table.never.find((row) => isLike(line, row))?.because ?? null;
}

/** What a line is to a job; null when it follows nothing. */
export function roleOf(table: CompanionTable, line: Placed): CompanionRole | null {
  if (whyNever(table, line) !== null) return null;
  return table.roles.find((row) => isLike(line, row))?.role ?? null;
}

/** The family that a thing is a main thing of, else the only one that it is ancillary to. */
export function familyOf(table: CompanionTable, conceptId: string | undefined): CompanionFamily | undefined {
  if (conceptId === undefined) return undefined;
  const [only, second] = table.families.filter((f) => isOf(f, conceptId));
  return table.families.find((f) => f.mains.includes(conceptId)) ?? (second === undefined ? only : undefined);
}

/** Whether a thing is ancillary to the main things of a family. */
function isOf(family: CompanionFamily, conceptId: string): boolean {
  return family.things?.includes(conceptId) === true || family.areas?.includes(areaOf(conceptId)) === true;
}

/** The same, but for a thing that is only in its area and that a customer would name first. */
export function isAncillary(table: CompanionTable, family: CompanionFamily | undefined, conceptId: string): boolean {
  if (family === undefined || !isOf(family, conceptId)) return false;
  return family.things?.includes(conceptId) === true || !isMainThing(table, conceptId);
}

/** Whether work that is named may be on a thing: that of no listed trade may be on any. */
export function mayBeOnThing({ trades = [] }: CompanionTable, works: readonly string[], thing: string): boolean {
  const of = works.flatMap((work) => trades.filter((trade) => trade.works.includes(work)));
  return of.length < works.length || of.length === 0 || of.some(({ areas }) => areas.includes(areaOf(thing)));
}

/** Whether a customer would name a thing first. */
export function isMainThing(table: CompanionTable, conceptId: string | undefined): boolean {
  return conceptId !== undefined && table.families.some((f) => f.mains.includes(conceptId));
}
