import { amountsOf } from '../answers.js';
import type { Line } from '../line.js';
import type { AnswerPart } from '../model.js';
import { apportion, formatPence, percentOf } from '../money.js';
import type { NamedThing } from '../reading/reading.js';
import type { Rulebook } from '../rulebook.js';
import { carriedGoods, type StatedPart, statedAmounts, statedSplit } from '../splits.js';
import { standing } from '../standing.js';
import { type Answered, refused, refuseRuledOut } from './given_answers.js';

/** One part of a line, decided as a line of its own. */
export interface Part {
  name: string;
  line: Line;
  answers: readonly Answered[];
  sets: Readonly<Record<string, string>>;
  /** What the line itself states of it, where its words do. */
  stated?: StatedPart;
}

/** The parts of a line that states its own split, or whose amounts an answer or its invoice gives; null when the line is one. */
export function partsOf(book: Rulebook, line: Line, answers: readonly Answered[]): Part[] | null {
  const withAmounts = answers.filter((a) => a.answer.parts !== undefined && a.given.value !== null);
  if (withAmounts.length > 0) {
    const reading = book.read(line.text);
    for (const a of withAmounts) refuseRuledOut(a, reading);
    return answeredParts(line, answers, withAmounts);
  }
  if (line.vat === 0) return null;
  // That it belongs to goods of both kinds is what its invoice shows; another answer says more than that.
  const shared = answers.every((a) => a.answer.sets?.goodsNamed === MIXED) ? sharesOfInvoice(book, line) : null;
  if (shared || line.answers.length > 0) return shared;
  const carried = carriageShares(book, line);
  const stated = carried ?? statedSplit(line.text, line.net, line.vat);
  const split = namedParts(book, stated, line.text);
  if (!split) return null;
  const vats = partVats(book, line, split);
  if (!vats) return null;
  return split.map((p, i) => ({
    name: p.text,
    line: { ...line, text: p.text, net: p.net, vat: vats[i] ?? 0, placeTold: placeOfPart(line, p, split) },
    answers: [],
    sets: {},
    ...(!carried && stated?.[i] ? { stated: stated[i] } : {}),
  }));
}

/** Another place than the home that a part names is the place of that part alone ("house 2,560.00, stables 640.00"). */
function placeOfPart({ placeTold }: Line, part: StatedPart, all: readonly StatedPart[]): Line['placeTold'] {
  if (placeTold === null) return null;
  const place = placeTold.words.toLowerCase().replace(/^the /, '');
  const isIn = ({ text }: StatedPart) => text.toLowerCase().includes(place);
  return isIn(part) || !all.some(isIn) ? placeTold : null;
}

/** "Kitchen bundle: 8 base units", "flooring order 20811 - oak", "bathroom order, delivered: taps": the first part is kitchen base units, and the bundle all of them. */
const BUNDLE =
  /^([^:,]*?)\s*\b(?:starter\s+)?(?:bundle|package|pack|deal|offer|combo|order|ord)(?:\s+(?:no\.?\s*)?[a-z]*\d+)?(?:,\s*(?:delivered|collected|supply only|ex works))?\s*(?::|\s-\s)/i;

/**
 * The parts with names of their own. A part that only says "hire" takes the name of the line's first thing; one that no list
 * knows is asked about; one that says no more than "labour" or "materials" is no split at all.
 */
