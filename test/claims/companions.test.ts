import { describe, expect, it } from 'vitest';
import { type Companion, companionsOf, type InvoiceLine } from '../../src/claims/companions.js';
import { invoiceContext } from '../../src/claims/invoice_context.js';
import { parseConfirmedAnswer } from '../../src/rulebook/answers.js';
import type { Classification } from '../../src/rulebook/classification.js';
import type { Line } from '../../src/rulebook/line.js';
import { line, rulebook } from '../rulebook/book.js';

type Printed = [text: string, net: number, vat: number, answer?: string];

/** The lines of an invoice as they are decided on their own, the other lines in view. */
async function invoice(
  route: Line['route'],
  printed: readonly Printed[],
  more: Partial<Line> = {},
): Promise<InvoiceLine[]> {
  const book = await rulebook();
  const contexts = invoiceContext(
    book,
    printed.map(([text]) => text),
  );
  return printed.map(([text, net, vat, answer], i) => {
    const { supplyType, esmInvoiceCtx, saiInvoiceCtx } = contexts[i] ?? expect.fail('no context');
    const pence = { net: Math.round(net * 100), vat: Math.round(vat * 100) };
    const answers = parseConfirmedAnswer(answer, book.questions);
    const dated = { taxPoint: '2025-06-01', taxPointGiven: true };
    return {
      id: String(i + 1),
      line: line({ route, text, supplyType, esmInvoiceCtx, saiInvoiceCtx, answers, ...pence, ...dated, ...more }),
      confirmed: answers.length > 0,
    };
  });
}

interface Settled {
  companion: Companion;
  result: Classification;
  /** Relation, main line, treatment and pounds claimed. */
  said: string;
}

async function settled(lines: readonly InvoiceLine[]): Promise<Settled[]> {
  const book = await rulebook();
  const all: Settled[] = [];
  for (const companion of companionsOf(book, lines)) {
    const result = await book.classify(companion.line);
    const { treatment, vatReclaimable } = result.classification;
    const asks = result.question === null ? '' : ` ${result.question.id}`;
    const said = `${companion.relation} ${companion.mainId ?? '-'} ${treatment}${asks} ${vatReclaimable}`;
    all.push({ companion, result, said });
  }
  return all;
}

async function told(route: Line['route'], printed: readonly Printed[], more: Partial<Line> = {}): Promise<string[]> {
  return (await settled(await invoice(route, printed, more))).map((s) => s.said);
}

const NB = 'self_build_431nb';
const C = 'self_build_431c';

