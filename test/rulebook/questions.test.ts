import { describe, expect, it } from 'vitest';
import { InputError, parseConfirmedAnswer } from '../../src/rulebook/answers.js';
import type { Line } from '../../src/rulebook/line.js';
import { classify, rulebook } from './book.js';
import {
  ANSWERED,
  ASKED,
  at,
  c,
  type Fields,
  fit5,
  fit20,
  hire20,
  nb,
  other20,
  ownJob,
  T,
  work5,
  work20,
} from './question_cases.js';

/** How an answer is refused that the line or what was given with it contradicts. */
const REFUSED_BY_LINE = /the (?:line itself says|words of the line say|line was given with)/;

async function answered(line: Fields, answers: string | undefined) {
  return classify({ ...line, answers: parseConfirmedAnswer(answers, (await rulebook()).questions) });
}

const key = (answer: string) => answer.split(':')[0] as string;

describe('questions: the list', () => {
  it.each(Array.from({ length: 39 }, (_, i) => `K${String(i + 1).padStart(2, '0')}`))('%s is there', async (number) => {
    const book = await rulebook();
    const question = [...book.questions.values()].find((q) => q.number === number);
    expect(question?.answers.length).toBeGreaterThan(1);
    expect(question?.citations.length).toBeGreaterThan(0);
    for (const ref of question?.citations ?? []) expect(book.cite(ref).url).toMatch(/^https?:/);
  });

  it.each([...ASKED, ...ANSWERED].map((q) => [`${q.number} ${q.id}`, q] as const))(
    '%s has the answers of the book',
    async (_name, q) => {
      const question = (await rulebook()).questions.get(q.id);
      expect(question?.number).toBe(q.number);
      expect(question?.answers.map((a) => a.id)).toEqual(Object.keys(q.answers).map(key));
      expect(question?.citations.length).toBeGreaterThan(0);
      expect(question?.whyAsked).not.toBe('');
    },
  );
});

describe('questions: a real line raises it', () => {
  it.each(ASKED.map((q) => [`${q.number} ${q.id}: ${q.line.text}`, q] as const))('%s', async (_name, q) => {
    const { classification, question, rule } = await answered(q.line, q.after);
    expect(question?.id, `${classification.treatment} ${classification.vatReclaimable} by ${rule?.id}`).toBe(q.id);
    expect(classification.vatReclaimable).toBe('0.00');
  });
});

describe('questions: each answer decides', () => {
  it.each(
    [...ASKED, ...ANSWERED].flatMap((q) =>
      Object.entries(q.answers).map(
        ([answer, code]) => [`${q.number} ${q.line.text}: ${answer}`, q, answer, code] as const,
      ),
    ),
  )('%s', async (_name, q, answer, code) => {
    const given = answered(q.line, [q.after, `${q.id}=${answer}`].filter(Boolean).join(';'));
    if (code === 'R') {
      await expect(given).rejects.toThrow(REFUSED_BY_LINE);
      return;
    }
    const { classification, rule, question } = await given;
    expect(classification.treatment, `${rule?.id} ${question?.id}`).toBe(T[code]);
    if (code !== 'F' && code !== 'P') expect(classification.vatReclaimable).toBe('0.00');
  });

  it('an answer that settled its question is not asked for again', async () => {
    // K33 "no" and K39 leave the law open: nothing else can be asked.
    for (const q of ASKED.filter((a) => a.number !== 'K33' && a.number !== 'K39')) {
      const definition = (await rulebook()).questions.get(q.id);
      for (const answer of Object.keys(q.answers).filter((a) => q.answers[a] !== 'R')) {
        const settles = definition?.answers.find((a) => a.id === key(answer))?.holds === undefined;
        if (!settles) continue;
        const { question } = await answered(q.line, [q.after, `${q.id}=${answer}`].filter(Boolean).join(';'));
        expect.soft(question?.id, `${q.id}=${answer}`).not.toBe(q.id);
      }
    }
  });
});

