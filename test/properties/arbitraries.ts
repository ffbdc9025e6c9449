import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { InvoiceLine } from '../../src/claims/companions.js';
import { invoiceContext } from '../../src/claims/invoice_context.js';
import { parseConfirmedAnswer } from '../../src/rulebook/answers.js';
import { type Concept, termsOf } from '../../src/rulebook/catalogue.js';
import { dayAfter, dayBefore } from '../../src/rulebook/dates.js';
import { COUNTRIES, ESM_STATUSES, type Line, NEW_DWELLING, PROJECT_TYPES, RELATIONS } from '../../src/rulebook/line.js';
import { ROUTES, SUPPLY_TYPES } from '../../src/rulebook/model.js';
import { percentOf } from '../../src/rulebook/money.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { line, TODAY } from '../rulebook/book.js';

const reading = join(import.meta.dirname, '..', '..', 'rules', 'catalogue', 'reading');

function words<T>(name: string): T {
  return parse(readFileSync(join(reading, `${name}.yaml`), 'utf8')) as T;
}

/** A name of a thing as the catalogue has it. */
export interface Term {
  text: string;
  concept: Concept;
}

/** Counts, sizes and codes as merchants print them. */
const SIZES = ['', '15mm', '2.4m', '900x600', '65mm', '25kg', '1/2"', 'A1', '3no.', '6 x', 'BS1192', '4x2', '100 mm'];
const REFERENCES = ['', 'plot 4', 'ref 8812', 'order 55120', 'inv 20193', 'due 12/03/2026', '03/04/2025', 'SKU 4410-B'];
const SYLLABLES = ['zor', 'quib', 'vex', 'plim', 'drax', 'wub', 'gnar', 'fip', 'yolt', 'skree'];

/** Lines that stand together on invoices for a job. */
const JOB_LINES = [
  'Vaillant aroTHERM plus 7kW ASHP, supplied & installed',
  'Samsung 8kW monobloc heat pump',
  'ASHP install as per conversion contract, valuation 4',
  '4kWp solar PV fully installed',
  'GivEnergy 9.5kWh battery',
  'Solis inverter',
  'uniSTOR 200L cylinder',
  'uniSTOR 200L cylinder supply only',
  '10no. Stelrad K2 radiators',
  'Hive thermostat',
  '22mm copper pipe',
  'Worcester Bosch 30i combi boiler',
  'Barn conversion works valuation 4',
  'Supply & fit aluminium windows',
  'uPVC casement windows x 9',
  'Natural slate 500x250',
  '150mm PIR insulation',
  'Oak staircase made to measure',
  'C35 ready-mix 12m3',
  'Plumbing materials',
  '1st & 2nd fix labour',
  'Labour 2 days',
  'Labour to install heat pump, 2 days',
  'Plastering',
  'Commissioning',
  'Commissioning of ASHP',
  'Delivery',
  'Waiting time',
  'MCS certificate',
  'Muck away',
  'Making good',
  'Skip hire',
  'Scaffold hire 6 weeks',
  'Architect drawings',
  '8t digger with driver, 3 days, drains',
  'Red diesel',
  'zappi EV charger',
  'Fitted carpet to hall',
  'Integrated dishwasher',
  'Annual service plan',
  'Discount',
  'Credit note copper pipe returned',
  'Boiler Upgrade Scheme grant',
];

/** Of these, those a customer would name first. */
const MAIN_LINES = [
  'Vaillant aroTHERM plus 7kW ASHP, supplied & installed',
  'Samsung 8kW monobloc heat pump',
  '4kWp solar PV fully installed',
  'Worcester Bosch 30i combi boiler',
  'Supply & fit aluminium windows',
  'uPVC casement windows x 9',
  'Natural slate 500x250',
  'C35 ready-mix 12m3',
  'Plumbing materials',
];

/** Answers that decide what a whole job is. */
const LIKELY_ANSWERS = [
  'esm_who_installed=supplier_installed',
  'esm_who_installed=self_installed',
  'esm_who_installed=not_sure',
  'esm_separate_or_larger_job=own_job',
  'esm_separate_or_larger_job=part_of_conversion',
  'esm_separate_or_larger_job=mostly_esm',
  'esm_conversion_rate_basis=already_habitable',
  'esm_conversion_rate_basis=still_converting_no_reply',
  'sai_who_fitted=supplier_fitted',
  'sai_who_fitted=others_fitted',
  'sai_who_fitted=partly',
  'sai_split_lines_one_job=same_job',
  'sai_labour_line_whose_goods=theirs',
  'sai_labour_line_whose_goods=mine_bought_elsewhere',
];