function namedParts(book: Rulebook, split: StatedPart[] | null, line: string): StatedPart[] | null {
  if (!split) return null;
  const known = (text: string) => {
    const { head } = book.read(text);
    return head && head.mention.concept.lineKind !== 'not_described' ? head : null;
  };
  const isOpen = (text: string) => book.read(text).head === null;
  const named: StatedPart[] = [];
  let first: string | null = null;
  for (const stated of split) {
    const part = { ...stated, text: stated.text.replace(BUNDLE, '$1:') };
    const whole = part.text.replace(/\s*:\s*|\s+-\s+/g, ' ');
    const head = known(whole);
    const [, lead, rest] = /^([^:,]+):\s*(.+)$/.exec(part.text) ?? [];
    const heading = lead === undefined ? null : known(lead);
    // "Home automation: lighting modules": a package that asks for its split says nothing more of a part that has a name.
    if (rest !== undefined && heading?.mention.concept.goodsAlone === 'part' && isSettled(known(rest))) {
      first ??= heading.mention.text;
      named.push({ ...part, text: rest });
      continue;
    }
    const thing = heading?.mention.text ?? null;
    if (thing !== null && rest !== undefined && !endsIn(head, rest) && endsIn(known(`${thing} ${rest}`), rest)) {
      first ??= thing;
      named.push({ ...part, text: `${thing} ${rest}` });
      continue;
    }
    const placed = thing === null || rest === undefined ? null : ofPlace(book, thing, rest);
    if (head === null && placed !== null) {
      first ??= thing;
      named.push({ ...part, text: placed });
      continue;
    }
    first ??= (lead !== undefined && saysSoldAlone(book, lead) ? null : lead) ?? head?.mention.text ?? null;
    if (head) named.push({ ...part, text: whole });
    else if (known(part.text)) named.push(part);
    else if (first !== null && endsIn(known(`${first} ${part.text}`), part.text))
      named.push({ ...part, text: `${first} ${part.text}` });
    else if (isOpen(part.text)) named.push(part);
    else return null;
  }
  return named.map((part) => ({
    ...part,
    text: [part.text, ...part.ofAll.filter((a) => tells(book, a, part.text) || isSoldSo(book, a, named, line))].join(
      ', ',
    ),
  }));
}

/** "Slates: house 2,400.00": a part that tells no more than its place in the home is the thing for it. */
function ofPlace(book: Rulebook, thing: string, place: string): string | null {
  const text = `${thing} for ${place}`;
  const { head, unknownWord, unexplained } = book.read(text);
  return head !== null && unknownWord === null && unexplained.length === 0 ? text : null;
}

function isSettled(head: NamedThing | null): boolean {
  return head?.mention.concept.goodsAlone === 'yes' || head?.mention.concept.goodsAlone === 'no';
}

/** Whether what stands around all parts says what they are for or whose they are (supply_reading.yaml, `ofAllParts`). */
function tells(book: Rulebook, around: string, part: string): boolean {
  if (part.includes(around)) return false;
  const { statements, about, head, others } = book.read(around);
  const named = [...(head ? [head] : []), ...others, ...about];
  return (
    book.supply.ofAllParts.some((id) => statements.has(id)) ||
    named.some(({ mention: { concept } }) => concept.class === 'outside_the_works' || concept.mayBeTheHome === true)
  );
}

/** "Supply only: gates 2100.00, motor 640.00", "skirting 231.00 + bench 84.00, supply only": parted off, it is said of all parts that tell of no work. */
function isSoldSo(book: Rulebook, around: string, parts: readonly StatedPart[], line: string): boolean {
  const isApart = line.includes(`${around}:`) || line.includes(`, ${around}`);
  if (!isApart || !saysSoldAlone(book, around)) return false;
  const isWork = ({ text }: StatedPart) => {
    const { signals, head } = book.read(text);
    const works = head !== null && standing(head.mention.concept) === 'works';
    return works || signals.some(({ says }) => says !== 'goods_alone');
  };
  return !parts.some((part) => part.text.includes(around) || isWork(part));
}

/** Words that tell nothing but that goods were sold alone. */
function saysSoldAlone(book: Rulebook, words: string): boolean {
  return book.read(words).signals.some(({ says, weight, text }) => {
    return says === 'goods_alone' && weight === 'strong' && text.toLowerCase() === words.trim().toLowerCase();
  });
}

/** The thing found must take in words of the part itself, not only the borrowed name. */
function endsIn(head: NamedThing | null, text: string): boolean {
  const last = head?.mention.text.split(' ').at(-1)?.toLowerCase();
  return last !== undefined && text.toLowerCase().split(/\W+/).includes(last);
}

/**
 * Carriage that names the value of the goods carried is shared by that value (decisions.md section (e), delivery on a mixed
 * order). Null when the amounts add up to the line, so that carriage is one of its parts.
 */
