import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { InputError } from '../../src/rulebook/answers.js';
import type { Classification, QuestionForUser } from '../../src/rulebook/classification.js';
import { type Condition, type Facts, missingFacts, simplify, truth } from '../../src/rulebook/conditions.js';
import { DecisionEngine } from '../../src/rulebook/engine.js';
import type { GivenAnswer, Line } from '../../src/rulebook/line.js';
import { COMPLEX_TYPE_HINTS, ESM_STATUSES, RELATIONS } from '../../src/rulebook/line.js';
import { meaningOf } from '../../src/rulebook/meaning.js';
import type { AnswerDefinition, Rule } from '../../src/rulebook/model.js';
import { ROUTES, SUPPLY_TYPES } from '../../src/rulebook/model.js';
import { formatPence, parsePence } from '../../src/rulebook/money.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { singular } from '../../src/rulebook/words.js';
import { arbitraries } from './arbitraries.js';
import { line, rulebook } from './book.js';

/** More runs find more: PROPERTY_RUNS=20 runs each property twenty times as often. */
const MORE = Number(process.env.PROPERTY_RUNS ?? 1);

let book: Rulebook;
let any: ReturnType<typeof arbitraries>;

beforeAll(async () => {
  book = await rulebook();
  any = arbitraries(book);
});

function holds<T>(arbitrary: fc.Arbitrary<T>, runs: number, property: (value: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(arbitrary, property), { numRuns: Math.ceil(runs * MORE) });
}

const CLAIMS = ['reclaimable', 'reclaimable_in_part'];

/** How much of a claim an answer is: whole 2, in part 1, none 0. */
function claim(c: Classification): number {
  return c.classification.treatment === 'reclaimable'
    ? 2
    : c.classification.treatment === 'reclaimable_in_part'
      ? 1
      : 0;
}

function pence(amount: string): number {
  expect(amount).toMatch(/^-?\d+\.\d{2}$/);
  expect(amount).not.toBe('-0.00');
  return parsePence(amount) as number;
}

function amountsOf(c: Classification) {
  return {
    reclaimable: pence(c.classification.vatReclaimable),
    toRecover: pence(c.classification.vatToRecoverFromSupplier),
    onceCorrected: pence(c.classification.vatReclaimableOnceCorrected),
  };
}

/** What two readings of one line must share; the words shown may differ in case and spelling. */
function verdict(c: Classification) {
  const { treatment, vatReclaimable, vatToRecoverFromSupplier } = c.classification;
  const { rule, product, question } = c;
  return [treatment, vatReclaimable, vatToRecoverFromSupplier, rule?.id, product?.conceptId, question?.id].join(' ');
}

const said = (of: Line, c: Classification) =>
  `"${of.text}" (${of.route}, ${of.supplyType}, net ${of.net}, VAT ${of.vat}): ${verdict(c)}`;

/** The same rulebook with another engine. */
function withEngine(engine: DecisionEngine): Rulebook {
  return Object.create(book, { engine: { value: engine } });
}

describe('one line, one answer', () => {
  it('says the same of the same line again', () =>
    holds(any.anyLine, 40, async (given) => {
      expect(await book.classify(structuredClone(given))).toEqual(await book.classify(given));
    }));

  it('overlapping lines say what they say one after another', () =>
    holds(
      fc.tuple(
        fc.array(any.anyLine, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(9), { minLength: 24, maxLength: 24 }),
      ),
      30,
      async ([lines, gaps]) => {
        const alone: Classification[] = [];
        for (const given of lines) alone.push(await book.classify(given));
        let turn = 0;
        const pause = async () => {
          for (let i = gaps[turn++ % gaps.length] ?? 0; i > 0; i--) await null;
        };
        // Gaps around each run of json-rules-engine, which is where a shared engine would lose rules.
        // A fresh engine, so that every line is run and none is remembered.
        const fresh = new DecisionEngine(book.rules, book.facts);
        const gapped: DecisionEngine = Object.create(fresh, {
          confirm: {
            async value(rule: Rule, facts: Facts) {
              await pause();
              const trace = await fresh.confirm(rule, facts);
              await pause();
              return trace;
            },
          },
        });
        const shared = withEngine(gapped);
        // Each line three times over, so that runs of one and the same rule overlap too.
        const together = await Promise.all(
          [...lines, ...lines, ...lines].map(async (given) => {
            await pause();
            return shared.classify(given);
          }),
        );
        expect(together).toEqual([...alone, ...alone, ...alone]);
      },
    ));

  it('the order of the rules decides nothing', () =>
    fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...book.rules], { minLength: book.rules.length }),
        fc.array(any.anyLine, { minLength: 10, maxLength: 10 }),
        async (rules, lines) => {
          const shuffled = withEngine(new DecisionEngine(rules, book.facts));
          for (const given of lines) expect(await shuffled.classify(given)).toEqual(await book.classify(given));
        },
      ),
      { numRuns: Math.ceil(4 * MORE) },
    ));
});

