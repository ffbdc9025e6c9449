import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesClaimants } from '../../src/claims/claimant_names.js';
import { rulebook } from '../rulebook/book.js';

const words = (await rulebook()).evidence.names;

describe('the name of a customer', () => {
  it.each([
    ['John Smith', ['John Smith']],
    ['MR J SMITH', ['John Smith']],
    ['J. Smith', ['John Smith']],
    ['Smith, John', ['John Smith']],
    ['SMITH JOHN', ['John Smith']],
    ['Mr Smith', ['John Smith']],
    ['Mr & Mrs Smith', ['John Smith', 'Jane Smith']],
    ['Mr and Mrs J Smith', ['John Smith', 'Jane Smith']],
    ['John & Jane Smith', ['Jane Smith', 'John Smith']],
    ['John Smith and Mary Jones', ['Mary Jones', 'John Smith']],
    ['J Smith & M Jones', ['John Smith', 'Mary Jones']],
    ['J P Smith', ['John Paul Smith']],
    ['JP Smith', ['John Paul Smith']],
    ['John Paul Smith', ['John Smith']],
    ["Dr. Siobhán O'Neill", ['Siobhan O’Neill']],
    ['Mary Smith-Jones', ['Mary Smith Jones']],
    ['Mr John Smith', ['Mr J. Smith']],
    ["St Mary's PCC", ['St. Mary’s PCC']],
    ['John Smith', ['John & Jane Smith']],
  ])('%s is among %j', (customer, claimants) => {
    expect(namesClaimants(customer, claimants, words)).toBe(true);
  });

  it.each([
    ['Jane Smith', ['John Smith']],
    ['John Jones', ['John Smith', 'Mary Jones']],
    ['Smith Developments Ltd', ['John Smith']],
    ['Jewson Ltd', ['John Smith']],
    ['John', ['John Smith']],
    ['John Smith & Acme Builders', ['John Smith']],
    ['Mr J', ['John Smith']],
    ['Mr & Mrs', ['John Smith']],
    ['', ['John Smith']],
    ['John Smithson', ['John Smith']],
    ['P Smith', ['John Paul Smith']],
  ])('%j is not among %j', (customer, claimants) => {
    expect(namesClaimants(customer, claimants, words)).toBe(false);
  });

  const SITE = 'Long Barn, Lower Farm, Bromyard HR7 4XX';
  const OURS = ['Jo Marsh', 'Alex Marsh'];

  it.each([
    'Jo & Alex Marsh, Plot 3 Orchard Way',
    'Mrs A Marsh Long Barn Lower Farm Bromyard HR7 4XX',
    'Mrs A Marsh Long Barn Bromyard',
    'A Marsh, Long Barn HR7 4XX',
    'Alex Marsh\nLong Barn\nBromyard',
    'Marsh, Alex, Long Barn',
    'Mr Marsh (Long Barn), Bromyard HR7 4XX',
    'Alex Marsh, Jo Marsh, 3 Orchard Way, Ledbury',
    'Mr J & Mrs A Marsh, Lower Farm, Bromyard',
  ])('%j names a claimant with an address', (customer) =>
    expect(namesClaimants(customer, OURS, words, SITE)).toBe(true),
  );

  it.each([
    'Alex Marsh Ltd',
    'Alex Marsh, Marsh Builders Ltd, Long Barn',
    'Alex Marsh Builders, Long Barn',
    'Tom Marsh, Long Barn',
    'Alex Marsh, Tom Lane, 12 High Street',
    'Alex Marsh, Tom Marsh, Long Barn',
    'Alex Marsh, Long Barn, and Dave Hodge',
    'Alex Marsh, c/o D Powell, 22 Bridge St',
    'Alex Marsh Powell 22 Bridge St',
    'Dave Hodge, Long Barn, Bromyard HR7 4XX',
    'D Powell Long Barn Lower Farm Bromyard',
    'Long Barn, Bromyard HR7 4XX',
  ])('%j names somebody else', (customer) => expect(namesClaimants(customer, OURS, words, SITE)).toBe(false));

  it('is found whatever its case, titles and order, and whoever else claims', () => {
    const names = ['John Smith', 'Mary Anne Jones', 'Siân Bevan', 'Peter van Dyke', 'Ola Wood'];
    const name = fc.constantFrom(...names);
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1 }),
        fc.uniqueArray(name),
        fc.constantFrom('', 'Mr ', 'Dr. ', 'MRS '),
        fc.constantFrom(' & ', ' and ', '&'),
        fc.boolean(),
        (named, others, title, between, upper) => {
          const customer = named.map((n) => title + n).join(between);
          const claimants = [...others, ...named];
          expect(namesClaimants(upper ? customer.toUpperCase() : customer, claimants, words)).toBe(true);
          const strangers = names.filter((n) => !claimants.includes(n));
          for (const stranger of strangers)
            expect(namesClaimants(`${customer}${between}${stranger}`, claimants, words)).toBe(false);
        },
      ),
    );
  });
});