describe('an installation and what belongs to it', () => {
  it('W01: cylinder, labour and commissioning follow the heat pump; what has an aim of its own does not', async () => {
    expect(
      await told(NB, [
        ['Vaillant aroTHERM plus 7kW ASHP, supplied & installed', 9850, 1970, 'esm_who_installed=supplier_installed'],
        ['uniSTOR 200L cylinder', 1200, 240],
        ['1st & 2nd fix labour', 2000, 400],
        ['Commissioning', 300, 60],
        ['Delivery', 75, 15],
        ['zappi EV charger', 900, 180],
        ['Scaffold hire 6 weeks', 500, 100],
        ['Carpet to hall', 400, 80],
        ['Annual service plan', 120, 24],
      ]),
    ).toEqual([
      'main - supplier_correction 0.00',
      'ancillary 1 supplier_correction 0.00',
      'labour 1 supplier_correction 0.00',
      'ancillary 1 supplier_correction 0.00',
      'ancillary 1 supplier_correction 0.00',
      'unrelated - needs_answer esm_ev_charger 0.00',
      'unrelated - not_reclaimable 0.00',
      'unrelated - not_reclaimable 0.00',
      'unrelated - not_reclaimable 0.00',
    ]);
  });

  it('W02: in a conversion a separate job at 5% takes its companions with it into the question why 5%', async () => {
    const basis = 'needs_answer esm_conversion_rate_basis 0.00';
    expect(
      await told(C, [
        ['Vaillant aroTHERM plus 7kW ASHP, supplied & installed', 9850, 492.5, 'esm_separate_or_larger_job=own_job'],
        ['uniSTOR 200L cylinder', 1200, 60],
        ['1st & 2nd fix labour', 2000, 100],
        ['Commissioning', 300, 15],
        ['22mm copper pipe', 100, 5],
        ['Delivery', 75, 3.75],
      ]),
    ).toEqual([
      `main - ${basis}`,
      `ancillary 1 ${basis}`,
      `labour 1 ${basis}`,
      `ancillary 1 ${basis}`,
      `ancillary 1 ${basis}`,
      `ancillary 1 ${basis}`,
    ]);
  });

  it('W03: part of the conversion contract, the works lead and everything follows them at 5%', async () => {
    expect(
      await told(C, [
        [
          'ASHP install as per conversion contract, valuation 4',
          9850,
          492.5,
          'esm_separate_or_larger_job=part_of_conversion',
        ],
        ['Barn conversion works valuation 4', 40_000, 2000],
        ['uniSTOR 200L cylinder', 1200, 60],
        ['Labour 3 days', 600, 30],
        ['Skip hire', 200, 40],
      ]),
    ).toEqual([
      'ancillary 2 reclaimable 492.50',
      'main - reclaimable 2000.00',
      'ancillary 2 reclaimable 60.00',
      'labour 2 reclaimable 30.00',
      'unrelated - not_reclaimable 0.00',
    ]);
  });

  it('W14: the controls follow the boiler they came with', async () => {
    expect(
      await told(C, [
        ['Worcester Bosch 30i combi, controls, flue, fitted', 2950, 147.5, 'esm_heating_scope=gas_oil_lpg_electric'],
        ['Hive thermostat', 200, 10],
      ]),
    ).toEqual(['main - reclaimable 147.50', 'ancillary 1 reclaimable 10.00']);
  });

  it('W20: a grant belongs to the heat pump and follows nothing', async () => {
    expect(
      await told(C, [
        ['ASHP supply & install', 9000, 0],
        ['Boiler Upgrade Scheme grant deducted', -7500, 0],
      ]),
    ).toEqual(['main - no_vat 0.00', 'ancillary 1 no_vat 0.00']);
  });

  it('W21: a home already lived in, all of the job should have been at 0%', async () => {
    expect(
      await told(C, [
        [
          'ASHP 6kW installed last, house already lived in upstairs',
          9400,
          470,
          'esm_separate_or_larger_job=own_job;esm_conversion_rate_basis=already_habitable',
        ],
        ['uniSTOR 200L cylinder', 1200, 60],
        ['Labour', 800, 40],
      ]),
    ).toEqual([
      'main - supplier_correction 0.00',
      'ancillary 1 supplier_correction 0.00',
      'labour 1 supplier_correction 0.00',
    ]);
  });

  it('W12, W52: radiators, flue and pipework go with what heats the water', async () => {
    const basis = 'needs_answer esm_conversion_rate_basis 0.00';
    const ownJob = 'esm_separate_or_larger_job=own_job';
    expect(
      await told(C, [
        ['10no. Stelrad K2 radiators & TRVs for ASHP system, fitted', 3300, 165],
        ['Ecodan 11.2kW ASHP supply & install', 9000, 450, ownJob],
      ]),
    ).toEqual([`ancillary 2 ${basis}`, `main - ${basis}`]);
    expect(
      await told(C, [
        [
          'ETA PU15 pellet boiler, hopper, buffer, installed',
          15_200,
          760,
          `${ownJob};esm_wood_appliance=wood_only_boiler`,
        ],
        ['Flue', 600, 30],
        ['Pipework', 300, 15],
      ]),
    ).toEqual([`main - ${basis}`, `ancillary 1 ${basis}`, `ancillary 1 ${basis}`]);
  });

  it('W35, W42: roof and stage works lead what the owner said is part of them', async () => {
    const part = 'esm_separate_or_larger_job=part_of_conversion';
    expect(
      await told(C, [
        ["In-roof GSE trays & 10 panels, roofer's contract", 5200, 260, part],
        ['Re-roof barn in natural slate', 20_000, 1000],
      ]),
    ).toEqual(['ancillary 2 reclaimable 260.00', 'main - reclaimable 1000.00']);
    expect(
      await told(C, [
        ['Insulate external walls and roof as per contract', 12_400, 620, part],
        ['Stage 3 conversion works', 30_000, 1500],
      ]),
    ).toEqual(['ancillary 2 reclaimable 620.00', 'main - reclaimable 1500.00']);
  });

  it('W43, W84: the membrane follows the insulation; a hired crane does not follow the kit', async () => {
    expect(
      await told(NB, [
        [
          'Warmcel blown cellulose to timber frame panels, installed',
          5650,
          1130,
          'esm_who_installed=supplier_installed',
        ],
        ['airtightness membrane fitted', 500, 100],
      ]),
    ).toEqual(['main - supplier_correction 0.00', 'ancillary 1 supplier_correction 0.00']);
    expect(
      await told(NB, [
        ['SIPs kit supply & erect', 68_000, 13_600, 'sai_who_fitted=supplier_fitted'],
        ['Crane day hire', 900, 180],
      ]),
    ).toEqual(['main - supplier_correction 0.00', 'unrelated - not_reclaimable 0.00']);
  });

  it('W46: insulation follows the new roof', async () => {
    expect(
      await told(C, [
        ['Re-roof incl. 150mm PIR, breather membrane, slates', 21_500, 1075, 'esm_roof_or_insulation=new_roof'],
        ['150mm PIR insulation', 3400, 170],
      ]),
    ).toEqual(['main - reclaimable 1075.00', 'ancillary 1 reclaimable 170.00']);
  });

  it('W70, W71: labour at 0% and materials at 20% of one job are one supply, whichever line was asked about', async () => {
    const labour: [string, number, number] = ['Labour to plumb house: 1st fix & 2nd fix', 6800, 0];
    const materials: [string, number, number] = ['Plumbing materials', 4100, 820];
    const same = 'sai_split_lines_one_job=same_job';
    expect(await told(NB, [[...labour, same], materials])).toEqual([
      'main - no_vat 0.00',
      'ancillary 1 supplier_correction 0.00',
    ]);
    expect(await told(NB, [labour, [...materials, same]])).toEqual([
      'labour 2 no_vat 0.00',
      'main - supplier_correction 0.00',
    ]);
  });

  it('W82: fuel charged with a driven machine follows it', async () => {
    expect(
      await told(C, [
        ['8t digger with driver, 3 days, drains', 1850, 92.5, 'sai_plant_operator=with_driver'],
        ['Red diesel', 90, 4.5],
      ]),
    ).toEqual(['main - reclaimable 92.50', 'ancillary 1 reclaimable 4.50']);
  });
});

