import { Engine } from 'json-rules-engine';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Classification } from '../../src/rulebook/classification.js';
import type { Facts } from '../../src/rulebook/conditions.js';
import { DecisionEngine, type Judgement } from '../../src/rulebook/engine.js';
import type { Line } from '../../src/rulebook/line.js';
import { factSpaces } from '../../src/rulebook/lints/fact_space.js';
import type { Lint, LintInput } from '../../src/rulebook/lints/lint.js';
import { Observed } from '../../src/rulebook/lints/observed.js';
import { LINTS } from '../../src/rulebook/lints/table.js';
import { Terms } from '../../src/rulebook/lints/terms.js';
import type { Rule } from '../../src/rulebook/model.js';
import { formatPence, parsePence } from '../../src/rulebook/money.js';
import { exampleFault } from '../../src/rulebook/proof/examples.js';
import { recording } from '../../src/rulebook/proof/recording.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { rulebook, TODAY } from '../rulebook/book.js';
import { propertiesOf } from './properties.js';

/** Bugs planted in a copy of the engine or of the rules, and the check of the suite that must not pass over them. */
const book = await rulebook();

/** The same rulebook with something else in it. */
function changed(over: Partial<Record<keyof Rulebook, unknown>>): Rulebook {
  return Object.create(
    book,
    Object.fromEntries(Object.entries(over).map(([name, value]) => [name, { value }])),
  ) as Rulebook;
}

/** A rulebook of other rules, with an engine of them. */
function ofRules(rules: readonly Rule[]): Rulebook {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return changed({ rules, engine: new DecisionEngine(rules, book.facts), rule: (id: string) => byId.get(id) });
}

const editing = (id: string, edit: (rule: Rule) => Partial<Rule>): Rulebook => {
  if (!book.rule(id)) throw new Error(`there is no rule ${id} to break`);
  return ofRules(book.rules.map((rule) => (rule.id === id ? { ...rule, ...edit(rule) } : rule)));
};

/** An engine whose judgement is another. */
function judging(judge: (was: Judgement, facts: Facts, all: Rule[]) => Judgement): Rulebook {
  const engine = Object.create(book.engine, {
    judgement: {
      value: (table: string, date: string, facts: Facts) =>
        judge(book.engine.judgement(table, date, facts), facts, book.engine.inForce(table, date)),
    },
  });
  return changed({ engine });
}

/** A rulebook whose answers are altered on their way out. */
function answering(alter: (answer: Classification, line: Line) => Partial<Classification['classification']>): Rulebook {
  return changed({
    classify: async (line: Line) => {
      const answer = await book.classify(line);
      return { ...answer, classification: { ...answer.classification, ...alter(answer, line) } };
    },
  });
}

/** json-rules-engine as it comes: the state of a run stands on the engine, so a run that overlaps another loses its rules. */
function sharedState(): Rulebook {
  const { run } = Engine.prototype;
  let running = false;
  vi.spyOn(Engine.prototype, 'run').mockImplementation(async function (this: Engine, facts) {
    const lost = running;
    running = true;
    try {
      const result = await run.call(this, facts);
      return lost ? { ...result, results: [], events: [] } : result;
    } finally {
      running = false;
    }
  });
  return book;
}

const pence = (text: string) => parsePence(text) ?? 0;

async function propertyFails(of: Rulebook, name: RegExp): Promise<void> {
  const found = propertiesOf(of).filter((p) => name.test(`${p.group}: ${p.name}`));
  expect(found).toHaveLength(1);
  await expect(found[0]?.check()).rejects.toThrow();
}

async function exampleFails(of: Rulebook): Promise<void> {
  for (const rule of of.rules)
    for (const example of rule.examples) if ((await exampleFault(of, rule, example, TODAY)) !== null) return;
  throw new Error('every example holds');
}

async function lintFails(of: Rulebook, id: string): Promise<void> {
  const observed = new Observed();
  const heard = recording(of, observed, () => '');
  for (const rule of of.rules) for (const example of rule.examples) await exampleFault(heard, rule, example, TODAY);
  const { rules, facts, supply, impossible } = of;
  const spaces = factSpaces({ rules, facts, supply, impossible, observed });
  const terms = new Terms(of.catalogue, of.lexicon);
  const input: LintInput = { book: of, spaces, observed, terms, today: TODAY };
  const lint = LINTS.find((l) => l.id === id) as Lint;
  const was = (subject: string) => of.lintExceptions.some((e) => e.lint === id && e.id === subject);
  expect([...lint.check(input)].filter(({ subject }) => !was(subject.id)).length).toBeGreaterThan(0);
}

interface Bug {
  bug: string;
  planted: () => Rulebook;
  caught: (of: Rulebook) => Promise<void>;
}

