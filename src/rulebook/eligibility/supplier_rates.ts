import { VERDICT_ALONE } from '../classify.js';
import type { Facts } from '../conditions.js';
import { type Line, lineOf } from '../line.js';
import type { Route } from '../model.js';
import type { Rulebook } from '../rulebook.js';
import type { SupplierRate } from './assessment.js';

/** A sample price, so that the line rules see VAT charged at the standard rate. */
const NET = 100_000;
const PERCENT = 100;

/** The rate suppliers should charge by scheme and supply type, as the line rules decide sample lines. */
export async function supplierRates(
  book: Rulebook,
  schemes: readonly Route[],
  facts: Facts,
  today: string,
): Promise<SupplierRate[]> {
  const rates: SupplierRate[] = [];
  for (const scheme of schemes)
    for (const { supplyType, label, line } of book.eligibility.rateSamples) {
      const sample = lineOf({
        route: scheme,
        supplyType,
        text: line,
        net: NET,
        vat: Math.round((NET * book.rates.standardAt(today)) / PERCENT),
        taxPoint: today,
        taxPointGiven: true,
        country: facts.country as Line['country'],
        answers: [],
      });
      const { classification, rule } = await book.classify(sample, VERDICT_ALONE);
      rates.push({ scheme, supplyType, label, rate: classification.correctRate, rule: rule?.id ?? null });
    }
  return rates;
}