describe('goods bought alone', () => {
  it('W73: waiting time follows the concrete', async () => {
    expect(
      await told(NB, [
        ['C35 ready-mix 12m3, delivered', 1560, 312, 'sai_delivered_or_laid=delivered'],
        ['Waiting time', 60, 12],
      ]),
    ).toEqual(['main - reclaimable 312.00', 'ancillary 1 reclaimable 12.00']);
  });

  it('W05, W39: their carriage follows them when all of them can be claimed', async () => {
    const carriage: Printed = ['Delivery', 75, 15];
    expect(await told(NB, [['Grant Aerona3 10kW R32 heat pump - SUPPLY ONLY', 3640, 728], carriage])).toEqual([
      'main - reclaimable 728.00',
      'ancillary 1 reclaimable 15.00',
    ]);
    expect(await told(NB, [carriage, ['Celotex GA4100 100mm 2400x1200 x 60', 2190, 438]])).toEqual([
      'ancillary 2 reclaimable 15.00',
      'main - reclaimable 438.00',
    ]);
    expect((await told(NB, [['Facing bricks', 1860, 372], ['Claw hammer', 620, 124], carriage]))[2]).toBe(
      'unrelated - needs_answer payment_for_what 0.00',
    );
  });

  it('by the words of one line say nothing of the others', async () => {
    const [, bricks] = await settled(
      await invoice(NB, [
        ['Tesla Powerwall 3, supply only', 5600, 1120, 'esm_battery_use=home_only'],
        ['Facing bricks', 500, 100],
      ]),
    );
    expect(bricks?.companion.line.mainLine).toBeNull();
  });

  it('are held while the owner is not sure who fitted them', async () => {
    const [, pipe] = await settled(
      await invoice(NB, [
        ['Samsung 8kW monobloc + controller', 4120, 824, 'sai_who_fitted=not_sure'],
        ['22mm copper pipe', 100, 20],
      ]),
    );
    expect(pipe?.said).toBe('ancillary 1 needs_answer sai_who_fitted 0.00');
    expect(pipe?.companion.because).toContain('nothing is claimed on it yet');
  });

  const goods: Printed = ['Samsung 8kW monobloc + controller', 4120, 824, 'sai_who_fitted=self_fitted'];
  const labour: [string, number, number] = ['Labour to install heat pump, 2 days', 1850, 0];
  const rest: Printed[] = [
    ['22mm copper pipe', 100, 20],
    ['Delivery', 50, 10],
  ];

  it('beside labour are held until it is known whose goods were fitted', async () => {
    const all = await settled(await invoice(NB, [goods, labour, ...rest]));
    expect(all.map((s) => s.said)).toEqual([
      'main - reclaimable 824.00',
      'labour 1 no_vat 0.00',
      'ancillary 1 needs_answer sai_labour_line_whose_goods 0.00',
      'ancillary 1 needs_answer sai_labour_line_whose_goods 0.00',
    ]);
    expect(all[1]?.companion.conflict).toMatchObject({ withId: '1', question: { id: 'sai_labour_line_whose_goods' } });
  });

  it('follow once the labour is said to be on goods bought elsewhere', async () => {
    const answered: Printed = [...labour, 'sai_labour_line_whose_goods=mine_bought_elsewhere'];
    expect(await told(NB, [goods, answered, ...rest])).toEqual([
      'main - reclaimable 824.00',
      'labour 1 no_vat 0.00',
      'ancillary 1 reclaimable 20.00',
      'ancillary 1 reclaimable 10.00',
    ]);
  });

  it('are never claimed while two answers contradict each other', async () => {
    const answered: Printed = [...labour, 'sai_labour_line_whose_goods=theirs'];
    const all = await settled(await invoice(NB, [goods, answered, ...rest]));
    expect(all.slice(2).map((s) => s.result.classification.vatReclaimable)).toEqual(['0.00', '0.00']);
    expect(all[1]?.companion.conflict).toMatchObject({ withId: '1', question: { id: 'sai_conflicting_answers' } });
  });
});

