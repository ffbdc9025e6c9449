import type { Concept } from '../catalogue.js';
import type { Language, Relation } from '../lexicon.js';
import type { PhraseMatch } from '../phrases.js';
import { followsOthers, standing } from '../standing.js';
import { mayOpen, type Word } from '../words.js';
import { PRIMARY } from './reading.js';

/** Words that may stand after what they exclude; "excl" there is often "excl VAT". */
const SAID_AFTER = new Set(['excluded', 'not included', 'not incl', 'not inc']);

/** One run of a line between breaking words, and what it is to the run before it. */
export interface Group {
  relation: Relation;
  from: number;
  to: number;
  mentions: PhraseMatch<Concept>[];
  /** Words that nothing explains. */
  unknown: number[];
  /** Holds a packing word, so something was named, if only "box". */
  named: boolean;
  /** Holds a describing word, which may stand for the thing ("white for ceilings"). */
  described: boolean;
}

/** What stands at each word of a line, besides the names of things. */
interface Marks {
  /** A breaking word: where it ends, and what follows is to what was before. */
  breakers: ({ to: number; relation: Relation } | undefined)[];
  explained: boolean[];
  packing: boolean[];
  /** Inside a describing phrase, where "and" opens no list ("blast and prime"). */
  phrase: boolean[];
  described: boolean[];
}

/**
 * Splits at breaking words and commas that are not part of a name.
 * @param mayNameThing whether a word alone is a name, or a thing that no rule knows.
 */
export function groupsOf(
  words: readonly Word[],
  language: readonly PhraseMatch<Language>[],
  mentions: readonly PhraseMatch<Concept>[],
  mayNameThing: (form: string) => boolean,
): Group[] {
  const inMention = new Array<boolean>(words.length).fill(false);
  for (const m of mentions) inMention.fill(true, m.from, m.to);
  const marks = marksOf(words, language, mentions);
  const { breakers, explained, packing, phrase } = marks;
  const groups: Group[] = [];
  let current = emptyGroup('first', 0);
  const open = (relation: Relation, from: number) => {
    current.to = Math.max(current.to, current.from);
    groups.push(current);
    current = emptyGroup(relation, from);
  };
  const namedBehind = (and: number, end: number) => mentions.find((m) => m.from > and && (end === -1 || m.to <= end));
  // "LVT to kitchen and carpet to stairs": what follows "and" goes to a place of its own, so it is one more thing.
  const namesFurther = (and: number, { relation, from }: Group) => {
    if (relation !== 'place' && relation !== 'purpose') return false;
    const end = words.findIndex((word, i) => i > and && isMark(word));
    const named = namedBehind(and, end);
    const next = named === undefined ? -1 : breakers.findIndex((b, i) => i >= named.to && b?.relation === relation);
    return next >= 0 && (end === -1 || next < end) && words[next]?.form === words[from - 1]?.form;
  };
  // "Bricks as quoted and carpet", "bricks on site and carpet": nothing is named there that "and" could add another to.
  const isBesideNothing = (and: number, { relation, mentions: named }: Group) => {
    if (named.length > 0 || !TELLS_ABOUT.has(relation)) return false;
    // "Bricks as quoted and zorblats": a paper or its terms are joined to nothing.
    if (relation === 'reference') return true;
    const end = words.findIndex((word, i) => i > and && (isMark(word) || breakers[i] !== undefined));
    // "Sand for house and stables": goods go to both.
    return namedBehind(and, end)?.payloads.every((c) => c.class !== 'outside_the_works') === true;
  };
  let mention = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    for (let next = mentions[mention]; next !== undefined && next.from <= at; next = mentions[++mention])
      if (next.from === at) current.mentions.push(next);
    if (word.kind === 'break') {
      open(afterBreak(word.form, current), at + 1);
      continue;
    }
    if (!inMention[at]) {
      if (word.kind === 'and' && !phrase[at]) {
        const further = PRIMARY.has(current.relation) || namesFurther(at, current) || isBesideNothing(at, current);
        open(further ? 'list' : current.relation, at + 1);
        continue;
      }
      const breaker = breakers[at];
      if (breaker && !joinsCode(words, at, mayNameThing)) {
        // "With in-wall speakers": a name that begins inside the breaking words is not broken.
        const named = mentions.find((m) => m.from > at && m.from < breaker.to && m.to > breaker.to);
        const to = named?.from ?? breaker.to;
        open(afterBreaker(breaker.relation, current), to);
        at = to - 1;
        continue;
      }
      if (!explained[at] && word.kind === 'word' && word.form.length > 1) current.unknown.push(at);
    }
    if (packing[at]) current.named = true;
    if (marks.described[at] && !inMention[at]) current.described = true;
    current.to = at + 1;
  }
  groups.push(current);
  return groups;
}

