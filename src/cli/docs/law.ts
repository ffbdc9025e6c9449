import type { Rulebook } from '../../rulebook/rulebook.js';

/** A citation with what a reader needs to judge it. */
export interface CitedLaw {
  /** As rules write it: `n708#13.5`. */
  ref: string;
  source: string;
  paragraph: string | null;
  url: string;
  /** ISO date somebody last looked. */
  checked: string;
  confidence: string;
}

export const CONFIDENCE: Readonly<Record<string, string>> = {
  seen: 'read at the source',
  known: 'quoted by others, not read at the source',
  UNCONFIRMED: 'not confirmed: the program asks instead of deciding',
};

export function citedLaw(book: Rulebook, ref: string): CitedLaw {
  const { source, paragraph, url, confidence } = book.cite(ref);
  return {
    ref,
    source,
    paragraph,
    url,
    checked: book.citations.source(ref)?.checked ?? '',
    confidence: CONFIDENCE[confidence] ?? confidence,
  };
}

/** What rests on one paragraph, or on a source as a whole. */
export interface LawEntry {
  law: CitedLaw;
  anchor: string;
  rules: { id: string; title: string }[];
  concepts: { id: string; label: string }[];
  questions: { id: string; text: string }[];
}

export interface LawSource {
  key: string;
  title: string;
  url: string;
  checked: string;
  confidence: string;
  entries: LawEntry[];
}

/** Every source of the rulebook with the paragraphs that are cited, each with all that cites it. */
export function lawIndex(book: Rulebook): LawSource[] {
  const sources = new Map<string, LawSource>();
  const entries = new Map<string, LawEntry>();
  const entry = (ref: string): LawEntry => {
    const known = entries.get(ref);
    if (known) return known;
    const law = citedLaw(book, ref);
    const key = ref.split('#')[0] ?? ref;
    const made: LawEntry = { law, anchor: anchorOf(ref), rules: [], concepts: [], questions: [] };
    entries.set(ref, made);
    let source = sources.get(key);
    if (!source) {
      const of = book.citations.source(ref);
      source = {
        key,
        title: of?.title ?? key,
        url: of?.url ?? law.url,
        checked: law.checked,
        confidence: law.confidence,
        entries: [],
      };
      sources.set(key, source);
    }
    source.entries.push(made);
    return made;
  };
  for (const { id, title, citations } of book.rules)
    for (const ref of new Set(citations)) entry(ref).rules.push({ id, title });
  for (const { id, label, citations } of book.catalogue.concepts)
    for (const ref of new Set(citations)) entry(ref).concepts.push({ id, label });
  for (const { id, text, citations } of book.questions.values())
    for (const ref of new Set(citations)) entry(ref).questions.push({ id, text });
  const inOrder = new Intl.Collator('en-GB', { numeric: true });
  for (const source of sources.values()) source.entries.sort((a, b) => inOrder.compare(a.law.ref, b.law.ref));
  return [...sources.values()].sort((a, b) => inOrder.compare(a.title, b.title));
}

/** A citation as the id of an element: letters, digits and hyphens. */
export function anchorOf(ref: string): string {
  return ref.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
