import { describe, expect, it } from 'vitest';
import { citation } from '../../../src/rulebook/lints/citation.js';
import { contradiction } from '../../../src/rulebook/lints/contradiction.js';
import { dates } from '../../../src/rulebook/lints/dates.js';
import { deadOverride } from '../../../src/rulebook/lints/dead_override.js';
import { examples } from '../../../src/rulebook/lints/examples.js';
import { lintFindings } from '../../../src/rulebook/lints/exceptions.js';
import { fruitlessQuestion } from '../../../src/rulebook/lints/fruitless_question.js';
import { gap } from '../../../src/rulebook/lints/gap.js';
import { impossibleOccurs } from '../../../src/rulebook/lints/impossible_occurs.js';
import { overlap } from '../../../src/rulebook/lints/overlap.js';
import { shadowed } from '../../../src/rulebook/lints/shadowed.js';
import { staleSource } from '../../../src/rulebook/lints/stale_source.js';
import { unaskable } from '../../../src/rulebook/lints/unaskable.js';
import { unaskedQuestion } from '../../../src/rulebook/lints/unasked_question.js';
import { unreachable } from '../../../src/rulebook/lints/unreachable.js';
import { FACTS, found, named, type PlantedRule, planted } from './planted.js';

const claim = { treatment: 'reclaimable', reclaim: 'all', correctRate: 'standard' } as const;
const bricks: PlantedRule = {
  id: '431nb.bricks',
  when: { all: [{ productClass: 'building_material' }, { rateCharged: 'standard' }] },
  outcome: claim,
};
const hire: PlantedRule = { id: '431nb.hire', when: { productClass: 'hire' } };
/** Every line is decided by one rule. */
const whole: PlantedRule[] = [
  bricks,
  {
    id: '431nb.other_rates',
    when: { all: [{ productClass: 'building_material' }, { not: { rateCharged: 'standard' } }] },
  },
  { id: '431nb.rest', when: { productClass: { in: ['hire', 'tool'] } } },
];

describe('contradiction', () => {
  it('finds a condition that nothing makes true', () => {
    const never = { id: '431nb.never', when: { all: [{ productClass: 'hire' }, { productClass: 'tool' }] } };
    expect(named(contradiction, { rules: [bricks, never] })).toEqual(['431nb.never']);
  });
  it('finds one way of an any', () => {
    const part = {
      id: '431nb.part',
      when: {
        any: [{ productClass: 'hire' }, { all: [{ rateCharged: 'zero' }, { rateCharged: { notIn: ['zero'] } }] }],
      },
    };
    expect(found(contradiction, { rules: [part] })[0]?.message).toMatch(/one way of an "any".*rateCharged/);
  });
  it('finds a test for "not known" of a fact that every line has', () => {
    expect(named(contradiction, { rules: [{ id: '431nb.x', when: { rateCharged: { unknown: true } } }] })).toEqual([
      '431nb.x',
    ]);
  });
  it('leaves conditions alone that hold for some facts, known or not', () => {
    const unknown = { id: '431nb.unknown', when: { all: [{ job: { unknown: true } }, { productClass: 'hire' }] } };
    expect(found(contradiction, { rules: [...whole, unknown] })).toEqual([]);
  });
});

describe('unreachable', () => {
  const things = [{ productClass: 'building_material' }, { productClass: 'hire' }];
  const tools = { id: '431nb.tools', when: { productClass: 'tool' } };
  it('finds a rule for a thing that there is not', () => {
    expect(named(unreachable, { rules: [bricks, tools], things })).toEqual(['431nb.tools']);
  });
  it('finds a rule for facts that are said to be impossible', () => {
    const impossible = [
      { id: 'no_hire_at_standard', when: { all: [{ productClass: 'hire' }, { rateCharged: 'standard' }] } },
    ];
    const rule = { id: '431nb.hire_standard', when: { all: [{ productClass: 'hire' }, { rateCharged: 'standard' }] } };
    expect(named(unreachable, { rules: [bricks, rule], impossible })).toEqual(['431nb.hire_standard']);
  });
  it('leaves rules alone that some line reaches, and contradictions to their own lint', () => {
    const never = { id: '431nb.never', when: { all: [{ productClass: 'hire' }, { productClass: 'tool' }] } };
    expect(found(unreachable, { rules: [bricks, hire, never], things })).toEqual([]);
  });
});

