import { PLACEHOLDERS } from '../placeholders.js';
import {
  ANSWER_VALUE,
  CONFIDENCE,
  COUNTRY,
  GOODS_BESIDE,
  offered,
  QUESTION_KIND,
  ROUTE,
  SUPPLY_TYPE,
  TOLD_PLACE,
  TREATMENT,
  valuesOf,
} from './closed_lists.js';
import { date, flag, list, type Meaning, map, mapOf, oneOf, type Schema, text } from './forms.js';
import type { Names } from './names.js';

const ID = '^[a-z0-9_]+$';
const PLACES = PLACEHOLDERS.map((name) => `{${name}}`).join(' ');

export function citations({ sources }: Names): Schema {
  return list(
    'The law and guidance it rests on: the key of a source in rulebook.yaml, or key#paragraph.',
    { type: 'string', minLength: 1, ...offered(sources) },
    { minItems: 1 },
  );
}

/** Facts and their values, as an answer or the words of a line settle them. Names and values are checked on loading; here an editor offers them. */
export function sets({ facts }: Names, description: string): Schema {
  const properties: Record<string, Schema> = {};
  for (const { name, meaning, values } of facts)
    properties[name] = { type: 'string', description: meaning, ...offered(values.map((v) => v.value)) };
  properties.supplied = {
    type: 'string',
    description: 'how the thing was supplied',
    ...offered(SUPPLY_TYPE.map(([value]) => String(value))),
  };
  return { type: 'object', description, properties, additionalProperties: { type: 'string' } };
}

/** Facts with several values each, offered as `sets` does. */
export function factLists({ facts }: Names, description: string): Schema {
  const properties: Record<string, Schema> = {};
  for (const { name, meaning, values } of facts)
    properties[name] = list(meaning, { type: 'string', ...offered(values.map((v) => v.value)) }, { minItems: 1 });
  return { type: 'object', description, properties, additionalProperties: list('Values.') };
}

/** The days on which a rule is law. @param what a day of them is called. */
export function effective(description: string, what: string): Schema {
  return map(description, {
    from: date(`First ${what}.`),
    to: { description: `Last ${what}, or null.`, oneOf: [date(`Last ${what}.`), { type: 'null' }] },
  });
}

/** The tests a condition may make of a fact. */
function tests(meaning: string, values: readonly Meaning[], mayBeUnknown: boolean): Schema {
  const each = oneOf('A value of the fact.', values);
  const forms: Schema[] = [
    oneOf(meaning, values),
    map('The fact is known and is one of these.', { in: list('One of these.', each, { minItems: 1 }) }),
    map('The fact is known and is none of these.', {
      notIn: list('None of these; not known counts as neither.', each, { minItems: 1 }),
    }),
  ];
  if (mayBeUnknown)
    forms.push(
      map('The fact is not known.', {
        unknown: {
          const: true,
          description: 'The fact is not known. Only rules that ask, or that no claim depends on, may test this.',
        },
      }),
    );
  return { description: meaning, oneOf: forms };
}

/** A fact as a condition may test it. */
export interface TestableFact {
  name: string;
  meaning: string;
  values: readonly Meaning[];
  mayBeUnknown: boolean;
}

/** The `definitions` of a schema whose rules hold conditions on these facts. */
export function conditionOn(facts: readonly TestableFact[], definitions: readonly string[]): Schema {
  const own = { $ref: '#/definitions/condition' };
  const properties: Record<string, Schema> = {
    all: { type: 'array', minItems: 1, items: own, description: 'All of these hold.' },
    any: { type: 'array', minItems: 1, items: own, description: 'At least one of these holds.' },
    not: own,
    use: text('A named condition of definitions.yaml.', offered(definitions)),
  };
  for (const { name, meaning, values, mayBeUnknown } of facts) properties[name] = tests(meaning, values, mayBeUnknown);
  return {
    condition: {
      type: 'object',
      description: 'One fact, all, any, not, or use. A fact that is not known makes it neither true nor false.',
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: false,
      properties,
    },
  };
}

/** The same on the facts of a line. */
export function condition({ facts, definitions }: Names): Schema {
  const supplied: TestableFact = {
    name: 'supplied',
    meaning: 'how the thing was supplied, as read from the stated type, the words and the answers',
    values: SUPPLY_TYPE,
    mayBeUnknown: false,
  };
  const ofLine = facts.map(
    ({ name, meaning, values }): TestableFact => ({
      name,
      meaning,
      values: values.map((v) => [v.value, v.meaning]),
      mayBeUnknown: true,
    }),
  );
  return conditionOn([...ofLine, supplied], definitions);
}

