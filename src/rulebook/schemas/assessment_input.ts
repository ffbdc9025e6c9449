import { list, map, type Schema } from './forms.js';
import type { Names } from './names.js';

/** Most parts of a site that one call may name; far more than a real one has. */
const MOST_ELEMENTS = 100;
const LONGEST_NAME = 200;

const LONGEST_NOTE = 1000;
const LONGEST_KEY = 200;
const LONGEST_ID = 60;
const LONGEST_ADDRESS = 500;
/** Couples, families and charities; more are not claimants. */
const MOST_CLAIMANTS = 20;

const named = (description: string, maxLength = LONGEST_NAME): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
});

/**
 * The input of the tool `assess_project_eligibility`: the facts of rules/eligibility/facts.yaml, each with its question and what
 * its values mean. Written with the schemas of rule files, because they change together.
 */
export function assessmentInput(names: Names): Schema {
  return map(
    'What is known of the project: its facts, or a stored project, or a stored project and facts that go before those stored.',
    {
      projectId: named('Id of a stored project, from set_up_project or list_projects.', LONGEST_ID),
      facts: factsInput(names),
      elements: elementsInput(names),
    },
    ['projectId', 'facts', 'elements'],
  );
}

/** The input of the tool `set_up_project`, which takes the same facts and keeps them. */
export function projectInput(names: Names): Schema {
  const properties = {
    projectId: named(
      'Id of a stored project to change or to see in full; leave it out to set up a new one.',
      LONGEST_ID,
    ),
    name: named('What the claimant calls the project; required for a new one.'),
    scheme: {
      type: 'string',
      enum: ['self_build_431nb', 'self_build_431c'],
      description: 'New build or conversion. Leave it out where the facts settle it; it must not contradict them.',
    },
    building: map(
      'The building.',
      {
        name: named('What it is called.'),
        address: named('Where it is.', LONGEST_ADDRESS),
        kind: named("What it is in words, for example 'detached house'. Not used to decide."),
      },
      ['name', 'address', 'kind'],
    ),
    // Named in full once, in the other tool: agents read the schemas of all tools before the first call.
    facts: {
      type: 'object',
      description:
        'What is known, as fact and value: the facts of assess_project_eligibility. Those given are added to those stored.',
      additionalProperties: { type: 'string', maxLength: LONGEST_NAME },
    },
    forgetFacts: list('Facts given before that are not known after all.', named('Name of a fact.'), {
      maxItems: MOST_ELEMENTS,
    }),
    elements: elementsInput(names),
    claimants: list('Names of the claimants, as invoices should show them.', named('Name of a claimant.'), {
      maxItems: MOST_CLAIMANTS,
    }),
    actionItem: map(
      'How far the claimant has come with an action item of a stored project; nothing else can be changed in the same call.',
      {
        id: named('Id of the action item.'),
        state: { type: 'string', enum: ['open', 'asked', 'received', 'done'], description: 'Where it stands now.' },
        note: named('A note to keep with it.', LONGEST_NOTE),
      },
      ['note'],
    ),
    newEdition: {
      type: 'string',
      enum: ['preview', 'apply'],
      description:
        'Decides every line of a stored project anew under the rulebook of today: preview only says what would change.',
    },
    idempotencyKey: named(
      'A text of your choice. The same call with the same key is carried out once; another call with it is refused.',
      LONGEST_KEY,
    ),
  };
  return map('A project, new or stored.', properties, Object.keys(properties));
}

function factsInput({ eligibility: { facts } }: Names): Schema {
  const properties = Object.fromEntries(
    facts
      .filter((fact) => fact.askedBy === undefined)
      .map(({ name, kind, question, values }): [string, Schema] => [
        name,
        kind === 'date'
          ? { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${question} YYYY-MM-DD.` }
          : {
              type: 'string',
              enum: values.map((v) => v.value),
              description: `${question} ${values.map((v) => `${v.value}: ${v.label}`).join('; ')}.`,
            },
      ]),
  );
  return map(
    'What is known. Leave out what is not known: it is asked for when it can still change the outcome.',
    properties,
    Object.keys(properties),
  );
}

function elementsInput({ eligibility: { elements } }: Names): Schema {
  const element = map(
    'A building or part of the site.',
    {
      name: named('What the claimant calls it.'),
      kind: {
        type: 'string',
        enum: elements.map((e) => e.kind),
        description: `What it is. ${elements.map((e) => `${e.kind}: ${e.label}`).join('; ')}.`,
      },
      belongsTo: named('Name of the home it belongs to, where the site has several.'),
      suppliers: list('Names of the suppliers who work on it.', named('Name of a supplier.'), {
        maxItems: MOST_ELEMENTS,
      }),
    },
    ['belongsTo', 'suppliers'],
  );
  return list(
    'The buildings and parts of the site, when it has several: the answer says how to divide it into projects.',
    element,
    { maxItems: MOST_ELEMENTS },
  );
}