describe('shadowed', () => {
  it('finds a rule that is overridden wherever it applies', () => {
    const wide = { id: '431nb.goods', when: { rateCharged: 'standard' }, overrides: ['431nb.bricks'] };
    expect(named(shadowed, { rules: [bricks, wide] })).toEqual(['431nb.bricks + 431nb.goods']);
  });
  it('leaves an exception alone that covers a part', () => {
    const narrow = {
      id: '431nb.separate',
      when: { all: [{ productClass: 'building_material' }, { job: 'separate' }] },
      overrides: ['431nb.bricks'],
    };
    expect(found(shadowed, { rules: [bricks, narrow] })).toEqual([]);
  });
  it('counts the rules of each time apart', () => {
    const wide = {
      id: '431nb.goods',
      when: { rateCharged: 'standard' },
      overrides: ['431nb.bricks'],
      from: '2010-01-01',
    };
    expect(found(shadowed, { rules: [bricks, wide] })).toEqual([]);
  });
});

describe('overlap', () => {
  const reduced = { id: '431nb.standard', when: { rateCharged: 'standard' } };
  it('finds two rules of different outcomes, with the facts and a line of both', () => {
    const lines = [{ line: 'Facing bricks', facts: { productClass: 'building_material', rateCharged: 'standard' } }];
    const [finding] = found(overlap, { rules: [bricks, reduced], lines });
    expect(finding).toMatchObject({
      subject: { kind: 'rule', id: '431nb.standard', path: ['when'] },
      other: '431nb.bricks',
      witness: { line: 'Facing bricks' },
    });
    expect(finding?.message).toContain('says reclaimable where this says not reclaimable');
  });
  it('says in what two outcomes of one treatment differ', () => {
    const other = {
      id: '431nb.claim',
      when: { rateCharged: 'standard' },
      outcome: { ...claim, correctRate: 'reduced' as const },
    };
    expect(found(overlap, { rules: [bricks, other] })[0]?.message).toContain('with another correctRate');
  });
  it.each([
    ['the outcomes are one', [bricks, { ...reduced, outcome: claim }]],
    ['one overrides the other', [bricks, { ...reduced, overrides: ['431nb.bricks'] }]],
    [
      'a third overrides one of them there',
      [
        bricks,
        {
          id: '431nb.standard',
          when: { all: [{ rateCharged: 'standard' }, { productClass: 'building_material' }, { job: 'separate' }] },
        },
        { id: '431nb.third', when: { job: 'separate' }, outcome: claim, overrides: ['431nb.standard'] },
      ],
    ],
    [
      'they are in force at different times',
      [
        { ...bricks, to: '2009-12-31' },
        { ...reduced, from: '2010-01-01' },
      ],
    ],
    ['they are for different supply types', [bricks, { ...reduced, supplyTypes: ['labour' as const] }]],
    ['no facts make both true', [bricks, hire]],
  ])('finds nothing where %s', (_, rules) => {
    expect(found(overlap, { rules })).toEqual([]);
  });
});