function carriageShares(book: Rulebook, line: Line): StatedPart[] | null {
  const { head } = book.read(line.text);
  const kind = head?.mention.concept.lineKind;
  if (!head || (kind !== 'delivery' && kind !== 'delivery_mixed')) return null;
  const isCarriage = (text: string) =>
    [...CARRIAGE, 'not_described'].includes(book.read(text).head?.mention.concept.lineKind ?? '');
  const goods = carriedGoods(line.text, head.mention.text).filter(({ text }) => !isCarriage(text));
  const all = statedAmounts(line.text) ?? [];
  const sum = all.reduce((total, a) => total + a.net, 0);
  if (goods.length < 2 || (all.length > goods.length && sum === Math.abs(line.net))) return null;
  const nets = apportion(
    line.net,
    goods.map((g) => g.net),
  );
  return goods.map((g, i) => ({ text: `supply only ${g.text}`, net: nets[i] ?? 0, percent: null, ofAll: g.ofAll }));
}

const CARRIAGE = ['delivery', 'delivery_mixed', 'follows_goods'];
const REDUCTION = ['discount', 'credit'];
/** Value of the fact `goodsNamed`. */
const MIXED = 'mixed';

/**
 * Carriage on an order of which only part can be claimed is shared by the value of the goods on its invoice, and so is what
 * reduces their price (likewise).
 */
function sharesOfInvoice(book: Rulebook, line: Line): Part[] | null {
  const { goodsFollowed } = line;
  const kind = book.read(line.text).head?.mention.concept.lineKind ?? '';
  const reduces = REDUCTION.includes(kind) && line.net < 0;
  if (goodsFollowed === null || !(reduces || CARRIAGE.includes(kind))) return null;
  const { claimable, refused, open } = goodsFollowed;
  if (open > 0 || claimable === 0 || refused === 0) return null;
  const [nets, vats] = [line.net, line.vat].map((pence) => apportion(pence, [claimable, refused])) as [
    number[],
    number[],
  ];
  const [what, sets] = reduces
    ? ['reduction', { lineKind: kind, supplied: 'materials' }]
    : ['carriage', { lineKind: 'delivery' }];
  const part = (i: number, of: string, goodsNamed: string): Part => ({
    name: `${what} of ${of}`,
    line: { ...line, net: nets[i] ?? 0, vat: vats[i] ?? 0, goodsFollowed: null },
    answers: [],
    sets: { goodsNamed, ...sets },
  });
  return [part(0, 'what can be claimed', 'claimable'), part(1, 'the rest of the order', 'not_claimable')];
}

/** Null when the VAT fits no rate, so that nothing says which part carried it. */
function partVats(book: Rulebook, line: Line, split: StatedPart[]): number[] | null {
  const stated = split.filter((p) => p.percent !== null);
  if (stated.length > 0) {
    const vats = split.map((p) => percentOf(p.net, p.percent ?? 0));
    const off = line.vat - vats.reduce((sum, v) => sum + v, 0);
    if (stated.length === split.length && Math.abs(off) <= split.length) {
      const largest = vats.indexOf(Math.max(...vats));
      vats[largest] = (vats[largest] ?? 0) + off;
      return vats;
    }
    // "Goods 9,800.00 plus VAT, installation 2,600.00 zero rated": what is left is on the part whose rate is not said.
    const open = split.filter((p) => p.percent === null);
    if (open.length === 1 && book.rates.charged(open[0]?.net ?? 0, off, line.taxPoint) !== 'other')
      return split.map((p, i) => (p.percent === null ? off : (vats[i] ?? 0)));
  }
  if (book.rates.charged(line.net, line.vat, line.taxPoint) === 'other') return null;
  return apportion(
    line.vat,
    split.map((p) => Math.abs(p.net)),
  );
}

/** The answer of a question without whose amount its other amounts say nothing. */
function neededButNotGiven(withAmounts: readonly Answered[]): string | undefined {
  const given = new Set(withAmounts.map((a) => a.answer));
  return withAmounts
    .flatMap(({ question }) => question.answers.filter((a) => a.needed === true && !given.has(a)))
    .map((a) => a.id)[0];
}

interface NamedPart {
  part: AnswerPart;
  net: number;
}

function answeredParts(line: Line, answers: readonly Answered[], withAmounts: readonly Answered[]): Part[] {
  refuseDividedTwice(withAmounts);
  const given = withAmounts.flatMap((answered) => partsGiven(line, answered));
  const remainder = withAmounts.map(({ answer }) => answer.remainder).find((part) => part !== undefined);
  const rest = Math.abs(line.net) - given.reduce((sum, { net }) => sum + net, 0);
  const isToCome = rest > 0 && !remainder && withAmounts.some((a) => hasMoreAmounts(a, withAmounts));
  refuseUnfitWhole(line, withAmounts, rest, isToCome, remainder);
  const parts = rest > 0 && remainder ? [...given, { part: remainder, net: rest }] : given;
  return linesOfParts(line, answers, withAmounts, parts, isToCome ? rest : 0);
}

