import type { LineSource } from '../../rulebook/comparison/lines.js';
import { exampleLine } from '../../rulebook/proof/examples.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { knownAnswers } from './known_answers.js';

/** The examples of the rules and every line of the fixtures, each once. */
export function knownLines(book: Rulebook, today: string): LineSource {
  const examples = book.rules.flatMap((rule) =>
    rule.examples.map((example) => exampleLine(book, rule, example, today)),
  );
  const lines = [...examples, ...knownAnswers(book, today).map(({ line }) => line)];
  const once = new Map(lines.map((line) => [JSON.stringify(line), line]));
  return { name: 'known lines', lines: [...once.values()] };
}