/** What stands there says where, for what or by which paper. */
const TELLS_ABOUT: ReadonlySet<Relation> = new Set(['place', 'purpose', 'of', 'reference']);

function isMark({ kind }: Word): boolean {
  return kind !== 'word' && kind !== 'code';
}

/** Too short for the name of a thing that no list knows. */
const IS_CUT = /^[a-z]{1,4}$/;
const IS_MODEL = /^(?=.*[a-z])[a-z0-9.-]{2,}$/;

/** "MFR/FL", "BV1/CV", "IIIA+SR": a mark inside a code parts no things. */
function joinsCode(words: readonly Word[], at: number, mayNameThing: (form: string) => boolean): boolean {
  const [before, mark, after] = [words[at - 1], words[at], words[at + 1]];
  if (before === undefined || mark === undefined || after === undefined) return false;
  if (before.end !== mark.start || mark.end !== after.start) return false;
  if (mark.kind !== 'slash' && mark.kind !== 'and') return false;
  return after.kind === 'code' ? IS_MODEL.test(after.form) : IS_CUT.test(after.form) && !mayNameThing(after.form);
}

function emptyGroup(relation: Relation, from: number): Group {
  return { relation, from, to: from, mentions: [], unknown: [], named: false, described: false };
}

function marksOf(
  words: readonly Word[],
  language: readonly PhraseMatch<Language>[],
  mentions: readonly PhraseMatch<Concept>[],
): Marks {
  const marks: Marks = {
    breakers: new Array(words.length),
    explained: new Array<boolean>(words.length).fill(false),
    packing: new Array<boolean>(words.length).fill(false),
    phrase: new Array<boolean>(words.length).fill(false),
    described: new Array<boolean>(words.length).fill(false),
  };
  for (const match of language) {
    // A word that opens a sentence of work is a noun elsewhere ("plasterboard lift").
    const explains = (p: Language) =>
      !(p.kind === 'signal' && p.weight === 'opening' && !mayOpen(words, match.from)) &&
      !(p.kind === 'statement' && p.onlyASign);
    if (match.payloads.some(explains)) marks.explained.fill(true, match.from, match.to);
    if (match.payloads.every((p) => p.kind === 'descriptor')) {
      marks.phrase.fill(true, match.from + 1, match.to - 1);
      marks.described.fill(true, match.from, match.to);
    }
    let relation: Relation | null = null;
    let saysMore = false;
    for (const meaning of match.payloads) {
      if (meaning.kind === 'breaker') relation ??= meaning.relation;
      else if (meaning.kind === 'container') marks.packing[match.from] = true;
      else if (meaning.kind === 'signal' || meaning.kind === 'statement') saysMore = true;
    }
    if (relation !== null && !saysMore && !isInside(match, mentions))
      marks.breakers[match.from] = { to: match.to, relation };
  }
  return marks;
}

/** True when the words of a match are part of a name. */
export function isInside(
  match: { from: number; to: number },
  mentions: readonly { from: number; to: number }[],
): boolean {
  return mentions.some((m) => m.from <= match.from && m.to >= match.to);
}

function afterBreak(character: string, current: Group): Relation {
  if (character === '(' || character === '[') return 'aside';
  if (character !== ',' && character !== ';') return 'detail';
  // "Oven not included, hob": said of the oven, it says nothing of what comes next.
  const goesOn = current.relation === 'included' || (current.relation === 'excluded' && current.to > current.from);
  return goesOn ? current.relation : 'item';
}

/** What stands after "to" in "to skirt the van", "to floor our boat". */
const USED_ON = /^\p{L}+ (?:the|an?|our|my|your|his|her|their) /iu;

