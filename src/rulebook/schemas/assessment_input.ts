import { list, map, type Schema } from './forms.js';
import type { Names } from './names.js';

/** Most parts of a site that one call may name; far more than a real one has. */
const MOST_ELEMENTS = 100;
const LONGEST_NAME = 200;

/**
 * The input of the tool `assess_project_eligibility`: the facts of rules/eligibility/facts.yaml, each with its question and what
 * its values mean. Written with the schemas of rule files, because they change together.
 */
export function assessmentInput({ eligibility: { facts, elements } }: Names): Schema {
  const stated = facts.filter((fact) => fact.askedBy === undefined);
  const properties = Object.fromEntries(
    stated.map(({ name, kind, question, values }): [string, Schema] => [
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
  const name = (description: string): Schema => ({
    type: 'string',
    minLength: 1,
    maxLength: LONGEST_NAME,
    description,
  });
  const element = map(
    'A building or part of the site.',
    {
      name: name('What the claimant calls it.'),
      kind: {
        type: 'string',
        enum: elements.map((e) => e.kind),
        description: `What it is. ${elements.map((e) => `${e.kind}: ${e.label}`).join('; ')}.`,
      },
      belongsTo: name('Name of the home it belongs to, where the site has several.'),
      suppliers: list('Names of the suppliers who work on it.', name('Name of a supplier.'), {
        maxItems: MOST_ELEMENTS,
      }),
    },
    ['belongsTo', 'suppliers'],
  );
  return map(
    'What is known of the project.',
    {
      facts: map(
        'What is known. Leave out what is not known: it is asked for when it can still change the outcome.',
        properties,
        Object.keys(properties),
      ),
      elements: list(
        'The buildings and parts of the site, when it has several: the answer says how to divide it into projects.',
        element,
        { maxItems: MOST_ELEMENTS },
      ),
    },
    ['elements'],
  );
}
