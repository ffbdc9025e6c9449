import { InputError, parseConfirmedAnswer } from '../answers.js';
import { type Line, lineOf } from '../line.js';
import type { Rule, RuleExample } from '../model.js';
import { didYouMean } from '../problems.js';
import type { Rulebook } from '../rulebook.js';

/** The line an example describes; route and first supply type of its rule unless it says otherwise. */
export function exampleLine(book: Pick<Rulebook, 'questions'>, rule: Rule, example: RuleExample, today: string): Line {
  return lineOf({
    route: rule.route,
    supplyType: example.supplyType ?? rule.supplyTypes[0] ?? 'other',
    text: example.line,
    net: Math.round(example.net * 100),
    vat: Math.round(example.vat * 100),
    taxPoint: example.taxPoint ?? today,
    taxPointGiven: example.taxPoint !== undefined,
    completionDate: example.completionDate,
    country: example.country as Line['country'],
    projectType: example.projectType as Line['projectType'],
    esmInvoiceCtx: example.esmInvoiceCtx,
    saiInvoiceCtx: example.saiInvoiceCtx,
    placeTold: example.placeTold === undefined ? null : { words: 'another building', is: example.placeTold },
    billedTo: example.billedTo,
    foreignVat: example.foreignVat,
    besideWorks: example.besideWorks,
    answers: parseConfirmedAnswer(example.answer, book.questions),
  });
}

/** What does not hold of an example of a rule; null when it holds. */
export async function exampleFault(
  book: Rulebook,
  rule: Rule,
  example: RuleExample,
  today: string,
): Promise<string | null> {
  const of = (id: string) => (id === 'this' ? rule.id : id);
  for (const id of [example.is, example.not])
    if (id !== undefined && id !== 'this' && !book.rule(id))
      return `example “${example.line}” names an unknown rule "${id}"${didYouMean(
        id,
        book.rules.map((r) => r.id),
      )}`;
  if (example.is === undefined && example.not === undefined)
    return `example “${example.line}” says neither what it is nor what it is not`;
  try {
    const { rule: decided, classification } = await book.classify(exampleLine(book, rule, example, today), {
      inWords: false,
    });
    const got = decided?.id ?? `no rule (${classification.treatment})`;
    if (example.is !== undefined && got !== of(example.is))
      return `example “${example.line}” should be ${of(example.is)}, but is decided by ${got}`;
    if (example.not !== undefined && got === of(example.not))
      return `example “${example.line}” should not be ${of(example.not)}, but is decided by it`;
    return null;
  } catch (error) {
    if (error instanceof InputError) return `example “${example.line}” is refused: ${error.message}`;
    throw error;
  }
}
