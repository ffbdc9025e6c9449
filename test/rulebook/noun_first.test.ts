import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

describe('a name printed noun first is the same name', () => {
  it.each([
    ['Valve, isolating 15mm', 'reclaimable'],
    ['Door, internal oak', 'reclaimable'],
    ['Tile, ridge', 'reclaimable'],
    ['Wire, barbed', 'not_reclaimable'],
    ['Machine, washing', 'not_reclaimable'],
    ['Blade, saw', 'not_reclaimable'],
    ['Cylinder, gas 47kg', 'not_reclaimable'],
  ])('%j is %s', async (text, treatment) => {
    expect((await classify({ text })).classification.treatment).toBe(treatment);
  });

  it.each(['Brick, trowel', 'Tile, cutter', 'Paint, brush'])('%j stays a list of two things', async (text) => {
    expect((await classify({ text })).classification.treatment).toBe('needs_answer');
  });
});
