import { areaOf, type Catalogue } from '../catalogue.js';
import { NEW_DWELLING, PROJECT_TYPES } from '../line.js';
import type { SupplyReadingTable } from '../model.js';
import { didYouMean } from '../problems.js';
import type { ConceptNames } from './concepts.js';
import type { FactWords } from './facts.js';
import type { Findings } from './findings.js';

const FILE = 'supply_reading.yaml';

/** The tables of supply_reading.yaml, with every id they name there. */
export function loadSupplyReading(
  findings: Findings,
  facts: FactWords,
  catalogue: Catalogue,
  names: ConceptNames,
): SupplyReadingTable {
  const supply = findings.value<SupplyReadingTable>(FILE);
  checkClasses(findings, facts, supply);
  checkProjects(findings, supply);
  const concepts = new Set(catalogue.concepts.map((c) => c.id));
  checkNamedThings(findings, concepts, supply);
  findings.known(FILE, ['datesOfComponents'], supply.datesOfComponents, names.items, 'item');
  const { offSite, builtWithHome } = supply;
  findings.known(FILE, ['offSite', 'says'], offSite.says, names.statements, 'statement');
  for (const list of ['roomsBesideKitchens', 'ofAllParts'] as const)
    findings.allKnown(FILE, [list], supply[list], names.statements, 'statement');
  findings.known(FILE, ['builtWithHome', 'says'], builtWithHome.says, names.statements, 'statement');
  findings.allKnown(
    FILE,
    ['builtWithHome', 'garages', 'things'],
    builtWithHome.garages?.things ?? [],
    concepts,
    'concept',
  );
  findings.allKnown(
    FILE,
    ['builtWithHome', 'garages', 'unless'],
    builtWithHome.garages?.unless ?? [],
    names.statements,
    'statement',
  );
  findings.known(FILE, ['builtWithHome', 'asks'], builtWithHome.asks, names.questions, 'question');
  supply.energyAims.forEach((aim, i) => {
    const path = ['energyAims', i];
    findings.allKnown(FILE, [...path, 'main'], aim.main, concepts, 'concept');
    findings.allKnown(FILE, [...path, 'with'], aim.with, concepts, 'concept');
    findings.known(FILE, [...path, 'mainEsmItem'], aim.mainEsmItem, names.items, 'item');
    findings.known(FILE, [...path, 'says'], aim.says, names.statements, 'statement');
    findings.known(FILE, [...path, 'asks'], aim.asks, names.questions, 'question');
    facts.checkValue(FILE, [...path, 'aim'], 'esmAim', aim.aim);
  });
  return supply;
}

function checkClasses(findings: Findings, facts: FactWords, supply: SupplyReadingTable): void {
  const classes = new Set([...facts.of('productClass'), 'ask']);
  for (const name of Object.keys(supply.byClass)) {
    if (!classes.has(name))
      findings.reportKey(FILE, ['byClass', name], `unknown class "${name}"${didYouMean(name, classes)}`);
  }
  findings.allKnown(FILE, ['works'], supply.works, classes, 'class');
  findings.allKnown(FILE, ['componentsOfWorks'], supply.componentsOfWorks, classes, 'class');
  supply.contradictions.forEach((c, i) => {
    findings.allKnown(FILE, ['contradictions', i, 'classes'], c.classes, classes, 'class');
    findings.allKnown(FILE, ['contradictions', i, 'kinds'], c.kinds ?? [], facts.of('lineKind'), 'line kind');
  });
  const kinds = facts.of('lineKind');
  for (const list of [
    'winningKinds',
    'componentKinds',
    'neverComponents',
    'operatedKinds',
    'partOfPrice',
    'partOfCredit',
    'paymentsToldAfter',
  ] as const)
    findings.allKnown(FILE, [list], supply[list], kinds, 'line kind');
  findings.allKnown(FILE, ['offSite', 'kinds'], supply.offSite.kinds, kinds, 'line kind');
  for (const [kind, sets] of Object.entries(supply.factsOfKinds)) {
    const path = ['factsOfKinds', kind];
    if (!kinds.has(kind)) findings.reportKey(FILE, path, `unknown line kind "${kind}"${didYouMean(kind, kinds)}`);
    facts.checkSets(FILE, path, sets);
  }
}

function checkNamedThings(findings: Findings, concepts: ReadonlySet<string>, supply: SupplyReadingTable): void {
  const areas = new Set([...concepts].map(areaOf));
  for (const list of ['kitchenWorks', 'kitchenMarks', 'removals', 'operableMachines'] as const)
    findings.allKnown(FILE, [list], supply[list], concepts, 'concept');
  for (const list of ['things', 'madeOf'] as const)
    findings.allKnown(FILE, ['builtUp', list], supply.builtUp?.[list], concepts, 'concept');
  findings.allKnown(FILE, ['toolMakers', 'goods'], supply.toolMakers?.goods, concepts, 'concept');
  for (const list of ['kitchenAreas', 'serviceAreas'] as const)
    findings.allKnown(FILE, [list], supply[list], areas, 'area');
  for (const list of ['toolAreas', 'circuitsServe'] as const)
    findings.allKnown(FILE, [list], supply[list] ?? [], areas, 'area');
  supply.laidBare?.forEach((row, i) => {
    findings.allKnown(FILE, ['laidBare', i, 'works'], row.works, concepts, 'concept');
  });
  const { costsOfWorks, apartFromWorks, landscape } = supply;
  findings.allKnown(FILE, ['costsOfWorks', 'areas'], costsOfWorks.areas, areas, 'area');
  findings.allKnown(FILE, ['costsOfWorks', 'notCosts'], costsOfWorks.notCosts, concepts, 'concept');
  findings.allKnown(FILE, ['noWorkOfTrades', 'areas'], supply.noWorkOfTrades?.areas ?? [], areas, 'area');
  const { partOfWorks, partOf } = apartFromWorks;
  findings.allKnown(FILE, ['apartFromWorks', 'partOfWorks'], partOfWorks, concepts, 'concept');
  for (const [works, parts] of Object.entries(partOf ?? {})) {
    const path = ['apartFromWorks', 'partOf', works];
    if (!concepts.has(works))
      findings.reportKey(FILE, path, `unknown concept "${works}"${didYouMean(works, concepts)}`);
    findings.allKnown(FILE, path, parts, concepts, 'concept');
  }
  supply.deedsOfTrades?.forEach(({ of }, i) => {
    findings.allKnown(FILE, ['deedsOfTrades', i, 'of'], of, new Set([...areas, ...concepts]), 'area or concept');
  });
  findings.allKnown(FILE, ['landscape', 'areas'], landscape.areas, new Set([...areas, ...concepts]), 'area or concept');
}

function checkProjects(findings: Findings, supply: SupplyReadingTable): void {
  const types: ReadonlySet<string> = new Set(PROJECT_TYPES);
  const dwellings: ReadonlySet<string> = new Set(NEW_DWELLING);
  for (const [route, { doubtfulProjectTypes, doubtfulNewDwelling }] of Object.entries(supply.projects)) {
    const path = ['projects', route];
    findings.allKnown(FILE, [...path, 'doubtfulProjectTypes'], doubtfulProjectTypes, types, 'project type');
    findings.allKnown(FILE, [...path, 'doubtfulNewDwelling'], doubtfulNewDwelling, dwellings, 'answer');
  }
}
