import type { Condition } from './conditions.js';
import type { Route } from './model.js';

/** A combination of facts that no line can have, as rules/impossible.yaml states it. */
export interface Impossible {
  id: string;
  /** Where it holds; everywhere when not given. */
  route?: Route;
  when: Condition;
  because: string;
}
