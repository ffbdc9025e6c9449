import type { SupplyType } from '../model.js';
import { isExcluded } from '../standing.js';
import { type Draft, isWorksContract, settle } from './draft.js';

/** How the thing was supplied, and so whose rules decide (supply_reading.yaml). */
export function readSupply(draft: Draft): void {
  const { line, productClass, wording, doubts, steps } = draft;
  const { supply } = draft.tables;
  const works = productClass !== null && supply.works.includes(productClass);
  const byClass = productClass === null ? undefined : supply.byClass[productClass];
  const clash = supply.contradictions.some(
    (c) =>
      c.stated === line.supplyType &&
      productClass !== null &&
      c.classes.includes(productClass) &&
      (c.kinds === undefined || c.kinds.includes(draft.lineKind)) &&
      !c.unlessSaid?.includes(wording),
  );
  let supplied = suppliedByWords(draft, works, byClass);
  if (byClass !== undefined && !(works && byClass === 'plant_hire')) {
    if (supplied !== 'unclear' || wording === 'hire' || byClass !== 'plant_hire')
      settle(draft, 'supplied', supplied === 'unclear' ? line.supplyType : supplied, 'caller');
    supplied = byClass;
  } else {
    const origin = wording === 'goods_alone' || wording === 'supply_and_install' ? 'words' : 'caller';
    settle(draft, 'supplied', supplied === 'unclear' ? line.supplyType : supplied, origin);
  }
  const contractOfGoods = isWorksContract(draft) && draft.facts.supplied === 'materials';
  if ((clash || contractOfGoods) && byClass === undefined) supplied = 'unclear';
  // Goods that are refused are refused fitted too, so hints of fitting leave nothing to ask.
  if (supplied === 'unclear' && wording === 'work_hints' && goodsAreRefused(draft)) supplied = line.supplyType;
  if (supplied === 'unclear' || contractOfGoods) {
    doubts.add('supply_unclear');
    steps.push('The words and the stated supply type contradict each other.');
  }
  if (supplied === 'unclear') supplied = line.supplyType;
  draft.supplied = supplied;
  findOperator(draft);
}

function goodsAreRefused({ line, concept, productClass, goodsAlone }: Draft): boolean {
  return (
    line.supplyType === 'materials' &&
    concept?.class === productClass &&
    goodsAlone === 'no' &&
    (isExcluded(concept) || concept.class === 'not_incorporated')
  );
}

function suppliedByWords(draft: Draft, works: boolean, byClass: SupplyType | undefined): SupplyType | 'unclear' {
  const { line, wording } = draft;
  const told = draft.tables.supply.readings[line.supplyType][wording] ?? line.supplyType;
  if (wording === 'hire' || (wording === 'operated' && line.supplyType !== 'materials')) {
    const service =
      works ||
      byClass === 'professional_services' ||
      byClass === 'other' ||
      line.supplyType === 'professional_services';
    return service ? told : 'plant_hire';
  }
  if (!works || told === 'unclear') return told;
  return told === 'supply_and_install' || wording === 'supply_and_install' ? 'supply_and_install' : 'labour';
}

/** Whether plant came with its driver. A machine's bare name says neither hire nor driver (K30). */
function findOperator(draft: Draft): void {
  const { line, wording, concept, reading, tables, supplied } = draft;
  const operated =
    (wording === 'operated' && line.supplyType !== 'materials') || tables.supply.operatedKinds.includes(draft.lineKind);
  const unoperated = reading.signals.some((s) => s.says === 'unoperated');
  const machineOnly =
    concept !== null &&
    tables.supply.operableMachines.includes(concept.id) &&
    !operated &&
    !unoperated &&
    !reading.signals.some((s) => s.says === 'hire') &&
    !reading.statements.has('hire_said') &&
    !reading.statements.has('weeks_said');
  if (supplied === 'plant_hire' && !machineOnly)
    settle(draft, 'operator', operated ? 'with' : 'without', operated || unoperated ? 'words' : 'presumed');
  if (concept?.lineKind === 'operated_plant') settle(draft, 'operator', 'with', 'words');
}
