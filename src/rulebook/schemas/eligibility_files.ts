import { ROUTES } from '../model.js';
import { EFFECT, ELEMENT_SCHEME, NEED, offered, ROUTE, RULE_CONFIDENCE, SUPPLY_TYPE } from './closed_lists.js';
import { date, flag, list, map, oneOf, type Schema, text } from './forms.js';
import { citations, conditionOn, definitionsWith, effective } from './law_files.js';
import type { Names } from './names.js';

/** Schemas of the files under rules/eligibility/. */

const ID = '^[a-z0-9_]+$';
const CONDITION: Schema = { $ref: '#/definitions/condition' };

/** Conditions on what is known of a project. Dates are compared by the program, which works facts out from them. */
function conditions({ eligibility: { facts, definitions: named } }: Names): Schema {
  const choices = facts.filter((fact) => fact.kind === 'choice');
  return conditionOn(
    choices.map(({ name, question, values }) => ({
      name,
      meaning: question,
      values: values.map((v) => [v.value, v.label]),
      // What is not known must never make a project eligible, so no rule may rest on it.
      mayBeUnknown: false,
    })),
    named,
  );
}

function confidence(): Schema {
  return oneOf('How well it is known. An UNCONFIRMED rule must ask.', RULE_CONFIDENCE);
}

export function facts(names: Names): Schema {
  const value = map(
    'A value of the fact.',
    {
      value: text('The value, as rules and callers write it.', { pattern: ID }),
      label: text('The answer as the claimant is shown it.'),
      notWith: CONDITION,
      agreesWith: CONDITION,
    },
    ['notWith', 'agreesWith'],
  );
  const fact = map(
    'A fact.',
    {
      name: text('camelCase name.', { pattern: '^[a-z][A-Za-z]+$' }),
      kind: oneOf('What it is.', [
        ['choice', 'one of its values'],
        ['date', 'a day, YYYY-MM-DD'],
      ]),
      question: text('Exact wording for a layperson.'),
      whyAsked: text('Why it is asked, in one sentence.'),
      onlyIf: CONDITION,
      askedBy: text('Name of the date this is worked out from, which is asked for instead.'),
      notAfter: text('Name of the date that this one cannot come after.'),
      values: list('Allowed values of a choice.', value, { minItems: 2 }),
    },
    ['onlyIf', 'askedBy', 'notAfter', 'values'],
  );
  return {
    ...map('What a claimant can say of a project. The order is the order of asking.', { facts: list('Facts.', fact) }),
    definitions: conditions(names),
  };
}

export function definitions(names: Names): Schema {
  return definitionsWith(conditions(names));
}

export function checks(names: Names): Schema {
  const { documents: ids, facts: known } = names.eligibility;
  const stated: Record<string, Schema> = {};
  for (const { name, question, values } of known)
    stated[name] = { type: 'string', description: question, ...offered(values.map((v) => v.value)) };
  const example = map(
    'Facts on which the check is run as a test.',
    {
      facts: {
        type: 'object',
        description: 'What is known; nothing else is.',
        properties: stated,
        additionalProperties: { type: 'string' },
      },
      is: text('The rule that decides: this, the id of another rule of the check, or open when a fact is missing.', {
        ...offered(['this', 'open']),
      }),
      not: text('A rule that must not decide.', offered(['this'])),
    },
    ['is', 'not'],
  );
  const rule = map(
    'A rule of the check. Order means nothing: of every combination of facts exactly one applies.',
    {
      id: text('Stable for ever: the id of the check, a full stop, a name.', {
        pattern: '^E\\d{2}[a-z]?\\.[a-z0-9_]+$',
      }),
      title: text('Short title.'),
      effective: effective('Days of completion it is law for; today for a building that is not complete.', 'day'),
      citations: citations(names),
      confidence: confidence(),
      when: CONDITION,
      effect: oneOf('What the rule says of the check.', EFFECT),
      linesUndecided: flag(
        'The law of UK VAT says nothing of such works: lines of the project are not decided, and no supplier is asked for anything.',
      ),
      worksMayBearVat: flag(
        'The works are none that make a dwelling as the law has it, so that the rate of such works is not due either, and suppliers are not asked for VAT back by it.',
      ),
      scheme: oneOf('The scheme that the facts point to; only in E04.', ROUTE),
      because: text('What the claimant is told.'),
      action: text('What to do next. A rule that asks must say it.'),
      documents: list('Ids of documents that the claim then needs.', { type: 'string', minLength: 1, ...offered(ids) }),
      examples: list('Examples, run as tests.', example, { minItems: 1 }),
    },
    ['linesUndecided', 'worksMayBearVat', 'scheme', 'action', 'documents'],
  );
  const check = map('A check: one question of eligibility.', {
    id: text('E and its number in the fact book.', { pattern: '^E\\d{2}[a-z]?$' }),
    title: text('Short title.'),
    facts: list('Facts it asks for.', {
      type: 'string',
      minLength: 1,
      ...offered(known.map((f) => f.name)),
    }),
    rules: list('Rules.', rule, { minItems: 1 }),
  });
  return {
    ...map('Checks of eligibility.', { checks: list('Checks.', check, { minItems: 1 }) }),
    definitions: conditions(names),
  };
}