describe('credits and discounts', () => {
  it('follow the line they reduce, or all lines when all are of one job', async () => {
    expect(
      await told(NB, [
        ['Facing bricks', 1000, 200, 'sai_who_fitted=self_fitted'],
        ['Concrete blocks', 500, 100],
        ['Credit note facing bricks returned', -100, -20],
        ['Discount 5%', -70, -14],
      ]),
    ).toEqual([
      'main - reclaimable 200.00',
      'ancillary 1 reclaimable 100.00',
      'ancillary 1 reclaimable -20.00',
      'ancillary 1 reclaimable -14.00',
    ]);
  });

  it('that name nothing on an invoice of several jobs are asked about', async () => {
    const [, , discount] = await told(C, [
      ['Ecodan 11.2kW ASHP supply & install', 9000, 450, 'esm_separate_or_larger_job=own_job'],
      ['4kWp solar PV fully installed', 6000, 300],
      ['Discount 5%', -70, -3.5],
    ]);
    expect(discount).toBe('unrelated - needs_answer esm_grant_line 0.00');
  });
});

it('a line whose words say that it was supplied alone does not follow an installation in silence', async () => {
  const [, cylinder] = await settled(
    await invoice(NB, [
      ['Vaillant aroTHERM plus 7kW ASHP, supplied & installed', 9850, 1970, 'esm_who_installed=supplier_installed'],
      ['uniSTOR 200L cylinder supply only', 1200, 240],
    ]),
  );
  expect(cylinder?.companion).toMatchObject({
    relation: 'ancillary',
    line: { mainLine: null },
    conflict: { withId: '1', question: { id: 'sai_conflicting_answers' } },
  });
});

it('a line that its owner said is of a different job keeps apart from an answer that contradicts it', async () => {
  const lines = (answer: string): Printed[] => [
    ['Facing bricks', 1000, 200, 'sai_who_fitted=supplier_fitted'],
    ['Roof trusses', 2000, 400, answer],
  ];
  const alone = 'sai_who_fitted=self_fitted';
  const [, before] = await settled(await invoice(NB, lines(alone)));
  expect(before?.companion.conflict).toMatchObject({ withId: '1', question: { id: 'sai_conflicting_answers' } });
  const [, after] = await settled(await invoice(NB, lines(`${alone};sai_conflicting_answers=different_jobs`)));
  expect(after?.companion).toMatchObject({ relation: 'unrelated', conflict: null });
  expect(after?.said).toBe('unrelated - reclaimable 400.00');
});

it('two main lines each carry their own answer: a companion follows the one its words name, else the nearest above', async () => {
  const all = await settled(
    await invoice(C, [
      ['Ecodan 11.2kW ASHP supply & install', 9000, 450, 'esm_separate_or_larger_job=own_job'],
      ['uniSTOR 200L cylinder', 1200, 60],
      ['4kWp solar PV fully installed', 6000, 300, 'esm_separate_or_larger_job=part_of_conversion'],
      ['Solis inverter', 800, 40],
      ['commissioning of ASHP', 200, 10],
      ['Labour 2 days', 500, 25],
    ]),
  );
  expect(all.map((s) => s.companion.mainId)).toEqual([null, '1', null, '3', '1', '3']);
  expect(all.every((s) => s.companion.conflict === null)).toBe(true);
});

it('says by name what a line follows, in the explanation and in the steps', async () => {
  const [, cylinder] = await settled(
    await invoice(NB, [
      ['Vaillant aroTHERM plus 7kW ASHP, supplied & installed', 9850, 1970, 'esm_who_installed=supplier_installed'],
      ['uniSTOR 200L cylinder', 1200, 240],
    ]),
  );
  const name = '“Vaillant aroTHERM plus 7kW ASHP, supplied & installed”';
  expect(cylinder?.result.classification.explanation).toContain(`same job as ${name}`);
  expect(cylinder?.result.steps.join('\n')).toContain(`Follows the main line ${name}`);
});
