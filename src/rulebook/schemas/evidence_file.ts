import {
  CORRECTION_KINDS,
  CORRECTION_PLACES,
  DOCUMENT_STANDINGS,
  DOCUMENT_TYPES,
  EVIDENCE_FACTS,
  EVIDENCE_PLACES,
  EVIDENCE_SUBJECTS,
  LETTER_LINE_PLACES,
  LETTER_PLACES,
} from '../evidence.js';
import { ROUTES, TREATMENTS } from '../model.js';
import { CONFIDENCE, offered, RULE_CONFIDENCE, valuesOf } from './closed_lists.js';
import { list, type Meaning, map, oneOf, type Schema, text } from './forms.js';
import { citations, conditionOn, definitionsWith } from './law_files.js';
import type { Names } from './names.js';

/** Schema of rules/evidence.yaml. */

const ID = '^[a-z0-9_]+$';
const filled = (places: readonly string[]) => `Filled in: ${places.map((place) => `{${place}}`).join(' ')}.`;
const byRoute = (description: string, each: Schema) =>
  map(description, Object.fromEntries(ROUTES.map((route) => [route, each])));

function conditions(): Schema {
  const tested = EVIDENCE_FACTS.map(({ name, meaning, values }) => ({
    name,
    meaning,
    values: Object.entries(values).map(([value, means]): Meaning => [value, means]),
    // Every fact is known; "not known" is a value.
    mayBeUnknown: false,
  }));
  return conditionOn(tested, []);
}

export function evidence(names: Names): Schema {
  const documentIds = { type: 'string', minLength: 1, ...offered(names.eligibility.documents) };
  const standings = EVIDENCE_FACTS[0].values;
  const document = map('A type of document.', {
    type: oneOf(
      'The type.',
      DOCUMENT_TYPES.map((type) => [type, type.replaceAll('_', ' ')]),
    ),
    is: oneOf(
      'What it is as evidence.',
      DOCUMENT_STANDINGS.map((standing) => [standing, standings[standing]]),
    ),
    label: text('In words, after "this is a".'),
  });
  const check = map(
    'A check: a finding when its condition holds. All that hold are told.',
    {
      id: text('Stable for ever: it is kept with invoices.', { pattern: ID }),
      about: oneOf(
        'What it looks at.',
        EVIDENCE_SUBJECTS.map((subject) => [
          subject,
          { document: 'a document as a whole', line: 'one line with its decision' }[subject],
        ]),
      ),
      title: text('Short title.'),
      when: { $ref: '#/definitions/condition' },
      because: text(`What the claimant is told. ${filled(EVIDENCE_PLACES)}`),
      action: text(`What to do. ${filled(EVIDENCE_PLACES)}`),
      question: map('What to ask the claimant.', {
        number: text('Number in the fact book.', { pattern: '^[QK]\\d{2}$' }),
        text: text('Exact wording.'),
      }),
      document: {
        ...documentIds,
        description: 'Id of a document of eligibility/documents.yaml that the finding calls for.',
      },
      citations: citations(names),
      confidence: oneOf('How well it is known.', RULE_CONFIDENCE),
    },
    ['question', 'document'],
  );
  const blank = (what: string) => text(`Stands for ${what} that is not known.`);
  const law = map(
    'What the letter says of the law, by what is right in place of the VAT charged.',
    {
      zero: text('The zero rate is right.'),
      reduced: text('The reduced rate is right.'),
      zero_or_reduced: text('The zero rate or the reduced rate is right, and it is not settled which.'),
      part: text('Another rate is right on a part of the price, or none of these.'),
      not_vat: text('The supplier was not registered.'),
    },
    CORRECTION_KINDS,
  );
  const letter = map('The letter to a supplier.', {
    subject: text(`Its subject. ${filled(LETTER_PLACES)}`),
    body: text(`Its text. ${filled(LETTER_PLACES)}`),
    line: text(`One line of {lines}. ${filled(LETTER_LINE_PLACES)}`),
    blanks: map('What stands for what is not known.', {
      supplier: blank('a name of the supplier'),
      building: blank('a name or address of the building'),
      claimants: blank('names of the claimants'),
      address: blank('an address'),
      limitDate: blank('a date of supply'),
    }),
    law: byRoute('By scheme.', law),
  });
  const definitions = definitionsWith(conditions()) as { properties: { definitions: Schema }; definitions: Schema };
  return {
    ...map('What proves VAT that was paid, and what suppliers are asked to put right.', {
      documents: list('What each type of document is as evidence.', document, { minItems: 1 }),
      fullInvoiceAbove: map('The price up to which a simplified invoice will do.', {
        pounds: { type: 'number', exclusiveMinimum: 0, description: 'Pounds, VAT included.' },
        citations: citations(names),
        confidence: oneOf('How well it is known.', CONFIDENCE),
      }),
      foreignVatNumbers: list('What VAT numbers of other countries begin with.', {
        type: 'string',
        pattern: '^[A-Z]{2,3}$',
      }),
      names: map(
        'How names of people are written.',
        {
          legalForms: list('What the name of a company ends in.'),
          titles: list('Words that are no part of a name.'),
          between: list('Words between the names of several people.'),
          companies: list('Words of companies: a name with one is a claimant only when a claimant is named just so.'),
          nobody: list('What is printed in place of a name and names nobody.'),
          places: list(
            'Words of addresses that are no family names: a part with one, behind the name, is the address.',
          ),
        },
        ['legalForms', 'nobody'],
      ),
      late: map('What proves that lines of a document dated after completion were supplied before it.', {
        fittedBefore: map('What the owner says of such a line.', {
          question: text('Id of the question.', offered(names.questions)),
          answer: text('Id of the answer.'),
        }),
        ofTheWorks: list(
          'Kinds of line that are of the works, however late they are charged.',
          oneOf('Line kind.', valuesOf(names.facts, 'lineKind')),
        ),
        counted: list(
          'Treatments of the lines that need the proof.',
          oneOf(
            'A treatment.',
            TREATMENTS.map((treatment) => [treatment, treatment.replaceAll('_', ' ')]),
          ),
          { minItems: 1 },
        ),
      }),
      definitions: definitions.properties.definitions,
      checks: list('Checks. The order is the order of telling.', check, { minItems: 1 }),
      corrections: map('VAT that a supplier must put right.', {
        years: {
          type: 'integer',
          minimum: 1,
          description: 'Years from the supply in which a supplier can correct it.',
        },
        citations: citations(names),
        document: {
          ...documentIds,
          description: 'Id of a document of eligibility/documents.yaml that the claim then needs.',
        },
        title: text(`Title of the action item. ${filled(CORRECTION_PLACES)}`),
        because: text(`What the claimant is told. ${filled(CORRECTION_PLACES)}`),
        titleOutOfTime: text(`Title where all of it can no longer be corrected. ${filled(CORRECTION_PLACES)}`),
        outOfTime: text(`Added when some of it can no longer be corrected. ${filled(CORRECTION_PLACES)}`),
        ifRefused: byRoute('What to do when the supplier does not correct it, by scheme.', text('What to do.')),
        ifReducedRefused: text('Added where the reduced rate was right on a line.'),
        letter,
      }),
    }),
    definitions: definitions.definitions,
  };
}
