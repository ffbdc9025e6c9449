import type { Catalogue, Concept } from './catalogue.js';
import type { Facts } from './conditions.js';
import type { Line } from './line.js';
import type { FactDefinition, Question, SupplyReadingTable, SupplyType } from './model.js';
import type { Rates } from './rates.js';
import type { Mention, NamedThing, Reading } from './reader.js';

/** Where a fact comes from. Words outrank what the caller stated; an answer outranks both. */
export type Origin = 'answer' | 'words' | 'catalogue' | 'caller' | 'amounts' | 'presumed';

export interface Meaning {
  facts: Facts;
  origins: Map<string, Origin>;
  /** Whose rules decide. */
  supplied: SupplyType;
  concept: Concept | null;
  /** The words that name the thing, as printed. */
  matchedText: string | null;
  /** Words for a building that is not the home. */
  otherBuilding: string | null;
  /** The question of an energy-saving doubt, when there is one. */
  aimQuestion: string | null;
  /** Every doubt, so that an answer can remove its own. */
  doubts: Set<string>;
  steps: string[];
}

export interface MeaningTables {
  catalogue: Catalogue;
  facts: readonly FactDefinition[];
  questions: ReadonlyMap<string, Question>;
  rates: Rates;
  supply: SupplyReadingTable;
  isInstallationHead(mention: Mention): boolean;
  isPart(mention: Mention): boolean;
}

/** How the treatment of a thing groups for the question whether one price covers several treatments. */
type Standing = 'yes' | 'no' | 'ask' | 'outside' | 'works' | 'service' | 'follows';

const CLAIMABLE = new Set(['building_material', 'esm_product']);
const EXCLUDED = new Set([
  'excluded_appliance',
  'excluded_furniture',
  'excluded_carpet',
  'not_ordinarily_incorporated',
]);
const FOLLOWING = new Set(['delivery', 'follows_other_line']);

function standing(concept: Concept): Standing {
  if (concept.goodsAlone === 'ask' || concept.goodsAlone === 'part' || concept.class === 'ask') return 'ask';
  if (CLAIMABLE.has(concept.class)) return 'yes';
  if (concept.class === 'outside_the_works') return 'outside';
  if (EXCLUDED.has(concept.class) || concept.class === 'not_incorporated') return 'no';
  if (FOLLOWING.has(concept.class)) return 'follows';
  if (
    concept.class === 'construction_service' ||
    concept.class === 'construction_service_unsettled' ||
    concept.class === 'fitting_of_excluded_goods'
  )
    return 'works';
  return 'service';
}

export type Wording =
  | 'nothing'
  | 'goods_alone'
  | 'goods_hints'
  | 'supply_and_install'
  | 'services_only'
  | 'work_hints'
  | 'hire'
  | 'operated'
  | 'conflicting';

/** What the words alone say of how the thing was supplied (signals.yaml). */
export function wordingOf(reading: Reading): Wording {
  const head = reading.head;
  const headClass = head?.mention.concept.class;
  const goodsHead = head !== null && headClass !== undefined && !standingIsService(head.mention.concept);
  const strong = new Set<string>();
  let participle = false;
  let workHints = false;
  let goodsHints = false;
  for (const signal of reading.signals) {
    if (signal.relation === 'excluded') {
      if (signal.says === 'supply_and_install' || signal.says === 'services_only') strong.add('goods_alone');
      continue;
    }
    if (signal.weight === 'strong') strong.add(signal.says);
    else if (signal.weight === 'participle') {
      if (!goodsHead || (head && signal.from >= head.mention.to)) participle = true;
    } else if (signal.weight === 'final') workHints = true;
    else if (signal.says === 'services_only') {
      const phrase = signal.text.toLowerCase();
      if (!goodsHead || (head && signal.from >= head.mention.to) || /^to |\bof$/.test(phrase)) workHints = true;
    } else if (signal.says === 'goods_alone') goodsHints = true;
  }
  const goods = strong.has('goods_alone');
  const fitted = strong.has('supply_and_install');
  const labour = strong.has('services_only');
  if (goods && (fitted || labour)) return 'conflicting';
  if (fitted) return 'supply_and_install';
  if (strong.has('operated')) return 'operated';
  if (strong.has('hire') || strong.has('unoperated')) return 'hire';
  if (goods) return 'goods_alone';
  if (participle && goodsHead) return 'supply_and_install';
  if (labour) return 'services_only';
  if (workHints || participle) return 'work_hints';
  return goodsHints ? 'goods_hints' : 'nothing';
}

