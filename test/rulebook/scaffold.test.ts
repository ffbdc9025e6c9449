import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

const ONE_PRICE = [
  'Scaffolding to house - erect, hire 8 weeks and dismantle',
  'Supply, erect and dismantle scaffold to new build, 10 weeks hire included',
  'Erect and dismantle independent scaffold inc 6 weeks hire',
  'Scaffold - put up, hire & take down',
  'Scaffolding all elevations inc. first 8 weeks and taking down',
  'Scaffolding, one inclusive price to erect, leave in place and dismantle',
  'Provide scaffold for roofing works, 6 weeks, and dismantle on completion',
  "Independent scaffold round house, put up, 10 weeks' use, take down",
];
const HIRE_APART = [
  'Scaffold: erect & dismantle only, hire billed separate',
  'Put up and strike independent scaffold, 4 elevations (hire period invoiced separately)',
  'Scaffolders: put up & strike only (rental on separate invoice)',
];
const treatmentOf = async (text: string, route: 'self_build_431nb' | 'self_build_431c', percent: number) =>
  (await classify({ text, route, supplyType: 'supply_and_install', net: 100000, vat: 1000 * percent })).classification
    .treatment;

/** decisions.md section (e): K31 splits one price; putting up and taking down priced apart from hire is a service. */
describe('scaffolding', () => {
  it.each(ONE_PRICE)('in one price with its hire: %s', async (text) => {
    expect(await treatmentOf(text, 'self_build_431nb', 20)).toBe('needs_answer');
    expect(await treatmentOf(text, 'self_build_431c', 20)).toBe('not_reclaimable');
    expect(await treatmentOf(text, 'self_build_431c', 5)).toBe('needs_answer');
  });

  it.each(HIRE_APART)('put up and taken down, its hire priced apart: %s', async (text) => {
    expect(await treatmentOf(text, 'self_build_431nb', 20)).toBe('supplier_correction');
    expect(await treatmentOf(text, 'self_build_431c', 20)).toBe('needs_answer');
  });
});
