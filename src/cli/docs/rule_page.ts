import type { Rule } from '../../rulebook/model.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { conditionWords } from '../condition_words.js';
import { exampleWords, outcomeWords } from '../rule_words.js';
import type { Commit } from './history.js';
import { type CitedLaw, citedLaw } from './law.js';

/** Everything the page of one rule says. */
export interface RulePage {
  rule: Rule;
  /** One line a test; `depth` is how far it is nested. */
  condition: { text: string; depth: number }[];
  outcome: string[];
  law: CitedLaw[];
  examples: string[];
  overrides: Rule[];
  overriddenBy: Rule[];
  /** Null where there is no git. */
  history: Commit[] | null;
}

/** @param history commits by file, paths from the folder of rules. */
export function rulePage(book: Rulebook, rule: Rule, history: ReadonlyMap<string, Commit[]> | null): RulePage {
  return {
    rule,
    condition: conditionWords(rule.when, book.facts).map((line) => {
      const text = line.trimStart();
      return { text: text.replace(/^- /, ''), depth: (line.length - text.length) / 2 };
    }),
    outcome: outcomeWords(rule.outcome),
    law: rule.citations.map((ref) => citedLaw(book, ref)),
    examples: rule.examples.map((example) => exampleWords(rule, example)),
    overrides: rule.overrides.map((id) => book.rule(id)).filter((r) => r !== undefined),
    overriddenBy: book.rules.filter((r) => r.overrides.includes(rule.id)),
    history: history && (history.get(rule.file.replace(/^rules\//, '')) ?? []),
  };
}
