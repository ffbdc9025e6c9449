import type { Route, SupplyType, ToldPlace } from './model.js';

export const PROJECT_TYPES = ['new_build', 'conversion', 'shell', 'extension', 'renovation', 'mixed'] as const;
export const NEW_DWELLING = ['yes', 'no', 'unsure'] as const;
export const COUNTRIES = ['england', 'wales', 'scotland', 'northern_ireland'] as const;
export const COMPLEX_TYPE_HINTS = ['esm', 'supply_and_install'] as const;
export const ESM_STATUSES = ['listed', 'component', 'not_listed', 'unknown'] as const;
export const RELATIONS = ['main', 'ancillary', 'labour', 'unrelated'] as const;

/** One answer of the user: `questionId=answerId`, with a value after a colon where the answer takes one. */
export interface GivenAnswer {
  questionId: string;
  answerId: string;
  value: string | null;
}

/** What a companion line needs to know of the line it follows (companions.yaml). */
export interface MainLine {
  text: string;
  supplyType: SupplyType;
  /** What it is about, as the catalogue has it. */
  conceptId: string | null;
  /** Every answer its owner gave. */
  answers: GivenAnswer[];
  /** Why the companion is held until a question is answered: a key of `holds` in companions.yaml. */
  heldBy: HeldBy | null;
}

/**
 * The goods a carriage charge or a reduction on the same invoice belongs to: their net value in pence, by what was decided of
 * them (decisions.md (e), delivery on a mixed order).
 */
export interface GoodsFollowed {
  claimable: number;
  refused: number;
  open: number;
}

export const HELD_BY = ['labour_beside_goods', 'conflict', 'unclear'] as const;
export type HeldBy = (typeof HELD_BY)[number];

/** One invoice line, checked and in pence, as the rulebook takes it. */
export interface Line {
  route: Route;
  supplyType: SupplyType;
  text: string;
  /** Pence; negative for a credit. */
  net: number;
  vat: number;
  /** ISO date of supply that decides the law. */
  taxPoint: string;
  taxPointGiven: boolean;
  /** ISO date of its document, where the line was given another tax point; null where it takes that of the document. */
  invoicedOn: string | null;
  completionDate: string | null;
  country: (typeof COUNTRIES)[number] | null;
  projectType: (typeof PROJECT_TYPES)[number] | null;
  newDwelling: (typeof NEW_DWELLING)[number] | null;
  /** The project says that a garage is built at the same time as the home and for use with it. */
  garageWithHome: boolean;
  /** False for a line of a project that is not eligible by its facts. */
  projectEligible: false | null;
  /** By its facts the works of the project make no dwelling, so that the rate of such works is not due either. */
  worksMayBearVat: boolean;
  supplierVatRegistered: boolean | null;
  complexTypeHint: (typeof COMPLEX_TYPE_HINTS)[number] | null;
  esmStatus: (typeof ESM_STATUSES)[number] | null;
  relation: (typeof RELATIONS)[number] | null;
  /** The line of the same invoice this one follows; null for a line that is decided on its own. */
  mainLine: MainLine | null;
  /** For carriage, a surcharge or a reduction; null where it is not known which goods it belongs to. */
  goodsFollowed: GoodsFollowed | null;
  esmInvoiceCtx: boolean;
  saiInvoiceCtx: boolean;
  /** Where its document says that all of it is for, where that may be no part of the home; null where it says nothing such. */
  placeTold: ToldPlace | null;
  /** The company that its document names as customer, where it is no claimant; null where it names none. */
  billedTo: string | null;
  /** Its document shows VAT of another country, by the supplier's VAT number or the money it is in. */
  foreignVat: boolean;
  /** Works of the same supplier stand on its document, or its owner says that it was work. */
  besideWorks: boolean;
  answers: GivenAnswer[];
}

/** What a line holds where the caller told nothing more. */
export const NOTHING_MORE_TOLD = {
  invoicedOn: null,
  completionDate: null,
  country: null,
  projectType: null,
  newDwelling: null,
  garageWithHome: false,
  projectEligible: null,
  worksMayBearVat: false,
  supplierVatRegistered: null,
  complexTypeHint: null,
  esmStatus: null,
  relation: null,
  mainLine: null,
  goodsFollowed: null,
  esmInvoiceCtx: false,
  saiInvoiceCtx: false,
  placeTold: null,
  billedTo: null,
  foreignVat: false,
  besideWorks: false,
} satisfies Partial<Line>;

type Told = 'route' | 'supplyType' | 'text' | 'net' | 'vat' | 'taxPoint' | 'taxPointGiven' | 'answers';

/**
 * A line of which this is told. Written out field by field: where fields are put behind a spread, every line has a shape of its own, in
 * which all that read it must look for its fields.
 */
export function lineOf(told: Pick<Line, Told> & Partial<Line>): Line {
  return {
    route: told.route,
    supplyType: told.supplyType,
    text: told.text,
    net: told.net,
    vat: told.vat,
    taxPoint: told.taxPoint,
    taxPointGiven: told.taxPointGiven,
    invoicedOn: told.invoicedOn ?? null,
    completionDate: told.completionDate ?? null,
    country: told.country ?? null,
    projectType: told.projectType ?? null,
    newDwelling: told.newDwelling ?? null,
    garageWithHome: told.garageWithHome ?? false,
    projectEligible: told.projectEligible ?? null,
    worksMayBearVat: told.worksMayBearVat ?? false,
    supplierVatRegistered: told.supplierVatRegistered ?? null,
    complexTypeHint: told.complexTypeHint ?? null,
    esmStatus: told.esmStatus ?? null,
    relation: told.relation ?? null,
    mainLine: told.mainLine ?? null,
    goodsFollowed: told.goodsFollowed ?? null,
    esmInvoiceCtx: told.esmInvoiceCtx ?? false,
    saiInvoiceCtx: told.saiInvoiceCtx ?? false,
    placeTold: told.placeTold ?? null,
    billedTo: told.billedTo ?? null,
    foreignVat: told.foreignVat ?? false,
    besideWorks: told.besideWorks ?? false,
    answers: told.answers,
  };
}