describe('gap', () => {
  it('finds what no rule covers, case by case', () => {
    expect(found(gap, { rules: [bricks, hire] }).map(({ message }) => message)).toEqual([
      expect.stringMatching(/with .*rateCharged zero/),
      expect.stringMatching(/with productClass tool/),
    ]);
  });
  it('finds a gap that only a line shows to matter, and names the line', () => {
    const lines = [{ line: 'Wheelbarrow', facts: { productClass: 'tool', rateCharged: 'standard' } }];
    expect(found(gap, { rules: [bricks, hire], lines }).map(({ witness }) => witness?.line)).toContain('Wheelbarrow');
  });
  it('finds nothing where every line is decided, or asked about because a fact is missing', () => {
    expect(found(gap, { rules: whole })).toEqual([]);
  });
  it('leaves out what is impossible', () => {
    const impossible = [
      { id: 'a', when: { productClass: 'tool' } },
      { id: 'b', when: { all: [{ productClass: 'building_material' }, { not: { rateCharged: 'standard' } }] } },
    ];
    expect(found(gap, { rules: [bricks, hire], impossible })).toEqual([]);
  });
  it('counts the cases beyond the first five', () => {
    const letters = [...'abcdefghijkl'];
    const facts = letters.map((name) => ({
      name,
      meaning: name,
      presume: 'no',
      values: ['no', 'yes'].map((value) => ({ value, meaning: value })),
    }));
    const pairs = [0, 2, 4, 6, 8, 10].map((i) => ({ all: letters.slice(i, i + 2).map((name) => ({ [name]: 'yes' })) }));
    const told = found(gap, { facts, rules: [{ id: '431nb.a', when: { not: { any: pairs } } }] });
    expect(told.map(({ message }) => message)).toEqual([
      ...Array.from({ length: 5 }, () => expect.stringMatching(/with \w yes, \w yes;/)),
      expect.stringMatching(/^and 1 more kinds of line/),
    ]);
  });
});

describe('impossible_occurs', () => {
  const lines = [{ line: 'Mixer with driver', facts: { productClass: 'hire', rateCharged: 'zero' } }];
  it('finds a combination that a line has', () => {
    const impossible = [{ id: 'no_hire_at_zero', when: { all: [{ productClass: 'hire' }, { rateCharged: 'zero' }] } }];
    expect(found(impossibleOccurs, { lines, impossible })[0]).toMatchObject({
      subject: { kind: 'impossible', id: 'no_hire_at_zero' },
      witness: { line: 'Mixer with driver' },
    });
  });
  it('leaves one alone that no line has, or that cannot be told', () => {
    const impossible = [
      { id: 'a', when: { productClass: 'tool' } },
      { id: 'b', when: { job: 'separate' } },
    ];
    expect(found(impossibleOccurs, { lines, impossible })).toEqual([]);
  });
});

describe('dead_override', () => {
  it('finds an override of a rule that never meets it', () => {
    expect(named(deadOverride, { rules: [bricks, { ...hire, overrides: ['431nb.bricks'] }] })).toEqual([
      '431nb.hire + 431nb.bricks',
    ]);
  });
  it('finds one of a rule of another supply type or time', () => {
    const labour = {
      ...hire,
      overrides: ['431nb.bricks'],
      when: { rateCharged: 'standard' },
      supplyTypes: ['labour' as const],
    };
    expect(named(deadOverride, { rules: [bricks, labour] })).toHaveLength(1);
    const later = {
      id: '431nb.late',
      when: { rateCharged: 'standard' },
      overrides: ['431nb.bricks'],
      from: '2010-01-01',
    };
    expect(named(deadOverride, { rules: [{ ...bricks, to: '2009-12-31' }, later] })).toHaveLength(1);
  });
  it('leaves one alone that meets it, or may once a fact is known', () => {
    const over = { id: '431nb.separate', when: { job: 'separate' }, overrides: ['431nb.bricks'] };
    expect(found(deadOverride, { rules: [bricks, over] })).toEqual([]);
  });
});

