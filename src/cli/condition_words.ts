import type { Condition } from '../rulebook/conditions.js';
import type { FactDefinition } from '../rulebook/model.js';

/**
 * A rule's condition in words, one line a test, indented by depth. A named condition shows its name and then what it
 * stands for, because a specialist checks both.
 */
export function conditionWords(condition: Condition, facts: readonly FactDefinition[]): string[] {
  return lines(condition, facts, 0, false);
}

function lines(condition: Condition, facts: readonly FactDefinition[], depth: number, negated: boolean): string[] {
  const at = (text: string) => `${'  '.repeat(depth)}- ${text}`;
  switch (condition.kind) {
    case 'in': {
      const not = condition.negated !== negated;
      const meaning = facts.find((f) => f.name === condition.fact);
      const words = condition.values.map((v) => meaning?.values.find((x) => x.value === v)?.meaning ?? v);
      const values = condition.values.map((v, i) => (words[i] === v ? v : `${v} (${words[i]})`));
      return [at(`${condition.fact} is ${not ? 'known and not ' : ''}${values.join(' or ')}`)];
    }
    case 'unknown':
      return [at(`${condition.fact} is ${negated ? 'known' : 'not known'}`)];
    case 'not':
      return lines(condition.of, facts, depth, !negated);
    case 'all':
    case 'any': {
      const every = condition.kind === 'all';
      const head = `${every ? 'all' : 'any'} of:`;
      const title =
        condition.name === undefined
          ? `${negated ? 'not ' : ''}${head}`
          : `${negated ? 'it is not so that ' : ''}${condition.name}; that is ${head}`;
      return [at(title), ...condition.of.flatMap((part) => lines(part, facts, depth + 1, false))];
    }
  }
}