describe('how a line is written', () => {
  const same = (rewrite: (text: string, picks: number[]) => string, runs: number) =>
    holds(
      fc.tuple(any.anyLine, fc.array(fc.nat(9), { minLength: 16, maxLength: 16 })),
      runs,
      async ([given, picks]) => {
        const other = { ...given, text: rewrite(given.text, picks) };
        const [a, b] = [await book.classify(given), await book.classify(other)];
        expect(verdict(b), `${JSON.stringify(other.text)} against ${said(given, a)}`).toBe(verdict(a));
      },
    );

  it('capitals say nothing', () =>
    same((text, picks) => {
      if (picks[0] === 0) return text.toUpperCase();
      return [...text]
        .map((ch, i) => ((picks[i % picks.length] ?? 0) > 4 ? ch.toUpperCase() : ch.toLowerCase()))
        .join('');
    }, 100));

  it('wide, narrow and non-breaking spaces say nothing', () =>
    same((text, picks) => {
      const spaces = ['  ', '\u00a0', '\u2009', ' \u00a0 ', '\u202f', ' ', '\u3000', '\u200b ', '   ', ' '];
      let i = 0;
      return ` ${text.replace(/ /g, () => spaces[picks[i++ % picks.length] ?? 0] ?? ' ')}\u00a0`;
    }, 100));

  it('neither do unicode forms, curly quotes, long dashes and multiplication signs', () =>
    same((text, picks) => {
      const quotes = text
        .replace(/'/g, '\u2019')
        .replace(/"/g, '\u201d')
        .replace(/(\d)x(?=\d)/g, '$1\u00d7');
      const dashes = quotes.replace(/-/g, picks[1] === 0 ? '\u2011' : '\u2013');
      return (picks[0] ?? 0) % 2 === 0 ? dashes.normalize('NFD') : dashes.normalize('NFC');
    }, 100));

  it('letters with accents are one letter however they are stored', async () => {
    for (const text of [
      'H\u00e4fele drawer runners',
      'Decor\u00e9 fa\u00e7ade panel',
      'Pur\u00e9 oak d\u00e9cor door',
    ]) {
      const composed = await book.classify(line({ text: text.normalize('NFC') }));
      expect(verdict(await book.classify(line({ text: text.normalize('NFD') })))).toBe(verdict(composed));
    }
  });
});

describe('money', () => {
  const within = (given: Line, c: Classification) => {
    const { reclaimable, toRecover, onceCorrected } = amountsOf(c);
    const told = said(given, c);
    const sign = given.vat < 0 ? -1 : 1;
    for (const amount of [reclaimable, toRecover, onceCorrected]) {
      expect(Number.isInteger(amount), told).toBe(true);
      expect(sign * amount, told).toBeGreaterThanOrEqual(0);
    }
    expect(sign * (reclaimable + toRecover + onceCorrected), told).toBeLessThanOrEqual(Math.abs(given.vat));
    const { treatment } = c.classification;
    if (treatment === 'reclaimable') expect(reclaimable, told).toBe(given.vat);
    else if (treatment === 'reclaimable_in_part') {
      expect(reclaimable, told).not.toBe(0);
      expect(reclaimable, told).not.toBe(given.vat);
    } else expect(reclaimable, told).toBe(0);
  };

  it('a claim is between nothing and the VAT charged, and nothing is counted twice', () =>
    holds(any.anyLine, 150, async (given) => within(given, await book.classify(given))));

  it('the same holds for a line that states its parts, at any rate', () =>
    holds(
      fc.tuple(any.splitText, fc.constantFrom('whole', 'first', 'reduced', 'odd'), any.anyLine),
      80,
      async ([split, charged, given]) => {
        const of = {
          whole: split.net * 0.2,
          first: split.first * 0.2,
          reduced: split.net * 0.05,
          odd: split.net * 0.11,
        };
        const whole = { ...given, text: split.text, net: split.net, vat: Math.round(of[charged]) };
        within(whole, await book.classify(whole));
      },
    ));

  it('without VAT there is nothing to claim', () =>
    holds(any.anyLine, 60, async (given) => {
      const c = await book.classify({ ...given, vat: 0 });
      expect(c.classification.treatment, said(given, c)).toBe('no_vat');
      expect(amountsOf(c)).toEqual({ reclaimable: 0, toRecover: 0, onceCorrected: 0 });
    }));

  it('a credit is the mirror of the charge', () =>
    holds(any.anyLine, 60, async (given) => {
      const charge = await book.classify(given);
      // "Unused" on a charge asks where the goods went; on a credit they went back.
      if (charge.question?.id === 'goods_went_in') return;
      const credit = await book.classify({ ...given, net: -given.net, vat: -given.vat });
      expect(credit.classification.treatment, said(given, credit)).toBe(charge.classification.treatment);
      expect(credit.rule?.id).toBe(charge.rule?.id);
      const { reclaimable, toRecover, onceCorrected } = amountsOf(charge);
      const minus = (amount: number) => (amount === 0 ? 0 : -amount);
      expect(amountsOf(credit)).toEqual({
        reclaimable: minus(reclaimable),
        toRecover: minus(toRecover),
        onceCorrected: minus(onceCorrected),
      });
    }));

  it('net and VAT of opposite signs are never a claim beyond the VAT', () =>
    holds(any.anyLine, 40, async (given) => {
      const odd = { ...given, vat: -given.vat };
      within(odd, await book.classify(odd));
    }));
});

describe('what never becomes a claim', () => {
  it('words that no list knows', () =>
    holds(
      fc.tuple(
        fc.array(fc.oneof(any.unknownWord, any.size, any.reference), { minLength: 1, maxLength: 5 }),
        any.anyLine,
      ),
      80,
      async ([parts, given]) => {
        const made = { ...given, text: any.joined(['zorquib', ...parts]) };
        const c = await book.classify(made);
        expect(claim(c), said(made, c)).toBe(0);
      },
    ));

  it('random text', () =>
    holds(fc.tuple(fc.string({ unit: 'binary', maxLength: 60 }), any.anyLine), 60, async ([text, given]) => {
      const made = { ...given, text };
      const c = await book.classify(made);
      if (c.product === null) expect(claim(c), said(made, c)).toBe(0);
    }));

  const misspeltNever = (words: (term: { text: string }) => boolean, runs: number) =>
    holds(
      fc.tuple(any.term, fc.nat(), fc.nat(), fc.constantFrom(...EDITS), fc.constantFrom(...ROUTES)),
      runs,
      async ([term, whichWord, whichLetter, edit, route]) => {
        if (!words(term)) return;
        const printed = term.text.split(' ');
        const at = whichWord % printed.length;
        const wrong = misspelt(printed[at] as string, whichLetter, edit);
        // Another real word is another thing, not a misspelling; shorter words have too many neighbours to be repaired.
        if (
          wrong === null ||
          known(wrong) ||
          [wrong, printed[at] as string].some((word) => singular(word.toLowerCase()).length < 5)
        )
          return;
        const right = line({ text: term.text, route });
        const made = { ...right, text: printed.with(at, wrong).join(' ') };
        const [before, after] = [await book.classify(right), await book.classify(made)];
        expect(claim(after), `${said(made, after)}; right: ${said(right, before)}`).toBeLessThanOrEqual(claim(before));
      },
    );

  it('a name of one word with a letter wrong', () => misspeltNever((term) => !term.text.includes(' '), 400));

  it('a name of several words with a letter wrong in one', () => misspeltNever((term) => term.text.includes(' '), 200));

  it('excluded things in colours, brands and sizes, or with accessories', () =>
    holds(
      fc.tuple(
        any.excludedTerm,
        any.size,
        any.brand,
        any.colour,
        fc.constantFrom('', 'with', 'including', 'c/w', ',', '&'),
        any.claimableTerm,
      ),
      150,
      async ([thing, size, brand, colour, joiner, accessory]) => {
        const bare = line({ text: thing.text });
        const before = await book.classify(bare);
        if (claim(before) > 0) return;
        const text = any.joined([size, brand, colour, thing.text, joiner, joiner === '' ? '' : accessory.text]);
        const made = { ...bare, text };
        const after = await book.classify(made);
        // With the colour or the brand it may be the name of another thing ("chrome tube").
        if (after.product && after.product.matchedText !== before.product?.matchedText) return;
        expect(claim(after), `${said(made, after)}; bare: ${said(bare, before)}`).toBe(0);
      },
    ));
});

describe('more information never raises a claim', () => {
  const notRaised = async (plain: Line, more: Line) => {
    const [before, after] = [await book.classify(plain), await book.classify(more)];
    const told = `${JSON.stringify(more)} ${said(more, after)}; without: ${said(plain, before)}`;
    expect(claim(after), told).toBeLessThanOrEqual(claim(before));
  };

  it('the other lines of the invoice, hints and what the caller thinks it is', () =>
    holds(
      fc.tuple(
        any.anyLine,
        fc.record(
          {
            esmInvoiceCtx: fc.constant(true),
            saiInvoiceCtx: fc.constant(true),
            complexTypeHint: fc.constantFrom(...COMPLEX_TYPE_HINTS),
            esmStatus: fc.constantFrom(...ESM_STATUSES),
            relation: fc.constantFrom(...RELATIONS),
            supplierVatRegistered: fc.boolean(),
            newDwelling: fc.constantFrom('no' as const, 'unsure' as const),
            projectType: fc.constantFrom('extension' as const, 'renovation' as const, 'mixed' as const),
            completionDate: fc.constantFrom('2020-01-01', '2024-06-01', '2030-01-01'),
          },
          { requiredKeys: [] },
        ),
      ),
      150,
      async ([given, hints]) => {
        const plain = { ...given, projectType: null, newDwelling: null, esmStatus: null, relation: null };
        await notRaised(plain, { ...plain, ...hints });
      },
    ));

  it('words of supply', () =>
    holds(fc.tuple(any.anyLine, any.signal), 150, async ([given, signal]) => {
      // Some name work themselves ("strip out"), which is another line and not another supply of this one.
      if (book.reader.read(signal).head !== null) return;
      // A stated `other` says nothing of how it was supplied, so words may settle it.
      const supplyType = given.supplyType === 'other' ? 'materials' : given.supplyType;
      // Nor is there doubt from other lines here: "supply only" rightly settles that.
      const plain: Line = { ...given, supplyType, relation: null };
      const more = { ...plain, text: `${plain.text} ${signal}` };
      const { rule } = await book.classify(more);
      // 5% on a conversion is the rate of works alone, so words of work answer the question why goods carry it.
      if (rule?.id === '431c.works.reduced') return;
      // The line asks who fitted the goods, and "supply only" answers just that.
      if ((await book.classify(plain)).question?.id === 'sai_who_fitted') return;
      await notRaised(plain, more);
    }));
});

describe('questions', () => {
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

  it('every way of answering ends in a few steps, and an answer that settles nothing claims nothing', () =>
    holds(any.anyLine, 40, async (start) => {
      for await (const { trail, asked, question, answer, after } of ways(start)) {
        expect(asked.length, trail).toBeLessThanOrEqual(8);
        expect(question.answers.length, trail).toBeGreaterThan(1);
        expect(after.question !== null, trail).toBe(after.classification.treatment === 'needs_answer');
        if (answer.holds !== undefined) expect(claim(after), trail).toBe(0);
      }
    }));

  it('nothing is asked twice', () =>
    holds(any.anyLine, 40, async (start) => {
      for await (const { trail, asked, answer, after } of ways(start)) {
        // A date or words that do not fit either may be asked for again.
        if (answer.holds !== undefined || ['date', 'text'].includes(answer.takes ?? '')) continue;
        if (after.question) expect(asked, trail).not.toContain(after.question.id);
      }
    }));

  it('an answer does what was said beforehand', () =>
    holds(any.anyLine, 40, async (start) => {
      for await (const { trail, answer, promised, after } of ways(start)) {
        if (answer.takes === undefined) expect(after.classification.treatment, trail).toBe(promised);
      }
    }));
});

describe('the rule that decides', () => {
  const boundaries = () => [...new Set(book.rules.flatMap((r) => [r.effective.from, r.effective.to ?? '2026-11-20']))];
  const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

  it('is of the route claimed, of the way of supply, and in force at the tax point', () =>
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
      { numRuns: Math.ceil(100 * MORE) },
    ));

  it('begins and ends on its own days', () => {
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

  it('cites the law, names the product as printed, and says what to do next', () =>
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
    }));
});

describe('three-valued conditions', () => {
  const names = ['a', 'b', 'c', 'd'];
  const values = ['x', 'y', 'z'];
  const leaf: fc.Arbitrary<Condition> = fc.record({
    kind: fc.constant('in' as const),
    fact: fc.constantFrom(...names),
    values: fc.subarray(values, { minLength: 1 }),
    negated: fc.boolean(),
  });
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record({ kind: fc.constant('all' as const), of: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ kind: fc.constant('any' as const), of: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
    ),
  }));
  const fact = fc.option(fc.constantFrom(...values), { nil: null });
  const facts = fc.record({ a: fact, b: fact, c: fact, d: fact });

  it('a decided condition stays decided whatever an unknown turns out to be', () => {
    fc.assert(
      fc.property(condition, facts, fc.constantFrom(...names), fc.constantFrom(...values), (of, known, name, value) => {
        const before = truth(of, known);
        if (before === -1 || (known as Facts)[name] !== null) return;
        expect(truth(of, { ...known, [name]: value })).toBe(before);
      }),
      { numRuns: 2000 * MORE },
    );
  });

  it('an open condition names the facts that would settle it, and all of them together do', () => {
    fc.assert(
      fc.property(condition, facts, fc.constantFrom(...values), (of, known, value) => {
        const missing = missingFacts(of, known);
        expect(missing.size > 0).toBe(truth(of, known) === -1);
        const filled = Object.fromEntries([...missing].map((name) => [name, value]));
        expect(truth(of, { ...known, ...filled })).not.toBe(-1);
      }),
      { numRuns: 1000 * MORE },
    );
  });

  it('flattening a condition changes nothing', () => {
    fc.assert(
      fc.property(condition, facts, (of, known) => {
        expect(truth(simplify(of), known)).toBe(truth(of, known));
      }),
      { numRuns: 1000 * MORE },
    );
  });

  it('json-rules-engine confirms what is true and nothing that is false', () =>
    holds(fc.tuple(condition, facts), 300, async ([of, known]) => {
      const when = simplify(of);
      const rule: Rule = { ...(book.rules[0] as Rule), id: 'test', when };
      const engine = new DecisionEngine([rule], []);
      const t = truth(when, known);
      if (t === 1) await expect(engine.confirm(rule, known)).resolves.toBeDefined();
      if (t === 0) await expect(engine.confirm(rule, known)).rejects.toThrow(/does not confirm/);
    }));

  it('a compiled rule is true, open or false as its condition is, and says why it fails when it is not true', () =>
    holds(fc.tuple(condition, facts), 300, async ([of, known]) => {
      const when = simplify(of);
      const rule: Rule = { ...(book.rules[0] as Rule), id: 'test', when, overrides: [] };
      const engine = new DecisionEngine([rule], []);
      const at = [rule.route, rule.supplyTypes[0] ?? 'other', rule.effective.from] as const;
      const t = truth(when, known);
      const open = missingFacts(when, known).size > 0 ? 'missing' : 'no_rule';
      expect(engine.judge(...at, known).kind).toBe(t === 1 ? 'decided' : t === -1 ? open : 'no_rule');
      const [why = ''] = engine.othersExplained(...at, known, null);
      expect(why === 'Not test: another rule decides.').toBe(t === 1);
    }));
});

