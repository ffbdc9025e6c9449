import type { Concept } from './catalogue.js';
import type { Language, Lexicon, Relation, SignalSays, SignalWeight } from './lexicon.js';
import type { PhraseMatch } from './phrases.js';
import { canonicalText, splitWords, type Word } from './words.js';

export interface Mention {
  concept: Concept;
  from: number;
  to: number;
  /** The words as printed. */
  text: string;
}

export interface Signal {
  says: SignalSays;
  weight: SignalWeight;
  text: string;
  from: number;
  to: number;
  relation: Relation;
}

export interface Statement {
  id: string;
  text: string;
  from: number;
}

/** One run of a line between breaking words, and what it is to the run before it. */
interface Group {
  relation: Relation;
  from: number;
  to: number;
  mentions: PhraseMatch<Concept>[];
  /** Words that nothing explains. */
  unknown: number[];
  /** Holds a packing or describing word, so something was named, if only "box". */
  named: boolean;
}

export interface NamedThing {
  mention: Mention;
  relation: Relation;
  /** The group holds words besides it that nothing explains ("lithium battery back-up"). */
  besideUnknown: boolean;
  /** Things named in the same group before the head ("washing machine" in "washing machine trap"). */
  describedBy: Mention[];
}

/** A word read as another after its spelling was repaired. */
export interface Repair {
  from: string;
  to: string;
  /** Index of the word. */
  at: number;
}

/** What was understood of a line's words. No VAT law here: that is the rules' work. */
export interface Reading {
  line: string;
  words: readonly Word[];
  /** The thing the line is about; null when it has none or its head noun is unknown. */
  head: NamedThing | null;
  headStatus: 'known' | 'unknown' | 'nothing_named';
  unknownWord: string | null;
  /** Other things of the line: listed beside the head, or included in it. */
  others: NamedThing[];
  /** A listed thing that no concept knows. */
  unknownOther: string | null;
  /** Things the head is for, of, or in. */
  about: { mention: Mention; relation: Relation }[];
  /** Things the line says are not part of it ("screed by others"). */
  excluded: Mention[];
  signals: Signal[];
  statements: Map<string, Statement>;
  /** Statements that stand inside the name of a thing ("indoor pool cover"). */
  statementsInNames: Set<string>;
  repaired: Repair[];
  /** Words that, spelt as a word of the catalogue, would make this another line ("boiler servvice"). */
  misspelt: Repair[];
  steps: string[];
}

const PRIMARY: ReadonlySet<Relation> = new Set(['first', 'list', 'item', 'detail', 'aside']);
const SECONDARY: ReadonlySet<Relation> = new Set(['purpose', 'place', 'of', 'included']);
const BY_OTHERS = new Set([
  'by other',
  'by our own',
  'by your own',
  'by client',
  'by customer',
  'by builder',
  'by own',
  'by my builder',
]);

/** A word with more near neighbours than this says too little to be anything's misspelling. */
const MOST_RESPELLINGS = 4;

export class Reader {
  constructor(private readonly lexicon: Lexicon) {}

  /** Reads one line of invoice text. Deterministic; never throws. */
  read(text: string): Reading {
    const line = canonicalText(text);
    const words = splitWords(text, this.lexicon.abbreviations);
    const first = this.readWords(line, words, []);
    const options = words.map((word) =>
      word.kind === 'word' || word.kind === 'code' ? this.lexicon.near(word.form) : [],
    );
    if (options.every((near) => near.length === 0)) return first;
    const repair = (at: number, to: string): Repair => {
      const word = words[at];
      return { from: word ? line.slice(word.start, word.end) : '', to, at };
    };
    const respelt = (repairs: Repair[]) =>
      this.readWords(
        line,
        words.map((word, at) => {
          const found = repairs.find((r) => r.at === at);
          return found ? { ...word, kind: 'word' as const, form: found.to } : word;
        }),
        repairs,
      );
    if (first.headStatus !== 'known' || first.unknownOther !== null) {
      const only = options.flatMap(([to, another], at) =>
        to !== undefined && another === undefined ? [repair(at, to)] : [],
      );
      const second = only.length > 0 ? respelt(only) : first;
      return second.headStatus === 'known' ? second : first;
    }
    const misspelt = options
      .flatMap((near, at) => near.slice(0, MOST_RESPELLINGS).map((to) => repair(at, to)))
      .filter((r) => !sameMeaning(first, respelt([r])));
    return misspelt.length === 0 ? first : { ...first, misspelt };
  }

