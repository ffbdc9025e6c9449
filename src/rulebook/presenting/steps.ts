import type { Decision } from '../deciding/decision.js';
import type { Following } from '../deciding/following.js';
import type { DecidedPart } from '../deciding/joint_decision.js';
import { poundsText } from '../money.js';
import type { Rulebook } from '../rulebook.js';

/** The whole reasoning for a specialist: how the words were read, what was known and presumed, why each rule does or does not apply. */
export function stepsOf(book: Rulebook, decision: Decision): string[] {
  const { line, meaning, facts, supplied, rule, following } = decision;
  const answered = line.answers.map(
    (a) => `Answer ${a.questionId}: ${a.answerId}${a.value === null ? '' : ` (${a.value})`}.`,
  );
  const known: string[] = [];
  const presumed: string[] = [];
  const unknown: string[] = [];
  for (const name in facts) {
    const value = facts[name];
    if (value === undefined) continue;
    if (value === null) unknown.push(name);
    else if (meaning.origins[name] !== 'presumed') known.push(`${name} ${value}`);
    else if (rule !== null) presumed.push(`${name} ${value}`);
  }
  return [
    ...meaning.steps,
    ...(following === null ? [] : [followed(following)]),
    ...answered,
    `Read as ${supplied.replace(/_/g, ' ')} (stated: ${line.supplyType.replace(/_/g, ' ')}), tax point ${line.taxPoint}.`,
    `Known: ${known.join('; ')}.`,
    `Presumed: ${presumed.join('; ')}.`,
    ...(unknown.length > 0 ? [`Not known: ${unknown.join(', ')}.`] : []),
    rule ? `Decided by ${rule.id} (${rule.title}), confirmed by the rules engine.` : 'No rule decides.',
    ...book.engine.othersExplained(line.route, supplied, line.taxPoint, facts),
  ];
}

function followed({ main, facts, held }: Following): string {
  const taken = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`);
  return `Follows the main line “${main}”, from which it takes: ${taken.join('; ')}.${held === null ? '' : ` Held: ${held}`}`;
}

/** The reasoning of each part after the other. */
export function stepsOfParts(book: Rulebook, parts: readonly DecidedPart[]): string[] {
  return parts.flatMap(({ part, decision }) => [
    `Part “${part.name}” ${poundsText(part.line.net)}, VAT ${poundsText(part.line.vat)}: ${decision.treatment} by ${decision.rule?.id ?? 'no rule'}.`,
    ...stepsOf(book, decision),
  ]);
}