export function rules(names: Names): Schema {
  const outcome = map(
    'What the rule decides.',
    {
      treatment: oneOf('What becomes of the VAT.', TREATMENT),
      reclaim: oneOf('How much goes on the claim.', [['all', 'the VAT printed']]),
      recover: oneOf('What the supplier must repay.', [
        ['all', 'all of the VAT'],
        ['above_reduced', 'what is above the reduced rate of the net amount'],
      ]),
      correctRate: oneOf('The right rate at the tax point.', [
        [0, 'the zero rate'],
        ['reduced', 'the reduced rate of the tax point'],
        ['standard', 'the standard rate of the tax point'],
        [null, 'not settled'],
      ]),
      question: text(
        'With needs_answer, and only then: the id of a question, or doubt or product for the question of the doubt or of the thing.',
        offered(['doubt', 'product', ...names.questions]),
      ),
    },
    ['reclaim', 'recover', 'correctRate', 'question'],
  );
  const decider = 'this, or the id of a rule.';
  const example = map(
    "A line, run as a test on the file's route and first supply type unless it says otherwise.",
    {
      line: text('Text of the invoice line.'),
      net: { type: 'number', description: 'Pounds before VAT; negative for a credit.' },
      vat: { type: 'number', description: 'Pounds of VAT printed.' },
      is: text(`The rule that decides the line: ${decider}`, offered(['this'])),
      not: text(`A rule that must not decide the line: ${decider}`, offered(['this'])),
      supplyType: oneOf('Stated supply type.', SUPPLY_TYPE),
      taxPoint: date('Date of supply; the day of the test when not given.'),
      completionDate: date('When the building was complete.'),
      country: oneOf('Where the building is.', COUNTRY),
      projectType: text('As in the input of the tool: new_build, conversion, extension …'),
      answer: text('confirmedAnswer: questionId=answerId, several joined by ;'),
      esmInvoiceCtx: flag('Other lines of the invoice speak of an energy-saving installation.'),
      saiInvoiceCtx: flag('Other lines of the invoice speak of fitting by the same supplier.'),
      placeTold: oneOf('The document says that all of it is for such a place.', TOLD_PLACE),
      billedTo: text('The company that the document names as customer, where it is no claimant.'),
      foreignVat: flag('The document shows VAT of another country.'),
      besideWorks: flag('Works of the same supplier stand on the document, or its owner says that it was work.'),
    },
    [
      'is',
      'not',
      'supplyType',
      'taxPoint',
      'completionDate',
      'country',
      'projectType',
      'answer',
      'esmInvoiceCtx',
      'saiInvoiceCtx',
      'placeTold',
      'billedTo',
      'foreignVat',
      'besideWorks',
    ],
  );
  const rule = map(
    'One rule. Order means nothing: of the rules that apply, one must decide.',
    {
      id: text('Stable for ever; a renamed rule is a new id that replaces the old.', {
        pattern: '^431(nb|c)\\.[a-z_]+\\.[a-z0-9_]+$',
      }),
      title: text('Short title.'),
      effective: effective('Tax points it applies to; both days included.', 'tax point'),
      citations: citations(names),
      when: { $ref: '#/definitions/condition' },
      outcome,
      because: text(`What the user is told. Filled in: ${PLACES}`),
      action: text(`What to do next. Filled in: ${PLACES}`),
      warning: text(`Told beside the result. Filled in: ${PLACES}`),
      answerable: text(
        'Id of a question that is not asked, but may be answered all the same: the answer can change the decision.',
        {
          ...offered(names.questions),
        },
      ),
      overrides: list('Ids of rules this one is an exception to.'),
      examples: list('Lines that the rule decides, and at least one that it does not.', example),
    },
    ['warning', 'answerable', 'overrides'],
  );
  const supplyType = oneOf('Supply type the rules are for.', SUPPLY_TYPE);
  return {
    ...map('Rules of one route for one or several supply types.', {
      route: oneOf('Route of the claim; the name of the folder.', ROUTE),
      supplyType: {
        description: 'Supply type the rules are for, or several.',
        oneOf: [supplyType, list('Several supply types.', supplyType, { minItems: 1 })],
      },
      rules: list('Rules.', rule, { minItems: 1 }),
    }),
    definitions: condition(names),
  };
}

export function definitions(names: Names): Schema {
  return definitionsWith(condition(names));
}

/** @param conditions as `conditionOn` gives them. */
export function definitionsWith(conditions: Schema): Schema {
  const definition = map('A condition with a name.', {
    name: text('Name that `use` names.', { pattern: '^[a-z_]+$' }),
    label: text('In words, for explanations.'),
    when: { $ref: '#/definitions/condition' },
  });
  return {
    ...map('Named conditions that rules share.', { definitions: list('Named conditions.', definition) }),
    definitions: conditions,
  };
}