describe('dates', () => {
  const days = (rules: PlantedRule[]) =>
    found(dates, { rules }).map(({ subject, other, message }) => [subject.id, other, message.split(',')[0]]);
  it('finds the day after the end and the day before the beginning', () => {
    expect(days([{ ...bricks, to: '2009-12-31' }, { ...bricks, id: '431nb.new', from: '2010-01-02' }, hire])).toEqual([
      ['431nb.bricks', '2010-01-01', 'ends on 2009-12-31'],
      ['431nb.new', '2010-01-01', 'begins on 2010-01-02'],
    ]);
  });
  it('finds a last rule that ends', () => {
    expect(days([{ ...bricks, to: '2009-12-31' }])).toEqual([['431nb.bricks', '2010-01-01', 'ends on 2009-12-31']]);
  });
  it('leaves a successor of the next day alone, and the first rules of the book', () => {
    expect(
      days([
        { ...bricks, to: '2009-12-31' },
        { ...bricks, id: '431nb.new', from: '2010-01-01' },
      ]),
    ).toEqual([]);
  });
  it('that two rules decide one day is an overlap', () => {
    const old = { ...bricks, to: '2010-01-01', outcome: { treatment: 'not_reclaimable' as const } };
    expect(named(overlap, { rules: [old, { ...bricks, id: '431nb.new', from: '2010-01-01' }] })).toEqual([
      '431nb.new + 431nb.bricks',
    ]);
  });
  it('finds rates out of order or too late, and a window that ends before it begins', () => {
    const standard = [
      { from: '2005-01-01', percent: 17.5 },
      { from: '2004-01-01', percent: 20 },
    ];
    expect(found(dates, { rules: [bricks], standard }).map(({ severity }) => severity)).toEqual(['warning', 'error']);
    const span = { from: '2022-04-01', to: '2021-03-31' };
    const windows = [
      { item: 'solar', note: 'x', great_britain: span, northern_ireland: { from: '2022-04-01', to: '2027-03-31' } },
    ];
    expect(found(dates, { windows })[0]?.subject).toEqual({
      kind: 'window',
      id: 'solar',
      path: ['great_britain', 'to'],
    });
  });
});

describe('examples', () => {
  it('finds a rule without a line that it decides or without one that it does not', () => {
    const only = { ...bricks, examples: [{ line: 'Bricks', net: 1, vat: 0, is: 'this' }] };
    const other = { ...hire, examples: [{ line: 'Bricks', net: 1, vat: 0, is: '431nb.bricks' }] };
    expect(found(examples, { rules: [only, other] }).map(({ subject, message }) => `${subject.id} ${message}`)).toEqual(
      [expect.stringMatching(/^431nb\.bricks .*\(not: this\)/), expect.stringMatching(/^431nb\.hire .*\(is: this\)/)],
    );
  });
  it('takes the id of the rule, and a line of another rule, for both', () => {
    const given = [
      { line: 'Bricks', net: 1, vat: 0, is: '431nb.bricks' },
      { line: 'Sand', net: 1, vat: 0, is: '431nb.sand' },
    ];
    expect(found(examples, { rules: [{ ...bricks, examples: given }] })).toEqual([]);
  });
});

describe('citation', () => {
  it('finds what cites nothing, the unknown, or the same twice', () => {
    const rules = [
      { ...bricks, citations: [] },
      { ...hire, citations: ['lore', 'law#1', 'law#1'] },
    ];
    expect(found(citation, { rules }).map(({ subject }) => subject.path)).toEqual([
      ['citations'],
      ['citations', 0],
      ['citations', 2],
    ]);
    const concepts = [{ id: 'a.brick', terms: ['brick'], citations: [] }];
    expect(named(citation, { concepts, questions: [{ id: 'q', citations: [] }] })).toEqual(['q', 'a.brick']);
  });
  it('leaves known paragraphs alone', () => {
    expect(found(citation, { rules: [{ ...bricks, citations: ['law', 'law#2'] }] })).toEqual([]);
  });
});

describe('stale_source', () => {
  const source = {
    key: 'law',
    title: 'The law',
    url: 'https://law',
    checked: '2025-06-01',
    confidence: 'seen' as const,
  };
  it('finds a source on the day after its year, and one checked in the future', () => {
    expect(found(staleSource, { sources: [source], today: '2026-06-02' })[0]).toMatchObject({
      severity: 'warning',
      subject: { kind: 'source', id: 'law', path: ['checked'] },
    });
    expect(found(staleSource, { sources: [source], today: '2025-05-31' })[0]?.severity).toBe('error');
  });
  it('leaves one alone to the last day of its year', () => {
    for (const today of ['2025-06-01', '2026-06-01'])
      expect(found(staleSource, { sources: [source], today })).toEqual([]);
  });
});

