import type { CompanionRole } from '../companions.js';
import { HELD_BY } from '../line.js';
import { offered, SIGNAL, SUPPLY_TYPE, valuesOf, WORDING } from './closed_lists.js';
import { flag, list, type Meaning, map, mapOf, oneOf, type Schema, text } from './forms.js';
import { factLists, sets } from './law_files.js';
import type { Names } from './names.js';

const ROLE_MEANINGS: Readonly<Record<CompanionRole, string>> = {
  works: 'building work with an aim of its own',
  labour: 'work on the goods of the same job',
  goods: 'goods',
  carriage: 'carriage, waiting time and the like, which follow goods',
  service: 'a small service with no aim of its own: commissioning, waste, travel',
  reduction: 'a credit or discount, which follows what it reduces',
  fuel: 'fuel charged with plant',
  grant: 'a grant taken off the bill, which changes no rate',
};
const ROLE: readonly Meaning[] = Object.entries(ROLE_MEANINGS);

const NAMED: readonly Meaning[] = [
  ['known', 'the catalogue knows the thing'],
  ['unknown', 'a word names a thing that the catalogue does not know'],
  ['nothing_named', 'no thing is named'],
];

/** companions.yaml: which lines of an invoice follow the answer about another, and what they take from it. */
export function companions(names: Names): Schema {
  const { facts, questions, statements } = names;
  const words = (description: string) => list(description, undefined, { minItems: 1 });
  const roles = (description: string) => list(description, oneOf('Role.', ROLE));
  const question = text('Id of a question.', offered(questions));
  const doubts = (description: string) => list(description, oneOf('Doubt.', valuesOf(facts, 'doubt', ['none'])));
  const like: Record<string, Schema> = {
    classes: list('Class of the thing.', oneOf('Product class.', valuesOf(facts, 'productClass'))),
    kinds: list('Kind of line.', oneOf('Line kind.', valuesOf(facts, 'lineKind'))),
    notKinds: list('Kind of line it is not.', oneOf('Line kind.', valuesOf(facts, 'lineKind'))),
    things: words('Ids of concepts the line is about.'),
    notThings: words('Ids of concepts the line is not about.'),
    areas: words('First parts of the ids of concepts.'),
    supplied: list('Whose rules decide.', oneOf('Supply type.', SUPPLY_TYPE)),
    esm: list('Standing on the energy-saving list.', oneOf('Standing.', valuesOf(facts, 'esm'))),
    says: list('Statements the line makes.', { type: 'string', minLength: 1, ...offered(statements) }),
    signals: list('Words of supply.', oneOf('What they say.', SIGNAL)),
    wordings: list('What the words say of how it was supplied.', oneOf('Wording.', Object.entries(WORDING))),
    facts: factLists(names, 'Facts of the line: each one of these.'),
    doubts: doubts('Doubts that the answers to the line leave.'),
    named: list('How far the thing is known.', oneOf('How far.', NAMED)),
  };
  const linesLike = (description: string, more: Record<string, Schema> = {}, optional: readonly string[] = []) =>
    map(description, { ...like, ...more }, [...Object.keys(like), ...optional]);
  const answer = (description: string, more: Record<string, Schema> = {}, optional: readonly string[] = []) =>
    map(description, { question, answer: text('Id of an answer to it.'), ...more }, optional);
  const bySupply = (of: (description: string) => Schema) => ({
    supply_and_install: of('Beside an installation.'),
    materials: of('Beside goods bought alone.'),
  });
  const family = map(
    'A family of things.',
    {
      id: text('Id.', { pattern: '^[a-z_]+$' }),
      mains: words('Ids of concepts that a customer would name first.'),
      areas: words('First parts of the ids of what is ancillary to them.'),
      things: words('Ids of concepts that are ancillary to them: goods, and labour of the same trade.'),
      takesFuel: flag('Fuel charged with it is part of it.'),
    },
    ['areas', 'things', 'takesFuel'],
  );
  const hold = map('A reason.', { asks: question, says: text('What the user is told.') });
  const tables: Record<string, Schema> = {
    jobQuestions: list('Questions about a whole job.', question, { minItems: 1 }),
    carryNothing: list('Of their answers, those that say nothing of the other lines.', answer('An answer.')),
    differentJobs: answer('The answer that takes a line out of the job.'),
    never: list(
      'Lines that follow nothing and carry nothing; the first that fits says why.',
      linesLike('Such a line.', { because: text('Why, in the middle of a sentence.') }),
    ),
    roles: list(
      'What other lines are to a job; the first that fits.',
      linesLike('A line.', { role: oneOf('Its role.', ROLE) }),
    ),
    families: list('Things a customer would name first, and what is ancillary to each.', family),
    trades: list(
      'Goods that the work of a trade may be on; the work of others may be on any.',
      map('A trade.', {
        works: words('Ids of the concepts of its work.'),
        areas: words('First parts of the ids of the goods.'),
      }),
    ),
    suppliers: map("What a supplier's name says of how goods were supplied.", {
      doTheWork: words("Words of the names of firms that do a trade's work."),
      sell: words('Words of the names of firms that sell, whatever trade they are called after.'),
    }),
    smallThings: words('Ids of concepts that are ancillary to any installation.'),
    supply: mapOf(
      'How companions were supplied, by how the main line was.',
      oneOf(
        'Supply.',
        SUPPLY_TYPE.filter(([type]) => type === 'supply_and_install' || type === 'materials'),
      ),
    ),
    follow: map('Roles that follow, by how the main line was supplied.', bySupply(roles)),
    wider: list(
      'Answers that take in more lines.',
      answer('An answer.', { roles: roles('Roles that follow too.'), ownAim: flag('Those of `ownAim` too.') }, [
        'ownAim',
      ]),
    ),
    worksLead: answer('The answer that makes the works line the main line.'),
    ownAim: list(
      'Lines with an aim of their own, which follow only where an answer takes them in.',
      linesLike('Such a line.'),
    ),
    shares: words('Facts that a companion shares with its main line.'),
    asMain: map('Lines decided as the main line of an installation, on their own amounts.', {
      roles: roles('Their roles.'),
      facts: words('Facts they take.'),
      doubts: doubts('Doubts about the main thing, which only they share.'),
    }),
    goodsNamed: mapOf('By the claim column of the main line, what its carriage and reductions are of.', {
      type: 'string',
      description: 'Value of goodsNamed.',
    }),
    installed: list(
      'What goods that follow an installation take, by what was installed; the first that fits.',
      linesLike(
        'An installation.',
        {
          sets: sets(names, 'Facts they take.'),
          datesOfMain: flag('The zero-rate dates are those of what was installed.'),
          holds: text('Nothing is claimed on them, and this is what the user is told.'),
        },
        ['sets', 'datesOfMain', 'holds'],
      ),
    ),
    settles: map('Doubts about a companion that its main line removes.', {
      ...bySupply(doubts),
      answered: doubts('Removed where an answer to the main line removes them there.'),
    }),
    labourBesideGoods: map('Labour beside goods that were answered as bought alone.', {
      question,
      notTheirs: text('Id of the answer that lets the goods stay bought alone.'),
    }),
    holds: map('Why a companion is held.', Object.fromEntries(HELD_BY.map((key) => [key, hold]))),
    tells: map(
      'What the user is told of a companion.',
      bySupply((description) => text(description)),
    ),
    evidence: map('What lines say about the others of their invoice.', {
      notFitted: list('Lines that say nothing of fitting.', linesLike('Such a line.')),
      fitted: list('Lines by which something was fitted.', linesLike('Such a line.')),
      soldOrFitted: list('Goods as often fitted by who sells them.', linesLike('Such goods.')),
      toldAsJobs: list(
        'Goods told as a job that was done, unless the same invoice sells others.',
        linesLike('Such goods.'),
      ),
      energySaving: list('Things on the energy-saving list.', linesLike('Such a thing.')),
      wholeWorks: list("Lines of a builder's valuation for whole works.", linesLike('Such a line.')),
    }),
    chargedAgain: map('Payments that a later document of their supplier may charge again.', {
      inAdvance: list('Before the supply, by whatever is charged later.', linesLike('Such a line.')),
      inStages: list(
        'By later works, or the same goods, that come to as much as all stages before.',
        linesLike('Such a line.'),
      ),
    }),
  };
  // An earlier edition does not say which payments may be charged again, which goods a trade may work on, nor what suppliers are called.
  return map('Which lines of one invoice follow the answer about another, and what they take from it.', tables, [
    'chargedAgain',
    'trades',
    'suppliers',
  ]);
}
