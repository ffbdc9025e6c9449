import fc from 'fast-check';
import { expect } from 'vitest';
import type { Classification } from '../../src/rulebook/classification.js';
import type { Facts } from '../../src/rulebook/conditions.js';
import { DecisionEngine } from '../../src/rulebook/engine.js';
import type { Rule } from '../../src/rulebook/model.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { line } from '../rulebook/book.js';
import { holds, RUNS, SEED, type Subject, said, verdict } from './subject.js';

/** One line has one answer, however it is written and whatever runs beside it. */
export function oneAnswer({ book, any, group, property }: Subject): void {
  /** The same rulebook with another engine. */
  const withEngine = (engine: DecisionEngine): Rulebook => Object.create(book, { engine: { value: engine } });

  group('one line, one answer', () => {
    property('says the same of the same line again', () =>
      holds(any.anyLine, 40, async (given) => {
        expect(await book.classify(structuredClone(given))).toEqual(await book.classify(given));
      }),
    );

    property('overlapping lines say what they say one after another', () =>
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
      ),
    );

    property('the order of the rules decides nothing', () =>
      fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([...book.rules], { minLength: book.rules.length }),
          fc.array(any.anyLine, { minLength: 10, maxLength: 10 }),
          async (rules, lines) => {
            const shuffled = withEngine(new DecisionEngine(rules, book.facts));
            for (const given of lines) expect(await shuffled.classify(given)).toEqual(await book.classify(given));
          },
        ),
        { seed: SEED, numRuns: Math.ceil(4 * RUNS) },
      ),
    );
  });

  group('how a line is written', () => {
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

    property('capitals say nothing', () =>
      same((text, picks) => {
        if (picks[0] === 0) return text.toUpperCase();
        return [...text]
          .map((ch, i) => ((picks[i % picks.length] ?? 0) > 4 ? ch.toUpperCase() : ch.toLowerCase()))
          .join('');
      }, 100),
    );

    property('wide, narrow and non-breaking spaces say nothing', () =>
      same((text, picks) => {
        const spaces = ['  ', '\u00a0', '\u2009', ' \u00a0 ', '\u202f', ' ', '\u3000', '\u200b ', '   ', ' '];
        let i = 0;
        return ` ${text.replace(/ /g, () => spaces[picks[i++ % picks.length] ?? 0] ?? ' ')}\u00a0`;
      }, 100),
    );

    property('neither do unicode forms, curly quotes, long dashes and multiplication signs', () =>
      same((text, picks) => {
        const quotes = text
          .replace(/'/g, '\u2019')
          .replace(/"/g, '\u201d')
          .replace(/(\d)x(?=\d)/g, '$1\u00d7');
        const dashes = quotes.replace(/-/g, picks[1] === 0 ? '\u2011' : '\u2013');
        return (picks[0] ?? 0) % 2 === 0 ? dashes.normalize('NFD') : dashes.normalize('NFC');
      }, 100),
    );

    property('letters with accents are one letter however they are stored', async () => {
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
}