function standingIsService(concept: Concept): boolean {
  return ['works', 'service', 'follows'].includes(standing(concept));
}

/** Turns a reading and what the caller said into the facts that rules name. */
export function meaningOf(
  line: Line,
  reading: Reading,
  tables: MeaningTables,
  answered: Concept | null = null,
): Meaning {
  const facts: Record<string, string | null> = {};
  const origins = new Map<string, Origin>();
  const steps = [...reading.steps];
  const set = (name: string, value: string | null, origin: Origin) => {
    facts[name] = value;
    origins.set(name, origin);
  };
  for (const fact of tables.facts) set(fact.name, fact.presume ?? null, 'presumed');
  const doubts = new Set<string>();
  const says = (id: string) => reading.statements.has(id);

  set('rateCharged', tables.rates.charged(line.net, line.vat, line.taxPoint), 'amounts');
  set('statedSupplyType', line.supplyType, 'caller');
  set('sign', line.net < 0 || line.vat < 0 ? 'credit' : 'charge', 'amounts');
  if (line.country)
    set('country', line.country === 'northern_ireland' ? 'northern_ireland' : 'great_britain', 'caller');
  if (line.supplierVatRegistered === false) set('vatKind', 'not_vat', 'caller');
  if (line.completionDate !== null)
    set('timing', line.taxPoint > line.completionDate ? 'after_completion' : 'before_completion', 'caller');
  const scheme = tables.supply.projects[line.route];
  if (
    (line.projectType !== null && scheme.doubtfulProjectTypes.includes(line.projectType)) ||
    (line.newDwelling !== null && scheme.doubtfulNewDwelling.includes(line.newDwelling))
  ) {
    set('project', 'doubtful', 'caller');
    doubts.add('project');
  }

  const statementFacts: [string, string, string][] = [
    ['after_completion', 'timing', 'after_completion'],
    ['builders_account', 'customer', 'builder'],
    ['reverse_charge', 'vatKind', 'reverse_charge'],
    ['foreign_vat', 'vatKind', 'foreign'],
    ['no_vat_number', 'vatKind', 'not_vat'],
    ['import_document', 'importPapers', 'named'],
  ];
  for (const [id, fact, value] of statementFacts) {
    const statement = reading.statements.get(id);
    if (!statement) continue;
    set(fact, value, 'words');
    steps.push(`"${statement.text}" states: ${fact} is ${value.replace(/_/g, ' ')}.`);
  }

  const head: NamedThing | null = answered
    ? {
        mention: {
          concept: answered,
          from: 0,
          to: reading.words.length,
          text: reading.head?.mention.text ?? answered.label,
        },
        relation: 'first',
        besideUnknown: false,
        describedBy: [],
      }
    : reading.head;
  let concept: Concept | null = head?.mention.concept ?? null;
  let matchedText = head?.mention.text ?? null;
  const listedThings = reading.others.map((o) => o.mention);
  const mentioned: Concept[] = [
    ...listedThings.map((m) => m.concept),
    ...(head?.describedBy ?? []).map((m) => m.concept),
    ...reading.others.flatMap((o) => o.describedBy.map((m) => m.concept)),
    ...reading.about.map((a) => a.mention.concept),
  ];

  const wording = wordingOf(reading);
  const payment = [...(head?.describedBy ?? [])].find((m) => m.concept.class === 'follows_other_line');
  if (payment && head && concept && !FOLLOWING.has(concept.class)) {
    mentioned.push(concept);
    steps.push(`"${payment.text}" (${payment.concept.label}) is for "${head.mention.text}".`);
    concept = payment.concept;
    matchedText = `${payment.text} ${head.mention.text}`;
  }
  /** What the words of the line make of a thing ("electric" blinds), if anything. */
  const turnOf = (c: Concept) => c.becomes?.find((b) => b.says.every(says) && !(b.unless ?? []).some(says));
  let subject: Mention | null = head?.mention ?? null;
  const statedOrSaid = tables.supply.readings[line.supplyType][wording];
  const sentence = statedOrSaid === 'labour' || statedOrSaid === 'supply_and_install';
  if ((sentence || (concept !== null && standing(concept) === 'works')) && answered === null && !payment) {
    // A sentence of work names its subject anywhere in it, and words that no list knows do not change what was done.
    const primary = [
      ...(head ? [head.mention] : []),
      ...reading.others.filter((o) => o.relation !== 'included').map((o) => o.mention),
    ];
    const anywhere = [
      ...primary,
      ...reading.others.flatMap((o) => [o.mention, ...o.describedBy]),
      ...(head?.describedBy ?? []),
      ...reading.about.map((a) => a.mention),
    ].sort((x, y) => x.from - y.from);
    const works = anywhere.find(
      (m) => standing(m.concept) === 'works' && !tables.supply.winningKinds.includes(m.concept.lineKind ?? ''),
    );
    const goods = anywhere.find((m) => standing(m.concept) === 'yes');
    const winning = anywhere.find((m) => {
      const kind = m.concept.lineKind ?? '';
      if (!tables.supply.winningKinds.includes(kind)) return false;
      return !(
        tables.supply.componentKinds.includes(kind) &&
        (works ?? goods) !== undefined &&
        (statedOrSaid === 'supply_and_install' || !primary.includes(m))
      );
    });
    const headStands =
      head !== null &&
      concept !== null &&
      (standing(concept) !== 'ask' || turnOf(concept) !== undefined) &&
      concept.class !== 'not_incorporated';
    const best =
      winning ?? (headStands && head ? head.mention : undefined) ?? works ?? goods ?? head?.mention ?? anywhere[0];
    if (best && best.concept !== concept) {
      concept = best.concept;
      matchedText = best.text;
      steps.push(`The work is on "${best.text}" (${best.concept.label}).`);
    }
    subject = best ?? null;
  }
  if (reading.repaired.length > 0) doubts.add('repaired');
  if (reading.misspelt.length > 0) {
    doubts.add('repaired');
    for (const { from, to } of reading.misspelt)
      steps.push(`"${from}" may be a misspelling of "${to}", which would make this another line.`);
  }
  if (!concept) doubts.add('product_unknown');
  if (reading.unknownOther !== null && concept && !sentence && standing(concept) === 'yes') {
    doubts.add('mixed');
    steps.push(
      `"${reading.unknownOther}" beside it is not in the catalogue, so the line may cover something else too.`,
    );
  }

  let changed = false;
  const specified =
    concept?.generic === true && head && !tables.isInstallationHead(head.mention) ? head.describedBy.at(-1) : undefined;
  if (specified && subject === head?.mention) {
    steps.push(`"${specified.text}" says which ${concept?.label ?? ''}: ${specified.concept.label}.`);
    concept = specified.concept;
    subject = specified;
  }
  const change = concept ? turnOf(concept) : undefined;
  if (change && concept) {
    const other = tables.catalogue.get(change.concept);
    if (other) {
      steps.push(
        `${change.says.map((id) => `"${reading.statements.get(id)?.text}"`).join(' and ')} makes it ${other.label}.`,
      );
      concept = other;
      changed = true;
    }
  }

  let productClass: string | null = concept?.class ?? null;
  let goodsAlone: string | null = concept?.goodsAlone ?? null;
  let lineKind = concept?.lineKind ?? 'ordinary';
  let otherBuilding: string | null = null;
  let perhapsTheHome = says('perhaps_converted_building');

  if (concept && head && (concept === head.mention.concept || changed)) {
    const owners: { mention: Mention; purpose: boolean }[] = [
      ...head.describedBy.map((mention) => ({ mention, purpose: false })),
      ...reading.about
        .filter((a) => a.relation === 'purpose' || a.relation === 'of' || standing(a.mention.concept) === 'outside')
        .map((a) => ({ mention: a.mention, purpose: true })),
    ];
    const installation = tables.isInstallationHead(head.mention);
    const goods = standing(concept) === 'yes' || standing(concept) === 'ask';
    for (const { mention, purpose } of owners) {
      const owner = mention.concept;
      if (owner === concept || owner === head.mention.concept) continue;
      const kind = standing(owner);
      if (kind === 'outside') {
        otherBuilding ??= mention.text;
        perhapsTheHome ||= owner.mayBeTheHome === true;
        continue;
      }
      if (goods && !installation && kind === 'no') {
        if (owner.class !== 'not_incorporated' || purpose || tables.isPart(head.mention)) {
          productClass = owner.class;
          goodsAlone = 'no';
          steps.push(
            `"${head.mention.text}" is ${purpose ? 'for' : 'a part of'} "${mention.text}" (${owner.label}) and follows it.`,
          );
        } else {
          doubts.add('mixed');
          steps.push(
            `"${mention.text}" (${owner.label}) stands before "${head.mention.text}", so what the thing is stays open.`,
          );
        }
      } else if (
        standing(concept) === 'yes' &&
        !installation &&
        kind === 'ask' &&
        owner.generic !== true &&
        !FOLLOWING.has(owner.class)
      ) {
        if (owner.question === 'garage_when') {
          if (!says('built_with_home')) doubts.add('doubtful_building');
        } else if (owner.lineKind === undefined || owner.lineKind === 'ordinary') {
          concept = owner;
          productClass = owner.class;
          goodsAlone = owner.goodsAlone;
          steps.push(`"${head.mention.text}" belongs to "${mention.text}" (${owner.label}), whose own answer is open.`);
        }
      } else if (standing(concept) === 'works' && kind === 'no') {
        productClass = 'fitting_of_excluded_goods';
        lineKind = 'ordinary';
        steps.push(`The work is on "${mention.text}" (${owner.label}).`);
      }
    }
  }

  const inSentence = sentence && concept !== null && (standing(concept) === 'yes' || standing(concept) === 'works');
  const workWords =
    wording === 'services_only' ||
    wording === 'supply_and_install' ||
    wording === 'work_hints' ||
    reading.signals.some((s) => s.says === 'works_contract');
  const buildingWord = reading.statements.get('other_building') ?? reading.statements.get('perhaps_converted_building');
  const farm = (perhapsTheHome || concept?.mayBeTheHome === true) && !says('other_building');
  if (concept?.class === 'outside_the_works' && farm && sentence) {
    otherBuilding ??= matchedText;
    productClass = 'construction_service';
    goodsAlone = 'not_goods';
  } else if (buildingWord && concept && concept.class !== 'outside_the_works') otherBuilding ??= buildingWord.text;
  if (otherBuilding !== null) {
    set('building', farm && sentence ? 'perhaps_other' : 'other_building', 'words');
    steps.push(`"${otherBuilding}" names another building.`);
  }

  // Several things under one price; an answer that says what it is says it of the whole line.
  if (answered !== null) {
    // nothing to compare
  } else if (concept && inSentence) {
    const things = [
      ...(head ? [head.mention] : []),
      ...listedThings,
      ...reading.about.filter((x) => x.relation !== 'place').map((x) => x.mention),
    ];
    const clash = things.find((m) => {
      const kind = standing(m.concept);
      if (kind === 'no') return EXCLUDED.has(m.concept.class) && !tables.isInstallationHead(m);
      return (
        kind === 'ask' &&
        m.concept.generic !== true &&
        m.concept.esm !== 'listed' &&
        m.concept.class === 'ask' &&
        m.concept.lineKind === undefined &&
        m.concept.id.split('.')[0] !== 'svc' &&
        listedThings.includes(m)
      );
    });
    if (clash) {
      const kitchen = [concept, clash.concept].some((c) => c.id.startsWith('kitchen.'));
      doubts.add(standing(clash.concept) === 'ask' ? 'mixed_open' : kitchen ? 'kitchen_mixed' : 'excluded_mixed');
      steps.push(`The line also names "${clash.text}" (${clash.concept.label}), which is treated differently.`);
    }
  } else if (concept && head) {
    const onThisRoute = (c: Concept) => (c.onRoute?.route === line.route ? 'ask' : standing(c));
    const main = goodsAlone === 'no' && standing(concept) === 'yes' ? 'no' : standing(concept);
    for (const other of reading.others) {
      const kind = onThisRoute(other.mention.concept);
      if (kind === main || kind === 'follows' || main === 'follows') continue;
      const refused = main === 'no' || main === 'outside';
      if (refused && other.relation !== 'list') continue;
      if (kind === 'outside' && other.relation !== 'list') {
        otherBuilding ??= other.mention.text;
        set('building', 'other_building', 'words');
        continue;
      }
      if (
        main === 'yes' &&
        kind === 'no' &&
        other.relation !== 'list' &&
        other.besideUnknown &&
        other.mention.concept.class === 'not_incorporated'
      )
        continue;
      if (other.relation === 'included' && (kind === 'yes' || other.mention.concept.generic === true)) continue;
      if (main === 'service' || main === 'works') continue;
      if (sentence && (kind === 'works' || kind === 'service')) continue;
      const kitchen = [concept.id, other.mention.concept.id].some((id) => id.startsWith('kitchen.'));
      doubts.add((kind === 'no' || main === 'no') && kitchen ? 'kitchen_mixed' : 'mixed');
      steps.push(
        `The line also names "${other.mention.text}" (${other.mention.concept.label}), which is treated differently.`,
      );
      break;
    }
  }

  // What the line states in words can settle a thing whose answer is open (decisions.md reading rule 2).
  if (concept && goodsAlone === 'ask') {
    for (const settlement of concept.settledBy ?? []) {
      if (settlement.route !== undefined && settlement.route !== line.route) continue;
      const stated = (id: string) => says(id) || reading.statementsInNames.has(id);
      if (settlement.says.every(stated) && !(settlement.unless ?? []).some(stated)) {
        goodsAlone = settlement.goodsAlone;
        productClass =
          goodsAlone === 'yes'
            ? 'building_material'
            : productClass === 'ask'
              ? 'not_ordinarily_incorporated'
              : productClass;
        if (goodsAlone === 'no' && productClass === 'building_material') productClass = 'outside_the_works';
        if (lineKind !== 'ordinary') lineKind = 'ordinary';
        steps.push(
          `The line itself states ${settlement.says.map((id) => `"${reading.statements.get(id)?.text ?? id.replace(/_/g, ' ')}"`).join(' and ')}, which answers the question.`,
        );
        break;
      }
    }
  }
  if (concept?.onRoute && concept.onRoute.route === line.route && goodsAlone === 'yes') {
    goodsAlone = concept.onRoute.goodsAlone;
    steps.push(`On this route ${concept.label} need an answer first.`);
  }
  if (goodsAlone === 'yes' && concept) {
    if (says('powered') && !says('manual') && !concept.electrical) doubts.add('powered_version');
    if (says('loose')) doubts.add('loose_version');
    if (facts.sign === 'charge' && (says('spare') || says('stolen_or_damaged'))) doubts.add('surplus');
    if (concept.acceptedFrom !== undefined && line.taxPoint < concept.acceptedFrom) doubts.add('accepted_later');
  }

  // Kinds of VAT that a concept names.
  if (lineKind === 'import_vat') set('vatKind', 'import', 'words');
  if (lineKind === 'foreign_vat') set('vatKind', 'foreign', 'words');
  if (lineKind === 'unregistered_supplier') set('vatKind', 'not_vat', 'words');
  if (lineKind === 'builders_invoice') set('customer', 'builder', 'words');
  if (lineKind === 'after_completion') set('timing', 'after_completion', 'words');

  // Waste, hire and plant inside a works contract are its components.
  const contract = reading.signals.some((s) => s.says === 'works_contract' && s.relation !== 'excluded');
  if (
    contract &&
    productClass !== null &&
    (tables.supply.componentsOfWorks.includes(productClass) || tables.supply.componentKinds.includes(lineKind)) &&
    lineKind !== 'design_and_build' &&
    lineKind !== 'esm_groundworks' &&
    lineKind !== 'esm_installation'
  ) {
    productClass = 'construction_service';
    goodsAlone = 'not_goods';
    lineKind = 'works_contract';
    steps.push('The line says that it is part of a works contract.');
  }

  // Beyond the boundary works serve the highway or the network, not the building.
  if (says('off_site') && lineKind === 'ordinary' && (productClass === 'construction_service' || inSentence))
    lineKind = 'highway_works';

  // How it was supplied.
  let supplied: SupplyType | 'unclear' = tables.supply.readings[line.supplyType][wording] ?? line.supplyType;
  const works = productClass !== null && tables.supply.works.includes(productClass);
  const byClass = productClass === null ? undefined : tables.supply.byClass[productClass];
  const clash = tables.supply.contradictions.some(
    (c) => c.stated === line.supplyType && productClass !== null && c.classes.includes(productClass),
  );
  const operated =
    (wording === 'operated' && line.supplyType !== 'materials') ||
    lineKind === 'operated_plant' ||
    lineKind === 'contract_lift' ||
    lineKind === 'concrete_pump';
  if (wording === 'hire' || (wording === 'operated' && line.supplyType !== 'materials')) {
    if (
      !works &&
      byClass !== 'professional_services' &&
      byClass !== 'other' &&
      line.supplyType !== 'professional_services'
    )
      supplied = 'plant_hire';
  } else if (works && supplied !== 'unclear') {
    supplied = supplied === 'supply_and_install' || wording === 'supply_and_install' ? 'supply_and_install' : 'labour';
  }
  if (byClass !== undefined && !(works && byClass === 'plant_hire')) {
    if (supplied !== 'unclear' || wording === 'hire' || byClass !== 'plant_hire')
      set('supplied', supplied === 'unclear' ? line.supplyType : supplied, 'caller');
    supplied = byClass === 'other' && productClass === 'waste_service' ? 'other' : byClass;
  } else {
    set(
      'supplied',
      supplied === 'unclear' ? line.supplyType : supplied,
      wording === 'goods_alone' || wording === 'supply_and_install' ? 'words' : 'caller',
    );
  }
  if ((clash || (contract && supplied === 'materials')) && byClass === undefined) supplied = 'unclear';
  if (supplied === 'unclear') {
    doubts.add('supply_unclear');
    supplied = line.supplyType;
    steps.push('The words and the stated supply type contradict each other.');
  }
  // A machine's bare name says neither hire nor driver (K30).
  const machineOnly =
    concept !== null &&
    tables.supply.operableMachines.includes(concept.id) &&
    !operated &&
    !reading.signals.some((s) => s.says === 'hire' || s.says === 'unoperated') &&
    !reading.statements.has('hire_said') &&
    !reading.statements.has('weeks_said');
  if (supplied === 'plant_hire' && !machineOnly)
    set(
      'operator',
      operated ? 'with' : 'without',
      operated || reading.signals.some((s) => s.says === 'unoperated') ? 'words' : 'presumed',
    );
  if (concept?.lineKind === 'operated_plant') set('operator', 'with', 'words');

  // Work that the line names, for conversions.
  const gardenOnly = says('garden_named') && !says('site_services_named');
  if (says('off_site')) set('workNamed', 'off_site', 'words');
  else if (gardenOnly) set('workNamed', 'garden', 'words');
  else if (
    lineKind === 'concrete_pump' ? says('foundations_named') : says('site_services_named') || says('foundations_named')
  )
    set('workNamed', 'fabric_or_site', 'words');
  else if (workWords || works) set('workNamed', 'general', 'words');

  const { landscape } = tables.supply;
  if (
    inSentence &&
    concept &&
    landscape.routes.includes(line.route) &&
    landscape.areas.some((area) => concept.id === area || concept.id.startsWith(`${area}.`)) &&
    gardenOnly
  ) {
    doubts.add('landscape_or_access');
  }

  // What a payment, delivery or surcharge belongs to.
  if (concept && (FOLLOWING.has(concept.class) || lineKind === 'import_vat')) {
    const named = [
      ...(head && concept !== head.mention.concept ? [head.mention] : []),
      ...(head?.describedBy ?? []),
      ...reading.about.map((a) => a.mention),
      ...reading.others.map((o) => o.mention),
    ]
      .map((m) => m.concept)
      .filter((c) => c !== concept && !FOLLOWING.has(c.class) && c.lineKind !== 'not_described');
    const kinds = new Set(
      named.map(
        (c) =>
          ({
            yes: 'claimable',
            no: 'not_claimable',
            outside: 'not_claimable',
            ask: 'unsettled',
            works: 'works',
            service: 'hire',
            follows: 'none',
          })[standing(c)],
      ),
    );
    const fitting = wording === 'supply_and_install' || wording === 'services_only';
    if (kinds.size === 0 && workWords) kinds.add('works');
    if (kinds.has('works') && [...kinds].every((k) => k === 'works' || k === 'claimable'))
      set('goodsNamed', 'works', 'words');
    else if (kinds.size === 1)
      set('goodsNamed', fitting && kinds.has('claimable') ? 'works' : ([...kinds][0] ?? 'none'), 'words');
    else if (kinds.size > 1)
      set('goodsNamed', kinds.has('unsettled') && !kinds.has('claimable') ? 'unsettled' : 'mixed', 'words');
    if (reading.unknownOther !== null || reading.headStatus === 'unknown') set('goodsNamed', 'unsettled', 'words');
    doubts.delete('mixed');
  }

  // Energy-saving materials.
  let aimQuestion: string | null = null;
  if (concept?.esm) {
    set('esm', concept.esm, 'catalogue');
    const country = facts.country ?? 'great_britain';
    set('zeroRateWindow', tables.rates.window(concept.esmItem, country, line.taxPoint), 'amounts');
    const others = new Set(mentioned.map((c) => c.id));
    const aim = tables.supply.energyAims.find(
      (a) =>
        (a.main === undefined || a.main.includes(concept?.id ?? '')) &&
        (a.mainEsmItem === undefined || a.mainEsmItem === concept?.esmItem) &&
        (a.mainEsm === undefined || a.mainEsm === concept?.esm) &&
        (a.with === undefined || a.with.some((id) => others.has(id))) &&
        (a.says === undefined || says(a.says)) &&
        (a.invoice === undefined || a.invoice === line.esmInvoiceCtx),
    );
    if (aim) {
      set('esmAim', aim.aim, 'catalogue');
      aimQuestion = aim.asks ?? null;
    }
    if (concept.esm === 'component' && facts.zeroRateWindow === 'no_window' && facts.esmAim !== 'ordinary_works') {
      set('zeroRateWindow', tables.rates.window('air_source_heat_pump', country, line.taxPoint), 'amounts');
    }
  }
  if (reading.signals.some((s) => s.says === 'separate_job')) set('job', 'separate', 'words');
  else if (contract) set('job', 'part_of_larger', 'words');
  if (line.esmStatus === 'listed' && concept && concept.esm !== 'listed' && standing(concept) === 'yes')
    doubts.add('esm_status_disputed');

  // The other lines of the invoice: evidence that can only turn a claim into a question.
  if (wording !== 'goods_alone' && concept !== null && standing(concept) === 'yes' && supplied === 'materials') {
    if (line.esmInvoiceCtx) doubts.add('other_lines_energy');
    if (line.saiInvoiceCtx || line.relation === 'ancillary' || line.relation === 'labour')
      doubts.add('other_lines_fitting');
  }
  if (lineKind === 'commissioning' && says('installer_did_it')) set('installedBy', 'same_firm', 'words');
  if (lineKind === 'grant' && line.vat !== 0) productClass = 'statutory_or_outside_scope';

  set('productClass', productClass, 'catalogue');
  set('goodsAlone', goodsAlone, 'catalogue');
  set('lineKind', lineKind, 'catalogue');
  set('doubt', firstDoubt(doubts, tables.facts), 'words');

  return {
    facts,
    origins,
    supplied,
    concept,
    matchedText,
    otherBuilding,
    aimQuestion,
    doubts,
    steps,
  };
}

/** The first doubt in the order of facts.yaml: one question at a time. */
export function firstDoubt(doubts: ReadonlySet<string>, facts: readonly FactDefinition[]): string {
  const order = facts.find((f) => f.name === 'doubt')?.values.map((v) => v.value) ?? [];
  return order.find((d) => doubts.has(d)) ?? 'none';
}