  private readWords(line: string, words: readonly Word[], repaired: Repair[]): Reading {
    const text = (from: number, to: number) => {
      const a = words[from];
      const b = words[to - 1];
      return a && b ? line.slice(a.start, b.end) : '';
    };
    const language = this.lexicon.language.leftmost(words);
    const mentions = this.conceptMatches(words, language);
    const inMention = new Array<boolean>(words.length).fill(false);
    for (const m of mentions) for (let i = m.from; i < m.to; i++) inMention[i] = true;

    const groups = this.group(words, language, mentions, inMention);
    // "Screed by others" is not part of the supply; "fitting by others" names nothing and says that goods came alone.
    const byOthers = language.filter((m) =>
      BY_OTHERS.has(
        words
          .slice(m.from, m.to)
          .map((w) => w.form)
          .join(' '),
      ),
    );
    for (const match of byOthers) {
      const group = groups.find(
        (g) => match.from >= g.from && match.from <= g.to && g.mentions.length > 0 && g.relation !== 'first',
      );
      if (group) group.relation = 'excluded';
    }
    const excludedGroups = new Set(groups.filter((g) => g.relation === 'excluded'));
    const relationAt = (at: number): Relation => groups.find((g) => at >= g.from && at < g.to)?.relation ?? 'first';

    const signals: Signal[] = [];
    const statements = new Map<string, Statement>();
    const statementsInNames = new Set<string>();
    for (const match of language) {
      const consumed = isInside(match, mentions);
      for (const meaning of match.payloads) {
        if (meaning.kind === 'signal') {
          if (consumed && meaning.weight !== 'strong' && meaning.weight !== 'opening') continue;
          if (meaning.weight === 'final' && match.to < words.length) continue;
          if (meaning.weight === 'opening' && match.from > 0) continue;
          const relation = relationAt(match.from);
          signals.push({
            says: meaning.says,
            weight: meaning.weight,
            text: text(match.from, match.to),
            from: match.from,
            to: match.to,
            relation,
          });
        } else if (meaning.kind === 'statement' && consumed && meaning.aboutTheThing) {
          statementsInNames.add(meaning.id);
        } else if (
          meaning.kind === 'statement' &&
          !(consumed && meaning.aboutTheThing) &&
          !statements.has(meaning.id)
        ) {
          if (excludedGroups.size > 0 && [...excludedGroups].some((g) => match.from >= g.from && match.to <= g.to))
            continue;
          statements.set(meaning.id, { id: meaning.id, text: text(match.from, match.to), from: match.from });
        }
      }
    }

    const toMention = (m: PhraseMatch<Concept>): Mention => {
      const concept = m.payloads[0];
      if (!concept) throw new Error('a phrase match without a concept');
      return { concept, from: m.from, to: m.to, text: text(m.from, m.to) };
    };
    const steps: string[] = [];
    const named: { thing: NamedThing | null; group: Group; unknownWord: string | null }[] = [];
    const about: { mention: Mention; relation: Relation }[] = [];
    const excluded: Mention[] = [];
    let primaryEmpty = true;
    for (const group of groups) {
      const content = group.mentions.length > 0 || group.unknown.length > 0;
      if (!content) continue;
      if (group.relation === 'excluded') {
        excluded.push(...group.mentions.map(toMention));
        continue;
      }
      if (group.relation === 'reference') continue;
      const promoted =
        primaryEmpty &&
        SECONDARY.has(group.relation) &&
        !(group.relation === 'purpose' && groups.some((g) => g.named && PRIMARY.has(g.relation) && g.to <= group.from));
      if (promoted) group.relation = 'first';
      if (PRIMARY.has(group.relation) || group.relation === 'included') {
        if (PRIMARY.has(group.relation)) primaryEmpty = false;
        const head = this.headOf(words, group);
        const last = head.match;
        const thing = last
          ? {
              mention: toMention(last),
              relation: group.relation,
              besideUnknown: group.unknown.length > 0,
              describedBy: group.mentions.filter((m) => m !== last && m.to <= last.from).map(toMention),
            }
          : null;
        named.push({ thing: head.unknownWord === null ? thing : null, group, unknownWord: head.unknownWord });
        if (head.unknownWord !== null)
          about.push(...group.mentions.map((m) => ({ mention: toMention(m), relation: 'of' as Relation })));
        continue;
      }
      about.push(...group.mentions.map((m) => ({ mention: toMention(m), relation: group.relation })));
    }

    const { head, headStatus, unknownWord, others, unknownOther } = this.choose(named, words, steps, text);
    for (const { from, to } of repaired)
      steps.push(
        `"${from}" is not a word of the catalogue; it was read as "${to}", which can only lead to a question.`,
      );
    for (const signal of signals) {
      if (signal.weight !== 'medium')
        steps.push(`"${signal.text}" says how it was supplied: ${signal.says.replace(/_/g, ' ')}.`);
    }
    return {
      line,
      words,
      head,
      headStatus,
      unknownWord,
      others,
      unknownOther,
      about,
      excluded,
      signals,
      statements,
      statementsInNames,
      repaired,
      misspelt: [],
      steps,
    };
  }

