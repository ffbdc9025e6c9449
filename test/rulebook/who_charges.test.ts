import { describe, expect, it } from 'vitest';
import type { Line } from '../../src/rulebook/line.js';
import { classify } from './book.js';

async function decided(text: string, more: Partial<Line> = {}) {
  return (await classify({ text, supplyType: 'other', net: 6_000, vat: 1_200, ...more })).classification.treatment;
}

describe('before a colon stands who charges for what no claim covers', () => {
  it.each([
    ['Octopus: electricity used on site', 'not_reclaimable'],
    ['Brakes: sandwich platters for site crew', 'not_reclaimable'],
    ['Westminster CC: suspended bay for concrete wagon', 'not_reclaimable'],
    // The name of a water company alone tells of a first connection.
    ['United Utilities: joining public sewer', 'needs_answer'],
    ['Octopus: facing bricks', 'needs_answer'],
  ])('%j is %s', async (text, treatment) => {
    expect(await decided(text)).toBe(treatment);
  });
});

describe('VAT of a kind, named before the goods, is what the line is about', () => {
  it.each([
    ['Import VAT floor tiles - C79', 'reclaimable'],
    ['Import VAT washing machine - C79', 'not_reclaimable'],
    ['Import VAT floor tiles', 'needs_answer'],
    ['UPS receipt for import VAT, engineered oak flooring', 'reclaimable'],
  ])('%j is %s', async (text, treatment) => {
    expect(await decided(text)).toBe(treatment);
  });

  it.each([
    'Basin from a Slovak factory c/w waste, DPH 20% on invoice',
    'Windows, PVM 21%',
    'Oak flooring, Austrian VAT 20%',
    'Roof slates, VAT of a member State',
    'Timber, Slovenian tax',
    'Doors, VAT in Portugal',
  ])('%j is of another country', async (text) => {
    expect(await decided(text, { supplyType: 'materials' })).toBe('not_reclaimable');
  });
});

describe('what goes back, is over or lost is not built in', () => {
  it.each([
    ['Marshalls pallets x 4, credited on return', 'needs_answer'],
    ['Ibstock pallets x 4, credited on return', 'needs_answer'],
    ['what the shipping agent charged to clear the windows through customs at the port', 'not_reclaimable'],
    ['Floor tiles x 2 boxes - overs, not rtnd', 'needs_answer'],
    ['Vaillant ecoTEC plus, re-supplied after the first was taken from site', 'needs_answer'],
  ])('%j is %s', async (text, treatment) => {
    expect(await decided(text, { supplyType: 'materials' })).toBe(treatment);
  });
});
