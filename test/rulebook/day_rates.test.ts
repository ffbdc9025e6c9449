import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

const reduced = { route: 'self_build_431c', net: 10000, vat: 500 } as const;
const treatmentOf = async (text: string, supplyType: 'other' | 'labour' | 'supply_and_install') =>
  (await classify({ text, supplyType, ...reduced })).classification.treatment;

describe('power, gas and water used on site, priced at a day, night or unit rate', () => {
  it.each([
    'Electric used during build, 1,842 kWh day rate',
    'Power consumption plot 3, day rate 812 kWh',
    'Water used during construction, 41m3 day rate',
    'Day rate electric 400 kWh',
    'Elec. used on plot 1,204 kWh @ 31p day rate',
  ])('is no labour: %s', async (text) => {
    for (const stated of ['other', 'labour', 'supply_and_install'] as const)
      expect(await treatmentOf(text, stated)).toBe('not_reclaimable');
  });

  it.each(['Zorblat day rate', 'Zorblat bill Mar to Apr, day rate'])(
    'is asked about where nothing says of what: %s',
    async (text) => {
      expect(await treatmentOf(text, 'other')).toBe('needs_answer');
      expect(await treatmentOf(text, 'supply_and_install')).toBe('needs_answer');
    },
  );

  it.each(['Mini digger day rate x 8', 'Architect day rate', 'Generator, day rate', 'Day rate 28.4p'])(
    'is no labour where a machine, another service or nothing is named: %s',
    async (text) => {
      for (const stated of ['other', 'supply_and_install'] as const)
        expect(await treatmentOf(text, stated)).not.toBe('reclaimable');
    },
  );

  it.each(['Bricklayer day rate', 'Our lads, day rate', 'Electrical day rate, labour 3.5 days'])(
    'is labour where men are named: %s',
    async (text) => {
      expect(await treatmentOf(text, 'other')).toBe('reclaimable');
    },
  );
});
