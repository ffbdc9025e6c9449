import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

describe('a name printed noun first is the same name', () => {
  it.each([
    ['Valve, isolating 15mm', 'reclaimable'],
    ['Seal, bottom, for 8mm glass shower screen, 1m', 'reclaimable'],
    ['Tape, double sided, for radon barrier, 50mm x 10m', 'reclaimable'],
    ['Handle, chrome, for car door', 'not_reclaimable'],
    ['Stain for front door', 'reclaimable'],
    ['Stain for next door', 'needs_answer'],
    ['Lock for shed door', 'not_reclaimable'],
    ['Door, internal oak', 'reclaimable'],
    ['Tile, ridge', 'reclaimable'],
    ['Wire, barbed', 'not_reclaimable'],
    ['Machine, washing', 'not_reclaimable'],
    ['Garage door, operator', 'not_reclaimable'],
    ['Garage door, no operator', 'reclaimable'],
    ['Garage door, without operator', 'reclaimable'],
    ['Blade, saw', 'not_reclaimable'],
    ['Cylinder, gas 47kg', 'not_reclaimable'],
    ['Aerial, TV, 48 element', 'reclaimable'],
    ['Switch - light 2 gang', 'reclaimable'],
    ['Adapter - travel', 'not_reclaimable'],
    ['Gun - silicone', 'not_reclaimable'],
    ['Lead - dog', 'not_reclaimable'],
    ['Vacuum, central, fixed power unit', 'reclaimable'],
    ['Detector, smoke, 230V', 'reclaimable'],
    ['Battery, alkaline, pack of 2', 'not_reclaimable'],
    ['Inverter, hybrid 5kW', 'needs_answer'],
    ['Tile, carpet', 'not_reclaimable'],
    ['Notice - hard hat', 'not_reclaimable'],
    ['Ladder, loft, timber', 'reclaimable'],
    ['Column, lighting, 5m', 'needs_answer'],
    ['Recorder, digital video, 16 channel', 'not_reclaimable'],
    ['Grass, artificial, 32mm pile, 4x8m', 'not_reclaimable'],
    ['Call unit, warden, flush mounted', 'reclaimable'],
    ['Print, limited edition, signed and framed', 'not_reclaimable'],
    ['Lintel, steel, cavity, 1500mm', 'reclaimable'],
    ['Sink, kitchen, granite, 1.5 bowl', 'reclaimable'],
    ['Spacers, tile, cross, 2mm, bag 500', 'not_reclaimable'],
    ['Mixer, forced action, 120 litre, purchased', 'not_reclaimable'],
    ['Tax, packaging, plastic, per tonne', 'not_reclaimable'],
    ['Door, garage, electric, roller, motor in barrel', 'not_reclaimable'],
  ])('%j is %s', async (text, treatment) => {
    expect((await classify({ text })).classification.treatment).toBe(treatment);
  });

  it.each([
    'Brick, trowel',
    'Tile, cutter',
    'Paint, brush',
    'Roofing, slate',
    'Formblok, column',
    'Zedlift, roof window',
  ])('%j stays a list of two things', async (text) => {
    expect((await classify({ text })).classification.treatment).toBe('needs_answer');
  });

  it.each([
    ['Alarm - wired intruder panel 8 zone', 'reclaimable'],
    ['Boards - 22mm T&G P5 moisture resistant', 'reclaimable'],
    ['Cable, SWA 10mm 3 core', 'reclaimable'],
    ['Fan - bathroom extractor', 'reclaimable'],
    ['Underlay - carpet 10mm', 'not_reclaimable'],
    ['Audio - multi-room streaming amp 2 zone', 'not_reclaimable'],
  ])('%j: what follows the noun says which it is', async (text, treatment) => {
    expect((await classify({ text })).classification.treatment).toBe(treatment);
  });

  it.each(['Gate, side gate and posts', 'Notice - wet floor area'])(
    '%j does not take the first word for the noun of the second',
    async (text) => {
      expect((await classify({ text })).classification.treatment).toBe('needs_answer');
    },
  );
});

describe('a noun for what its name begins with', () => {
  it.each([
    ['Trap for bath', 'reclaimable'],
    ['Waste for basin', 'reclaimable'],
    ['Post for fence', 'reclaimable'],
    ['Handle for dishwasher', 'not_reclaimable'],
    ['Light for bicycle', 'not_reclaimable'],
    ['Cabinet for TV', 'not_reclaimable'],
    ['Trap for mouse', 'not_reclaimable'],
    ['Doors for wardrobe', 'needs_answer'],
  ])('%s: %s', async (text, treatment) => {
    expect((await classify({ text })).classification.treatment).toBe(treatment);
  });
});