  private conceptMatches(words: readonly Word[], language: readonly PhraseMatch<Language>[]): PhraseMatch<Concept>[] {
    const overlaps = (m: PhraseMatch<Concept>, l: { from: number; to: number }) => l.from < m.to && l.to > m.from;
    const signals = language.filter((l) => l.payloads.some((p) => p.kind === 'signal' && p.weight === 'strong'));
    const free = (match: PhraseMatch<Concept>) => {
      const swallowed = language.some(
        (l) =>
          l.from <= match.from &&
          l.to >= match.to &&
          l.to - l.from > match.to - match.from &&
          l.payloads.some((p) => p.kind === 'signal' || p.kind === 'statement' || p.kind === 'descriptor'),
      );
      return !swallowed && cutBy(match) === undefined;
    };
    const cutBy = (match: PhraseMatch<Concept>) =>
      signals.find((l) => l.from > match.from && l.from < match.to && l.to > match.to);
    // "Plastering labour only": the signal takes "labour", and what is left may still name the thing.
    const forward = this.lexicon.concepts
      .maximal(words)
      .flatMap((match) => {
        const cut = cutBy(match);
        if (cut === undefined) return [match];
        return this.lexicon.concepts
          .maximal(words.slice(match.from, cut.from))
          .map((m) => ({ ...m, from: m.from + match.from, to: m.to + match.from }));
      })
      .filter(free)
      // "Shuttering ply 18mm" is not "ply 18mm": a size alone does not make the later name the fuller one.
      .filter(
        (m, _, all) =>
          !all.some(
            (f) =>
              f.from < m.from &&
              f.to > m.from &&
              f.to < m.to &&
              words.slice(f.to, m.to).every((w) => w.kind === 'code'),
          ),
      );
    const turned = this.lexicon.turnedConcepts
      .maximal(words)
      .filter(
        (m) =>
          free(m) &&
          !forward.some((f) => overlaps(m, f) && (f.length > 1 || f.to > m.to || f.from < m.from)) &&
          !signals.some((l) => overlaps(m, l)),
      );
    return [...forward.filter((f) => !turned.some((t) => overlaps(t, f))), ...turned].sort((x, y) => x.from - y.from);
  }

