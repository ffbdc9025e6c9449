import { EFFECTS, ELEMENT_SCHEMES, NEEDS } from '../eligibility/model.js';
import type { FactDefinition } from '../model.js';
import { ROUTES, SUPPLY_TYPES, TOLD_PLACES } from '../model.js';
import type { Meaning, Schema } from './forms.js';

/** Closed lists that stand in the program and not in facts.yaml, each value with what it means. */

export const ROUTE: readonly Meaning[] = ROUTES.map((route) => [
  route,
  { self_build_431nb: 'a new build (form 431NB)', self_build_431c: 'a conversion (form 431C)' }[route],
]);

export const TOLD_PLACE: readonly Meaning[] = TOLD_PLACES.map((is) => [
  is,
  { elsewhere: 'it may be no part of the home', built_with_home: 'the home’s where it was built with it' }[is],
]);

export const SUPPLY_TYPE: readonly Meaning[] = SUPPLY_TYPES.map((type) => [
  type,
  {
    labour: 'labour or services only',
    materials: 'goods bought alone',
    supply_and_install: 'goods supplied and fitted by the same supplier',
    professional_services: 'architect, surveyor, consultant, supervisor or stand-alone test',
    plant_hire: 'plant, access or tool hire',
    other: 'anything else',
  }[type],
]);

export const TREATMENT: readonly Meaning[] = [
  ['reclaimable', 'the VAT goes on the claim'],
  ['reclaimable_in_part', 'part of the VAT goes on the claim'],
  ['no_vat', 'no VAT was charged, so nothing is claimed'],
  ['supplier_correction', 'the supplier charged too much and must correct the invoice; nothing is claimed today'],
  ['not_reclaimable', 'properly charged, and never refunded by the scheme'],
  ['needs_answer', 'a question must be answered first; nothing is claimed until then'],
];

export const COUNTRY: readonly Meaning[] = [
  ['england', 'the building is in England'],
  ['wales', 'the building is in Wales'],
  ['scotland', 'the building is in Scotland'],
  ['northern_ireland', 'the building is in Northern Ireland, whose zero rate began later'],
];

export const QUESTION_KIND: readonly Meaning[] = [
  ['esm', 'energy-saving materials'],
  ['supply_and_install', 'who supplied, who fitted, and how a price divides'],
  ['other', 'everything else'],
];

/** What the words of a line may say of how a thing was supplied, as supply_reading.yaml crosses it with the stated type. */
export const WORDING: Readonly<Record<string, string>> = {
  nothing: 'the words say nothing of it',
  goods_alone: 'words of goods bought alone ("supply only")',
  goods_hints: 'weaker words of goods bought alone ("delivered")',
  supply_and_install: 'words of supply and fit, or a participle after the product ("windows, fitted")',
  services_only: 'words of labour only ("fix only")',
  work_opens: 'a verb of building work that opens the line ("Lay foul drains")',
  work_hints: 'weaker words of work ("to fit")',
  hire: 'words of hire',
  operated: 'words of a machine with its driver',
  conflicting: 'words that contradict each other',
};

export const SIGNAL: readonly Meaning[] = [
  ['goods_alone', 'goods bought alone'],
  ['supply_and_install', 'supplied and fitted by the same supplier'],
  ['services_only', 'labour only'],
  ['works_contract', 'part of a works contract'],
  ['hire', 'hired'],
  ['operated', 'a machine with its driver'],
  ['unoperated', 'a machine without a driver'],
  ['separate_job', 'a job with a contract of its own'],
];

export const SIGNAL_WEIGHT: readonly Meaning[] = [
  ['strong', 'may decide alone'],
  ['medium', 'may only raise a question on goods'],
  ['participle', 'strong after the product ("windows, fitted"), nothing before it ("fitted kitchen")'],
  ['opening', 'a verb of work, and only as the first word of the line ("Excavate for footings")'],
  ['final', 'raises a question, and only as the last word of the line'],
  ['apart', 'raises a question, and only as the last word of the line, with a comma, a dash or a slash before it'],
  [
    'closing',
    'decides as the last words of the line, after the goods ("doors, joiner to hang"); elsewhere it tells of work',
  ],
  [
    'deed',
    'raises a question, and only right after the name of goods, to the end of what is told of them ("cills set", "plasterboard up in hall"); looked for on its own',
  ],
  ['phase', 'decides alone, unless goods were bought for it ("pipe and fittings for first fix")'],
];

export const BREAKER: readonly Meaning[] = [
  ['list', 'one more thing on the line'],
  ['included', 'what comes with the thing before it'],
  ['purpose', 'what the thing before it is for'],
  ['place', 'where the thing before it goes'],
  ['excluded', 'what is not in the price'],
  ['of', 'what the thing before it is made of or belongs to'],
  ['detail', 'a detail of the thing before it'],
  ['reference', 'a quote, drawing or person'],
];

export const ANSWER_VALUE: readonly Meaning[] = [
  ['amount', 'one amount before VAT, as in :3000.00'],
  ['amounts', 'one amount for each of the parts, as in :2160.00/1440.00'],
  ['date', 'an ISO date, as in :2022-03-10'],
  ['vat_number', 'a UK VAT number, as in :GB980780684, whose check digits are checked'],
  ['text', 'words'],
];

export const GOODS_BESIDE: readonly Meaning[] = [
  ['claimable', 'they can be claimed'],
  ['refused', 'they cannot be claimed'],
  ['open', 'a question about them is open'],
];

export const CONFIDENCE: readonly Meaning[] = [
  ['seen', 'read at the source'],
  ['known', 'quoted by others, or settled practice, and not read again'],
];

/** The same, for rules that stand for themselves. */
export const RULE_CONFIDENCE: readonly Meaning[] = [
  ...CONFIDENCE,
  ['UNCONFIRMED', 'no source was read, or sources conflict; such a rule must ask'],
];

export const EFFECT: readonly Meaning[] = EFFECTS.map((effect) => [
  effect,
  {
    passes: 'the check holds',
    warns: 'the check holds, and the claimant must mind something',
    asks: 'the facts do not settle it; somebody has to find out or advise',
    fails: 'the project is not eligible',
    does_not_apply: 'the check is not for such a project',
  }[effect],
]);

export const NEED: readonly Meaning[] = NEEDS.map((need) => [
  need,
  {
    required: 'the claim is refused without it',
    recommended: 'HMRC may ask for it',
    optional: 'it may be sent',
    if_needed: 'required when a rule names it',
    not_needed: 'not for this scheme',
  }[need],
]);

export const ELEMENT_SCHEME: readonly Meaning[] = ELEMENT_SCHEMES.map((scheme) => [
  scheme,
  {
    self_build_431nb: 'a project of its own, as a new build',
    self_build_431c: 'a project of its own, as a conversion',
    with_home: 'belongs to the home it serves',
    shared: 'shared between the buildings it serves',
    elsewhere: 'claimed in a project of its own, not in this one',
    none: 'not covered',
    ask: 'not settled',
  }[scheme],
]);

/** The values of a fact of facts.yaml. */
export function valuesOf(facts: readonly FactDefinition[], name: string, but: readonly string[] = []): Meaning[] {
  const values = facts.find((fact) => fact.name === name)?.values ?? [];
  return values.filter(({ value }) => !but.includes(value)).map(({ value, meaning }) => [value, meaning]);
}

/** Ids for an editor to offer; whether one exists is checked on loading, which knows every file. */
export function offered(ids: readonly string[]): Schema {
  return { examples: ids };
}
