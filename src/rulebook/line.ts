import type { Route, SupplyType } from './model.js';

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
  completionDate: string | null;
  country: (typeof COUNTRIES)[number] | null;
  projectType: (typeof PROJECT_TYPES)[number] | null;
  newDwelling: (typeof NEW_DWELLING)[number] | null;
  supplierVatRegistered: boolean | null;
  complexTypeHint: (typeof COMPLEX_TYPE_HINTS)[number] | null;
  esmStatus: (typeof ESM_STATUSES)[number] | null;
  relation: (typeof RELATIONS)[number] | null;
  /** The line this one goes with and the answers given to it; null for a line that is decided on its own. */
  mainLine: { text: string; conceptId: string | null; answers: GivenAnswer[] } | null;
  esmInvoiceCtx: boolean;
  saiInvoiceCtx: boolean;
  answers: GivenAnswer[];
}

/** What a line holds where the caller told nothing more. */
export const NOTHING_MORE_TOLD = {
  completionDate: null,
  country: null,
  projectType: null,
  newDwelling: null,
  supplierVatRegistered: null,
  complexTypeHint: null,
  esmStatus: null,
  relation: null,
  mainLine: null,
  esmInvoiceCtx: false,
  saiInvoiceCtx: false,
} satisfies Partial<Line>;