/** What an answer says of the thing decides by the zero-rate dates of that thing, not at any date. */
describe('questions: answers keep to the dates of the zero rate', () => {
  const heating = 'esm_heating_scope=heat_pump_only';
  const store = 'esm_heat_battery_or_store=with_esm';
  const together = 'esm_battery_use=home_only;esm_battery_with_panels=yes_together';
  const ni = { country: 'northern_ireland' } as const;
  const underfloor = (date: string, more: Partial<Line> = {}) =>
    c('Underfloor heating installed', { ...fit5, ...at(date), esmInvoiceCtx: true, ...more });
  const battery = (date: string, more: Partial<Line> = {}) =>
    c('Home storage battery supplied and installed', { ...fit5, ...at(date), ...more });
  const heatStore = (date: string, more: Partial<Line> = {}) => c('Heat battery', { ...fit5, ...at(date), ...more });
  it.each([
    // K07: a heat pump's dates, and a water source heat pump's own.
    ['the day before in Great Britain', underfloor('2022-03-31'), heating, 'F', null],
    ['the first day in Great Britain', underfloor('2022-04-01'), heating, 'A', 'esm_separate_or_larger_job'],
    ['the last day', underfloor('2027-03-31'), heating, 'A', 'esm_separate_or_larger_job'],
    ['the day after', underfloor('2027-04-01'), heating, 'F', null],
    ['the day before in Northern Ireland', underfloor('2023-04-30', ni), heating, 'F', null],
    ['the first day in Northern Ireland', underfloor('2023-05-01', ni), heating, 'A', 'esm_separate_or_larger_job'],
    ['20% before', underfloor('2022-03-31', { vat: 20_000 }), heating, 'S', null],
    ['a wood boiler before', underfloor('2022-03-31'), 'esm_heating_scope=wood_boiler_only', 'F', null],
    [
      'a water source heat pump before its own dates',
      c('Water source heat pump, radiators and underfloor heating installed', { ...fit5, ...at('2023-06-01') }),
      heating,
      'F',
      null,
    ],
    // K12: together with panels a battery has the dates of the panels, and no source settles it before them.
    [
      'with panels, inside their dates',
      battery('2023-06-01', { country: 'wales' }),
      together,
      'A',
      'esm_separate_or_larger_job',
    ],
    ['with panels, before their dates', battery('2022-03-31'), together, 'A', 'approved_drawings'],
    ['with panels in Northern Ireland', battery('2023-04-30', ni), together, 'A', 'approved_drawings'],
    // K38: a heat pump's dates.
    ['a heat store before', heatStore('2022-03-31'), store, 'A', 'approved_drawings'],
    ['a heat store inside', heatStore('2024-06-01'), store, 'A', 'esm_separate_or_larger_job'],
    ['a heat store after', heatStore('2027-04-01'), store, 'F', null],
    // K05: the place, once answered, has its own dates.
    [
      'Northern Ireland by an answer',
      c('Air source heat pump installed, separate contract', { ...fit5, ...at('2023-04-30') }),
      'esm_place=ni',
      'F',
      null,
    ],
    [
      'Northern Ireland by an answer, 20%',
      c('Air source heat pump installed, separate contract', { ...fit20, ...at('2023-04-30') }),
      'esm_place=ni',
      'S',
      null,
    ],
  ] as const)('%s', async (_name, line, answer, code, asks) => {
    const { classification, question, rule } = await answered(line, answer);
    expect([classification.treatment, question?.id ?? null], rule?.id).toEqual([T[code], asks]);
  });
});

describe('questions: planting by a contractor on a conversion', () => {
  it.each([fit5, fit20])('stays open, whatever scheme it is in (%o)', async (supply) => {
    const { classification, question } = await answered(
      c('Supply and plant hedging, trees and shrubs', supply),
      'planting_scheme=yes',
    );
    expect(classification).toMatchObject({ treatment: 'needs_answer', vatReclaimableOnceCorrected: '0.00' });
    expect(question?.id).toBe('sai_landscape_or_access');
  });
});

