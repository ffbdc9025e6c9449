import { type Concept, treatedAs } from './catalogue.js';
import type { Language, Lexicon, Relation } from './lexicon.js';
import type { PhraseMatch } from './phrases.js';
import { conceptMatches } from './reading/concept_matches.js';
import {
  contentsOf,
  excludeSaidAfter,
  type Group,
  groupsOf,
  leaveOwnParts,
  nameAlone,
  readOpening,
  referToPapers,
  usedOn,
} from './reading/groups.js';
import { chooseHead, headOf, type Named, separateWord, unknownNamed } from './reading/head.js';
import { nounLast } from './reading/noun_first.js';
import { packsGoods } from './reading/packing.js';
import { type Mention, type NamedThing, PRIMARY, type Reading, type Repair, SECONDARY } from './reading/reading.js';
import {
  addSaidApart,
  deedsTold,
  fittingTold,
  isSaidHere,
  isStatement,
  ofTheSupply,
  readSaid,
} from './reading/said.js';
import { forInBrackets, isWhatGoodsFit, saidOfWhatSuits } from './reading/served.js';
import type { Undecided } from './reading/shorthand.js';
import { supplyBehind } from './reading/supply_behind.js';
import { canonicalText, singular, splitWords, type Word } from './words.js';

/** "CELOTEX100", "PLASTERBOARD12.5MM": a name and its size with the blank left out. */
const GLUED = /^([a-z]{6,})(\d[\d.x]*[a-z]{0,3})$/;

/** What goes on behind the full stop of a word that was cut short. */
const GOES_ON = /^ *[\p{Ll}\d]/u;

/** A word with more near neighbours than this says too little to be anything's misspelling. */
const MOST_RESPELLINGS = 4;
/** Names of makers are seldom longer. */
const MOST_WORDS_OF_MAKER = 3;

/** At least one word of letters, and sizes and hyphens. */
const WRITTEN_OUT = /^(?=.*\b[a-z]+\b)[a-z0-9]+(?:[ -][a-z0-9]+)*$/i;
/** Letters that may be short for a word, though they are one. */
const MAY_BE_SHORT = /\b[b-df-hj-np-tv-xz]{2,6}\b/i;

/** Reads lines of invoices with the words of one rulebook. */
export class Reader {
  constructor(private readonly lexicon: Lexicon) {}

  /** Reads one line of invoice text. Deterministic; never throws. */
  read(text: string): Reading {
    const line = canonicalText(text);
    const { placeNames, notes, shortPhrases, shorthand, abbreviations } = this.lexicon;
    const printed = placeNames.leftOut(this.unglued(splitWords(text, abbreviations)), line);
    const told = notes.leftOut(this.joined(printed.words, line), line);
    const phrases = shortPhrases.expand(
      nounLast(supplyBehind(forInBrackets(told, this.lexicon), this.lexicon), this.lexicon),
      line,
    );
    const isKnown = (form: string) => this.lexicon.knows(form);
    const { words, expansions, undecided } = shorthand.expand(phrases.words, line, isKnown);
    const reading = this.doubted(this.readRepaired(line, words), undecided);
    for (const name of printed.names)
      reading.steps.push(`"${name}" is read as a name, which says nothing of the goods.`);
    for (const { from, to } of [...phrases.expansions, ...expansions])
      reading.steps.push(`"${from}" is short for "${to}".`);
    return reading;
  }

  /**
   * Whether a line of nothing but this term of the catalogue is read as its name whatever else the words may say: no mark parts
   * it, nothing in it is shortened, and no phrase is longer.
   */
  isReadWhole(term: string): boolean {
    return WRITTEN_OUT.test(term) && !MAY_BE_SHORT.test(term);
  }

  /** Names of goods apart from a size printed right behind them, unless both together are a word of some name. */
  private unglued(words: readonly Word[]): readonly Word[] {
    // Few lines have any, and this is asked of every line.
    return words.some(isGlued) ? words.flatMap((word) => this.apart(word)) : words;
  }

  private apart(word: Word): readonly Word[] {
    const [, name, size] = word.kind === 'code' ? (GLUED.exec(word.form) ?? []) : [];
    if (name === undefined || size === undefined || this.lexicon.knows(word.form)) return [word];
    const form = singular(name);
    if (this.lexicon.named([{ form }]) === undefined) return [word];
    const at = word.start + name.length;
    return [
      { ...word, kind: 'word' as const, form, end: at },
      { ...word, form: size, start: at },
    ];
  }

