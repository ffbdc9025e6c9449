import type { Judgement } from '../engine.js';
import type { Rule } from '../model.js';

/** What the rules say of facts, in a few words; two judgements that read the same lead to the same answer. */
export function verdictText(judgement: Judgement): string {
  switch (judgement.kind) {
    case 'decided':
      return decidedBy(judgement.rule);
    case 'conflict':
      return CONFLICT;
    case 'missing':
      return asksFor(judgement.fact);
    case 'no_rule':
      return NO_RULE;
  }
}

export const CONFLICT = 'rules disagree';
export const NO_RULE = 'no rule';

export function asksFor(fact: string): string {
  return `asks for ${fact}`;
}

export function decidedBy({ id, outcome }: Pick<Rule, 'id' | 'outcome'>): string {
  const { treatment, ...more } = outcome;
  return `${id}: ${[treatment, ...Object.entries(more).map(([key, value]) => `${key} ${value}`)].join(', ')}`;
}

/** Whether a verdict leaves the line open, so that nobody can have relied on it. */
export function isOpen(verdict: string): boolean {
  return verdict === CONFLICT || verdict === NO_RULE || /^asks for |: needs_answer/.test(verdict);
}
