import { LINTS } from '../lints/table.js';
import { ROUTE } from './closed_lists.js';
import { list, map, oneOf, type Schema, text } from './forms.js';
import { condition } from './law_files.js';
import type { Names } from './names.js';

export function impossible(names: Names): Schema {
  const combination = map(
    'Facts that no line has together.',
    {
      id: text('Names it in findings.', { pattern: '^[a-z0-9_]+$' }),
      route: oneOf('The route on which it holds; both when not given.', ROUTE),
      when: { $ref: '#/definitions/condition' },
      because: text('Why no line can be so.'),
    },
    ['route'],
  );
  return {
    ...map('Combinations of facts that the lints leave out of account.', {
      impossible: list('Combinations.', combination),
    }),
    definitions: condition(names),
  };
}

export function lintExceptions(): Schema {
  const exception = map(
    'A finding that is right as it is.',
    {
      lint: oneOf(
        'The lint (docs/lints.md).',
        LINTS.map(({ id, about }) => [id, about]),
      ),
      id: text('The rule, concept, question, fact, source or route and supply type the finding is inside.'),
      other: text('The other one of the finding, where it has one; all findings of the lint in `id` when not given.'),
      reason: text('Why it is right as it is.'),
    },
    ['other'],
  );
  return map(
    'Findings of lints that are not mended, each with its reason. One that excuses nothing is a finding itself.',
    {
      exceptions: list('Exceptions.', exception),
    },
  );
}