/** "PIR to skirt the van": the goods are for what they are used on, which is no place that they go to. */
export function usedOn(groups: readonly Group[], text: (from: number, to: number) => string): void {
  for (const group of groups) {
    const { from, to } = group;
    if (group.relation !== 'place' || !USED_ON.test(text(from, to))) continue;
    group.relation = 'purpose';
    group.unknown = group.unknown.filter((at) => at !== from);
    group.mentions = group.mentions.filter((mention) => mention.to > from + 1);
  }
}

/** How the parts of a thing are packed with it ("grille kit"). */
const PARTS_SOLD_AS = new Set(['kit', 'set', 'pack', 'pair']);

/**
 * "Bath, basin, white pan", "LED tape + 2m profile opal", "fan & grille kit": an item of one word that is a part of the goods named
 * before it, with what describes it before and its colour or its packing after it, is no thing of its own.
 */
export function leaveOwnParts(
  groups: readonly Group[],
  words: readonly Word[],
  isOwnPartOf: (concept: Concept, form: string) => boolean,
  isColour: (words: readonly Word[]) => boolean,
): void {
  const named: Concept[] = [];
  for (const group of groups) {
    const end = words.slice(0, group.to).findLastIndex(({ kind }) => kind !== 'code');
    const [only = end] = group.unknown;
    // "Flash drive", "tape cassette": anything but a colour or a packing would make another thing of it.
    const behind = words.slice(only + 1, end + 1);
    const at = isColour(behind) || behind.every(({ form }) => PARTS_SOLD_AS.has(form)) ? only : end;
    const last = at >= group.from ? words[at] : undefined;
    const isItem = group.relation === 'list' || group.relation === 'item' || group.relation === 'included';
    const isBare =
      group.unknown.every((unknown) => unknown === at) &&
      group.mentions.every(({ from, to }) => from === at && to === at + 1);
    if (isItem && last?.kind === 'word' && isBare && named.some((c) => isOwnPartOf(c, last.form))) {
      group.mentions = [];
      group.unknown = [];
    }
    named.push(...group.mentions.flatMap(({ payloads }) => payloads));
  }
}

/** What a line may begin with that says what was bought. */
const OPENERS = new Set(['to', 'for']);

/**
 * "To supply oak doors and carpet", "For plastering and wardrobes": where nothing else is named, what stands behind the opening word is what
 * was bought, and what "and" adds to it is one more thing. "For stables: bricks" says where they go.
 */
export function readOpening(groups: readonly Group[], words: readonly Word[]): void {
  const [empty, opened] = groups;
  if (empty === undefined || opened === undefined || empty.to > empty.from) return;
  if (opened.from !== 1 || !OPENERS.has(words[0]?.form ?? '')) return;
  if (groups.some(({ relation, mentions }) => PRIMARY.has(relation) && mentions.length > 0)) return;
  const { relation } = opened;
  let named = false;
  for (const group of groups.slice(1)) {
    if (group.relation !== relation || (named && words[group.from - 1]?.kind === 'word')) return;
    group.relation = named ? 'list' : 'first';
    named ||= group.mentions.length > 0 || group.unknown.length > 0;
  }
}

/** "(Lamps not included)", "oven excluded": said after what is no part of the supply. */
export function excludeSaidAfter(groups: readonly Group[], words: readonly Word[]): void {
  for (const [at, { relation, from, to }] of groups.entries()) {
    const before = groups[at - 1];
    if (relation !== 'excluded' || to > from || before === undefined || before.relation === 'first') continue;
    const said = words.slice(before.to, from).map((w) => w.form);
    if (before.mentions.length > 0 && SAID_AFTER.has(said.join(' '))) before.relation = 'excluded';
  }
}

/** Words beside the name of works that say nothing of what they are. */
export interface Asides {
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
}

/** What words that stand alone name, and where they are. */
interface Named {
  at: readonly number[];
  concept: Concept;
}

/**
 * "Concrete 6m3", "Timber for the studwork", "Timber and ply", "Deposit for timber", "Roof and external walls": words that only describe beside
 * others name the material or the works where they stand alone or as an item of a list, with counts, packing and words of supply, and
 * the line names nothing besides that cannot be claimed, or only a payment or carriage of it.
 */
