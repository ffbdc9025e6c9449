import { describe, expect, it } from 'vitest';
import { classify } from './book.js';

describe('what a line says of the seller, the customer and the country makes no claim', () => {
  it.each([
    ['Oak beam 3m, unregistered seller, VAT added', 'not_reclaimable'],
    ['Facing bricks, VAT charged though seller is unregistered', 'not_reclaimable'],
    ["Facing bricks off a man who isn't VAT registered", 'not_reclaimable'],
    ['Facing bricks from an unregistered outfit', 'needs_answer'],
    ['Radiators, customer on invoice is the main contractor', 'not_reclaimable'],
    ['Radiators, invoice made out to the plumber', 'needs_answer'],
    ['Facing bricks, Smith Builders Ltd', 'not_reclaimable'],
    ['Radiators, billed to J Smith Builders', 'needs_answer'],
    ['Radiators charged to our builder', 'needs_answer'],
    ['Facing bricks, bought by the developer', 'needs_answer'],
    ['Facing bricks, paid for by my company', 'needs_answer'],
    ['Copper pipe, customer Hall Heating Ltd', 'needs_answer'],
    ['Copper pipe on account of the electrician', 'needs_answer'],
    ['Copper pipe for the main contractor', 'needs_answer'],
    ['Copper pipe, sold to: Acme Homes Ltd', 'needs_answer'],
    ['Facing bricks, invoiced to Mr Barnes', 'reclaimable'],
    ['Facing bricks billed to you', 'reclaimable'],
    ['Radiators supplied by Hall Heating Ltd', 'reclaimable'],
    ['uPVC windows, DDS 20%', 'not_reclaimable'],
    ['uPVC windows, Estonian VAT 20%', 'not_reclaimable'],
    ['French oak flooring, VAT 20%', 'reclaimable'],
  ])('%j is %s', async (text, treatment) => {
    expect((await classify({ text })).classification.treatment).toBe(treatment);
  });
});

describe('what is said to stay in the building, or to be taken out again', () => {
  it.each([
    ['Shuttering ply', 'needs_answer'],
    ['Shuttering ply, left in under slab', 'reclaimable'],
    ['Shuttering ply, stripped and re-used', 'not_reclaimable'],
    ['Shuttering ply, not left in', 'not_reclaimable'],
  ])('%j is %s', async (text, treatment) => {
    expect((await classify({ text })).classification.treatment).toBe(treatment);
  });
});