export function facts({ questions }: Names): Schema {
  const value = map(
    'A value of the fact.',
    {
      value: text('The value, as rules write it.'),
      meaning: text('What it means, in words; completes “… is”.'),
      asks: text('Question to ask when a doubt or line kind has this value.', offered(questions)),
      comesBefore: list('Of a doubt, those that stand before it and are asked after it.', text('A doubt.'), {
        minItems: 1,
      }),
    },
    ['asks', 'comesBefore'],
  );
  const fact = map(
    'A fact.',
    {
      name: text('camelCase name.', { pattern: '^[a-z][A-Za-z]+$' }),
      meaning: text('What the fact is about, in words.'),
      presume: text('Value assumed when one line cannot tell; the user is told.'),
      asks: text('Question to ask when a rule needs the fact and it is not known.', offered(questions)),
      values: list('Allowed values.', value, { minItems: 2 }),
    },
    ['presume', 'asks'],
  );
  return map('Every fact a rule may name. The order is the order of asking.', { facts: list('Facts.', fact) });
}

export function questions(names: Names): Schema {
  const { statements, facts, items } = names;
  const part = map(
    'A part of the price.',
    {
      name: text('Name of the part, as the answer shows it.'),
      sets: sets(names, 'Facts of the part.'),
      things: list('Concepts that are this part where a line prices them apart, or areas of them.', {
        type: 'string',
        minLength: 1,
      }),
    },
    ['things'],
  );
  const answer = map(
    'An answer.',
    {
      id: text('Stable id.', { pattern: ID }),
      label: text('Shown to the user.'),
      sets: sets(names, 'Facts the answer settles.'),
      concept: text('The thing is this concept of the catalogue.'),
      datesOf: text(
        'The zero-rate dates are those of this item, for a thing that has none of its own.',
        offered(items),
      ),
      overOwnDates: flag('datesOf stands even for a thing with dates of its own: it is part of that installation.'),
      holds: text('The answer settles nothing: no claim, and this is what to do.'),
      claimedApart: flag('With holds: nothing more is asked, as the VAT is claimed apart from the lines.'),
      ruledOutBy: map(
        'The line, or the goods on its invoice, contradict this answer when they say, name or hold one of these.',
        {
          beside: list(
            'How goods that the line follows on its invoice were decided.',
            oneOf('Their treatment.', GOODS_BESIDE),
          ),
          says: list('Statements of the line.', { type: 'string', minLength: 1, ...offered(statements) }),
          unless: list('Statements beside which `says` does not count.', {
            type: 'string',
            minLength: 1,
            ...offered(statements),
          }),
          names: list('Product classes or concepts the line names.', {
            type: 'string',
            minLength: 1,
            ...offered(valuesOfClass(facts)),
          }),
          billedToCompany: flag('The document names a company as its customer that is no claimant.'),
        },
        ['says', 'unless', 'names', 'beside', 'billedToCompany'],
      ),
      neverOf: map(
        'Things of which this answer settles nothing.',
        {
          classes: list('Their product classes.', oneOf('A class.', valuesOf(facts, 'productClass'))),
          kinds: list('Their kinds of line.', oneOf('A kind of line.', valuesOf(facts, 'lineKind'))),
          holds: text('Why: no claim, and this is what to do.'),
        },
        ['classes', 'kinds'],
      ),
      flag: text('Told with the result.'),
      flagAtRate: {
        const: 'reduced',
        description: 'The flag is told only where this is the right rate and the supplier has VAT to repay.',
      },
      takes: oneOf('What follows the answer id after a colon.', ANSWER_VALUE),
      withinDays: {
        type: 'integer',
        minimum: 1,
        description: 'A date that is further from the date of the line is refused.',
      },
      notLater: flag('A date after that of the line is refused.'),
      needed: flag('Other amounts of the question are not taken without this one.'),
      parts: list('Parts whose amounts follow the answer.', part),
      remainder: { ...part, description: 'The rest of the price, when the parts are less than the whole.' },
      rereads: flag('The text given is read in place of the line.'),
      ofProjectNotEligible: text(
        `Given by the facts of a project that is not eligible, so that nobody is asked; this says so. Filled in: ${PLACES}`,
      ),
    },
    [
      'sets',
      'concept',
      'datesOf',
      'overOwnDates',
      'holds',
      'claimedApart',
      'ruledOutBy',
      'neverOf',
      'flag',
      'flagAtRate',
      'takes',
      'withinDays',
      'notLater',
      'needed',
      'parts',
      'remainder',
      'rereads',
      'ofProjectNotEligible',
    ],
  );
  const question = map(
    'A question.',
    {
      id: text('Stable id.', { pattern: ID }),
      number: text('Number in the fact books.'),
      text: text(`Exact wording for a layperson. Filled in: ${PLACES}`),
      whyAsked: text('Why it is asked, in one sentence.'),
      concerns: oneOf('What the question is about; a line when not given.', [
        ['line', 'it decides a line, so something must ask it'],
        ['invoice', 'it follows up an invoice whose lines are decided, and decides none of them'],
      ]),
      oneForInvoice: flag('What is answered on one line is answered for every line of the invoice that asks it.'),
      citations: citations(names),
      settles: list('Doubts that any answer removes.', {
        type: 'string',
        minLength: 1,
        ...offered(facts.find((f) => f.name === 'doubt')?.values.map((v) => v.value) ?? []),
      }),
      implies: sets(names, 'Facts that answering at all settles.'),
      answers: list('Answers.', answer, { minItems: 2 }),
    },
    ['number', 'concerns', 'oneForInvoice', 'settles', 'implies'],
  );
  return map('Questions for the user, with what each answer decides.', {
    kind: oneOf('Family of the questions.', QUESTION_KIND),
    questions: list('Questions.', question),
  });
}