describe('questions: an answer against the words of the line is refused', () => {
  it.each([
    [nb('Air source heat pump, supply only'), 'esm_who_installed=supplier_installed'],
    [nb('Air source heat pump supplied and installed', fit20), 'esm_who_installed=self_installed'],
    [c('Air source heat pump installed as part of the conversion contract', fit5), ownJob],
    [c('Air source heat pump installed, separate contract', fit5), 'esm_separate_or_larger_job=part_of_conversion'],
    [nb('Facing bricks, supplied after completion'), 'esm_building_stage=during_works'],
    [nb('Windows, supply and fit', fit20), 'sai_who_fitted=self_fitted'],
    [nb('Windows, supply only'), 'sai_who_fitted=supplier_fitted'],
    [nb('Ready-mix concrete, delivered only'), 'sai_delivered_or_laid=laid'],
    [nb('Oak staircase, supply only'), 'sai_made_to_measure=fixed'],
    [nb('Kitchen units, supply only'), 'sai_retailer_arranged_fitter=retailer'],
    [nb('Digger with driver', hire20), 'sai_plant_operator=without_driver'],
    [nb('Mini digger hire, without driver', hire20), 'sai_plant_operator=with_driver'],
    [nb("Facing bricks, invoiced to builder's account"), 'sai_materials_bought_for_builder=me'],
    [nb('Facing bricks, no VAT number'), 'supplier_vat_registered=yes_number:GB980780684'],
    [nb('Kitchen units and oven'), 'sai_kitchen_appliances=none'],
    [nb('Kitchen including integrated dishwasher'), 'sai_kitchen_appliances=none'],
    [nb('Electric gates, integral motor'), 'powered_item_motor=no_motor'],
    [nb('Automatic garage door with motor, one price'), 'powered_item_motor=no_motor'],
    [nb('Automatic garage door with motor, one price'), 'powered_item_motor=separate_motor:20.00'],
    [
      nb('Delivery', { ...other20, goodsFollowed: { claimable: 0, refused: 40_000, open: 10_000 } }),
      'payment_for_what=building_materials',
    ],
    [c('Brickwork to new extension', work5), 'which_part_of_conversion=stood_before'],
    [c('Brickwork to new extension', work5), 'which_part_of_conversion=stood_before_amount:600.00'],
    [
      c("Architect's fee, stage 4", { supplyType: 'professional_services', vat: 5_000 }),
      'design_and_build_contract=one_contract',
    ],
    [nb('Carpet underlay'), 'flooring_surface=hard'],
    [nb('Outdoor swimming pool'), 'pool_where=inside'],
    [nb('Lit bathroom mirror cabinet'), 'mirror_which=plain_bathroom'],
    [nb('Fitted wardrobe with drawers'), 'wardrobe_what=all_four'],
    [nb('Cooker, cooking only'), 'cooker_also_heats=yes'],
    [nb('Plants off the approved scheme'), 'planting_scheme=yes'],
    [nb('Bat box, not required by planning'), 'planning_condition=yes'],
    [nb('Speaker system'), 'lighting_control_what=fixed_gear'],
    [c('Garden landscaping, lawn and borders', work5), 'sai_landscape_or_access=access_or_drainage'],
    [c('Air conditioning, cooling only, installed', fit5), 'esm_aircon=fixed_heats'],
    [c('Multi-fuel stove supplied and fitted', fit5), 'esm_wood_appliance=wood_only_boiler'],
    [c('Air source heat pump supplied and installed', fit5), 'esm_listed_product=windows_doors'],
    [nb('Window blinds, cord operated'), 'blind_operated_how=electric'],
    [nb('Portable electrical unit'), 'electrical_item_does=heats_or_ventilates'],
    [c('Biomass heating system, multi-fuel, installed', fit5), 'esm_wood_appliance=wood_only_boiler'],
    [nb('Windows, supply only, labour charged separately'), 'sai_labour_line_whose_goods=theirs'],
    [nb('Plumbing materials, supply only'), 'sai_split_lines_one_job=same_job'],
    [nb('Facing bricks collected by builder, invoiced to builder'), 'sai_materials_bought_for_builder=me'],
    [c('Facing bricks, no VAT number, VAT number to follow'), 'supplier_vat_registered=yes_number:GB980780684'],
    [nb('Automated garage door'), 'powered_item_motor=no_motor'],
    [nb('Electrically operated entrance gates'), 'powered_item_motor=no_motor'],
    [nb('Solar powered Velux roof window'), 'powered_item_motor=no_motor'],
    [c('Electric gates supplied and fitted', fit5), 'powered_item_motor=no_motor'],
    [nb('Motorised indoor pool cover'), 'pool_cover_which=all_four'],
    [nb('LED mirror'), 'mirror_which=plain_bathroom'],
    [nb('Full length bedroom mirror'), 'mirror_which=plain_bathroom'],
    [nb('Kitchen with appliances'), 'sai_kitchen_appliances=none'],
    [c('Supply and fit kitchen with appliances', fit5), 'sai_kitchen_appliances=none'],
    [c('Boiler repair call-out', work5), 'esm_new_or_repair=new'],
    [c('Remove and refit solar panels for roof works', work5), 'esm_new_or_repair=new'],
    [nb('Drainage pipe outside the boundary'), 'goods_inside_site=inside'],
    [nb('Wardrobe recess with drawers and shelves'), 'wardrobe_what=all_four'],
    [nb('Freestanding bathroom furniture tower'), 'bathroom_furniture_where=yes'],
    [nb('Surplus bricks sold on'), 'goods_went_in=yes'],
    [nb('Bricks, VAT already claimed'), 'claimed_before=no'],
    [nb('Credit note for bricks'), 'credit_or_charge=paid'],
    [nb('Bricks for later garden wall'), 'garden_build_or_later=build'],
    [c('Digger self drive hire', { ...hire20, vat: 5_000 }), 'part_of_works_contract=yes'],
    [
      c('Digger with driver, garden landscaping', { ...hire20, vat: 5_000 }),
      'operated_plant_work=building_or_services',
    ],
    [c('Reversible air conditioning heating and cooling, installed', fit5), 'esm_aircon=cooling_only'],
    [c('TRVs fitted alone to existing system', fit5), 'esm_controls_alone=with_boiler'],
    [c('Radiators fitted for the heat pump', fit5), 'esm_heating_scope=gas_oil_lpg_electric'],
    [
      c('Air source heat pump, radiators and underfloor heating installed', fit5),
      'esm_heating_scope=none_radiators_only',
    ],
    [c('Pellet boiler installed', fit5), 'esm_wood_appliance=room_stove'],
    [c('Agency labourer 40 hrs', { ...other20, vat: 5_000 }), 'staff_or_subcontractor=subcontractor'],
    [nb('Import VAT, no papers', other20), 'import_goods_and_papers=building_materials_with_papers'],
    [nb('Import VAT, laptop', other20), 'import_goods_and_papers=building_materials_with_papers'],
    // What the caller stated of the site and the supplier no answer changes.
    [
      c('Air source heat pump installed, separate contract', { ...fit5, ...at('2022-05-01'), country: 'england' }),
      'esm_place=ni',
    ],
    [nb('Facing bricks', { supplierVatRegistered: false }), 'supplier_vat_registered=yes_number:GB980780684'],
    // A supply date is near the invoice and not after it.
    [
      c('Air source heat pump supplied and installed', { ...fit5, ...at('2022-04-15') }),
      `esm_supply_date=date:2022-01-01`,
    ],
    [
      c('Air source heat pump supplied and installed', { ...fit5, ...at('2022-04-15') }),
      `esm_supply_date=date:2022-04-16`,
    ],
  ] as const)('%o %s', async (line, answer) => {
    const error = await answered(line, answer).then(
      (x) => `${x.classification.treatment} ${x.classification.vatReclaimable}`,
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(InputError);
    // It names the answer and what the line says.
    expect((error as InputError).message).toContain(answer.split(':')[0]);
    expect((error as InputError).message).toMatch(/line/);
    expect((error as InputError).issues[0]?.path).toBe('item.confirmedAnswer');
  });

  it.each([
    ['no_such_question=yes', /there is no question/],
    ['sai_who_fitted=nobody', /is not an answer to sai_who_fitted/],
    ['sai_kitchen_appliances=yes_amount', /needs a value/],
    ['supplier_vat_registered=yes_number', /needs a value after a colon: a VAT number/],
    ['supplier_vat_registered=yes_number:GB980780685', /check digits fit, not "GB980780685"/],
    ['supplier_vat_registered=yes_number:applied for', /needs a UK VAT number of nine digits/],
    ['sai_who_fitted=self_fitted;sai_who_fitted=supplier_fitted', /answered twice/],
  ])('%s', async (answer, message) => {
    await expect(answered(nb('Kitchen package'), answer)).rejects.toThrow(message);
  });

  it('amounts that do not fit the line are refused', async () => {
    await expect(answered(nb('Kitchen package'), 'sai_kitchen_appliances=yes_amount:1000.01')).rejects.toThrow(
      /add up/,
    );
    await expect(answered(nb('Scaffolding', hire20), 'sai_scaffold_split=split_shown:600.00/300.00')).rejects.toThrow(
      /add up/,
    );
  });
});

describe('questions: an answer that the line does not ask for never raises the claim', () => {
  const stables = nb('Bricks for the stables');
  const pump = c('Air source heat pump supplied and installed', { ...fit5, ...at('2025-06-10'), country: 'england' });
  it.each([
    [stables, 'esm_serves_home=mainly_home'],
    [stables, 'which_building=the_home'],
    [stables, 'which_part_of_conversion=stood_before'],
    [nb('Deposit for washing machine', other20), 'payment_for_what=building_materials'],
    [nb('Deposit for digger hire', other20), 'payment_for_what=building_materials'],
    [nb('Deposit for landscaping works', other20), 'payment_for_what=building_materials'],
    [nb('Deposit, pro forma', other20), 'payment_for_what=building_materials'],
    [c('Deposit for scaffold hire', { ...other20, vat: 5_000 }), 'payment_for_what=works'],
    [c('Retention released, architect', { ...other20, vat: 5_000 }), 'payment_for_what=works'],
    [c('Deposit re garden design', { ...other20, vat: 5_000 }), 'payment_for_what=works'],
    [nb("Import VAT on architect's model", other20), 'import_goods_and_papers=building_materials_with_papers'],
    [pump, 'esm_aircon=cooling_only'],
    [pump, 'esm_controls_alone=with_boiler'],
    [pump, 'esm_roof_or_insulation=new_roof'],
    [pump, 'esm_supply_date=deposit_before_change'],
    [pump, `${ownJob};esm_supply_date=deposit_before_change`],
  ] as const)('%o %s', async (line, answer) => {
    await expect(answered(line, answer)).rejects.toThrow(InputError);
  });

  it('nor takes less off for a credit', async () => {
    const credit = nb('Credit: facing bricks returned', { net: -100_000, vat: -20_000 });
    await expect(answered(credit, 'goods_went_in=no')).rejects.toThrow(/a question that this line does not raise/);
  });

  it('whatever is answered beside it', async () => {
    const { questions } = await rulebook();
    const lines = [
      stables,
      pump,
      nb('Plastering labour', work20),
      c('Parking fine', { ...other20, vat: 5_000 }),
      c('Ceiling boards', fit5),
    ];
    for (const line of lines) {
      const { classification, question } = await classify(line);
      const most = Number(classification.vatReclaimable);
      for (const other of questions.values()) {
        // How a thing was supplied the caller may state unasked.
        const unasked =
          other.id === question?.id
            ? []
            : other.answers.filter((a) => a.takes === undefined && a.sets?.supplied === undefined);
        for (const { id } of unasked) {
          const claim = await answered(line, `${other.id}=${id}`).then(
            (x) => Number(x.classification.vatReclaimable),
            () => 0,
          );
          expect.soft(claim, `${line.text}: ${other.id}=${id}`).toBeLessThanOrEqual(most);
        }
      }
    }
  });
});

describe('questions: what no works contract makes claimable', () => {
  it.each([
    'Liquidated damages',
    'CIL levy',
    'Parking fine',
    'Highway licence',
    'Site insurance',
    'Finance charge',
    'Telephone line rental',
    'Restocking charge',
    'Boiler service plan',
    'Alarm monitoring',
    'Furniture removals',
    'Cordless drill',
    'Safety boots',
  ])('%s', async (text) => {
    for (const line of [nb(text, { ...other20, vat: 5_000 }), c(text, { ...other20, vat: 5_000 })]) {
      const { classification } = await answered(line, 'part_of_works_contract=yes');
      expect(classification).toMatchObject({ treatment: 'needs_answer', vatToRecoverFromSupplier: '0.00' });
    }
  });

  it('nor what an answer says is portable', async () => {
    const battery = c('Home storage battery 9.5kWh supplied and installed', fit5);
    const { classification } = await answered(
      battery,
      'esm_separate_or_larger_job=part_of_conversion;esm_battery_use=portable;part_of_works_contract=yes',
    );
    expect(classification.treatment).toBe('needs_answer');
  });
});

describe('questions: two answers that contradict each other', () => {
  it.each([
    [
      nb('Samsung Gen7 8kW heat pump', { esmInvoiceCtx: true }),
      'esm_who_installed=supplier_installed',
      'sai_who_fitted=self_fitted',
    ],
    [
      c('Composite front door in anthracite', { ...other20, vat: 5_000 }),
      'sai_who_fitted=self_fitted',
      'merchant_reduced_rate=supplier_fitted',
    ],
    [
      c('Mini digger, 1 week', { ...hire20, vat: 5_000 }),
      'sai_plant_operator=without_driver',
      'part_of_works_contract=yes',
    ],
  ] as const)('%o %s %s', async (line, one, other) => {
    for (const given of [`${one};${other}`, `${other};${one}`]) {
      const { classification, question } = await answered(line, given);
      expect([classification.treatment, question?.id]).toEqual(['needs_answer', 'sai_conflicting_answers']);
      expect(classification.explanation).toContain(one);
      expect(classification.explanation).toContain(other);
    }
  });
});

describe('questions: an answer that the line rules out', () => {
  it.each([
    [nb('Kitchen package including oven and hob'), 'none'],
    [c('Brickwork to new extension', work5), 'stood_before'],
    [c("Architect's fee, stage 4", { supplyType: 'professional_services', vat: 5_000 }), 'one_contract'],
    [c('TRVs fitted', fit5), 'goods_only'],
  ] as const)('is not offered: %o %s', async (line, answer) => {
    const { question } = await classify(line);
    expect(question?.answers.length).toBeGreaterThan(1);
    expect(question?.answers.map((a) => a.id)).not.toContain(answer);
  });

  it.each([
    [nb('Kitchen package without any appliances'), 'sai_kitchen_appliances', 'none'],
    [nb('Kitchen package less appliances'), 'sai_kitchen_appliances', 'none'],
    [nb('Kitchen package, appliances by others'), 'sai_kitchen_appliances', 'none'],
    [nb('Kitchen package with appliance housings'), 'sai_kitchen_appliances', 'none'],
    [c('Emergency call-out, new service head', work5), 'esm_new_or_repair', 'new'],
    [c('TRVs fitted, stand alone thermostat', fit5), 'esm_controls_alone', 'with_boiler'],
  ] as const)(
    'is offered and taken where the words deny it or mean something else: %o %s=%s',
    async (line, id, answer) => {
      const { question } = await classify(line);
      expect(question?.answers.map((a) => a.id)).toContain(answer);
      await expect(answered(line, `${id}=${answer}`)).resolves.toBeDefined();
    },
  );

  it.each([nb('Velux roof window solar control glass'), nb('Garage door, no operator')])(
    'is taken, and not needed, where the line says as much: %o',
    async (line) => {
      expect((await classify(line)).classification.treatment).toBe('reclaimable');
      const { classification } = await answered(line, 'powered_item_motor=no_motor');
      expect(classification.treatment).toBe('reclaimable');
    },
  );

  it.each([
    [nb('Velux roof window, solar'), 'powered_item_motor=no_motor', 'solar'],
    [nb('Surplus bricks, thrown away'), 'goods_went_in=yes', 'thrown away'],
    [c('Radiator valves fitted alone', fit5), 'esm_controls_alone=with_boiler', 'alone'],
  ] as const)('is refused by what the line says: %o %s', async (line, answer, said) => {
    await expect(answered(line, answer)).rejects.toThrow(`the line itself says “${said}”`);
  });

  it('every answer that is offered can be given', async () => {
    for (const { id, line, after } of ASKED) {
      const { question } = await answered(line, after);
      for (const offered of question?.answers.filter((a) => a.takes === undefined) ?? [])
        await expect
          .soft(answered(line, [after, `${id}=${offered.id}`].filter(Boolean).join(';')))
          .resolves.toBeDefined();
    }
  });
});

describe('questions: amounts', () => {
  const kitchen = nb('Supply and fit kitchen and fitted wardrobes', fit20);
  it.each([
    [nb('Kitchen package'), 'sai_kitchen_appliances=yes_amount:0.00', /above zero/],
    [nb('Entrance gates'), 'powered_item_motor=separate_motor:1000.00', /leaves nothing/],
    [kitchen, 'sai_nonbm_goods_split=amount_rest:1000.00', /needs the amount of amount_goods/],
  ] as const)('%o %s', async (line, answer, message) => {
    await expect(answered(line, answer)).rejects.toThrow(message);
  });

  it('of one question are taken together in a conversion, too', async () => {
    const split = (id: string, amount: string) => `sai_nonbm_goods_split=${id}:${amount}`;
    const given = [split('amount_goods', '250.00'), split('amount_fitting', '50.00'), split('amount_rest', '700.00')];
    const { classification } = await answered(c('Supply and fit kitchen and fitted wardrobes', fit5), given.join(';'));
    expect(classification).toMatchObject({ treatment: 'reclaimable_in_part', vatReclaimable: '35.00' });
  });
});

describe('questions: the Channel Islands', () => {
  it('stop the claim, and no later answer brings it back', async () => {
    const pump = c('Air source heat pump supplied and installed', { ...fit5, ...at('2022-10-15') });
    for (const more of ['', ';fitted_before_completion=yes']) {
      const { classification, rule } = await answered(pump, `${ownJob};esm_place=channel_islands${more}`);
      expect([classification.treatment, rule?.id]).toEqual(['not_reclaimable', '431c.every.channel_islands']);
    }
  });
});

/** Whatever is answered, words that name excluded goods or fees are not paid: refused, or 0.00. */
describe('questions: no answer makes a claim of what the line names as excluded', () => {
  it.each([
    ['Washing machine', nb('Washing machine')],
    ['Carpet', nb('Carpet')],
    ['Cordless drill', nb('Cordless drill')],
    ['Free-standing sofa', nb('Free-standing sofa')],
    ['CCTV cameras', nb('CCTV cameras')],
    ['Electric blinds', nb('Electric blinds')],
    ['Garden shed', nb('Garden shed')],
    ['Carpet supplied and fitted, conversion', c('Carpet supplied and fitted', fit5)],
    ["Architect's fees, new build", nb("Architect's fees", { supplyType: 'professional_services' })],
    ['Bricklaying labour, new build', nb('Bricklaying labour', work20)],
    ['Windows supplied and fitted, new build', nb('Windows supplied and fitted', fit20)],
    ['Facing bricks, German VAT', nb('Facing bricks, German VAT')],
    ['Facing bricks, after completion', nb('Facing bricks supplied after completion')],
  ] as const)('%s', async (_name, line) => {
    const paid: string[] = [];
    for (const question of (await rulebook()).questions.values()) {
      for (const answer of question.answers) {
        const value = {
          amount: ':1000.00',
          amounts: ':600.00/400.00',
          date: ':2025-06-01',
          vat_number: ':GB980780684',
          text: ':bricks',
        };
        // Describing excluded goods anew replaces the words; a stated date or foreign VAT must survive it.
        if (question.id === 'what_was_bought' && !/bricks/.test(line.text)) continue;
        const given = `${question.id}=${answer.id}${answer.takes ? value[answer.takes] : ''}`;
        const claim = await answered(line, given).then(
          (x) => x.classification.vatReclaimable,
          () => '0.00',
        );
        if (claim !== '0.00') paid.push(`${given}: ${claim}`);
      }
    }
    expect(paid).toEqual([]);
  });
});

/** Words of fitting after a product name, on a line called materials (3.2): never claimed unasked. */
describe('questions: goods with words of fitting are not claimed unasked', () => {
  it.each([
    'Windows, fitted',
    'Windows, installed',
    'Windows inc. fitting',
    'Windows, fitted price',
    'Windows, fixed',
    'Doors, hung',
    'Oak staircase, made to order, fixed',
    'Radiators, plumbed in',
    'Boiler, installed and commissioned',
    'Facing bricks, laid',
    'Block paving, laid',
    'Timber frame kit, erected',
    'Plasterboard, boarded and skimmed',
    'Floor tiles, laid and grouted',
    'Light fittings, wired in',
    'Gutters, supply & fix',
    'Roof tiles, S&F',
    'Windows, DSI',
    'Roof trusses, labour and materials',
    'Insulation boards, L&M',
  ])('%s', async (text) => {
    for (const line of [nb(text), c(text)]) {
      const { classification, rule } = await classify(line);
      expect(classification.vatReclaimable, `${line.route} ${rule?.id}`).toBe('0.00');
    }
  });
});

describe('an answer that settles nothing', () => {
  it('is not asked for as if it had not been given', async () => {
    const charger = nb('EV charger 7kW', { supplyType: 'materials', net: 600_00, vat: 120_00 });
    const asked = await classify(charger);
    expect(asked.classification.action).toBe('Answer the question; nothing can be claimed until then.');
    const answers = [{ questionId: 'fixed_and_usual', answerId: 'yes', value: null }];
    const { classification } = await classify({ ...charger, answers });
    expect(classification).toMatchObject({
      treatment: 'needs_answer',
      action: 'Nothing is claimed meanwhile. Once that is settled, answer the question again.',
    });
    expect(classification.explanation).toContain('A specialist must look at it before it is claimed.');
  });
});
