import { type Draft, hasWorkWords, inSentence, isGardenOnly, isWorksContract, says, settle } from './draft.js';

/** What the kind of the line settles: the VAT it shows, components of works contracts, work beyond the boundary. */
export function settleLineKind(draft: Draft): void {
  const { factsOfKinds, offSite } = draft.tables.supply;
  for (const [fact, value] of Object.entries(factsOfKinds[draft.lineKind] ?? {})) settle(draft, fact, value, 'words');
  if (isWorksContract(draft)) becomeComponent(draft);
  if (
    says(draft, offSite.says) &&
    offSite.kinds.includes(draft.lineKind) &&
    (draft.productClass === 'construction_service' || inSentence(draft))
  )
    draft.lineKind = offSite.becomes;
}

/** Waste, hire and plant inside a works contract are its components. */
function becomeComponent(draft: Draft): void {
  const { productClass, lineKind } = draft;
  const { componentsOfWorks, componentKinds, neverComponents } = draft.tables.supply;
  if (productClass === null || neverComponents.includes(lineKind)) return;
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
      : ['site_services_named', 'foundations_named', 'floor_dug_out'].some((id) => says(draft, id));
  const works = productClass !== null && tables.supply.works.includes(productClass);
  if (says(draft, 'off_site')) settle(draft, 'workNamed', 'off_site', 'words');
  else if (isGardenOnly(draft)) settle(draft, 'workNamed', 'garden', 'words');
  else if (serves) settle(draft, 'workNamed', 'fabric_or_site', 'words');
  else if (works || hasWorkWords(draft)) settle(draft, 'workNamed', 'general', 'words');
}
