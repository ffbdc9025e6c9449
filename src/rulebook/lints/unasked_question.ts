import { ASKED_OF_CONFLICT } from '../deciding/given_answers.js';
import { ASKED_OF_GOODS, ASKED_OF_UNKNOWN } from '../deciding/open_question.js';
import type { Lint, LintedBook } from './lint.js';

/** A question that nobody ever sees. */
export const unaskedQuestion: Lint = {
  id: 'unasked_question',
  about: 'a question that nobody asks',
  *check({ book }) {
    const asked = askersOf(book);
    for (const { id, concerns } of book.questions.values())
      if (concerns === 'line' && !asked.has(id))
        yield {
          severity: 'error',
          subject: { kind: 'question', id },
          message: 'no rule, fact, concept, energy-saving row or row of whoFitted asks this question',
        };
  },
};

/** Who asks each question: `thing` for concepts and what stands in for them, `rule` for rules and facts. */
export function askersOf(book: LintedBook): Map<string, Set<'thing' | 'rule'>> {
  const asked = new Map<string, Set<'thing' | 'rule'>>();
  const note = (id: string | undefined, by: 'thing' | 'rule') => {
    if (id !== undefined) asked.set(id, (asked.get(id) ?? new Set()).add(by));
  };
  for (const fact of book.facts)
    for (const { asks } of [fact, ...fact.values]) note(asks, fact.name === 'lineKind' ? 'thing' : 'rule');
  for (const rule of book.rules) note(rule.outcome.question, 'rule');
  for (const { question, esmQuestion, onRoute } of book.catalogue.concepts)
    for (const id of [question, esmQuestion, onRoute?.question]) note(id, 'thing');
  for (const { asks } of book.supply.energyAims) note(asks, 'thing');
  for (const { asks } of book.meaningTables.whoFitted) note(asks, 'rule');
  for (const id of [ASKED_OF_GOODS, ASKED_OF_UNKNOWN, ASKED_OF_CONFLICT]) note(id, 'thing');
  return asked;
}
