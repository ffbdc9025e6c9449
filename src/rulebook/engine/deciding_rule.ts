import type { Condition } from '../conditions.js';
import type { Effective } from '../model.js';

/** What a decision table needs to know of a rule; two outcomes are the same when their JSON is. */
export interface DecidingRule {
  id: string;
  effective: Effective;
  when: Condition;
  outcome: object;
  /** Ids of rules that this one is an exception to. */
  overrides: readonly string[];
}