  /** "Agg. levy", "pict. rail", "jet. washer": the full stop of a shortened word ends no sentence. */
  private joined(words: readonly Word[], line: string): readonly Word[] {
    // Few lines have any, and this is asked of every line.
    if (!words.some(isFullStop)) return words;
    const [noun, mark, kind] = words;
    const namesFirst = noun?.kind === 'word' && kind?.kind === 'word' && this.lexicon.named([noun, kind]) !== undefined;
    return words.filter((word, at) => {
      if (!isFullStop(word)) return true;
      const before = words[at - 1];
      if (before?.kind !== 'word' || before.end !== word.start) return true;
      const isExpanded = before.form.length > before.end - before.start;
      const goesOn = GOES_ON.test(line.slice(word.end));
      if (word === mark && (isExpanded || goesOn) && namesFirst) return false;
      return this.lexicon.knows(before.form) || !goesOn;
    });
  }

  /** Reads words, and again with misspellings put right where that makes a difference. */
  private readRepaired(line: string, words: readonly Word[]): Reading {
    const first = this.readWords(line, words, []);
    const options = words.map((word) =>
      word.kind === 'word' || word.kind === 'code' ? this.lexicon.near(word.form) : [],
    );
    const full = this.fullWords(first);
    if (options.every((near) => near.length === 0) && full.length === 0) return first;
    const repair = (at: number, to: string) => repairOf(line, words, at, to);
    const respelt = (repairs: Repair[]) => this.readWords(line, withRepairs(words, repairs), repairs);
    if (first.headStatus !== 'known' || first.unknownOther !== null) {
      const only = options.flatMap(([to, another], at) =>
        to !== undefined && another === undefined ? [repair(at, to)] : [],
      );
      const second = only.length > 0 ? respelt(only) : first;
      return second.headStatus === 'known' ? second : first;
    }
    const misspelt = options
      .flatMap((near, at) => near.slice(0, MOST_RESPELLINGS).map((to) => repair(at, to)))
      .filter((r) => {
        const other = respelt([r]);
        // After a maker's name a word is what they call the thing, unless it may be misspelt for one that is refused ("Karndean Reefresh").
        return this.lexicon.isAfterMaker(words, r.at)
          ? mayClaim(first) && isRefused(other)
          : !sameMeaning(first, other);
      });
    const cut = full.map(({ at, form }) => repair(at, form)).filter((r) => !mayClaim(respelt([r])));
    return misspelt.length + cut.length === 0 ? first : { ...first, misspelt: [...misspelt, ...cut] };
  }

  /**
   * Words that unexplained ones beside the head may be short for, where some name has them beside each other: a till cuts the
   * last word where its column ends ("BOILER CLEA"). Only where a claim may hang on it.
   */
  private fullWords(first: Reading): { at: number; form: string }[] {
    if (!mayClaim(first)) return [];
    const { head, words, unexplained } = first;
    const formAt = (at: number) => (words[at]?.kind === 'word' ? (words[at]?.form ?? '') : '');
    return unexplained
      .filter((at) => at >= head.mention.to && !this.lexicon.isAfterMaker(words, at))
      .flatMap((at) =>
        this.lexicon.fullWords(formAt(at), formAt(at - 1), formAt(at + 1)).map((form) => ({ at, form })),
      );
  }

  /** The reading with the shortened compounds that may be none of what it claims ("C/PLINTH": cooker, corner). */
  private doubted(reading: Reading, undecided: readonly Undecided[]): Reading {
    if (!mayClaim(reading)) return reading;
    const { line, words, head } = reading;
    const { from, to } = head.mention;
    const inHead = undecided.filter(({ at }) => at >= from && at < to);
    const other = inHead.flatMap(({ at, ways }) => {
      const word = words[at] as Word;
      return ways
        .filter((forms) => {
          const written = words.toSpliced(at, 1, ...forms.map((form) => ({ ...word, form })));
          return !mayClaim(this.readWords(line, written, []));
        })
        .map((forms) => repairOf(line, words, at, forms.join(' ')));
    });
    return other.length === 0 ? reading : { ...reading, misspelt: [...reading.misspelt, ...other] };
  }

  private mayNameThing(form: string): boolean {
    return this.lexicon.lists.isThing(form) || this.lexicon.named([{ form }]) !== undefined;
  }

