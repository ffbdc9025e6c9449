import type { Lint } from './lint.js';

/** A rule, question or concept that cites nothing, or something that rulebook.yaml does not know. */
export const citation: Lint = {
  id: 'citation',
  about: 'a rule, question or concept that cites nothing, or something unknown',
  *check({ book }) {
    const citing = [
      ...book.rules.map(({ id, citations }) => ({ kind: 'rule' as const, id, citations })),
      ...[...book.questions.values()].map(({ id, citations }) => ({ kind: 'question' as const, id, citations })),
      ...book.catalogue.concepts.map(({ id, citations }) => ({ kind: 'concept' as const, id, citations })),
    ];
    for (const { kind, id, citations } of citing) {
      if (citations.length === 0)
        yield {
          severity: 'error',
          subject: { kind, id, path: ['citations'] },
          message: 'cites nothing; name the paragraph it rests on',
        };
      for (const [i, ref] of citations.entries()) {
        const fault = book.citations.fault(ref);
        if (fault) yield { severity: 'error', subject: { kind, id, path: ['citations', i] }, message: fault.message };
        else if (citations.indexOf(ref) < i)
          yield { severity: 'warning', subject: { kind, id, path: ['citations', i] }, message: `cites ${ref} twice` };
      }
    }
  },
};
