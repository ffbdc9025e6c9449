import type { Line } from '../../src/rulebook/line.js';
import type { Treatment } from '../../src/rulebook/model.js';

export const T = {
  F: 'reclaimable',
  P: 'reclaimable_in_part',
  S: 'supplier_correction',
  X: 'not_reclaimable',
  A: 'needs_answer',
} as const satisfies Record<string, Treatment>;
/** R: the line itself says otherwise, so that the answer is refused. */
type Code = keyof typeof T | 'R';

export type Fields = Partial<Line> & Pick<Line, 'text'>;

export const nb = (text: string, more: Partial<Line> = {}): Fields => ({ text, route: 'self_build_431nb', ...more });
export const c = (text: string, more: Partial<Line> = {}): Fields => ({ text, route: 'self_build_431c', ...more });
export const at = (date: string): Partial<Line> => ({ taxPoint: date, taxPointGiven: true });
export const fit5: Partial<Line> = { supplyType: 'supply_and_install', vat: 5_000 };
export const fit20: Partial<Line> = { supplyType: 'supply_and_install' };
export const work5: Partial<Line> = { supplyType: 'labour', vat: 5_000 };
export const work20: Partial<Line> = { supplyType: 'labour' };
export const hire20: Partial<Line> = { supplyType: 'plant_hire' };
export const other20: Partial<Line> = { supplyType: 'other' };
export const ownJob = 'esm_separate_or_larger_job=own_job';

interface Asked {
  number: string;
  id: string;
  line: Fields;
  /** Answers given before, as the order of asking has them. */
  after?: string;
  /** Every answer of the question and the treatment the books give it. */
  answers: Record<string, Code>;
}

/** What each answer about a payment leads to, whichever payment it is. */
const PAYMENT_FOR_WHAT: Asked['answers'] = {
  building_materials: 'F',
  works: 'S',
  'claimable_amount:600.00': 'P',
  mixed: 'A',
  other_goods: 'X',
  not_sure: 'A',
};

