import type { Concept, ProductClass } from './catalogue.js';

/** How the treatment of a thing groups for the question whether one price covers several treatments. */
export type Standing = 'yes' | 'no' | 'ask' | 'outside' | 'works' | 'service' | 'follows';

const BY_CLASS: Readonly<Record<ProductClass, Standing>> = {
  building_material: 'yes',
  esm_product: 'yes',
  excluded_appliance: 'no',
  excluded_furniture: 'no',
  excluded_carpet: 'no',
  not_ordinarily_incorporated: 'no',
  not_incorporated: 'no',
  outside_the_works: 'outside',
  delivery: 'follows',
  follows_other_line: 'follows',
  construction_service: 'works',
  construction_service_unsettled: 'works',
  fitting_of_excluded_goods: 'works',
  hire: 'service',
  other_service: 'service',
  professional_service: 'service',
  waste_service: 'service',
  utility_connection: 'service',
  telecoms: 'service',
  statutory_or_outside_scope: 'service',
  insurance_or_finance: 'service',
  ask: 'ask',
};

/** An open claim column outranks the class. */
export function standing(concept: Concept): Standing {
  if (concept.goodsAlone === 'ask' || concept.goodsAlone === 'part') return 'ask';
  return BY_CLASS[concept.class];
}

/** Carriage, payments and the like: they take the treatment of what they belong to, whatever their own claim column says. */
export function followsOthers(concept: Concept): boolean {
  return BY_CLASS[concept.class] === 'follows';
}

/** Goods that are refused even when fitted, unlike loose things. */
export function isExcluded(concept: Concept): boolean {
  return BY_CLASS[concept.class] === 'no' && concept.class !== 'not_incorporated';
}

/** Work or a service and not goods. */
export function isService(concept: Concept): boolean {
  const kind = standing(concept);
  return kind === 'works' || kind === 'service' || kind === 'follows';
}