/** Lines made of the words of the real rulebook. Choices are by index, so a failing line shrinks to a short one. */
export function arbitraries(book: Rulebook) {
  const descriptors = words<Record<string, string[]>>('descriptors');
  const { signals } = words<{ signals: { says: string; weight: string; phrases?: string[] }[] }>('signals');
  const { breakers } = words<{ breakers: { relation: string; words: string[] }[] }>('breakers');
  const { everydayThings } = words<{ everydayThings: string[] }>('everyday_things');
  const { statements } = words<{ statements: { id: string; phrases: string[] }[] }>('statements');

  const termOf = (concepts: readonly Concept[]): fc.Arbitrary<Term> =>
    fc.tuple(fc.nat(concepts.length - 1), fc.nat(10_000)).map(([i, j]) => {
      const concept = concepts[i] as Concept;
      const terms = termsOf(concept);
      return { text: terms[j % terms.length] as string, concept };
    });
  const all = book.catalogue.concepts;
  const claimable = all.filter(
    (c) => ['building_material', 'esm_product'].includes(c.class) && c.goodsAlone === 'yes' && !c.lineKind,
  );
  const excluded = all.filter((c) =>
    ['excluded_appliance', 'excluded_furniture', 'excluded_carpet', 'not_incorporated'].includes(c.class),
  );
  const term = fc.oneof(
    { weight: 3, arbitrary: termOf(claimable) },
    { weight: 1, arbitrary: termOf(excluded) },
    { weight: 4, arbitrary: termOf(all) },
  );

  const colour = fc.constantFrom('', ...(descriptors.colours ?? []));
  const brand = fc.constantFrom('', ...(descriptors.brands ?? []));
  const size = fc.constantFrom(...SIZES);
  const reference = fc.constantFrom(...REFERENCES);
  // Some have compounds alone.
  const signal = fc.constantFrom(...signals.flatMap((s) => s.phrases ?? []));
  const joiner = fc.constantFrom(',', '-', '&', '/', '+', ...breakers.flatMap((b) => b.words));
  const statement = fc.constantFrom(...statements.flatMap((s) => s.phrases));
  const unknownWord = fc
    .tuple(fc.constantFrom(...SYLLABLES), fc.constantFrom(...SYLLABLES), fc.constantFrom('', ...SYLLABLES))
    .map((parts) => parts.join(''));
  const joined = (parts: readonly string[]) => parts.filter((p) => p !== '').join(' ');

  const tail = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: fc.tuple(joiner, term).map(([j, t]) => `${j} ${t.text}`) },
    { weight: 2, arbitrary: signal },
    { weight: 1, arbitrary: statement },
    { weight: 1, arbitrary: unknownWord },
    { weight: 1, arbitrary: fc.constantFrom(...everydayThings) },
  );
  const text = fc
    .tuple(size, brand, colour, term, tail, reference)
    .map(([s, b, c, t, end, r]) => joined([s, b, c, t.text, end, r]));
  const claimableText = termOf(claimable).map((t) => t.text);
  /** A line whose parts carry their own amounts. */
  const splitText = fc
    .tuple(term, term, fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 90_000 }), fc.boolean())
    .map(([a, b, x, y, rates]) => {
      const pounds = (p: number) => `£${(p / 100).toFixed(2)}`;
      const rate = rates ? ' @ 20%' : '';
      return { text: `${a.text} ${pounds(x)}${rate}, ${b.text} ${pounds(y)}${rate}`, net: x + y, first: x };
    });

  /** Net and VAT of one sign; half of them at a rate of the law, the rest off it by a penny or by much. */
  const amounts = fc
    .tuple(
      fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5_000_000 })),
      fc.constantFrom(20, 20, 20, 5, 5, 0, 17.5, 15),
      fc.constantFrom(0, 0, 0, 0, 1, -1, 2, -2, 4711),
    )
    .map(([net, percent, off]) => ({ net, vat: Math.max(0, percentOf(net, percent) + (percent === 0 ? 0 : off)) }));

  const date = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(TODAY, '2025-06-01', '2020-10-04') },
    { weight: 1, arbitrary: fc.constantFrom(...boundaryDates(book)) },
  );
  const rarely = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { freq: 5 });
  const context = fc.record({
    country: rarely(COUNTRIES),
    projectType: rarely(PROJECT_TYPES),
    newDwelling: rarely(NEW_DWELLING),
    esmStatus: rarely(ESM_STATUSES),
    relation: rarely(RELATIONS),
    taxPoint: date,
    taxPointGiven: fc.boolean(),
  });
  /** Any line at all; most of its context is absent, as most callers leave it. */
  const anyLine: fc.Arbitrary<Line> = fc
    .tuple(text, amounts, context, fc.constantFrom(...ROUTES), fc.constantFrom('materials' as const, ...SUPPLY_TYPES))
    .map(([t, a, c, route, supplyType]) => line({ ...c, ...a, text: t, route, supplyType }));

  /** Any line, and as often one of nothing but claimable goods: of what is wrong with claims the others have few. */
  const anyOrClaim: fc.Arbitrary<Line> = fc.oneof(
    anyLine,
    fc.tuple(anyLine, claimableText).map(([given, t]) => ({ ...given, text: t, supplyType: 'materials' as const })),
  );

  /** One invoice: lines of one supplier, project and day, each told what the others are about. */
  const invoice: fc.Arbitrary<Line[]> = fc
    .tuple(fc.array(anyLine, { minLength: 1, maxLength: 6 }), fc.boolean(), fc.boolean())
    .map(([lines, esmInvoiceCtx, saiInvoiceCtx]) => {
      const [{ route, taxPoint, taxPointGiven, country, projectType, newDwelling }] = lines as [Line];
      const shared = {
        route,
        taxPoint,
        taxPointGiven,
        country,
        projectType,
        newDwelling,
        esmInvoiceCtx,
        saiInvoiceCtx,
      };
      return lines.map((one) => ({ ...one, ...shared }));
    });

  /** Lines as installers, builders and merchants print them side by side, with answers about the job to some of them. */
  const jobText = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...JOB_LINES) },
    { weight: 1, arbitrary: claimableText },
    { weight: 1, arbitrary: termOf(excluded).map((t) => t.text) },
    { weight: 1, arbitrary: text },
  );
  const jobAnswers = book.companions.jobQuestions.flatMap((id) =>
    (book.questions.get(id)?.answers ?? []).filter((a) => a.takes === undefined).map((a) => `${id}=${a.id}`),
  );
  const likelyAnswer = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...LIKELY_ANSWERS) },
    { weight: 1, arbitrary: fc.constantFrom(...jobAnswers) },
  );
  const seldomAnswered = fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: likelyAnswer });
  const jobLine = fc.tuple(jobText, amounts, seldomAnswered, fc.constantFrom(1, 1, 1, 1, -1));
  /** An invoice of such lines, most with a main line that was answered. */
  const jobAbout = (mains: readonly string[], answer: fc.Arbitrary<string>): fc.Arbitrary<InvoiceLine[]> =>
    fc
      .tuple(
        fc.array(jobLine, { minLength: 1, maxLength: 6 }),
        fc.option(fc.tuple(fc.constantFrom(...mains), amounts, answer, fc.constant(1)), { freq: 6 }),
        fc.nat(6),
        fc.constantFrom(...ROUTES),
        fc.constantFrom('2025-06-01', '2025-06-01', '2023-07-01', '2021-06-01'),
        fc.constantFrom(20, 20, 5, 5, null),
      )
      .map(([others, main, at, route, taxPoint, percent]) => {
        const printed = main === null ? others : others.toSpliced(at, 0, main);
        const contexts = invoiceContext(
          book,
          printed.map(([t]) => t),
        );
        return printed.map(([t, a, answer, sign], i) => {
          const { supplyType = 'other', esmInvoiceCtx = false, saiInvoiceCtx = false } = contexts[i] ?? {};
          const answers = parseConfirmedAnswer(answer, book.questions);
          const vat = percent === null ? a.vat : percentOf(a.net, percent);
          const stated = { supplyType, esmInvoiceCtx, saiInvoiceCtx, answers };
          const made = { text: t, route, taxPoint, taxPointGiven: true, net: sign * a.net, vat: sign * vat, ...stated };
          return { id: `line ${i + 1}`, line: line(made), confirmed: answers.length > 0 };
        });
      });

  const job = jobAbout(MAIN_LINES, likelyAnswer);

  /** Goods bought alone at the standard rate, the commonest claim. */
  const goodsLine: fc.Arbitrary<Line> = fc
    .tuple(text, fc.constantFrom(...ROUTES))
    .map(([t, route]) => line({ text: t, route }));

  return {
    term,
    claimableTerm: termOf(claimable),
    excludedTerm: termOf(excluded),
    text,
    splitText,
    amounts,
    anyLine,
    anyOrClaim,
    invoice,
    job,
    jobAbout,
    goodsLine,
    colour,
    brand,
    size,
    reference,
    signal,
    statement,
    unknownWord,
    joined,
  };
}

/** A whole line, biased to where rules, rates and zero-rate dates change. */
export function lineArbitrary(book: Rulebook): fc.Arbitrary<Line> {
  return arbitraries(book).anyLine;
}

/** A whole invoice of such lines. */
export function invoiceArbitrary(book: Rulebook): fc.Arbitrary<Line[]> {
  return arbitraries(book).invoice;
}

/** The first and last day of every rule, rate and zero-rate date, and the day before and after. */
function boundaryDates(book: Rulebook): string[] {
  const ranges = [
    ...book.rules.map(({ effective }) => effective),
    ...Object.values(book.rates.histories).flatMap((history) => history.map(({ from }) => ({ from, to: null }))),
    ...[...book.rates.zeroRateWindows].flatMap((w) => [w.great_britain, w.northern_ireland]),
  ];
  const days = ranges.flatMap(({ from, to }) => [dayBefore(from), from, ...(to === null ? [] : [to, dayAfter(to)])]);
  // Before its first rule the rulebook holds no law.
  const [first = ''] = book.rules.map(({ effective }) => effective.from).sort();
  return [...new Set(days)].filter((day) => day >= first).sort();
}
