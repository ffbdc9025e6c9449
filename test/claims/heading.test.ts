import { describe, expect, it } from 'vitest';
import { headingOf } from '../../src/claims/heading.js';
import { rulebook } from '../rulebook/book.js';

const of = async (...notes: string[]) => headingOf(await rulebook(), notes);

describe('what a document says outside its lines of how they were supplied', () => {
  it.each([
    ['To supply and fit the following to new dwelling:', 'To supply and fit the following to new dwelling:'],
    ['Re: Supply and installation of en-suite, new house', 'Supply and installation of en-suite, new house'],
    ['Works completed: joinery to ground floor', 'To carry out works: joinery to ground floor'],
    ['Prices include delivery and fitting.', 'Prices include delivery and fitting.'],
    ['Prices include installation by our own fitters.', 'Prices include installation by our own fitters.'],
    ['Price includes removal of old windows and fitting.', 'Price includes removal of old windows and fitting.'],
    ['Fully fitted price.', 'Fully fitted price.'],
    ['Fitting included', 'Fitting included'],
    ['Including fitting and VAT', 'Including fitting and VAT'],
    [
      'All windows to be fitted by our own installers w/c 7 July.',
      'All windows to be fitted by our own installers w/c 7 July.',
    ],
    ['Windows fitted 12 June 2025', 'Windows fitted 12 June 2025'],
    [
      'Installed 12/06/2025. FENSA certificate enclosed.',
      'Supplied and fitted: Installed 12/06/2025. FENSA certificate enclosed.',
    ],
  ])('is heard: %s', async (note, heading) => {
    expect(await of('Marsh Joinery Ltd', note, 'Payment within 14 days')).toBe(heading);
  });

  it.each([
    'Suppliers and installers of fine kitchens',
    'Please check all goods before fitting.',
    'No claims can be accepted once tiles have been laid.',
    'Prices do not include fitting.',
    'Supply only, fitting by others',
    'Installation address as above',
    'Labour',
    'Supply and delivery of aggregates since 1962',
    'Windows to be fitted by others',
    'Price includes delivery; fitting by your own builder',
    'Fitting instructions included',
    'Fitting kit included',
    'Goods supplied and fitted cannot be returned.',
    'All prices include VAT. Fitting available at extra charge.',
    'We cannot accept claims for materials that are fully installed',
    'Includes fixing screws and plugs',
    'Including installation manual',
    'Cost includes all fixing materials',
    'Fully fitted kitchens and bathrooms',
    'Guarantee is void should the product be installed by our competitors',
    'Fitted 100 mm centres',
    'Underfloor pipe to be laid 10-20 cm apart',
  ])('is not made of what only sounds like it: %s', async (note) => {
    expect(await of(note)).toBeNull();
  });

  it('holds each of several notes once', async () => {
    const note = 'To supply and fit the following:';
    expect(await of(note, note, 'Prices include full installation')).toBe(`${note}. Prices include full installation`);
  });
});
