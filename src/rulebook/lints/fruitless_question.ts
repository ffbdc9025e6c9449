import type { AnswerDefinition, Question } from '../model.js';
import type { FactSpace, RuleRegion, Slice } from './fact_space.js';
import type { Finding, Lint, LintedBook, LintInput } from './lint.js';
import type { PointSet } from './point_sets.js';
import { askersOf } from './unasked_question.js';

/** A question without an answer that settles anything, or an answer after which no rule decides and no other question follows. */
export const fruitlessQuestion: Lint = {
  id: 'fruitless_question',
  about: 'a question or answer that leads nowhere',
  *check(input) {
    for (const question of input.book.questions.values()) {
      if (question.answers.every(({ holds }) => holds !== undefined))
        yield {
          severity: 'error',
          subject: { kind: 'question', id: question.id },
          message: 'every answer holds the line, so asking settles nothing',
        };
      yield* answersOf(input, question);
    }
  },
};

function* answersOf(input: LintInput, question: Question): Iterable<Finding> {
  const places = input.spaces.flatMap((space) => {
    const slice = space.slices.at(-1);
    return slice ? [{ space, slice, asked: whereAsked(input.book, space, slice, question) }] : [];
  });
  for (const [index, answer] of question.answers.entries()) {
    if (answer.holds !== undefined || readsOn(answer)) continue;
    const asked = places.filter((place) => place.asked !== place.space.sets.none);
    if (asked.length === 0 || asked.some((place) => leadsOn(place, question, answer))) continue;
    const [first] = asked;
    yield {
      severity: 'error',
      subject: { kind: 'question', id: question.id, path: ['answers', index] },
      other: answer.id,
      message: `the answer ${answer.id} leads nowhere: wherever the question is asked, no rule decides and no other question follows`,
      ...(first ? { witness: first.space.witness(first.asked) } : {}),
    };
  }
}

/** An answer after which the line is read anew or split: where that leads, its words and amounts say. */
function readsOn(answer: AnswerDefinition): boolean {
  return (
    answer.concept !== undefined ||
    answer.rereads === true ||
    answer.parts !== undefined ||
    answer.takes === 'date' ||
    answer.flag !== undefined
  );
}

/** The points at which a question may be asked; where it is not known which of several is, all of them. */
function whereAsked(book: LintedBook, space: FactSpace, slice: Slice, question: Question): PointSet {
  const { sets } = space;
  const asks = (fact: string) => book.facts.find(({ name }) => name === fact);
  const doubts = sets.any(
    (asks('doubt')?.values ?? [])
      .filter((value) => value.asks === question.id)
      .map(({ value }) => space.pointSet({ doubt: value })),
  );
  const ofThings = askersOf(book).get(question.id)?.has('thing') === true;
  const byRule = slice.regions.map((region) => {
    const { question: asked } = region.rule.outcome;
    if (asked === undefined) return sets.none;
    const decides = space.decides(region, slice);
    if (asked === question.id || (asked === 'product' && ofThings)) return decides;
    return asked === 'doubt' ? sets.and(decides, doubts) : sets.none;
  });
  const missing = book.facts
    .filter(({ name, asks: id, values }) => sets.has(name) && [id, ...values.map((v) => v.asks)].includes(question.id))
    .map(({ name }) => sets.where(name, (value) => value === null));
  const open = sets.any(slice.regions.map((region) => region.open));
  return sets.or(sets.any(byRule), sets.and(open, sets.any(missing)));
}

/** Whether some line that is asked is decided, or asked something else, after the answer. */
function leadsOn(
  { space, slice, asked }: { space: FactSpace; slice: Slice; asked: PointSet },
  question: Question,
  answer: AnswerDefinition,
): boolean {
  const settled = { ...question.implies, ...answer.sets };
  // Other rules decide then, of another supply type.
  if (settled.supplied !== undefined && settled.supplied !== space.supplyType) return true;
  const { sets } = space;
  const forgotten = new Set([...Object.keys(settled), ...(question.settles.length > 0 ? ['doubt'] : [])]);
  let after = sets.and(sets.forget(asked, forgotten), space.pointSet(settled));
  for (const doubt of question.settles) after = sets.minus(after, space.pointSet({ doubt }));
  const elsewhere = (region: RuleRegion) =>
    region.rule.outcome.question !== question.id && sets.and(after, region.whole) !== sets.none;
  return slice.regions.some(elsewhere);
}
