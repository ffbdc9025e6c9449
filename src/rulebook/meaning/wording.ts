import type { Relation, SignalSays, SignalWeight } from '../lexicon.js';
import type { Reading, Signal } from '../reading/reading.js';
import { followsOthers, isService, standing } from '../standing.js';

/** How what is one more thing on the line stands to the thing before it. */
const ADDS: ReadonlySet<Relation> = new Set(['list', 'included', 'purpose']);

const BY = /^by /i;
/** "Bolt-down strap", "screw-in hook": how it is made, where "bolt down strap" tells what to do. */
const MADE_SO = /-(?:down|in|on)$/i;
const DONE_BY = /^\p{L}+(?: in| up)? by /iu;
/** Words that tell, in a list of deeds, that the goods were supplied too ("supplied, laid and rolled"). */
const SUPPLIED = new Set(['supplied', 'fabricated', 'manufactured', 'made']);
/** What is done to or with the thing that comes next: "to fit", "fitting of", "glued down to" (screed). */
const TO_WHAT_FOLLOWS = /^to |\bof$|ed\b[a-z ]* to$/;
const OF = /\bof\b/i;
const DAYS = /^(?:half )?(?:a )?days?\b/i;
const DOING_TO = /^\p{L}+ing (?:of )?(?:the|our|your|my|his|her|their) /iu;

/** Weights that count in one place of a line alone, and there always. */
const ONLY_WHERE_IT_STANDS: ReadonlySet<SignalWeight> = new Set(['final', 'apart', 'deed']);

/** What the words alone say of how the thing was supplied: the columns of `readings` in supply_reading.yaml. */
export type Wording =
  | 'nothing'
  | 'goods_alone'
  | 'goods_hints'
  | 'supply_and_install'
  | 'services_only'
  | 'work_opens'
  | 'work_hints'
  | 'hire'
  | 'operated'
  | 'conflicting';

/** What the words alone say of how the thing was supplied (signals.yaml). */
export function wordingOf(reading: Reading): Wording {
  const { head } = reading;
  const goodsHead = head !== null && !isService(head.mention.concept);
  const strong = new Set<SignalSays>();
  let participle = false;
  let workHints = false;
  let goodsHints = false;
  let workOpens = opensWithDoing(reading);
  for (const signal of reading.signals) {
    if (isOfTheirWork(signal, reading) || (goodsHead && isOfTheName(signal, reading))) continue;
    if (isTimeOfLorry(signal, reading)) continue;
    if (signal.relation === 'excluded') {
      if (signal.says === 'supply_and_install' || signal.says === 'services_only' || isOfRefused(signal, reading))
        strong.add('goods_alone');
      continue;
    }
    const afterHead = !goodsHead || (head !== null && signal.from >= head.mention.to);
    if (signal.weight === 'strong') strong.add(isOfTheirGoods(signal, reading) ? 'services_only' : signal.says);
    else if (signal.weight === 'participle') {
      participle ||= (afterHead || headsLine(signal, reading)) && !isByOthers(signal, reading);
      if (!goodsHead && endsDeeds(signal, reading)) strong.add('supply_and_install');
    } else if (ONLY_WHERE_IT_STANDS.has(signal.weight)) workHints = true;
    else if (
      signal.weight === 'closing' &&
      goodsHead &&
      afterHead &&
      signal.says === 'goods_alone' &&
      !ADDS.has(signal.relation)
    )
      strong.add('goods_alone');
    else if (signal.weight === 'closing') workOpens = true;
    else if (signal.weight === 'opening') workOpens ||= !MADE_SO.test(signal.text);
    else if (signal.says === 'services_only' && isDoneTo(signal, reading)) workOpens = true;
    else if (signal.says === 'services_only')
      workHints ||= afterHead || TO_WHAT_FOLLOWS.test(signal.text.toLowerCase());
    else if (signal.says === 'goods_alone') goodsHints = true;
  }
  const goods = strong.has('goods_alone');
  const fitted = strong.has('supply_and_install');
  const labour = strong.has('services_only');
  if (goods && (fitted || labour || (participle && goodsHead))) return 'conflicting';
  if (fitted) return 'supply_and_install';
  if (strong.has('operated')) return 'operated';
  // A door "with no operator" has no motor; a machine without one is hired.
  if (strong.has('hire') || (strong.has('unoperated') && !goodsHead)) return 'hire';
  if (goods) return 'goods_alone';
  if (participle && goodsHead) return 'supply_and_install';
  if (labour) return 'services_only';
  if (workOpens) return 'work_opens';
  if (workHints || participle) return 'work_hints';
  return goodsHints ? 'goods_hints' : 'nothing';
}