  /** Splits at breaking words and commas that are not part of a name. */
  private group(
    words: readonly Word[],
    language: readonly PhraseMatch<Language>[],
    mentions: readonly PhraseMatch<Concept>[],
    inMention: readonly boolean[],
  ): Group[] {
    const breakers = new Map<number, { to: number; relation: Relation }>();
    const explained = new Array<boolean>(words.length).fill(false);
    const packing = new Array<boolean>(words.length).fill(false);
    for (const match of language) {
      const insideName =
        inMention[match.from] === true && inMention[match.to - 1] === true && isInside(match, mentions);
      const breaker = match.payloads.find((p) => p.kind === 'breaker');
      const other = match.payloads.some((p) => p.kind !== 'breaker');
      for (let i = match.from; i < match.to; i++) if (other || breaker) explained[i] = true;
      if (match.payloads.some((p) => p.kind === 'container')) packing[match.from] = true;
      if (
        breaker?.kind === 'breaker' &&
        !insideName &&
        !match.payloads.some((p) => p.kind === 'signal' || p.kind === 'statement')
      ) {
        breakers.set(match.from, { to: match.to, relation: breaker.relation });
      }
    }
    const groups: Group[] = [];
    let current: Group = { relation: 'first', from: 0, to: 0, mentions: [], unknown: [], named: false };
    const open = (relation: Relation, from: number) => {
      current.to = Math.max(current.to, current.from);
      groups.push(current);
      current = { relation, from, to: from, mentions: [], unknown: [], named: false };
    };
    for (let at = 0; at < words.length; at++) {
      const word = words[at];
      if (!word) break;
      const starting = mentions.filter((m) => m.from === at);
      current.mentions.push(...starting);
      const breaker = breakers.get(at);
      if (word.kind === 'break') {
        open(afterBreak(word.form, current.relation), at + 1);
        continue;
      }
      if (inMention[at] !== true && word.kind === 'and') {
        open(current.relation === 'first' || PRIMARY.has(current.relation) ? 'list' : current.relation, at + 1);
        continue;
      }
      if (breaker && inMention[at] !== true) {
        const empty = current.mentions.length === 0 && current.unknown.length === 0;
        const relation =
          breaker.relation === 'list' && !PRIMARY.has(current.relation) ? current.relation : breaker.relation;
        const carries =
          empty &&
          (breaker.relation === 'of' ||
            breaker.relation === 'detail' ||
            (breaker.relation === 'place' && current.relation === 'purpose'))
            ? current.relation
            : relation;
        open(carries, breaker.to);
        at = breaker.to - 1;
        continue;
      }
      if (inMention[at] !== true && explained[at] !== true && word.kind === 'word' && word.form.length > 1)
        current.unknown.push(at);
      if (packing[at]) current.named = true;
      current.to = at + 1;
    }
    groups.push(current);
    return groups;
  }

  /** The right-most thing of a group, unless an unknown word after it, or a tool-like one anywhere, is the real head noun. */
  private headOf(
    words: readonly Word[],
    group: Group,
  ): { match: PhraseMatch<Concept> | null; unknownWord: string | null } {
    let last: PhraseMatch<Concept> | null = null;
    for (const m of group.mentions)
      if (!last || m.to > last.to || (m.to === last.to && m.length > last.length)) last = m;
    const show = (at: number) => words[at]?.form ?? '';
    if (!last) {
      const first = group.unknown[0];
      return { match: null, unknownWord: first === undefined ? null : show(first) };
    }
    const end = last.to;
    const head = group.unknown.find((at) => {
      if (at < end) return false;
      if (this.lexicon.looksLikeAgent(show(at))) return true;
      // After a size or a count a word describes ("18 way", "600x720 dove"); next to the name it may be the real noun.
      for (let i = end; i < at; i++) if (words[i]?.kind === 'code') return false;
      return this.lexicon.mayBeHead(show(at));
    });
    // "Hallway organiser 900 white MDF": a thing that no list knows, then a size, then what it is made of.
    const made = group.unknown.find(
      (at) =>
        at < last.from &&
        this.lexicon.mayBeHead(show(at)) &&
        words.slice(at + 1, last.from).some((w) => w.kind === 'code'),
    );
    if (made !== undefined) return { match: last, unknownWord: show(made) };
    if (head !== undefined) return { match: last, unknownWord: show(head) };
    return { match: last, unknownWord: null };
  }