export function nameAlone(
  groups: readonly Group[],
  language: readonly PhraseMatch<Language>[],
  words: readonly Word[],
  alone: ReadonlyMap<string, Concept>,
  asides: Asides,
): void {
  const says = (at: number, what: Language['kind']) =>
    language.some(({ from, to, payloads }) => at >= from && at < to && payloads.some(({ kind }) => kind === what));
  const form = (at: number) => words[at]?.form ?? '';
  // "Bag of sand", "sand 10 bags", "slates x 200"; what stands right behind it would be a thing made of it ("timber crate").
  const isCounted = (at: number) => words[at - 1]?.kind === 'code' || words[at + 1]?.kind === 'code';
  const packs = (at: number, group: Group) => says(at, 'container') && (isCounted(at) || alone.has(form(group.to - 1)));
  const isHired = language.some(({ payloads }) => payloads.some((p) => p.kind === 'signal' && p.says === 'hire'));
  if (isHired) return;
  const nameOf = (at: readonly number[]) => at.map(form).join(' ');
  const worksNamed = (at: readonly number[]) => {
    const concept = alone.get(nameOf(at));
    return concept !== undefined && isWorks(concept) ? concept : undefined;
  };
  const materialNamed = (at: number) => alone.get(form(at));
  const asideIn = (place: keyof Asides, at: number) =>
    language.some(({ from, to }) => at >= from && at < to && asides[place].has(nameOf(span({ from, to }))));
  // "Tiling", "excavation": what is done is the name of the works, too.
  const isBare = (at: number) => words[at]?.kind === 'word' && (!says(at, 'signal') || worksNamed([at]) !== undefined);
  const bareOf = (group: Group) => span(group).filter((at) => isBare(at) && !packs(at, group));
  const [first] = groups;
  if (first === undefined) return;
  const naming = groups.filter(({ mentions }) => mentions.length > 0);
  const isPaid = naming.length > 0 && naming.every((g) => g === first && namesAll(g, followsOthers));
  const found: (Named & { group: Group })[] = [];
  const open = groups.filter(({ relation }) => isPaid || PRIMARY.has(relation));
  for (const group of open) {
    if (isPaid && (group === first || group.relation === 'excluded')) continue;
    // "Timber and tools": told by "and", what is refused is one more thing; "timber and glass table" is one of both.
    const isApart = group !== first && group.relation === 'list' && group.mentions[0]?.from === group.from;
    const isOneMore = isApart && namesAll(group, (c) => standing(c) === 'no');
    if (!isOneMore && !namesAll(group, (c) => c.goodsAlone === 'yes' || isWorks(c))) return;
    const bare = group.mentions.length > 0 ? [] : bareOf(group);
    if (bare.length === 0) continue;
    const whole = alone.get(nameOf(bare));
    const named =
      whole !== undefined
        ? { at: bare, concept: whole }
        : (worksAmong(bare, worksNamed, asideIn) ?? (isPaid ? amongMeasures(bare, materialNamed, asideIn) : undefined));
    if (named === undefined) {
      // "Travis Perkins: timber" is by a name; "concrete, navy" says more of it; "timber, zither" is asked about for the zither. Works
      // are followed by how they were done ("Footings: trench, pour and strike off").
      const saysMore = group !== first && group.unknown.length === 0 && !found.some((f) => isWorks(f.concept));
      if (isPaid ? group.unknown.length > 0 : saysMore) return;
    } else if (isPaid || group === first || isListed(group) || first.mentions.length === 0)
      found.push({ group, ...named });
  }
  // "Walls: bricks", "insulate walls and roof": beside what is named a part of the building is where that goes.
  const isPlace =
    open.some((group) => !namesAll(group, followsOthers)) || found.some(({ concept }) => !isWorks(concept));
  for (const { group, at, concept } of found) {
    const [from = 0] = at;
    if (isPlace && isWorks(concept)) continue;
    group.mentions.push({ from, to: from + at.length, length: at.length, payloads: [concept] });
    group.unknown = group.unknown.filter((unknown) => !at.includes(unknown));
  }
}

/**
 * The works among words that name nothing as a whole: "3 days drainage", "heating as per quote", "tanking, ground floor". Beside
 * them stands when and as what they were ordered and, after them, where.
 */
