import { FILL_IN } from '../../rulebook/loading/fill_in.js';
import type { Route, SupplyType, Treatment } from '../../rulebook/model.js';

/** The place a new entry goes to, and its text. */
export interface Skeleton {
  /** Path below the folder of rules. */
  file: string;
  id: string;
  /** What a file that is not there yet begins with. */
  head: string;
  /** The entry, indented as the last one of its list. */
  entry: string;
}

export interface RuleWishes {
  route: Route;
  supplyType: SupplyType;
  /** Last part of the id. */
  name: string;
  title: string;
  /** ISO date. */
  from: string;
  citation: string;
  treatment: Treatment;
}

export interface ConceptWishes {
  /** File of the catalogue without its ending. */
  area: string;
  id: string;
  label: string;
  productClass: string;
  terms: string[];
  citation: string;
}

const OUTCOMES: Readonly<Record<Treatment, string>> = {
  reclaimable: 'treatment: reclaimable, reclaim: all, correctRate: standard',
  reclaimable_in_part: `treatment: reclaimable_in_part, reclaim: all, correctRate: standard`,
  no_vat: 'treatment: no_vat',
  supplier_correction: 'treatment: supplier_correction, recover: all, correctRate: 0',
  not_reclaimable: 'treatment: not_reclaimable',
  needs_answer: 'treatment: needs_answer, question: doubt',
};

export function ruleSkeleton({ route, supplyType, name, title, from, citation, treatment }: RuleWishes): Skeleton {
  const id = `${route.replace('self_build_', '')}.${supplyType}.${name}`;
  return {
    file: `${route}/${supplyType}.yaml`,
    id,
    head: `# yaml-language-server: $schema=../../schemas/rules.schema.json\nroute: ${route}\nsupplyType: ${supplyType}\nrules:\n`,
    entry: `  - id: ${id}
    title: ${text(title)}
    effective: {from: ${from}, to: null}
    citations: [${text(citation)}]
    # Which lines, in facts of facts.yaml and definitions of definitions.yaml
    when: {all: [{use: ours}, {productClass: ${FILL_IN}}, {use: vat_shown}]}
    outcome: {${OUTCOMES[treatment]}}
    because: >-
      ${FILL_IN} why, in one or two sentences a self-builder understands: {product} …
    action: ${FILL_IN} what to do next
    examples:
      - {line: ${FILL_IN} a line that this rule decides, net: 100.00, vat: 20.00, is: this}
      - {line: ${FILL_IN} one like it that it does not decide, net: 100.00, vat: 20.00, not: this}
`,
  };
}

export function conceptSkeleton({ area, id, label, productClass, terms, citation }: ConceptWishes): Skeleton {
  return {
    file: `catalogue/concepts/${area}.yaml`,
    id,
    head: '# yaml-language-server: $schema=../../../schemas/concepts.schema.json\nconcepts:\n',
    // Until somebody has read it at the source, a thing asks.
    entry: `  - id: ${id}
    label: ${text(label)}
    class: ${productClass}
    goodsAlone: ask
    condition: ${FILL_IN} what it turns on
    confidence: UNCONFIRMED
    citations: [${text(citation)}]
    terms: [${terms.map(text).join(', ')}]
    lookalikes:
      are: [${text(terms[0] ?? label)}]
      areNot: [${FILL_IN} a line with one of its words that is something else]
`,
  };
}

/** The lines of an entry that are still to be filled in, with what belongs there. */
export function stillToFill(entry: string): { offset: number; what: string }[] {
  return entry.split('\n').flatMap((line, offset) => {
    const at = line.indexOf(FILL_IN);
    if (at < 0) return [];
    const key = /^\s*(?:- \{)?(\w+):/.exec(line)?.[1];
    const rest = line.slice(at + FILL_IN.length);
    const words =
      /^ ([a-z][^:,\]}]*)/.exec(rest)?.[1] ?? 'the condition: a class of facts.yaml, and whatever else it needs';
    // A text of several lines stands at its key, on the line before.
    return [{ offset: key === undefined ? offset - 1 : offset, what: `${key ?? 'because'}: ${words.trim()}` }];
  });
}

/** A YAML scalar: plain where that is safe, else in double quotes. */
function text(value: string): string {
  return /^[A-Za-z][A-Za-z0-9 ()/'&-]*$/.test(value) && !/^(?:null|true|false|yes|no|on|off)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
