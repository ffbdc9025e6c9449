import { type Concept, termsOf } from '../../rulebook/catalogue.js';
import type { Classification, QuestionForUser } from '../../rulebook/classification.js';
import { type Line, lineOf } from '../../rulebook/line.js';
import { wordingOf } from '../../rulebook/meaning/wording.js';
import { ROUTES, type Route, type SupplyType, type Treatment } from '../../rulebook/model.js';
import { percentOf } from '../../rulebook/money.js';
import type { Rulebook } from '../../rulebook/rulebook.js';

/** The price the answers are worked for, in pence. */
export const EXAMPLE_NET = 100_000;

/** The short answer, in the words of the page. */
export type Verdict = 'yes' | 'part' | 'reduced' | 'zero' | 'no' | 'depends' | 'supplier';

/** The short answers as the pages print them; the reduced rate is that of the date. */
export function verdictNames(book: Rulebook, date: string): Record<Verdict, string> {
  return {
    yes: 'Yes',
    part: 'In part',
    reduced: `Yes, but only ${book.rates.reducedAt(date)}%`,
    zero: 'Should be 0%',
    no: 'No',
    depends: 'It depends',
    supplier: 'Ask the supplier',
  };
}

/** What the rules say when the invoice shows one rate. */
export interface RateAnswer {
  /** As printed: "20%". */
  rate: string;
  treatment: Treatment;
  explanation: string;
  action: string | null;
  rule: { id: string; title: string } | null;
}

/** One way of getting the thing, on one route. */
export interface WayAnswer {
  supplyType: SupplyType;
  way: string;
  verdict: Verdict;
  /** The answer at the rate that is right or usual, first; then at the others. */
  main: RateAnswer;
  others: RateAnswer[];
  question: QuestionForUser | null;
}

export interface RouteAnswers {
  route: Route;
  ways: WayAnswer[];
}

/** Everything the page of one thing of the catalogue says. */
export interface ProductPage {
  concept: Concept;
  /** The label, as a title. */
  name: string;
  /** The words the answers were worked for. */
  text: string;
  routes: RouteAnswers[];
  lookalikes: { text: string; concept: Concept | null }[];
}

const GOODS: readonly (readonly [SupplyType, string])[] = [
  ['materials', 'Bought alone'],
  ['supply_and_install', 'Supplied and fitted by one firm'],
  ['labour', 'Fitting only, when you bought it yourself'],
  ['plant_hire', 'Hired'],
];
const WORKS: readonly (readonly [SupplyType, string])[] = [
  ['labour', 'Labour only'],
  ['supply_and_install', 'Labour and materials from one firm'],
];

/** The ways of getting a thing that can differ; a class that settles by itself whose rules decide has one. */
function waysOf(book: Rulebook, concept: Concept): readonly (readonly [SupplyType, string])[] {
  const only = book.supply.byClass[concept.class];
  if (only !== undefined)
    return [[only, concept.class === 'hire' ? 'Hired' : 'However the invoice describes the supply']];
  return concept.goodsAlone === 'not_goods' ? WORKS : GOODS;
}

/** Words that the program reads as this thing and as nothing more. */
export function plainTextOf(book: Rulebook, concept: Concept): string {
  const texts = [concept.label, ...termsOf(concept), ...concept.lookalikes.are];
  const names = (text: string) => book.read(text).head?.mention.concept === concept;
  const plain = texts.find((text) => {
    const reading = book.read(text);
    return (
      names(text) &&
      reading.repaired.length === 0 &&
      reading.others.length === 0 &&
      reading.statements.size === 0 &&
      wordingOf(reading) === 'nothing'
    );
  });
  return plain ?? texts.find(names) ?? concept.label;
}

/**
 * Asks the rules themselves about one thing: on both routes, for every way of getting it, at every rate an invoice may show.
 * @param date ISO date of supply the answers hold for.
 */
export async function productPage(book: Rulebook, concept: Concept, date: string): Promise<ProductPage> {
  const text = plainTextOf(book, concept);
  const routes: RouteAnswers[] = [];
  for (const route of ROUTES) {
    const ways: WayAnswer[] = [];
    for (const [supplyType, way] of waysOf(book, concept))
      ways.push(await wayAnswer(book, { route, supplyType, text }, way, date));
    routes.push({ route, ways });
  }
  return {
    concept,
    name: concept.label.charAt(0).toUpperCase() + concept.label.slice(1),
    text,
    routes,
    lookalikes: concept.lookalikes.areNot.map((other) => ({
      text: other,
      concept: book.read(other).head?.mention.concept ?? null,
    })),
  };
}

async function wayAnswer(
  book: Rulebook,
  what: Pick<Line, 'route' | 'supplyType' | 'text'>,
  way: string,
  date: string,
): Promise<WayAnswer> {
  const at = (percent: number) =>
    lineOf({
      ...what,
      net: EXAMPLE_NET,
      vat: percentOf(EXAMPLE_NET, percent),
      taxPoint: date,
      taxPointGiven: true,
      answers: [],
    });
  const ask = (percent: number, previews = false) => book.classify(at(percent), { previews });
  const percents = { standard: book.rates.standardAt(date), reduced: book.rates.reducedAt(date), zero: 0 };
  const answers = {
    standard: await ask(percents.standard),
    reduced: await ask(percents.reduced),
    zero: await ask(percents.zero),
  };
  const verdict = verdictOf(answers.standard, answers.reduced);
  // Where the standard rate is wrong whatever is answered, the question is asked at the reduced one.
  const first =
    verdict === 'reduced' || (verdict === 'depends' && answers.standard.question === null) ? 'reduced' : 'standard';
  const told = (rate: keyof typeof answers): RateAnswer => {
    const { classification, rule } = answers[rate];
    return {
      rate: `${percents[rate]}%`,
      treatment: classification.treatment,
      explanation: classification.explanation,
      action: classification.action,
      rule: rule && { id: rule.id, title: rule.title },
    };
  };
  const rates = ['standard', 'reduced', 'zero'] as const;
  return {
    supplyType: what.supplyType,
    way,
    verdict,
    main: told(first),
    others: rates.filter((rate) => rate !== first).map(told),
    question: verdict === 'depends' ? (await ask(percents[first], true)).question : null,
  };
}

/** The short answer, from what is said at the standard and at the reduced rate. */
function verdictOf(standard: Classification, reduced: Classification): Verdict {
  const { treatment, correctRate } = standard.classification;
  switch (treatment) {
    case 'reclaimable':
      return 'yes';
    case 'reclaimable_in_part':
      return 'part';
    case 'not_reclaimable':
    case 'no_vat':
      return 'no';
    case 'needs_answer':
      return 'depends';
    case 'supplier_correction':
      if (correctRate === '0') return 'zero';
      if (reduced.classification.treatment === 'reclaimable') return 'reduced';
      return reduced.classification.treatment === 'needs_answer' ? 'depends' : 'supplier';
  }
}
