import type { Outcome, Rule, RuleExample } from '../rulebook/model.js';

/** What a rule decides, one sentence each. */
export function outcomeWords(outcome: Outcome): string[] {
  const words = [`the treatment is ${outcome.treatment.replace(/_/g, ' ')}`];
  if (outcome.reclaim === 'all') words.push('all VAT charged goes on the claim');
  if (outcome.recover === 'all') words.push('all VAT charged is to be repaid by the supplier');
  if (outcome.recover === 'above_reduced') words.push('VAT above the reduced rate is to be repaid by the supplier');
  if (outcome.correctRate !== undefined && outcome.correctRate !== null)
    words.push(
      `the right rate is ${outcome.correctRate === 0 ? '0%' : `the ${outcome.correctRate} rate at the tax point`}`,
    );
  if (outcome.question !== undefined)
    words.push(
      outcome.question === 'doubt' || outcome.question === 'product'
        ? `asks the question of the ${outcome.question}`
        : `asks ${outcome.question}`,
    );
  return words;
}

/** One example of a rule with its amounts, and what it is an example of. */
export function exampleWords(rule: Rule, example: RuleExample): string {
  const money = `net ${example.net.toFixed(2)}, VAT ${example.vat.toFixed(2)}`;
  const also = [
    example.supplyType,
    example.taxPoint,
    example.completionDate && `completed ${example.completionDate}`,
    example.country,
    example.projectType,
    example.answer,
  ].filter((t) => t);
  const verdict = (id: string) => (id === 'this' || id === rule.id ? 'this rule' : id);
  const says = example.is !== undefined ? verdict(example.is) : `not ${verdict(example.not ?? 'this')}`;
  return `“${example.line}” (${[money, ...also].join(', ')}): ${says}`;
}
