import { type Draft, hasWorkWords, inSentence, isGardenOnly, isWorksContract, says, settle } from './draft.js';

/** Facts that the kind of a line says by itself: fact and value. */
const FACT_OF_KIND: Readonly<Record<string, readonly [string, string]>> = {
  import_vat: ['vatKind', 'import'],
  foreign_vat: ['vatKind', 'foreign'],
  unregistered_supplier: ['vatKind', 'not_vat'],
  builders_invoice: ['customer', 'builder'],
  after_completion: ['timing', 'after_completion'],
};

/** Kinds of line that stay what they are inside a works contract. */
const NO_COMPONENT = new Set(['design_and_build', 'esm_groundworks', 'esm_installation']);

/** What the kind of the line settles: the VAT it shows, components of works contracts, work beyond the boundary. */
export function settleLineKind(draft: Draft): void {
  const told = FACT_OF_KIND[draft.lineKind];
  if (told) settle(draft, told[0], told[1], 'words');
  if (isWorksContract(draft)) becomeComponent(draft);
  // Beyond the boundary works serve the highway or the network, not the building.
  if (
    says(draft, 'off_site') &&
    (draft.lineKind === 'ordinary' || draft.lineKind === 'access_works') &&
    (draft.productClass === 'construction_service' || inSentence(draft))
  )
    draft.lineKind = 'highway_works';
}

/** Waste, hire and plant inside a works contract are its components. */
function becomeComponent(draft: Draft): void {
  const { productClass, lineKind } = draft;
  const { componentsOfWorks, componentKinds } = draft.tables.supply;
  if (productClass === null || NO_COMPONENT.has(lineKind)) return;
  if (!componentsOfWorks.includes(productClass) && !componentKinds.includes(lineKind)) return;
  draft.productClass = 'construction_service';
  draft.goodsAlone = 'not_goods';
  draft.lineKind = 'works_contract';
  draft.steps.push('The line says that it is part of a works contract.');
}

/** The work that the line names, for conversions. */
export function nameWork(draft: Draft): void {
  const { productClass, lineKind, tables } = draft;
  const serves =
    lineKind === 'concrete_pump'
      ? says(draft, 'foundations_named')
      : says(draft, 'site_services_named') || says(draft, 'foundations_named');
  const works = productClass !== null && tables.supply.works.includes(productClass);
  if (says(draft, 'off_site')) settle(draft, 'workNamed', 'off_site', 'words');
  else if (isGardenOnly(draft)) settle(draft, 'workNamed', 'garden', 'words');
  else if (serves) settle(draft, 'workNamed', 'fabric_or_site', 'words');
  else if (works || hasWorkWords(draft)) settle(draft, 'workNamed', 'general', 'words');
}