describe('the rules on the facts of real lines', () => {
  // The facts that a rule tests for being unknown; finding them out is meant to change the answer.
  const TESTED = ['installedBy', 'country'];

  it('a decided line stays decided the same when an unknown fact becomes known', () =>
    fc.assert(
      fc.asyncProperty(
        any.anyLine,
        fc.subarray(
          book.facts.map((f) => f.name).filter((n) => !TESTED.includes(n)),
          { minLength: 1, maxLength: 6 },
        ),
        fc.nat(),
        async (at, hidden, which) => {
          const meaning = meaningOf(at, book.reader.read(at.text), book.meaningTables);
          const less = { ...meaning.facts, ...Object.fromEntries(hidden.map((name) => [name, null])) };
          const name = hidden[which % hidden.length] as string;
          const more = { ...less, [name]: meaning.facts[name] ?? null };
          const decide = (facts: Facts) => book.engine.decide(at.route, meaning.supplied, at.taxPoint, facts);
          const [before, after] = [await decide(less), await decide(more)];
          if (before.kind !== 'decided') return;
          const told = `${at.text}: ${before.rule.id} without ${name}, ${JSON.stringify(after).slice(0, 200)} with it`;
          expect(after.kind, told).toBe('decided');
          const money = ({ treatment, reclaim, recover }: Rule['outcome']) => ({ treatment, reclaim, recover });
          if (after.kind === 'decided') expect(money(after.rule.outcome), told).toEqual(money(before.rule.outcome));
        },
      ),
      { numRuns: Math.ceil(400 * MORE) },
    ));

  it('no two rules disagree about a line', () =>
    holds(fc.tuple(any.anyLine, fc.constantFrom(...SUPPLY_TYPES)), 400, async ([start, supplyType]) => {
      const at = { ...start, supplyType };
      const meaning = meaningOf(at, book.reader.read(at.text), book.meaningTables);
      const { kind, ...rest } = await book.engine.decide(at.route, meaning.supplied, at.taxPoint, meaning.facts);
      const which = 'rules' in rest ? rest.rules.map((r) => r.id).join(', ') : '';
      expect(kind, `"${at.text}" (${at.route}, ${supplyType}, net ${at.net}, VAT ${at.vat}): ${which}`).not.toBe(
        'conflict',
      );
    }));
});

const EDITS = ['drop', 'swap', 'double', 'replace'] as const;

/** Words of five letters and more; shorter ones are too near one another to be repaired. */
function misspelt(word: string, letter: number, edit: (typeof EDITS)[number]): string | null {
  if (word.length < (edit === 'drop' ? 6 : 5) || !/^[a-z]+$/i.test(word)) return null;
  const i = 1 + (letter % (word.length - 2));
  const [before, at, after, rest] = [word.slice(0, i), word.charAt(i), word.charAt(i + 1), word.slice(i + 2)];
  const made = {
    drop: before + after + rest,
    swap: before + after + at + rest,
    double: before + at + at + after + rest,
    replace: `${before}${at === 'e' ? 'o' : 'e'}${after}${rest}`,
  }[edit];
  return made === word ? null : made;
}

let vocabulary: Set<string> | undefined;
function known(word: string): boolean {
  vocabulary ??= new Set(
    book.catalogue.concepts
      .flatMap((c) => c.terms)
      .flatMap((t) => book.reader.read(t).words)
      .map((w) => w.form),
  );
  return book.reader.read(word).words.every((w) => vocabulary?.has(w.form));
}
