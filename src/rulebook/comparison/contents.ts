import type { Rulebook } from '../rulebook.js';

/** What was added, taken away or written otherwise, by id. */
export interface Contents {
  kind: 'rules' | 'things' | 'questions';
  added: string[];
  removed: string[];
  changed: string[];
}

/** What stands in one rulebook and not, or not so, in another. */
export function compareContents(before: Rulebook, after: Rulebook): Contents[] {
  // Where a rule stands in its file says nothing of it.
  const rules = ({ rules: list }: Rulebook) => list.map(({ line: _, file: __, ...rule }) => rule);
  return [
    contents('rules', rules(before), rules(after)),
    contents('things', before.catalogue.concepts, after.catalogue.concepts),
    contents('questions', [...before.questions.values()], [...after.questions.values()]),
  ].filter(({ added, removed, changed }) => added.length + removed.length + changed.length > 0);
}

function contents(
  kind: Contents['kind'],
  before: readonly { id: string }[],
  after: readonly { id: string }[],
): Contents {
  const [was, is] = [before, after].map((list) => new Map(list.map((one) => [one.id, JSON.stringify(one)])));
  const ids = (one: Map<string, string> | undefined, keep: (id: string, text: string) => boolean) =>
    [...(one ?? [])].filter(([id, text]) => keep(id, text)).map(([id]) => id);
  return {
    kind,
    added: ids(is, (id) => was?.has(id) === false),
    removed: ids(was, (id) => is?.has(id) === false),
    changed: ids(is, (id, text) => was?.has(id) === true && was.get(id) !== text),
  };
}
