import type { Concept } from '../catalogue.js';
import type { EnergyAim } from '../model.js';
import type { Rates } from '../rates.js';
import { type Mention, mentionsOf } from '../reading/reading.js';
import { followsOthers, standing } from '../standing.js';
import { type Draft, inSentence, isWorksContract, says, settle } from './draft.js';

/** Energy-saving materials: standing on the list, the zero-rate dates, what the installation is of, whose job it is part of. */
export function readEnergySaving(draft: Draft): void {
  const { concept, head, line, tables, reading, facts, doubts } = draft;
  if (concept?.esm) {
    settle(draft, 'esm', concept.esm, 'catalogue');
    const aim = aimOf(draft, concept);
    if (aim) {
      settle(draft, 'esmAim', aim.aim, 'catalogue');
      draft.aimQuestion = aim.asks ?? null;
    }
    const follows = concept.esm === 'component' && facts.esmAim !== 'ordinary_works';
    draft.zeroRateItem = concept.esmItem ?? (follows ? tables.supply.datesOfComponents : null);
    const window = zeroRateWindow(tables.rates, draft.zeroRateItem, facts.country, line.taxPoint);
    settle(draft, 'zeroRateWindow', window, 'amounts');
  }
  if (reading.signals.some((s) => s.says === 'separate_job')) {
    settle(draft, 'job', 'separate', 'words');
    doubtListedBeside(draft, mentionsOf({ ...reading, head }), ({ esm }) => esm === 'listed');
  } else if (isWorksContract(draft)) settle(draft, 'job', 'part_of_larger', 'words');
  else if (inSentence(draft) && tables.supply.fittingApart.includes(line.route))
    // "TRVs for ASHP system": what the works are for is no part of their price.
    doubtListedBeside(
      draft,
      reading.others.map((other) => other.mention),
      ({ esmItem }) => tables.supply.jobsOfTheirOwn?.includes(esmItem ?? '') === true,
    );
  if (line.esmStatus === 'listed' && concept && concept.esm !== 'listed' && standing(concept) === 'yes')
    doubts.add('esm_status_disputed');
}

/**
 * "Plasterboard and loft insulation fitted, separate job", "radiators, ASHP": the rate of what is on the list may be another,
 * whichever is named first.
 */
function doubtListedBeside(
  { concept, doubts, steps }: Draft,
  named: readonly Mention[],
  isListed: (concept: Concept) => boolean,
): void {
  if (concept === null || concept.esm === 'listed') return;
  const listed = named.find((mention) => isListed(mention.concept));
  if (listed === undefined) return;
  doubts.add('mixed');
  steps.push(
    `"${listed.text}" (${listed.concept.label}) is an energy-saving material, whose separate installation is treated differently.`,
  );
}

/** Where a tax point stands against the zero-rate dates of an item; Great Britain's when no country is known. */
export function zeroRateWindow(
  rates: Rates,
  item: string | null,
  country: string | null | undefined,
  date: string,
): string {
  return rates.window(item ?? undefined, country ?? 'great_britain', date);
}

/** The first row of `energyAims` that fits. */
function aimOf(draft: Draft, concept: Concept): EnergyAim | undefined {
  const { reading, head, subject, line } = draft;
  const main = subject ?? head?.mention;
  const named = mentionsOf({ ...reading, head }).filter((mention) => mention !== main);
  const others = new Set(named.map((m) => m.concept.id));
  return draft.tables.supply.energyAims.find(
    (a) =>
      (a.main === undefined || a.main.includes(concept.id)) &&
      (a.mainEsmItem === undefined || a.mainEsmItem === concept.esmItem) &&
      (a.mainEsm === undefined || a.mainEsm === concept.esm) &&
      (a.with === undefined || a.with.some((id) => others.has(id))) &&
      (a.says === undefined || says(draft, a.says)) &&
      (a.invoice === undefined || a.invoice === line.esmInvoiceCtx),
  );
}

/** The other lines of the invoice: evidence that can only turn a claim into a question. */
export function doubtByOtherLines(draft: Draft): void {
  const { line, wording, concept, supplied, doubts } = draft;
  if (wording === 'goods_alone' || concept === null) return;
  if (!(standing(concept) === 'yes' && supplied === 'materials') && !chargedOnGoods(draft, concept)) return;
  if (line.esmInvoiceCtx) doubts.add('other_lines_energy');
  if (line.saiInvoiceCtx || line.relation === 'ancillary' || line.relation === 'labour')
    doubts.add('other_lines_fitting');
}

/** Carriage, a deposit or a surcharge for goods bought alone. A reduction is left: to doubt it would raise the claim. */
function chargedOnGoods({ facts }: Draft, concept: Concept): boolean {
  return (
    followsOthers(concept) &&
    facts.sign === 'charge' &&
    (facts.goodsNamed === 'claimable' || facts.goodsNamed === 'none') &&
    (facts.supplied === 'materials' || facts.supplied === 'other')
  );
}