/** Questions 4.4 of the fact book on energy-saving materials, with a line that must raise each. */
export const ASKED: Asked[] = [
  {
    number: 'K01',
    id: 'esm_who_installed',
    line: nb('Air source heat pump', { esmInvoiceCtx: true }),
    answers: {
      supplier_installed: 'S',
      other_firm_installed: 'F',
      self_installed: 'F',
      supplier_commissioned: 'A',
      not_sure: 'A',
    },
  },
  {
    number: 'K02',
    id: 'esm_separate_or_larger_job',
    line: c('Air source heat pump supplied and installed', fit5),
    answers: { own_job: 'A', part_of_conversion: 'F', mostly_esm: 'A', not_sure: 'A' },
  },
  {
    number: 'K06',
    id: 'esm_listed_product',
    line: c('Windows supplied and fitted', { ...fit5, esmStatus: 'listed' }),
    answers: {
      heat_pump: 'A',
      solar: 'A',
      battery: 'A',
      insulation: 'A',
      heating_controls: 'A',
      draughtproofing: 'A',
      wood_boiler: 'A',
      turbine: 'A',
      diverter: 'A',
      gas_oil_electric_boiler: 'F',
      windows_doors: 'F',
      stove: 'F',
      ev_charger: 'A',
      ventilation: 'F',
      several: 'A',
      not_sure: 'A',
    },
  },
  {
    number: 'K07',
    id: 'esm_heating_scope',
    line: c('Underfloor heating installed', { ...fit5, esmInvoiceCtx: true }),
    answers: {
      heat_pump_only: 'A',
      wood_boiler_only: 'A',
      gas_oil_lpg_electric: 'F',
      hybrid: 'A',
      none_radiators_only: 'F',
      not_sure: 'A',
    },
  },
  {
    number: 'K08',
    id: 'esm_controls_alone',
    line: c('Thermostatic radiator valves', work5),
    answers: { alone: 'A', with_boiler: 'F', with_heat_pump: 'A', goods_only: 'A', not_sure: 'A' },
  },
  {
    number: 'K09',
    id: 'esm_roof_or_insulation',
    line: c('Insulation boards to roof, roofing felt, supplied and fitted', fit5),
    answers: { insulation_added: 'A', new_roof: 'F', flat_roof_stripped: 'A', conservatory_panels: 'F', not_sure: 'A' },
  },
  {
    number: 'K10',
    id: 'esm_wall_insulation_finish',
    line: c('External wall insulation with render supplied and fitted', fit5),
    answers: { aim_insulate: 'A', aim_finish: 'F', not_sure: 'A' },
  },
  {
    number: 'K11',
    id: 'esm_battery_use',
    line: nb('Home storage battery'),
    answers: { home_only: 'A', vehicle_or_business: 'A', portable: 'X', not_sure: 'A' },
  },
  {
    number: 'K12',
    id: 'esm_battery_with_panels',
    line: c('Home storage battery supplied and installed', { ...fit5, ...at('2023-06-01') }),
    after: `${ownJob};esm_battery_use=home_only`,
    answers: { yes_together: 'A', later_or_alone: 'A', not_sure: 'A' },
  },
  {
    number: 'K13',
    id: 'esm_inverter_alone',
    line: c('Inverter', fit5),
    answers: { part_of_system: 'A', alone: 'A', goods_only: 'A', not_sure: 'A' },
  },
  {
    number: 'K13',
    id: 'esm_inverter_alone',
    line: c('Hybrid inverter', fit20),
    answers: { part_of_system: 'S', alone: 'A', goods_only: 'A', not_sure: 'A' },
  },
  {
    number: 'K14',
    id: 'esm_ev_charger',
    line: nb('EV charger'),
    answers: { separate_line: 'A', in_one_price: 'A', goods_only: 'A' },
  },
  {
    number: 'K16',
    id: 'esm_aircon',
    line: c('Split air conditioning supplied and installed', fit5),
    answers: { fixed_heats: 'A', cooling_only: 'F', portable: 'A', not_sure: 'A' },
  },
  {
    number: 'K17',
    id: 'esm_groundworks_for',
    line: c('Borehole drilling', { ...work5, esmInvoiceCtx: true }),
    answers: {
      heat_pump_loop: 'A',
      water_supply: 'F',
      drains_or_foundations: 'F',
      garden: 'A',
      several: 'A',
      not_sure: 'A',
    },
  },
  {
    number: 'K18',
    id: 'esm_new_or_repair',
    line: c('Emergency call-out', work5),
    answers: { new: 'F', repair_service: 'A', refit: 'A' },
  },
  {
    number: 'K21',
    id: 'esm_loft_boarding',
    line: c('Loft insulation and loft boarding supplied and fitted', fit5),
    after: ownJob,
    answers: { protects_insulation: 'A', storage: 'A', not_sure: 'A' },
  },
  {
    number: 'K01',
    id: 'esm_who_installed',
    line: nb('Vaillant aroTHERM plus 7kW heat pump', { saiInvoiceCtx: true }),
    answers: {
      supplier_installed: 'S',
      other_firm_installed: 'F',
      self_installed: 'F',
      supplier_commissioned: 'A',
      not_sure: 'A',
    },
  },
  {
    number: 'K22',
    id: 'sai_who_fitted',
    line: nb('Windows', { saiInvoiceCtx: true }),
    answers: {
      supplier_fitted: 'S',
      others_fitted: 'F',
      self_fitted: 'F',
      'partly_amount:400.00': 'P',
      partly: 'A',
      not_sure: 'A',
    },
  },
  {
    number: 'K29',
    id: 'sai_kitchen_appliances',
    line: nb('Kitchen package'),
    answers: { none: 'F', 'yes_amount:300.00': 'P', yes_unknown: 'A' },
  },
  {
    number: 'K30',
    id: 'sai_plant_operator',
    line: c('Telehandler', hire20),
    answers: { with_driver: 'A', without_driver: 'X', not_sure: 'A' },
  },
  {
    number: 'K31',
    id: 'sai_scaffold_split',
    line: nb('Scaffolding', hire20),
    answers: { 'split_shown:600.00/400.00': 'S', one_price: 'A', part_of_builder_price: 'S' },
  },
  {
    number: 'K33',
    id: 'sai_commission_only',
    line: c('Boiler commissioning', work20),
    answers: { yes: 'S', no: 'A' },
  },
  {
    number: 'K34',
    id: 'sai_landscape_or_access',
    line: c('Patio paving laid', fit5),
    answers: { access_or_drainage: 'F', garden: 'A', not_sure: 'A' },
  },
  {
    number: 'K34',
    id: 'sai_landscape_or_access',
    line: c('Landscaping works', work5),
    answers: { access_or_drainage: 'F', garden: 'A', not_sure: 'A' },
  },
  {
    number: 'K38',
    id: 'esm_heat_battery_or_store',
    line: c('Heat battery', fit5),
    answers: { with_esm: 'A', alone: 'A', goods_only: 'A' },
  },
  {
    number: 'K39',
    id: 'esm_conversion_rate_basis',
    line: c('Air source heat pump supplied and installed', fit5),
    after: ownJob,
    answers: {
      already_habitable: 'S',
      supplier_says_zero: 'S',
      supplier_says_conversion_5: 'A',
      still_converting_no_reply: 'A',
      not_sure: 'A',
    },
  },
  {
    number: 'K03',
    id: 'esm_building_stage',
    line: nb('Air source heat pump supplied and installed, retrofit', fit20),
    answers: { during_works: 'S', after_completion: 'X', shell_purchase: 'S' },
  },
  {
    number: 'K03',
    id: 'esm_building_stage',
    line: c('Loft insulation rolls, retrofit'),
    answers: { during_works: 'F', after_completion: 'X', shell_purchase: 'F' },
  },
  {
    number: 'K04',
    id: 'esm_supply_date',
    line: c('Air source heat pump supplied and installed', { ...fit5, ...at('2022-04-15'), country: 'england' }),
    after: ownJob,
    answers: { 'date:2022-03-10': 'F', deposit_before_change: 'F', not_sure: 'A' },
  },
  {
    number: 'K05',
    id: 'esm_place',
    line: c('Air source heat pump supplied and installed', { ...fit5, ...at('2022-10-15') }),
    after: ownJob,
    answers: { ni: 'F', gb: 'A', iom: 'A', channel_islands: 'X' },
  },
  {
    number: 'K15',
    id: 'esm_wood_appliance',
    line: c('Biomass heating system supplied and installed', fit5),
    answers: { wood_only_boiler: 'A', room_stove: 'F', multi_fuel: 'F', not_sure: 'A' },
  },
  {
    number: 'K15',
    id: 'esm_wood_appliance',
    line: c('Boiler stove 16kW supplied and fitted', { ...fit5, ...at('2024-06-01') }),
    answers: { wood_only_boiler: 'A', room_stove: 'F', multi_fuel: 'F', not_sure: 'A' },
  },
  {
    number: 'K19',
    id: 'esm_serves_home',
    line: c('25kWp solar PV on workshop roof, supplied and installed', fit5),
    answers: { mainly_home: 'A', mainly_other: 'A', not_sure: 'A' },
  },
  {
    number: 'K19',
    id: 'esm_serves_home',
    line: nb('Ground mounted solar panels, supplied and installed', fit20),
    answers: { mainly_home: 'S', mainly_other: 'A', not_sure: 'A' },
  },
  {
    number: 'K20',
    id: 'esm_grant_line',
    line: c('Discount', { supplyType: 'other', net: -100_000, vat: -20_000 }),
    answers: { grant: 'X', discount: 'A', credit_note: 'A' },
  },
  {
    number: 'K23',
    id: 'sai_split_lines_one_job',
    line: nb('Plumbing materials', { saiInvoiceCtx: true }),
    answers: { same_job: 'S', separate_purchase: 'F', not_sure: 'A' },
  },
  {
    number: 'K23',
    id: 'sai_split_lines_one_job',
    line: c('Electrical materials for the above'),
    answers: { same_job: 'S', separate_purchase: 'F', not_sure: 'A' },
  },
  {
    number: 'K24',
    id: 'sai_labour_line_whose_goods',
    line: nb('Windows, labour charged separately'),
    answers: { theirs: 'S', mine_bought_elsewhere: 'F', both: 'A' },
  },
  {
    number: 'K24',
    id: 'sai_labour_line_whose_goods',
    line: c('Oak flooring, labour invoiced separately'),
    answers: { theirs: 'S', mine_bought_elsewhere: 'F', both: 'A' },
  },
  {
    number: 'K25',
    id: 'sai_delivered_or_laid',
    line: nb('Ready-mix concrete', { saiInvoiceCtx: true }),
    answers: { delivered: 'F', laid: 'S', pumped_only: 'S', not_sure: 'A' },
  },
  {
    number: 'K25',
    id: 'sai_delivered_or_laid',
    line: c('Floor screed', { saiInvoiceCtx: true }),
    answers: { delivered: 'F', laid: 'S', pumped_only: 'S', not_sure: 'A' },
  },
  {
    number: 'K26',
    id: 'sai_made_to_measure',
    line: nb('Bespoke staircase', { saiInvoiceCtx: true }),
    answers: { fixed: 'S', delivered_only: 'F', fitted_by_installer_i_paid: 'F' },
  },
  {
    number: 'K26',
    id: 'sai_made_to_measure',
    line: c('Windows made to measure', { saiInvoiceCtx: true }),
    answers: { fixed: 'S', delivered_only: 'F', fitted_by_installer_i_paid: 'F' },
  },
  {
    number: 'K27',
    id: 'sai_retailer_arranged_fitter',
    line: nb('Kitchen units, fitter arranged by us'),
    answers: { retailer: 'S', separate_fitter: 'F', not_sure: 'A' },
  },
  {
    number: 'K27',
    id: 'sai_retailer_arranged_fitter',
    line: c('Oak flooring, recommended installer'),
    answers: { retailer: 'S', separate_fitter: 'F', not_sure: 'A' },
  },
  {
    number: 'K32',
    id: 'sai_materials_bought_for_builder',
    line: nb('Facing bricks, collected by builder'),
    answers: { me: 'F', my_builder: 'X', my_company: 'F', other_name: 'A' },
  },
  {
    number: 'K32',
    id: 'sai_materials_bought_for_builder',
    line: c("Roof tiles on builder's trade account"),
    answers: { me: 'F', my_builder: 'X', my_company: 'F', other_name: 'A' },
  },
  {
    number: 'K37',
    id: 'supplier_vat_registered',
    line: nb('Facing bricks, VAT number applied for'),
    answers: { 'yes_number:GB980780684': 'F', no: 'X' },
  },
  {
    number: 'K37',
    id: 'supplier_vat_registered',
    line: c('Bricklaying labour, VAT number to follow', work5),
    answers: { 'yes_number:GB980780684': 'F', no: 'X' },
  },
  {
    number: 'K35',
    id: 'sai_conflicting_answers',
    line: c('Inverter', fit5),
    after: 'esm_inverter_alone=goods_only;merchant_reduced_rate=supplier_fitted',
    answers: { first: 'A', second: 'A', different_jobs: 'A' },
  },
  // Fact book on the scheme, 7, and fact book on Notice 708, 7.
  {
    number: 'Q07',
    id: 'electrical_item_does',
    line: nb('Electrical unit'),
    answers: { heats_or_ventilates: 'F', warns_or_calls: 'F', lift: 'F', other: 'X', not_sure: 'A' },
  },
  {
    number: 'Q12',
    id: 'blind_operated_how',
    line: c('Window blinds'),
    answers: { manual: 'F', electric: 'X', between_glass: 'F', not_sure: 'A' },
  },
  {
    number: 'Q12',
    id: 'blind_operated_how',
    line: nb('Window blinds', at('2020-10-04')),
    answers: { manual: 'A', electric: 'X', between_glass: 'F', not_sure: 'A' },
  },
  {
    number: 'Q15',
    id: 'garden_build_or_later',
    line: nb('Paving slabs, garden project'),
    answers: { build: 'F', later: 'X', not_sure: 'A' },
  },
  {
    number: 'Q21',
    id: 'fitted_before_completion',
    line: nb('Facing bricks, late invoice', { ...at('2026-05-01'), completionDate: '2026-03-01' }),
    answers: { yes: 'F', no: 'X', not_sure: 'A' },
  },
  {
    number: 'Q21',
    id: 'fitted_before_completion',
    line: c('Plastering, work done before completion', { ...work5, ...at('2026-05-01'), completionDate: '2026-03-01' }),
    answers: { yes: 'F', no: 'X', not_sure: 'A' },
  },
  {
    number: 'Q33',
    id: 'builder_bought_for_you',
    line: nb('Windows bought on your behalf'),
    answers: { agent: 'F', own_account: 'S', not_sure: 'A' },
  },
  {
    number: 'N36',
    id: 'snagging_by_whom',
    line: c('Snagging by another contractor', work5),
    answers: { original: 'R', another_before: 'F', another_after: 'X', not_sure: 'A' },
  },
  { number: 'Q08', id: 'cooker_also_heats', line: nb('Rayburn'), answers: { yes: 'F', no: 'X', not_sure: 'A' } },
  {
    number: 'Q09',
    id: 'powered_item_motor',
    line: nb('Entrance gates'),
    answers: { no_motor: 'F', 'separate_motor:300.00': 'P', built_in: 'X', not_sure: 'A' },
  },
  {
    number: 'Q10',
    id: 'wardrobe_what',
    line: nb('Recess wardrobe'),
    answers: { all_four: 'F', no: 'X', not_sure: 'A' },
  },
  { number: 'Q11', id: 'bathroom_furniture_where', line: nb('Bathroom furniture'), answers: { yes: 'F', no: 'X' } },
  { number: 'Q13', id: 'flooring_surface', line: nb('Underlay'), answers: { hard: 'F', carpet: 'X' } },
  { number: 'Q14', id: 'planting_scheme', line: nb('Trees and shrubs'), answers: { yes: 'F', no: 'X', not_sure: 'A' } },
  { number: 'Q16', id: 'approved_drawings', line: nb('Decking'), answers: { yes: 'A', no: 'X' } },
  { number: 'Q17', id: 'garage_when', line: nb('Conservatory kit'), answers: { yes: 'F', no: 'X', not_sure: 'A' } },
  {
    number: 'Q18',
    id: 'pool_where',
    line: nb('Swimming pool'),
    answers: { inside: 'F', elsewhere: 'X', powered_cover: 'X' },
  },
  {
    number: 'Q19',
    id: 'payment_for_what',
    line: nb('Deposit', other20),
    answers: PAYMENT_FOR_WHAT,
  },
  {
    number: 'Q19',
    id: 'payment_for_what',
    line: nb('Loyalty discount', { ...other20, net: -100_000, vat: -20_000 }),
    after: 'esm_grant_line=discount',
    answers: PAYMENT_FOR_WHAT,
  },
  {
    number: 'Q20',
    id: 'what_was_bought',
    line: nb('Zorblat 4000'),
    answers: { 'described:facing bricks': 'F', not_sure: 'A' },
  },
  {
    number: 'Q20b',
    id: 'mixed_line_split',
    line: nb('Bricks and hammers'),
    answers: { 'claimable_amount:600.00': 'P', none: 'X', not_shown: 'A' },
  },
  {
    number: 'Q20c',
    id: 'rate_and_date',
    line: nb('Facing bricks', { vat: 17_500 }),
    answers: { 'date:2010-06-01': 'F', several_rates: 'A', not_sure: 'A' },
  },
  {
    number: 'Q19b',
    id: 'transport_of_what',
    line: nb('Haulage of timber from Dundalk', other20),
    answers: { own_goods: 'A', goods_of_others: 'X', plant: 'X', waste: 'X', not_sure: 'A' },
  },
  {
    number: 'L07',
    id: 'which_part_of_conversion',
    line: c('Brickwork to extension', work5),
    answers: { stood_before: 'F', new_extension: 'A', 'stood_before_amount:600.00': 'P', both: 'A', not_sure: 'A' },
  },
  {
    number: 'Q25',
    id: 'foreign_vat_goods',
    line: nb('Facing bricks, Irish VAT', { country: 'northern_ireland' }),
    answers: { 'building_materials:200.00': 'A', other: 'X' },
  },
  {
    number: 'Q25b',
    id: 'import_goods_and_papers',
    line: nb('Import VAT', other20),
    answers: { building_materials_with_papers: 'F', other_goods: 'X', no_papers: 'A' },
  },
  {
    number: 'Q26',
    id: 'utility_which_part',
    line: c('New electricity connection', other20),
    answers: { first_connection: 'A', on_site_work: 'S', off_site: 'A', broadband_or_phone: 'X', not_sure: 'A' },
  },
  {
    number: 'Q30',
    id: 'which_building',
    line: c('Re-roofing of the outbuilding', work5),
    answers: { the_home: 'F', other: 'X', 'home_amount:600.00': 'P', shared: 'A' },
  },
  {
    number: 'G30',
    id: 'pool_cover_which',
    line: nb('Indoor pool cover'),
    answers: { all_four: 'F', powered: 'X', outdoors: 'X', not_sure: 'A' },
  },
  {
    number: 'Q31',
    id: 'mirror_which',
    line: nb('Mirror'),
    answers: { plain_bathroom: 'F', cabinet: 'X', other_room_or_lit: 'A' },
  },
  {
    number: 'Q32',
    id: 'lighting_control_what',
    line: nb('Smart switch'),
    answers: { fixed_gear: 'F', handset_or_av: 'X', both: 'A' },
  },
  {
    number: 'Q34',
    id: 'reverse_charge_end_user',
    line: nb('Bricklaying, reverse charge applies', work20),
    answers: { yes: 'A', no: 'A' },
  },
  {
    number: 'Q38',
    id: 'design_and_build_contract',
    line: c('Design and build contract', fit5),
    answers: { one_contract: 'F', separate: 'A', not_sure: 'A' },
  },
  {
    number: 'G02',
    id: 'blind_invoice_date',
    line: nb('Roller blind', at('2020-09-01')),
    answers: { 'date:2021-06-01': 'F', before: 'A' },
  },
  { number: 'G34', id: 'planning_condition', line: nb('Bat box'), answers: { yes: 'F', no: 'X', not_sure: 'A' } },
  { number: 'G43', id: 'fixed_and_usual', line: nb('Radiator cover'), answers: { yes: 'A', no: 'X', not_sure: 'A' } },
  { number: 'G45', id: 'goods_went_in', line: nb('Spare roof tiles'), answers: { yes: 'F', no: 'X', not_sure: 'A' } },
  {
    number: 'S12',
    id: 'part_of_works_contract',
    line: c('Skip hire', { ...hire20, vat: 5_000 }),
    answers: { yes: 'F', no: 'A', not_sure: 'A' },
  },
  {
    number: 'S18',
    id: 'security_guards_or_works',
    line: nb('Site security', work20),
    answers: { fencing: 'S', guards: 'A' },
  },
];

/** Of an invoice whose lines are decided: no line raises it, and its answers leave the line as it is. */
export const ANSWERED: Asked[] = [
  {
    number: 'K36',
    id: 'supplier_wrong_rate_contact',
    line: c('Bricklaying labour', work20),
    answers: { not_yet: 'S', corrected_received: 'S', refused: 'S', ceased_trading: 'S' },
  },
];