  private readWords(line: string, words: readonly Word[], repaired: Repair[]): Reading {
    const text = (from: number, to: number) => {
      // The words of a name printed noun first do not stand in the order of the line.
      let [start, end] = [line.length, 0];
      for (const word of words.slice(from, to)) {
        start = Math.min(start, word.start);
        end = Math.max(end, word.end);
      }
      return line.slice(start, end);
    };
    const numbered = this.lexicon.numbers.line(words);
    const language = this.lexicon.language
      .leftmost(numbered, (match) => isSaidHere(match, words))
      .map((match) => saidOfWhatSuits(match, words, this.lexicon));
    const matches = this.thingsNamed(conceptMatches(this.lexicon, numbered, language), words);
    const groups = groupsOf(words, language, matches, (form) => this.mayNameThing(form));
    readOpening(groups, words);
    usedOn(groups, text);
    leaveOwnParts(
      groups,
      words,
      (concept, form) => this.lexicon.lists.isOwnPartOf(concept, form),
      (said) => this.lexicon.isColour(said),
    );
    const contents = contentsOf(groups, words, this.lexicon.toldByContents);
    nameAlone(contents, language, words, this.lexicon.alone, this.lexicon.asides);
    excludeByOthers(groups, language, words);
    excludeSaidAfter(groups, words);
    referToPapers(groups, words, this.lexicon.lists.papers);
    const told = fittingTold(this.lexicon.language, language, numbered);
    const said = readSaid([...language, ...told], matches, groups, words, text);
    const apart = this.lexicon.saidApart;
    addSaidApart(said.statements, apart.leftmost(numbered, isStatement), matches, groups, words, text);
    const { statements, statementsInNames } = said;
    const { named, about, excluded } = this.thingsOf(groups, words, text);

    const steps: string[] = [];
    const { head, headStatus, unknownWord, others, unknownOther } = chooseHead(
      this.lexicon,
      named,
      about,
      words,
      steps,
      text,
    );
    const deeds = deedsTold(apart, said, groups, numbered, text);
    const signals = ofTheSupply([...said.signals, ...deeds.filter(({ ofOne }) => !ofOne)], head, words);
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
      unknownNamed: unknownNamed(this.lexicon, groups, words, text),
      lastMaker: this.lastMaker(words, matches),
      makersBeside: groups
        .filter(({ relation, mentions }) => relation !== 'first' && mentions.length === 0)
        .flatMap(({ from, to }) => this.makerIn(words, from, to) ?? []),
      about,
      excluded,
      signals,
      perhapsDone: deeds.length > 0,
      statements,
      statementsInNames,
      unexplained: groups.flatMap(({ unknown }) => unknown),
      repaired,
      misspelt: [],
      steps,
    };
  }

  /** The first word of a maker's name that stands between two places of a line. */
  private makerIn(words: readonly Word[], from: number, to: number): string | null {
    for (let at = from; at < to; at++) {
      const { form } = words[at] as Word;
      if (!this.lexicon.mayBeMaker(form)) continue;
      for (let end = at + 1; end <= Math.min(to, at + MOST_WORDS_OF_MAKER); end++)
        if (this.lexicon.isMaker(words.slice(at, end))) return form;
    }
    return null;
  }

  /** A maker named after the last thing of the line, so that nothing says which of their goods. */
  private lastMaker(words: readonly Word[], named: readonly PhraseMatch<Concept>[]): string | null {
    return this.makerIn(words, Math.max(0, ...named.map((m) => m.to)), words.length);
  }

  /** Names of things, less a colour that stands between commas ("base unit, pebble"). */
  private thingsNamed(matches: PhraseMatch<Concept>[], words: readonly Word[]): PhraseMatch<Concept>[] {
    const things = matches.filter(
      (match) =>
        !(standsApart(words, match.from, match.to) && this.lexicon.isColour(words.slice(match.from, match.to))) &&
        !packsGoods(match, words, this.lexicon) &&
        !isWhatGoodsFit(match, matches, words),
    );
    return things.length > 0 ? things : matches;
  }

  /**
   * "Box for boiler", "cover for sand pile", "pump unit with pipe", "box behind kitchen units": what it is for, holds or stands at
   * stays that, because something was named before it, if only a part or how it is packed; so does what "ash" is for, which describes at least,
   * and what "polythene" goes over.
   */
  private servesNamed(group: Group, groups: readonly Group[], words: readonly Word[]): boolean {
    if (group.relation === 'of') return false;
    const before = groups.filter((g) => PRIMARY.has(g.relation) && g.to <= group.from);
    const last = before.at(-1);
    if (
      group.relation === 'place' &&
      last?.mentions.length === 0 &&
      this.lexicon.isSubstance(words[last.to - 1]?.form ?? '')
    )
      return true;
    return before.some(
      (g) =>
        (group.relation === 'purpose' && g.described) ||
        g.named ||
        words.slice(g.from, g.to).some(({ form }) => this.lexicon.lists.partWords.has(form)),
    );
  }

  /** The things that the groups name, by what each group is to the line. */
  private thingsOf(
    groups: readonly Group[],
    words: readonly Word[],
    text: (from: number, to: number) => string,
  ): { named: Named[]; about: Reading['about']; excluded: Mention[] } {
    const toMention = (m: PhraseMatch<Concept>): Mention => {
      const concept = m.payloads[0];
      if (!concept) throw new Error('a phrase match without a concept');
      return { concept, from: m.from, to: m.to, text: text(m.from, m.to) };
    };
    const named: Named[] = [];
    const about: Reading['about'] = [];
    const excluded: Mention[] = [];
    let primaryEmpty = true;
    for (const group of groups) {
      const separate = separateWord(this.lexicon, group, groups, words);
      if (group.mentions.length === 0 && group.unknown.length === 0) {
        const maker = group.relation === 'list' ? this.makerIn(words, group.from, group.to) : null;
        const unknownWord = maker ?? separate;
        if (unknownWord !== null) named.push({ thing: null, group, unknownWord, separate });
        continue;
      }
      if (group.relation === 'excluded') {
        excluded.push(...group.mentions.map(toMention));
        continue;
      }
      if (group.relation === 'reference') continue;
      if (primaryEmpty && SECONDARY.has(group.relation) && !this.servesNamed(group, groups, words))
        group.relation = 'first';
      const primary = PRIMARY.has(group.relation);
      if (primary) primaryEmpty = false;
      if (!primary && group.relation !== 'included') {
        about.push(...group.mentions.map((m) => ({ mention: toMention(m), relation: group.relation })));
        continue;
      }
      const { match, unknownWord } = headOf(this.lexicon, words, group);
      const thing =
        match && unknownWord === null
          ? {
              mention: toMention(match),
              relation: group.relation,
              besideUnknown: group.unknown.some((at) => !this.lexicon.lists.partWords.has(words[at]?.form ?? '')),
              describedBy: group.mentions.filter((m) => m !== match && m.from < match.from).map(toMention),
            }
          : null;
      named.push({ thing, group, unknownWord, separate });
      // "Letter plate c/w brush flap": the flap that no list knows is the brush's, and what it comes with is not.
      if (unknownWord !== null)
        about.push(
          ...group.mentions.map((m) => ({
            mention: toMention(m),
            relation: group.relation === 'included' ? group.relation : ('of' as Relation),
          })),
        );
    }
    return { named, about, excluded };
  }
}

