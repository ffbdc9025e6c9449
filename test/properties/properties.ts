import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { arbitraries } from './arbitraries.js';
import { claims } from './claims.js';
import { companions } from './companions.js';
import { conditions } from './conditions.js';
import { money } from './money.js';
import { oneAnswer } from './one_answer.js';
import { questions } from './questions.js';
import type { Subject } from './subject.js';

/** Something that holds of every line. `check` rejects when it does not hold of some. */
export interface Property {
  group: string;
  name: string;
  check(): Promise<void>;
}

/** Every property, as asserted of one rulebook. */
export function propertiesOf(book: Rulebook): Property[] {
  const found: Property[] = [];
  let current = '';
  const subject: Subject = {
    book,
    any: arbitraries(book),
    group(name, body) {
      current = name;
      body();
    },
    property(name, check) {
      found.push({ group: current, name, check: async () => check() });
    },
  };
  for (const part of [oneAnswer, money, claims, questions, conditions, companions]) part(subject);
  return found;
}