describe('unaskable', () => {
  it('finds a fact that may be unknown, is read, and is not asked for', () => {
    const facts = FACTS.map((fact) => (fact.name === 'job' ? { name: 'job', meaning: '', values: fact.values } : fact));
    const rules = [{ id: '431nb.separate', when: { job: 'separate' } }];
    expect(named(unaskable, { facts, rules })).toEqual(['job + 431nb.separate']);
    expect(found(unaskable, { facts, rules: [bricks] })).toEqual([]);
  });
  it('finds a rule that asks the question of a doubt that has none', () => {
    const outcome = { treatment: 'needs_answer', question: 'doubt' } as const;
    expect(named(unaskable, { rules: [{ ...hire, outcome }] })).toEqual(['doubt + none']);
    const settled = { ...hire, outcome, when: { all: [{ productClass: 'hire' }, { doubt: { notIn: ['none'] } }] } };
    expect(found(unaskable, { rules: [settled] })).toEqual([]);
  });
});

describe('unasked_question', () => {
  it('finds a question that nobody asks', () => {
    const rules = [{ ...hire, outcome: { treatment: 'needs_answer' as const, question: 'asked_by_rule' } }];
    const concepts = [{ id: 'a.brick', terms: ['brick'], question: 'asked_by_thing' }];
    const questions = ['asked_by_rule', 'asked_by_thing', 'which_job', 'forgotten', 'fixed_and_usual'].map((id) => ({
      id,
    }));
    expect(named(unaskedQuestion, { rules, concepts, questions })).toEqual(['forgotten']);
  });
});

describe('fruitless_question', () => {
  const asking: PlantedRule = {
    id: '431nb.asking',
    when: { all: [{ productClass: 'tool' }, { rateCharged: 'standard' }] },
    outcome: { treatment: 'needs_answer', question: 'tool_kind' },
  };
  const answer = (id: string, sets: Record<string, string>) => ({ id, label: id, sets });
  it('finds an answer after which the same question is asked', () => {
    const answers = [
      answer('material', { productClass: 'building_material' }),
      answer('tool', { productClass: 'tool' }),
    ];
    const [finding, ...more] = found(fruitlessQuestion, {
      rules: [bricks, asking],
      questions: [{ id: 'tool_kind', answers }],
    });
    expect(finding).toMatchObject({ subject: { id: 'tool_kind', path: ['answers', 1] }, other: 'tool' });
    expect(more).toEqual([]);
  });
  it('finds a question that every answer holds', () => {
    const answers = [{ id: 'not_sure', label: '', holds: 'Ask the shop.' }];
    expect(named(fruitlessQuestion, { rules: [asking], questions: [{ id: 'tool_kind', answers }] })).toEqual([
      'tool_kind',
    ]);
  });
  it('leaves answers alone that lead to a rule, to another question, or out of these rules', () => {
    const another = { ...hire, outcome: { treatment: 'needs_answer' as const, question: 'which_hire' } };
    const answers = [
      answer('material', { productClass: 'building_material' }),
      answer('hire', { productClass: 'hire' }),
      answer('fitted', { supplied: 'labour' }),
      { id: 'reread', label: '', rereads: true },
      { id: 'not_sure', label: '', holds: 'Ask the shop.' },
    ];
    const questions = [{ id: 'tool_kind', answers }];
    expect(found(fruitlessQuestion, { rules: [bricks, asking, another], questions })).toEqual([]);
  });
});

describe('exceptions', () => {
  const plant = { rules: [bricks, { ...hire, overrides: ['431nb.bricks'] }] };
  const run = (exceptions: Parameters<typeof lintFindings>[1], lints = [deadOverride]) =>
    lintFindings(planted(plant), exceptions, lints).map(({ lint, subject }) => `${lint} ${subject.id}`);
  const exception = { lint: 'dead_override', id: '431nb.hire', reason: 'planted' };
  it('excuse what they name, all of it or with one other', () => {
    expect(run([])).toEqual(['dead_override 431nb.hire']);
    expect(run([exception])).toEqual([]);
    expect(run([{ ...exception, other: '431nb.bricks' }])).toEqual([]);
  });
  it('that excuse nothing are findings, once their lint was run', () => {
    expect(run([exception, { ...exception, other: '431nb.sand' }])).toEqual(['useless_exception 431nb.hire']);
    expect(run([{ ...exception, lint: 'gap' }])).toEqual(['dead_override 431nb.hire']);
  });
});
