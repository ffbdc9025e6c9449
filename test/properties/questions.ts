import fc from 'fast-check';
import { expect } from 'vitest';
import { InputError } from '../../src/rulebook/answers.js';
import type { Classification, QuestionForUser } from '../../src/rulebook/classification.js';
import type { GivenAnswer, Line } from '../../src/rulebook/line.js';
import type { AnswerDefinition } from '../../src/rulebook/model.js';
import { formatPence } from '../../src/rulebook/money.js';
import { CLAIMS, claim, holds, RUNS, SEED, type Subject, said } from './subject.js';

/** Questions, answers, and the rule that decides. */
export function questions({ book, any, group, property }: Subject): void {
  group('questions', () => {
    /** An answer as a user would give it, with a value where it takes one. */
    const given = (of: Line, questionId: string, answer: AnswerDefinition): GivenAnswer => {
      const half = Math.floor(Math.abs(of.net) / 2);
      const rest = Math.abs(of.net) - half;
      const split = answer.remainder ? formatPence(half) : formatPence(Math.abs(of.net));
      const value = {
        amount: split,
        amounts: `${formatPence(half)}/${formatPence(rest)}`,
        date: '2022-03-10',
        vat_number: 'GB980780684',
        text: 'Facing bricks',
        none: null,
      }[answer.takes ?? 'none'];
      return { questionId, answerId: answer.id, value };
    };

    interface Step {
      trail: string;
      asked: readonly string[];
      question: QuestionForUser;
      answer: AnswerDefinition;
      promised: string;
      after: Classification;
    }

    /** What waits for an answer is never told as money that can be claimed now. */
    const promisesNothing = ({ classification: { explanation, action } }: Classification, trail: string) => {
      expect(explanation, trail).not.toMatch(/£[\d,.]+ can be claimed/);
      expect(action ?? '', trail).not.toMatch(/^Claim |\bclaim £/);
    };

    /** Every way of answering, at most 60 answers of it; a question asked again is not followed further. */
    async function* ways(at: Line, asked: readonly string[] = [], left = { answers: 60 }): AsyncGenerator<Step> {
      const { question } = await book.classify(at);
      if (!question || asked.includes(question.id)) return;
      const trail = `"${at.text}" (${at.route}, ${at.supplyType}, net ${at.net}, VAT ${at.vat}) ${at.answers.map((a) => `${a.questionId}=${a.answerId}`).join('; ')}`;
      for (const offered of question.answers) {
        const answer = book.questions.get(question.id)?.answers.find((a) => a.id === offered.id);
        if (!answer || left.answers-- <= 0) return;
        const next = { ...at, answers: [...at.answers, given(at, question.id, answer)] };
        try {
          const after = await book.classify(next);
          yield {
            trail: `${trail}; ${question.id}=${offered.id}`,
            asked: [...asked, question.id],
            question,
            answer,
            promised: offered.thenTreatment,
            after,
          };
        } catch (error) {
          // The line itself says otherwise.
          if (!(error instanceof InputError)) throw error;
          continue;
        }
        if (answer.holds === undefined) yield* ways(next, [...asked, question.id], left);
      }
    }

    property('every way of answering ends in a few steps, and an answer that settles nothing claims nothing', () =>
      holds(any.anyLine, 40, async (start) => {
        for await (const { trail, asked, question, answer, after } of ways(start)) {
          expect(asked.length, trail).toBeLessThanOrEqual(8);
          expect(question.answers.length, trail).toBeGreaterThan(1);
          expect(after.question !== null, trail).toBe(after.classification.treatment === 'needs_answer');
          if (answer.holds !== undefined) expect(claim(after), trail).toBe(0);
          if (after.classification.treatment === 'needs_answer') promisesNothing(after, trail);
        }
      }),
    );

    /** The thing is one of those of which the answer settles nothing, by its own class and kind or by what was answered of it. */
    const isNeverOf = ({ neverOf }: AnswerDefinition, asked: readonly string[], { product }: Classification) => {
      if (neverOf === undefined) return false;
      const concept = book.catalogue.get(product?.conceptId ?? '');
      const told = asked.flatMap((id) => book.questions.get(id)?.answers ?? []).map(({ sets }) => sets ?? {});
      const classes = [product?.class, concept?.class, ...told.map(({ productClass }) => productClass)];
      const kinds = [concept?.lineKind, ...told.map(({ lineKind }) => lineKind)];
      return (
        classes.some((one) => neverOf.classes?.includes(one ?? '')) ||
        kinds.some((one) => neverOf.kinds?.includes(one ?? ''))
      );
    };

    property('nothing is asked twice', () =>
      holds(any.anyLine, 40, async (start) => {
        for await (const { trail, asked, answer, after } of ways(start)) {
          // A date or words that do not fit either may be asked for again, and what settles nothing of this thing.
          if (answer.holds !== undefined || isNeverOf(answer, asked, after)) continue;
          if (['date', 'text'].includes(answer.takes ?? '')) continue;
          if (after.question) expect(asked, trail).not.toContain(after.question.id);
        }
      }),
    );

    property('an answer does what was said beforehand', () =>
      holds(any.anyLine, 40, async (start) => {
        for await (const { trail, answer, promised, after } of ways(start)) {
          if (answer.takes === undefined) expect(after.classification.treatment, trail).toBe(promised);
        }
      }),
    );
  });

  group('the rule that decides', () => {
    const boundaries = () => [
      ...new Set(book.rules.flatMap((r) => [r.effective.from, r.effective.to ?? '2026-11-20'])),
    ];
    const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

    property('is of the route claimed, of the way of supply, and in force at the tax point', () =>
      fc.assert(
        fc.asyncProperty(
          any.anyLine,
          fc.constantFrom(...boundaries().flatMap((d) => [d, dayBefore(d)])),
          async (start, taxPoint) => {
            const at = { ...start, taxPoint, taxPointGiven: true };
            const { rule, ...c } = await book.classify(at);
            if (rule === null) {
              expect(CLAIMS, said(at, { rule, ...c })).not.toContain(c.classification.treatment);
              return;
            }
            const own = book.rule(rule.id);
            expect(own?.route).toBe(at.route);
            expect(rule.id.startsWith(`${at.route.replace('self_build_', '')}.`)).toBe(true);
            expect(rule.effectiveFrom <= taxPoint && (rule.effectiveTo === null || taxPoint <= rule.effectiveTo)).toBe(
              true,
            );
          },
        ),
        { seed: SEED, numRuns: Math.ceil(100 * RUNS) },
      ),
    );

    property('begins and ends on its own days', () => {
      for (const rule of book.rules) {
        for (const supplyType of rule.supplyTypes) {
          const on = (date: string) => book.engine.rulesFor(rule.route, supplyType, date).includes(rule);
          expect(on(rule.effective.from), rule.id).toBe(true);
          expect(on(dayBefore(rule.effective.from)), rule.id).toBe(false);
          if (rule.effective.to !== null) expect(on(rule.effective.to), rule.id).toBe(true);
          expect(on('2999-01-01'), rule.id).toBe(rule.effective.to === null);
        }
      }
    });

    property('cites the law, names the product as printed, and says what to do next', () =>
      holds(any.anyLine, 120, async (at) => {
        const c = await book.classify(at);
        const told = said(at, c);
        const { explanation, action, treatment } = c.classification;
        expect(explanation.length, told).toBeGreaterThan(20);
        const shown = [explanation, action ?? '', c.question?.text ?? '', ...c.warnings].join(' ');
        expect(shown, told).not.toMatch(/[{}]|undefined|null|NaN/);
        if (!['no_vat', 'not_reclaimable'].includes(treatment)) expect(action, told).toBeTruthy();
        expect(c.question !== null, told).toBe(treatment === 'needs_answer');
        if (c.rule) {
          expect(c.rule.citations.length, told).toBeGreaterThan(0);
          for (const citation of c.rule.citations) expect(citation.url, told).toMatch(/^https?:\/\/\S+$/);
        }
        if (c.product) {
          // A deposit or a discount is shown with the thing it is for, which may stand apart from it.
          const printed =
            c.product.class === 'follows_other_line' ? c.product.matchedText.split(' ') : [c.product.matchedText];
          for (const words of printed) expect(at.text, told).toContain(words);
          expect(c.product.matchedText, told).not.toBe('');
        }
        expect(JSON.parse(JSON.stringify(c))).toEqual(c);
      }),
    );
  });
}