  /** True when a further part of the line probably is another product that no concept knows. */
  private isUnknownProduct(group: Group, word: string, words: readonly Word[]): boolean {
    if (this.lexicon.partWords.has(word) || this.lexicon.isHarmless(word)) return false;
    if (group.relation === 'list') return true;
    return group.mentions.length === 0 && this.lexicon.mayBeHead(word) && !afterCode(words, group);
  }

  private choose(
    named: { thing: NamedThing | null; group: Group; unknownWord: string | null }[],
    words: readonly Word[],
    steps: string[],
    text: (from: number, to: number) => string,
  ): Pick<Reading, 'head' | 'headStatus' | 'unknownWord' | 'others' | 'unknownOther'> {
    const primary = named.filter((n) => PRIMARY.has(n.group.relation));
    const first = primary[0];
    let head: NamedThing | null = null;
    let unknownWord: string | null = null;
    if (first?.thing) head = first.thing;
    else if (first) {
      unknownWord = first.unknownWord;
      const next = primary[1];
      const spare = next?.group.relation === 'list' ? undefined : next;
      const names =
        first.group.mentions.length === 0 &&
        !first.group.unknown.some((at) => this.lexicon.mayBeHead(words[at]?.form ?? ''));
      if (spare?.thing && names) {
        steps.push(`"${text(first.group.from, first.group.to)}" is taken for a name; what follows it names the thing.`);
        head = spare.thing;
        unknownWord = null;
      }
    }
    const others: NamedThing[] = [];
    let unknownOther: string | null = null;
    for (const n of named) {
      if (n === first) continue;
      if (n.thing && n.thing !== head) others.push(n.thing);
      else if (n.unknownWord !== null && this.isUnknownProduct(n.group, n.unknownWord, words))
        unknownOther ??= n.unknownWord;
    }
    const headStatus = head ? 'known' : unknownWord !== null || first ? 'unknown' : 'nothing_named';
    if (head) steps.unshift(`"${head.mention.text}" names ${head.mention.concept.label} (${head.mention.concept.id}).`);
    else if (unknownWord !== null)
      steps.unshift(`"${unknownWord}" is not a word the catalogue knows, so what the line is for is unknown.`);
    else steps.unshift('The line names no goods and no work.');
    return { head, headStatus, unknownWord: head ? null : unknownWord, others, unknownOther };
  }
}

function sameMeaning(a: Reading, b: Reading): boolean {
  const told = (r: Reading) =>
    JSON.stringify([
      r.head?.mention.concept.id,
      r.head?.describedBy.map((m) => m.concept.id),
      r.others.map((o) => o.mention.concept.id),
      r.about.map((m) => [m.relation, m.mention.concept.id]),
      [...r.statements.keys()],
      [...r.statementsInNames],
      r.signals.map((s) => s.says),
      r.unknownWord,
    ]);
  return told(a) === told(b);
}

function afterCode(words: readonly Word[], group: { from: number; unknown: number[] }): boolean {
  const first = group.unknown[0] ?? group.from;
  for (let at = group.from; at < first; at++) if (words[at]?.kind === 'code') return true;
  return false;
}

function isInside(match: { from: number; to: number }, mentions: readonly { from: number; to: number }[]): boolean {
  return mentions.some((m) => m.from <= match.from && m.to >= match.to);
}

function afterBreak(character: string, current: Relation): Relation {
  if (character === '(' || character === '[') return 'aside';
  if (character === ',' || character === ';')
    return current === 'included' || current === 'excluded' ? current : 'item';
  return 'detail';
}