/** Whether the line is of a thing that can be claimed by itself, so that a misreading of it may cost a claim. */
function mayClaim(reading: Reading): reading is Reading & { head: NamedThing } {
  return reading.head?.mention.concept.goodsAlone === 'yes';
}

function isRefused({ head }: Reading): boolean {
  return head?.mention.concept.goodsAlone === 'no';
}

function isFullStop({ kind, form }: Word): boolean {
  return kind === 'break' && form === '.';
}

function isGlued({ kind, form }: Word): boolean {
  return kind === 'code' && GLUED.test(form);
}

function repairOf(line: string, words: readonly Word[], at: number, to: string): Repair {
  const word = words[at];
  return { from: word ? line.slice(word.start, word.end) : '', to, at };
}

function withRepairs(words: readonly Word[], repairs: readonly Repair[]): Word[] {
  return words.map((word, at) => {
    const found = repairs.find((r) => r.at === at);
    return found ? { ...word, kind: 'word' as const, form: found.to } : word;
  });
}

/** All that stands between two breaks of a line, and not first ("base unit, pebble"). */
function standsApart(words: readonly Word[], from: number, to: number): boolean {
  return words[from - 1]?.kind === 'break' && (to === words.length || words[to]?.kind === 'break');
}

/**
 * "Screed by others" is not part of the supply; "fitting by others" names nothing and says that goods came alone, and an "oven
 * fitted by client" may have been bought with the rest.
 */
function excludeByOthers(
  groups: readonly Group[],
  language: readonly PhraseMatch<Language>[],
  words: readonly Word[],
): void {
  for (const match of language) {
    if (words[match.from]?.form !== 'by') continue;
    if (!match.payloads.some((p) => p.kind === 'signal' && p.says === 'goods_alone')) continue;
    const group = groups.find(
      (g) => match.from >= g.from && match.from <= g.to && g.mentions.length > 0 && g.relation !== 'first',
    );
    const fitted = language.find((l) => l.to === match.from && saysFitted(l));
    if (group && !group.mentions.some((m) => fitted !== undefined && m.to <= fitted.from)) group.relation = 'excluded';
  }
}

function saysFitted({ payloads }: PhraseMatch<Language>): boolean {
  return payloads.some((p) => p.kind === 'signal' && p.says !== 'goods_alone');
}

function sameMeaning(a: Reading, b: Reading): boolean {
  const told = (r: Reading) =>
    JSON.stringify([
      r.head && treatedAs(r.head.mention.concept),
      // One more name of what is treated as the head changes nothing ("ARCITRAVE ogee").
      [...new Set(r.head && [r.head.mention, ...r.head.describedBy].map((m) => treatedAs(m.concept)))],
      r.others.map((o) => o.mention.concept.id),
      r.about.map((m) => [m.relation, m.mention.concept.id]),
      [...r.statements.keys()],
      [...r.statementsInNames.keys()],
      r.signals.map((s) => s.says),
      r.unknownWord,
    ]);
  return told(a) === told(b);
}