/** Amounts of two questions divide the same price, and would be added up. */
function refuseDividedTwice(withAmounts: readonly Answered[]): void {
  const [first, other] = [withAmounts[0], withAmounts.find(({ question }) => question !== withAmounts[0]?.question)];
  if (first && other)
    throw refused(
      `${first.given.questionId} has divided the line already: give ${other.given.questionId} another answer than ${other.answer.id}, or take back the first`,
    );
}

/** The parts whose amounts one answer gives. */
function partsGiven(line: Line, { answer, given }: Answered): NamedPart[] {
  const amounts = amountsOf(given.value ?? '');
  const definitions = answer.parts ?? [];
  if (amounts.length !== definitions.length)
    throw refused(`${given.questionId}=${answer.id} needs ${definitions.length} amount(s), not ${amounts.length}`);
  return definitions.map((part, i) => {
    const amount = amounts[i] ?? 0;
    // Of a credit the amounts are given as they are printed or without their minus; of a charge none is below zero.
    if (amount < 0 && line.net > 0)
      throw refused(`${given.questionId}=${answer.id} takes no amount below zero, such as ${formatPence(amount)}`);
    if (amount === 0) throw refused(`${given.questionId}=${answer.id} takes an amount above zero`);
    return { part, net: Math.abs(amount) };
  });
}

/** Refuses amounts that are more than the line or less, that lack one they need, or that leave nothing for the rest. */
function refuseUnfitWhole(
  line: Line,
  withAmounts: readonly Answered[],
  rest: number,
  isToCome: boolean,
  remainder: AnswerPart | undefined,
): void {
  const whole = Math.abs(line.net);
  if (rest < 0 || (rest > 0 && !remainder && !isToCome))
    throw refused(`the amounts given add up to ${formatPence(whole - rest)}, but the line is ${formatPence(whole)}`);
  const named = withAmounts.map(({ given, answer }) => `${given.questionId}=${answer.id}`).join(' and ');
  const unnamed = neededButNotGiven(withAmounts);
  if (unnamed !== undefined) throw refused(`${named} needs the amount of ${unnamed}, too`);
  if (rest === 0 && remainder)
    throw refused(`${named} leaves nothing of ${formatPence(whole)} for ${remainder.name}; give another answer`);
}

/** Each part with its share of the VAT, and what is still to come as one more. */
function linesOfParts(
  line: Line,
  answers: readonly Answered[],
  withAmounts: readonly Answered[],
  parts: readonly NamedPart[],
  toCome: number,
): Part[] {
  const sign = line.net < 0 ? -1 : 1;
  const vats = apportion(line.vat, [...parts.map((p) => p.net), toCome]);
  const others = answers.filter((a) => !withAmounts.includes(a));
  const refusing = answers.slice(answers.findLastIndex((a) => withAmounts.includes(a)) + 1).filter(isRefusal);
  const settling = withAmounts.map((a) => ({ ...a, answer: { id: a.answer.id, label: a.answer.label } }));
  const told = parts.map(({ part, net }, i) => ({
    name: part.name,
    line: { ...line, net: sign * net, vat: vats[i] ?? 0 },
    answers: [...others, ...settling],
    // What an amount was given for may turn out to be for another place: what is asked then is said of all of it.
    sets: Object.assign({}, part.sets, ...refusing.map((a) => a.answer.sets)),
  }));
  const left = {
    name: 'what is left',
    line: { ...line, net: sign * toCome, vat: vats.at(-1) ?? 0 },
    answers: others,
    sets: {},
  };
  return toCome > 0 ? [...told, left] : told;
}

function isRefusal({ answer }: Answered): boolean {
  return answer.sets?.goodsAlone === 'no';
}

/** Each answer of the question takes the amount of one part, and the other answers are still to come. */
function hasMoreAmounts({ question }: Answered, given: readonly Answered[]): boolean {
  return question.answers.some((answer) => answer.parts !== undefined && !given.some((a) => a.answer === answer));
}