/** "Installed: boiler, radiators": what was done to all that is listed, where "fitted kitchen" only says what kind it is. */
function headsLine({ from, to }: Signal, { words }: Reading): boolean {
  return from === 0 && words[to]?.form === ':';
}

/** "Fitting the windows", "surveying windows": work is told before the goods it is done to, which are not sold with it. */
function opensWithDoing({ line, words, head, signals }: Reading): boolean {
  if (head === null || standing(head.mention.concept) !== 'yes') return false;
  if (signals.some((signal) => signal.from === 0 && signal.says === 'goods_alone')) return false;
  if (DOING_TO.test(line)) return true;
  const first = head.describedBy[0];
  // "Cutting charge plywood" is a charge for the goods.
  if (first === undefined || followsOthers(first.concept)) return false;
  if (first.from !== 0 || !isService(first.concept)) return false;
  // "Removal of existing windows": what a service is of is what it is done to.
  return words[0]?.form.endsWith('ing') === true || OF.test(first.text);
}

/** "Dismantling of staircase". */
function isDoneTo({ from, to }: Signal, { words }: Reading): boolean {
  return from === 0 && words[to]?.form === 'of';
}

/** "LED downlight with driver": what feeds goods is a part of their name, and nobody who drives. */
function isOfTheName({ says, from, to }: Signal, { head }: Reading): boolean {
  return says === 'operated' && head !== null && from >= head.mention.from && to <= head.mention.to;
}

/** "HIAB half day": of carriage the days are those of the lorry, and of no men. */
function isTimeOfLorry({ text, weight }: Signal, { head }: Reading): boolean {
  return weight === 'deed' && head?.mention.concept.class === 'delivery' && DAYS.test(text);
}

/** "Supplied, laid & rolled", "fabricated, delivered & erected": the last deeds of a list that begins with supplying. */
function endsDeeds({ from }: Signal, { words, signals }: Reading): boolean {
  let at = from - 1;
  const isDeed = (i: number) =>
    words[i]?.form === 'delivered' || signals.some((s) => s.weight === 'participle' && s.from === i);
  while (at >= 0 && (words[at]?.form === ',' || words[at]?.kind === 'and' || isDeed(at))) at--;
  return SUPPLIED.has(words[at]?.form ?? '');
}

/** "Kitchen fitter 6 days, units by client": goods of the customer's are named beside work, and the work is what is supplied. */
function isOfTheirGoods({ says, from, text }: Signal, { head, words, signals, unexplained }: Reading): boolean {
  if (says !== 'goods_alone' || head === null || standing(head.mention.concept) !== 'works' || !BY.test(text))
    return false;
  const isApart = words.slice(head.mention.to, from).some(({ kind }) => kind === 'break');
  const isNamed = words[from - 1]?.kind === 'word' && !unexplained.includes(from - 1);
  return isApart && isNamed && !signals.some(({ to }) => to === from);
}

/** "Commissioning of boiler installed by you": what the customer did before to the thing that the work is on. */
function isOfTheirWork({ says, from, text }: Signal, { head, words }: Reading): boolean {
  if (says !== 'goods_alone' || !DONE_BY.test(text)) return false;
  if (head === null) return true;
  const { concept, from: start, to } = head.mention;
  const between = words.slice(to, from);
  const namesThing =
    between.some(({ kind }) => kind === 'word') || words.slice(start, to).some(({ form }) => form === 'of');
  return standing(concept) === 'works' && namesThing && between.every(({ kind }) => kind !== 'break');
}

/** "Kitchen fitter, wardrobes by client": fitting what is refused is refused itself, whoever bought it. */
function isOfRefused({ says, from, text }: Signal, { head, excluded }: Reading): boolean {
  if (says !== 'goods_alone' || !BY.test(text) || head === null) return false;
  const isTrade = standing(head.mention.concept) === 'works' && head.mention.concept.lineKind !== 'works_contract';
  return isTrade && excluded.some(({ to, concept }) => to === from && standing(concept) === 'no');
}

/** "Fitted by ourselves": the words right after say that somebody else did it ("fitted, we do not fit trims" does not). */
function isByOthers({ to }: Signal, { signals, words }: Reading): boolean {
  const next = words[to]?.kind === 'break' ? to : to + 1;
  return signals.some(
    ({ says, weight, from }) => says === 'goods_alone' && weight === 'strong' && from >= to && from <= next,
  );
}