export function documents(names: Names): Schema {
  const need = oneOf('How much it is needed.', NEED);
  const document = map(
    'A document of a claim.',
    {
      id: text('Stable id.', { pattern: ID }),
      title: text('Its name.'),
      note: text('What to mind.'),
      need: map('By scheme.', Object.fromEntries(ROUTES.map((route) => [route, need]))),
      when: CONDITION,
      citations: citations(names),
      confidence: confidence(),
    },
    ['when'],
  );
  return {
    ...map('What goes with a claim.', { documents: list('Documents.', document) }),
    definitions: conditions(names),
  };
}

export function periods(names: Names): Schema {
  const span = map('The months for buildings completed from a day on.', {
    completedFrom: date('First day of completion.'),
    months: { type: 'integer', minimum: 1, description: 'Months from completion to the last day.' },
    citations: citations(names),
  });
  return map('Periods that count.', {
    claim: map('The time for a claim.', {
      months: list('Months by day of completion, earliest first.', span, { minItems: 1 }),
      byCompletion: text('Said of the last day counted from completion.'),
      byOccupation: text('Said of the last day counted from moving in.'),
      byOccupationPassed: text('Said of it once it has passed.'),
      weekend: text('Added to a last day on a weekend. Filled in: {fileBy}'),
      weekendTooLateToPost: text('Added to it once the weekday before has come.'),
      occupationCitations: citations(names),
      warnDays: list('Days before the last day from which to warn.', { type: 'integer', minimum: 1 }, { minItems: 1 }),
    }),
    empty: map('How long nobody may have used the building as a home before the works.', {
      years: { type: 'integer', minimum: 1, description: 'Years.' },
      citations: citations(names),
    }),
  });
}

export function elements(names: Names): Schema {
  const element = map(
    'A kind of part of a site.',
    {
      kind: text('Stable name, as callers write it.', { pattern: ID }),
      label: text('In words.'),
      scheme: oneOf('What it is to the scheme.', ELEMENT_SCHEME),
      parts: text('Value of the fact `parts` where only parts of this kind are not settled.'),
      calledBy: list('What such a part is called by in a line, whatever its name.', text('Words.'), { minItems: 1 }),
      because: text('Why.'),
      citations: citations(names),
      confidence: confidence(),
    },
    ['parts', 'calledBy'],
  );
  return map('What the parts of a site are to the scheme.', {
    elements: list('Kinds.', element, { minItems: 1 }),
    splitInvoice: text('Request to a supplier for separate invoices. Filled in: {elements}'),
  });
}

export function supplierRates(_: Names): Schema {
  const sample = map('A line that the line rules decide, to learn the right rate.', {
    supplyType: oneOf('Supply type.', SUPPLY_TYPE),
    label: text('What is supplied, in words.'),
    line: text('Text of the line.'),
  });
  return map('What suppliers should charge, learnt from the line rules.', {
    samples: list('One line for each kind of supply.', sample, { minItems: 1 }),
  });
}
