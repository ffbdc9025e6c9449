import type { Line } from '../line.js';
import type { CreditTexts, Outcome, Rule } from '../model.js';
import type { Rulebook } from '../rulebook.js';

/**
 * Texts of VAT that the rule would have the supplier put right at the rate of works that make a dwelling, where by the facts of the project
 * the works make none; null where the rule says otherwise or rests on another law.
 */
export function rightlyCharged(
  { notEligible }: Pick<Rulebook, 'notEligible'>,
  { worksMayBearVat }: Line,
  rule: Rule | null,
): CreditTexts | null {
  const works = notEligible?.works;
  if (!worksMayBearVat || works === undefined || rule?.outcome.treatment !== 'supplier_correction') return null;
  const sources = rule.citations.map((citation) => citation.split('#')[0] ?? '');
  const rests = (on: readonly string[]) => sources.some((source) => on.includes(source));
  return rests(works.restsOn) && !rests(works.butNot) ? works : null;
}

/** What becomes of such VAT. */
export const RIGHTLY_CHARGED: Outcome = { treatment: 'not_reclaimable' };