function valuesOfClass(all: Names['facts']): string[] {
  return all.find((f) => f.name === 'productClass')?.values.map((v) => v.value) ?? [];
}

export function rulebook(): Schema {
  const percent = map('A rate from a day on.', {
    from: date('First day.'),
    percent: { type: 'number', description: 'Per cent.' },
  });
  const days = (description: string) => map(description, { from: date('First day.'), to: date('Last day.') });
  const window = map('The zero rate of one energy-saving item.', {
    item: text('Key that concepts name as esmItem.'),
    note: text('Note of Group 23 that lists it.'),
    great_britain: days('Zero rate in England, Wales and Scotland; both days included.'),
    northern_ireland: days('Zero rate in Northern Ireland; both days included.'),
  });
  const source = map(
    'A document that rules, concepts and questions cite.',
    {
      key: text('Key that citations name.'),
      title: text('Title.'),
      url: text('Address.', { format: 'uri' }),
      paragraphUrl: text('Address of one paragraph, with {paragraph}.'),
      paragraphPrefix: text('Printed before the paragraph.'),
      checked: date('Day it was last checked.'),
      confidence: oneOf('How well it is known.', CONFIDENCE),
    },
    ['paragraphUrl', 'paragraphPrefix'],
  );
  const credit = map('Texts for a credit with this treatment.', {
    because: text(`Said after the rule's own words. Filled in: ${PLACES}`),
    action: text(`What to do, instead of the action of the rule. Filled in: ${PLACES}`),
  });
  return map('Edition, rates by date, zero-rate windows and sources.', {
    edition: text('Edition of publication: year.month.number.', { pattern: '^\\d{4}\\.\\d{2}\\.\\d+$' }),
    rates: map('VAT rates by date of supply.', {
      standard: list('Standard rate.', percent, { minItems: 1 }),
      reduced: list('Reduced rate.', percent, { minItems: 1 }),
    }),
    zeroRateWindows: list('Zero rate of energy-saving materials by item and country.', window),
    credits: map(
      'What is said and done where a line takes money back, by treatment.',
      Object.fromEntries(TREATMENT.map(([treatment]) => [treatment, credit])),
      TREATMENT.map(([treatment]) => String(treatment)),
    ),
    notEligible: map('Texts for VAT that a supplier has to put right in a project that is not eligible.', {
      because: text(`Said after the rule's own words. Filled in: ${PLACES}`),
      action: text(`What to do, instead of the action of the rule. Filled in: ${PLACES}`),
      works: map('Where the works are none of a dwelling either, so that the VAT may have been right.', {
        restsOn: list(
          'Sources: a rate that is right by one of them is right for works of a dwelling alone.',
          text('Key of a source.'),
        ),
        butNot: list(
          'Sources: a rate that is right by one of them is right for other works too.',
          text('Key of a source.'),
        ),
        because: text(`Said instead of the rule's own words. Filled in: ${PLACES}`),
        action: text(`What to do, instead of the action of the rule. Filled in: ${PLACES}`),
      }),
    }),
    notSettled: map('Texts while it is not settled whether a project is eligible.', {
      title: text('Title of the action item.'),
      because: text('What the claimant is told.'),
      beside: text('Said beside a total of what can be claimed.'),
    }),
    sources: list('Documents cited.', source),
    cases: mapOf(
      'Decisions of courts and tribunals, cited as case#key.',
      map('A decision.', { title: text('Citation.'), url: text('Address.') }),
    ),
  });
}