function worksAmong(
  bare: readonly number[],
  worksNamed: (at: readonly number[]) => Concept | undefined,
  isAside: (place: keyof Asides, at: number) => boolean,
): Named | undefined {
  for (let from = 0; from < bare.length; from++) {
    for (let to = bare.length; to > from; to--) {
      const at = bare.slice(from, to);
      const concept = worksNamed(at);
      if (concept !== undefined) return { at, concept };
      if (!isAside('after', bare[to - 1] as number)) break;
    }
    if (!isAside('before', bare[from] as number)) break;
  }
  return undefined;
}

/** "Part load - concrete 1.8m3 short": the one material among words of how much and when, which is what is paid or carried. */
function amongMeasures(
  bare: readonly number[],
  materialNamed: (at: number) => Concept | undefined,
  isAside: (place: keyof Asides, at: number) => boolean,
): Named | undefined {
  const [at, another] = bare.filter((word) => !isAside('before', word));
  const concept = at === undefined || another !== undefined ? undefined : materialNamed(at);
  return at === undefined || concept === undefined ? undefined : { at: [at], concept };
}

/** "Sundries: screws and nails", "Bathroom order (bath, basin)": after a comma a thing would be one more. */
export function listsContents(
  { mentions: [name, another] }: Group,
  next: Group,
  words: readonly Word[],
  toldByContents: ReadonlySet<string>,
): boolean {
  if (name === undefined || another !== undefined) return false;
  if (next.relation !== 'detail' && next.relation !== 'aside') return false;
  const forms = words.slice(name.from, name.to).map(({ form }) => form);
  return toldByContents.has(forms.join(' '));
}

/** The groups without one that only says how the things of the next were sold. */
export function contentsOf(
  groups: readonly Group[],
  words: readonly Word[],
  toldByContents: ReadonlySet<string>,
): readonly Group[] {
  const [first, next] = groups;
  const isHeading = first && next && listsContents(first, next, words, toldByContents);
  return isHeading ? groups.slice(1) : groups;
}

/** Works, or what is paid for them. */
function isWorks(concept: Concept): boolean {
  return standing(concept) === 'works' || followsOthers(concept);
}

function namesAll({ mentions }: Group, holds: (concept: Concept) => boolean): boolean {
  return mentions.every(({ payloads }) => payloads.every(holds));
}

/** One more of several things. */
export function isListed({ relation }: Group): boolean {
  return relation === 'list' || relation === 'item';
}

function span({ from, to }: Pick<Group, 'from' | 'to'>): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

const NUMBERING = new Set(['no', 'number', 'ref', 'rev', 'revision', 'issue']);

/** "Cabinets, plan K1", "trusses (drawing no 104 rev B)": the number of a paper. "Drawings x 3" are things that have a price. */
export function referToPapers(groups: Group[], words: readonly Word[], papers: ReadonlySet<string>): void {
  for (const group of groups) {
    if (group.relation === 'first' || group.relation === 'list' || !PRIMARY.has(group.relation)) continue;
    const [paper, ...rest] = words.slice(group.from, group.to);
    if (paper === undefined || !papers.has(paper.form) || paper.end - paper.start > paper.form.length) continue;
    if (rest.length === 0 || !rest.every(isNumbering)) continue;
    group.relation = 'reference';
    group.mentions = [];
    group.unknown = [];
  }
}

function isNumbering({ kind, form }: Word): boolean {
  return kind === 'code' || NUMBERING.has(form) || /^[a-wyz]$/.test(form);
}

/** A breaking word right after another adds nothing to it ("for the use of"), nor one after a bare amount ("incl. 600.00 for stables"). */
function afterBreaker(relation: Relation, current: Group): Relation {
  const empty = current.mentions.length === 0 && current.unknown.length === 0;
  const addsNothing =
    relation === 'of' ||
    relation === 'detail' ||
    (relation === 'place' && current.relation === 'purpose') ||
    (relation === 'purpose' && current.relation === 'included' && current.to > current.from);
  if (empty && addsNothing) return current.relation;
  const isOfThat = !PRIMARY.has(current.relation) && current.relation !== 'place' && current.relation !== 'purpose';
  return relation === 'list' && isOfThat ? current.relation : relation;
}