const BUGS: Bug[] = [
  {
    bug: 'overrides are ignored',
    planted: () => ofRules(book.rules.map((rule) => ({ ...rule, overrides: [] }))),
    caught: (of) => lintFails(of, 'overlap'),
  },
  {
    bug: 'a missing fact is taken for one that fits',
    planted: () =>
      judging((was) => {
        const [first] = was.kind === 'missing' ? was.rules : [];
        return first ? { kind: 'decided', rule: first, alsoApplied: [] } : was;
      }),
    caught: (of) => propertyFails(of, /stays decided the same when an unknown fact/),
  },
  {
    bug: 'a question is decided as a claim',
    planted: () =>
      judging((was, _, all) => {
        const claim = all.find((rule) => rule.outcome.reclaim === 'all');
        return was.kind === 'decided' && was.rule.outcome.question === 'doubt' && claim ? { ...was, rule: claim } : was;
      }),
    caught: (of) => propertyFails(of, /words that no list knows/),
  },
  {
    bug: 'the rate of today is kept for every day',
    planted: () =>
      changed({
        rates: Object.create(book.rates, {
          charged: { value: (net: number, vat: number) => book.rates.charged(net, vat, TODAY) },
        }),
        meaningTables: Object.create(book.meaningTables, {
          rates: {
            value: Object.create(book.rates, {
              charged: { value: (net: number, vat: number) => book.rates.charged(net, vat, TODAY) },
            }),
          },
        }),
      }),
    caught: exampleFails,
  },
  {
    bug: 'a claim is a penny too high',
    planted: () =>
      answering(({ classification: { vatReclaimable } }) =>
        pence(vatReclaimable) > 0 ? { vatReclaimable: formatPence(pence(vatReclaimable) + 1) } : {},
      ),
    caught: (of) => propertyFails(of, /a claim is between nothing and the VAT charged/),
  },
  {
    bug: 'a credit is claimed like a charge',
    planted: () =>
      answering(({ classification: { vatReclaimable } }) => ({
        vatReclaimable: formatPence(Math.abs(pence(vatReclaimable))),
      })),
    caught: (of) => propertyFails(of, /a credit is the mirror of the charge/),
  },
  {
    bug: 'a line without VAT is a claim',
    planted: () => answering((_, { vat }) => (vat === 0 ? { treatment: 'reclaimable' } : {})),
    caught: (of) => propertyFails(of, /without VAT there is nothing to claim/),
  },
  {
    bug: 'an answer depends on the lines before it',
    planted: () => {
      let calls = 0;
      return answering(() => (++calls % 7 === 0 ? { treatment: 'not_reclaimable', explanation: 'another' } : {}));
    },
    caught: (of) => propertyFails(of, /says the same of the same line again/),
  },
  {
    bug: 'capitals count',
    planted: () =>
      changed({ classify: (line: Line) => book.classify(/[A-Z]/.test(line.text) ? { ...line, text: '?' } : line) }),
    caught: (of) => propertyFails(of, /capitals say nothing/),
  },
  {
    bug: 'one engine of json-rules-engine is shared by runs that overlap',
    planted: sharedState,
    caught: (of) => propertyFails(of, /overlapping lines/),
  },
  {
    bug: 'a rule begins a day late',
    planted: () => editing('431nb.other.never_service', () => ({ effective: { from: '2010-01-02', to: null } })),
    caught: (of) => lintFails(of, 'dates'),
  },
  {
    bug: 'a rule loses a condition',
    planted: () =>
      editing('431nb.materials.building_materials', ({ when }) =>
        when.kind === 'all' ? { when: { ...when, of: when.of.slice(0, -1) } } : {},
      ),
    caught: (of) => lintFails(of, 'overlap'),
  },
  {
    bug: 'a rule asks too much',
    planted: () =>
      editing('431c.materials.odd_rate', ({ when }) => ({
        when: { kind: 'all', of: [when, { kind: 'in', fact: 'sign', values: ['credit'], negated: false }] },
      })),
    caught: (of) => lintFails(of, 'gap'),
  },
  {
    bug: 'the list of lines that never follow is lost',
    planted: () => changed({ companions: { ...book.companions, never: [] } }),
    caught: (of) => propertyFails(of, /what is on the list of lines that never follow does not/),
  },
  {
    bug: 'companions of an energy-saving job take nothing of it',
    planted: () => changed({ companions: { ...book.companions, installed: [] } }),
    caught: (of) => propertyFails(of, /what belongs to a separate energy-saving job/),
  },
  {
    bug: 'goods beside labour are not held',
    planted: () => {
      const { holds } = book.companions;
      const silent = Object.fromEntries(Object.entries(holds).map(([key, hold]) => [key, { ...hold, says: null }]));
      return changed({ companions: { ...book.companions, holds: silent } });
    },
    caught: (of) => propertyFails(of, /on which an answer settled nothing/),
  },
  {
    bug: 'what belongs to an installation is taken for goods bought alone',
    planted: () => {
      const asGoods = { ...book.companions.supply, supply_and_install: 'materials', labour: 'materials' };
      return changed({ companions: { ...book.companions, supply: asGoods } });
    },
    caught: (of) => propertyFails(of, /on a new build nothing is claimed/),
  },
];

afterEach(() => vi.restoreAllMocks());

describe('planted bugs are caught', () => {
  it.each(BUGS.map((b) => [b.bug, b] as const))(
    '%s',
    async (_, { planted, caught }) => {
      await caught(planted());
    },
    300_000,
  );
});
