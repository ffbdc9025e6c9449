import { describe, expect, it } from 'vitest';
import { turningDays } from '../../src/rulebook/effective.js';
import { DecisionEngine } from '../../src/rulebook/engine.js';
import { Observed } from '../../src/rulebook/lints/observed.js';
import { exampleLine } from '../../src/rulebook/proof/examples.js';
import { recording } from '../../src/rulebook/proof/recording.js';
import { Memory } from '../../src/rulebook/remembering.js';
import { rulebook, TODAY } from './book.js';

describe('what the rules were found to say of a case', () => {
  it('is what they say of it when judged anew, on every day that the law changes', async () => {
    const book = await rulebook();
    const observed = new Observed();
    const heard = recording(book, observed, () => '');
    for (const rule of book.rules)
      for (const example of rule.examples) await heard.classify(exampleLine(book, rule, example, TODAY));
    const anew = new DecisionEngine(book.rules, book.facts, 0);
    const days = turningDays(book.rules);
    expect(days.length).toBeGreaterThan(1);
    expect(observed.all().length).toBeGreaterThan(100);
    for (const { route, supplyType, facts } of observed.all())
      for (const day of [...days, ...days]) {
        const at = [route, supplyType, day, facts] as const;
        expect(book.engine.judge(...at)).toEqual(anew.judge(...at));
        expect(book.engine.othersExplained(...at)).toEqual(anew.othersExplained(...at));
      }
  });

  it('is kept apart for values that no rule and no fact file names', async () => {
    const { engine, facts } = await rulebook();
    const at = (value: string) =>
      engine
        .othersExplained('self_build_431nb', 'materials', TODAY, {
          ...Object.fromEntries(facts.map((f) => [f.name, f.presume ?? null])),
          vatKind: value,
        })
        .join(' ');
    expect(at('one_thing')).toContain('vatKind is one_thing');
    expect(at('another')).toContain('vatKind is another');
  });
});

describe('a memory', () => {
  it('keeps what is asked for and forgets the oldest of the rest', () => {
    const memory = new Memory<number>(4);
    for (let i = 0; i < 100; i++) {
      memory.keep(`${i}`, i);
      expect(memory.get('0')).toBe(0);
    }
    expect(memory.get('99')).toBe(99);
    const kept = Array.from({ length: 100 }, (_, i) => memory.get(`${i}`)).filter((n) => n !== undefined);
    expect(kept.length).toBeLessThanOrEqual(4);
  });

  it('keeps nothing when it may not', () => {
    const memory = new Memory<number>(0);
    memory.keep('a', 1);
    expect(memory.get('a')).toBeUndefined();
  });
});
