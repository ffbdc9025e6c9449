import { describe, expect, it } from 'vitest';
import { type InvoiceHeading, invoiceContext, type LineContext } from '../../src/claims/invoice_context.js';
import { classify, line, rulebook } from '../rulebook/book.js';

async function contexts(texts: readonly string[], heading?: InvoiceHeading): Promise<LineContext[]> {
  return invoiceContext(await rulebook(), texts, heading);
}

/** Whether the rest of the invoice says that the first line was fitted, or belongs to an energy-saving job. */
async function flags(texts: readonly string[], heading?: string): Promise<string> {
  const [first] = await contexts(texts, heading === undefined ? {} : { heading });
  if (first === undefined) return 'no line';
  return [first.esmInvoiceCtx && 'energy saving', first.saiInvoiceCtx && 'fitted'].filter(Boolean).join(', ') || 'none';
}

describe('the other lines speak of an energy-saving job', () => {
  it.each([
    [
      'another line names a listed product and says that it was installed',
      ['Copper pipe', 'ASHP supplied and installed'],
    ],
    [
      'one line names the product, another the work',
      ['Copper pipe', 'Vaillant aroTHERM 7kW', 'Labour to install, 2 days'],
    ],
    ['the line itself has the words of work', ['Copper pipe supplied and fitted', 'Solar PV panels x 12']],
  ])('%s', async (_why, texts) => {
    expect(await flags(texts)).toContain('energy saving');
  });

  it.each(['ASHP installation', 'Solar PV + battery install'])('the heading does: %s', async (heading) => {
    expect(await flags(['Copper pipe', 'Cable'], heading)).toContain('energy saving');
  });

  it.each([
    ['a merchant lists insulation among other goods', ['Facing bricks', 'Celotex GA4100 100mm', 'Delivery to site']],
    ['only words of advertising', ['Copper pipe', 'Eco A-rated energy saving radiators', 'Labour 2 days']],
    ['a gas boiler is not on the list', ['Copper pipe', 'Worcester Bosch 30i combi boiler', 'Labour 2 days']],
    ['windows are not on the list', ['Silicone', 'Supply & fit aluminium windows']],
    ['only the line itself names the product', ['Heat pump supplied and installed', 'Copper pipe']],
    ['a valuation of whole works', ['Copper pipe', 'Barn conversion works valuation 4', 'ASHP install']],
  ])('not when %s', async (_why, texts) => {
    expect(await flags(texts)).not.toContain('energy saving');
  });

  it('not when the heading is of a valuation of whole works', async () => {
    const texts = ['Copper pipe', 'ASHP install'];
    expect(await flags(texts)).toContain('energy saving');
    expect(await flags(texts, 'Interim valuation no 4')).not.toContain('energy saving');
  });
});

describe('the other lines speak of fitting by the same supplier', () => {
  it.each([
    ['labour', ['Copper pipe', 'Labour 2 days']],
    ['fitting', ['Oak doors', 'Labour to hang doors']],
    ['carriage with fitting', ['Oak worktop 3m', 'Delivery and installation, 4 days, two fitters']],
    ['carriage with assembly', ['Oak worktop 3m', 'Delivery and assembly']],
    ['commissioning', ['Copper pipe', 'Commissioning of boiler']],
    ['supply and fit', ['Silicone', 'Supply & fit aluminium windows']],
    ['works by stage', ['Roof tiles', 'Stage payment 3']],
    ['an opening verb of work', ['Roof tiles', 'Lay foul drains']],
    ['fitting of goods', ['uPVC windows', 'Fitting of windows']],
    ['goods with fitting after them', ['Oak floor', 'oak floor fitting']],
    ['goods with fitting after a dash', ['uPVC windows', 'Windows - fitting']],
    ['fixing', ['uPVC windows', 'Fixing of windows']],
    ['fitting of an appliance', ['Kitchen units', 'Fitting of oven']],
    ['a visit that may be work', ['uPVC windows', 'Engineer visit']],
  ])('%s', async (_why, texts) => {
    expect(await flags(texts)).toContain('fitted');
  });

  it.each(['Interim valuation no 4', 'Final account', 'Stage payment 2'])('the heading does: %s', async (heading) => {
    expect(await flags(['Roof tiles', 'Battens'], heading)).toContain('fitted');
  });

  it.each([
    ['delivery', ['Roof tiles', 'Delivery']],
    ['delivery to where the works are', ['Roof tiles', 'Delivery to installer']],
    ['delivery to a yard', ['Roof tiles', 'Delivery to fitting yard']],
    ['hire', ['Roof tiles', 'Mini digger hire, 1 week']],
    ['a skip', ['Roof tiles', '8 yard skip']],
    ['design', ['Roof tiles', 'Architect drawings']],
    ['a line marked by others', ['Roof tiles', 'Windows, fitting by others']],
    ['other goods', ['Roof tiles', 'Battens']],
    ['what goods are for', ['Roof tiles', 'PIR board for fitting between rafters']],
    ['goods that say how they are fitted', ['Roof tiles', 'Water softener, plumbed in']],
    ['itself alone', ['Supply & fit aluminium windows', 'Silicone']],
  ])('not for %s', async (_why, texts) => {
    expect(await flags(texts)).not.toContain('fitted');
  });

  it('not when the heading says supply only', async () => {
    expect(await flags(['Roof tiles', 'Labour 2 days'], 'Supply only')).not.toContain('fitted');
  });
});

describe('how goods were supplied, the heading in view', () => {
  const supplied = async (texts: readonly string[], heading: string) =>
    (await contexts(texts, { heading })).map((c) => c.supplyType);

  it('a heading of work makes goods below it part of the work', async () => {
    expect(await supplied(['Roof tiles', 'Battens'], 'Supply and fit new roof')).toEqual([
      'supply_and_install',
      'supply_and_install',
    ]);
  });

  it('a heading of supply alone is good for every line, unless one charges for work', async () => {
    expect(await supplied(['Roof tiles', 'Zorblats'], 'Supply only')).toEqual(['materials', 'materials']);
    expect((await supplied(['Roof tiles', 'Labour 2 days'], 'Supply only'))[0]).toBe('supply_and_install');
  });
});

describe('goods told as a job that was done', () => {
  const first = async (...texts: string[]) => (await contexts(texts))[0]?.supplyType;

  it.each([
    'Air source heat pump complete',
    'Flat roof, GRP, complete',
    'Guttering to whole house',
    'Closed cell spray foam 100mm to rafters',
    'Monocouche render to all elevations',
  ])('are of a supply that nobody stated where nothing else is sold: %s', async (text) => {
    expect(await first(text)).toBe('other');
    const { question, classification } = await classify({ text, supplyType: 'other', net: 100_000, vat: 20_000 });
    expect(classification.treatment).toBe('needs_answer');
    expect(question).not.toBeNull();
  });

  it.each([
    ['Guttering to whole house', 'Plasterboard 12.5mm'],
    ['Close coupled WC complete with seat'],
    ['LED strip 5m with driver 100W'],
    ['Guttering to whole house, supply only'],
  ])('are goods where others are, or where their words say so: %s', async (...texts) => {
    expect(await first(...texts)).toBe('materials');
  });
});

describe('goods said to be supplied alone beside fitting of the same firm', () => {
  const first = async (...texts: string[]) => (await contexts(texts))[0]?.supplyType;

  it.each(['Fit windows', 'Fitting windows', 'Window fitting', 'Labour 2 days'])(
    'are asked about beside %s',
    async (work) => {
      const [windows] = await contexts(['Windows supply only', work]);
      const { classification, question } = await (await rulebook()).classify(
        line({ text: 'Windows supply only', supplyType: windows?.supplyType, saiInvoiceCtx: windows?.saiInvoiceCtx }),
      );
      expect([classification.treatment, question?.id]).toEqual(['needs_answer', 'sai_who_fitted']);
    },
  );

  it.each([
    ['Oak internal doors x9 supply only', 'Hanging of 9 doors'],
    ['Oak internal doors x9 supply only', 'Labour: hang doors'],
    ['Porcelain tiles 48m2, supply only', 'Tiling to bathrooms'],
    ['Roller blinds manual, supply only x9', 'Measuring & fitting of blinds'],
    ['Plantation shutters (manual), supply only', 'Survey, measure and fit'],
    ['Close board fence panels & posts supply only', 'Erect fencing to boundary'],
    ['Bath suite, supply only', 'Survey and fitting'],
    ['Downlights x40 supply only', 'First and second fix electrics'],
    ['Trade emulsion supply only', 'Decorating throughout'],
  ])('%s are asked about beside %s', async (goods, work) => {
    expect(await first(goods, work)).toBe('labour');
  });

  it.each(['Groundworks stage 2', 'Bricks', 'Doors supplied and fitted', 'Delivery'])(
    'stay goods beside %s',
    async (other) => {
      expect(await first('Windows supply only', other)).toBe('materials');
    },
  );
});

describe('what somebody stated of another line', () => {
  it.each(['labour', 'supply_and_install'] as const)('%s counts where its words say nothing', async (supplyType) => {
    const texts = ['uPVC windows', '12 hours @ £35'];
    expect((await contexts(texts))[0]).toMatchObject({ supplyType: 'materials', saiInvoiceCtx: false });
    expect((await contexts(texts, { stated: [undefined, supplyType] }))[0]).toMatchObject({
      supplyType: 'supply_and_install',
      saiInvoiceCtx: true,
    });
  });

  it('makes no work of goods', async () => {
    expect((await contexts(['uPVC windows', 'Bricks'], { stated: [undefined, 'labour'] }))[0]?.saiInvoiceCtx).toBe(
      false,
    );
  });
});

describe('a line that no word explains', () => {
  const fitted = async (text: string, belowStandard: boolean) =>
    (await contexts(['uPVC windows', text], { belowStandard: [false, belowStandard] }))[0]?.saiInvoiceCtx;

  it.each(['Assembly', '12 hours @ £35', 'Time on site', 'Works as quoted', 'Mounting of windows'])(
    'may be work where it bears less VAT than goods: %s',
    async (text) => {
      expect(await fitted(text, true)).toBe(true);
    },
  );

  it.each(['Bricks', 'Delivery', 'Site survey', 'Windows, fitting by others'])(
    'is not one that says what it is: %s',
    async (text) => {
      expect(await fitted(text, true)).toBe(false);
    },
  );

  it('bears the VAT of goods', async () => {
    expect(await fitted('Zorblats', false)).toBe(false);
  });
});

describe('goods whose names sound like work', () => {
  it.each(['Roof fixings', 'Ridge tile fixings', 'Skirting fixings'])('%s', async (text) => {
    const [fixings, goods] = await contexts([text, 'Softwood joists C24']);
    expect(fixings?.supplyType).toBe('materials');
    expect(goods?.supplyType).toBe('materials');
  });

  it('“fixed” after a comma says how they are made, or what was done', async () => {
    const [rooflight, goods] = await contexts(['Rooflight, fixed', 'Softwood joists C24']);
    expect(rooflight).toMatchObject({ supplyType: 'materials' });
    expect(goods?.supplyType).toBe('materials');
    expect((await contexts(['Rooflight, fixed']))[0]?.supplyType).toBe('other');
  });
});

describe('goods beside building work', () => {
  it.each([
    ['work that names no goods', ['Facing bricks', 'Bricklayer 3 days'], 'supply_and_install'],
    ['the work of a trade', ['Roof tiles', 'Re-roofing labour'], 'supply_and_install'],
    ['the fitting of goods that are never part of the home', ['Facing bricks', 'Carpet fitting'], 'materials'],
    ['such goods, supplied and fitted', ['Plasterboard', 'Supply and fit curtains'], 'materials'],
    ['the fitting of goods of another kind', ['Gas boiler 30kW', 'Fitting of radiators'], 'materials'],
  ] as const)('are read by %s', async (_what, texts, supplyType) => {
    expect((await contexts(texts))[0]?.supplyType).toBe(supplyType);
  });
});

describe('what was done to goods is told right after their name', () => {
  it.each([
    'Handrails bolted down',
    'Handrails x 2 bolted down',
    'Kerbs set',
    'Patio slabs down',
    'Plasterboard up ready for skim',
    'Towel rail up',
    'Pipes lagged',
    'Staircase, 1 day',
    'Solar panels up on roof',
    'Gutters and downpipes up',
    'Extractor fan in',
    'Oak frame pegged and up',
    'Floor joists in and noggins cut',
    'Timber stud walls up',
    'Boiler on wall and fired up',
    'Slates on, ridge bedded',
  ])('%s: not goods alone', async (text) => {
    const [context] = await contexts([text]);
    expect(context?.supplyType).not.toBe('materials');
  });

  it.each([
    'Door lever set',
    'Flashing for tiles up to 120mm',
    'Outdoor wall light up/down',
    'Roca Gap back to wall pan',
    'Architrave set',
    'Concrete edging on pallet',
    'Central vacuum pipe, 3 inlets (built in)',
  ])('%s: goods', async (text) => {
    const [context] = await contexts([text]);
    expect(context?.supplyType).toBe('materials');
  });
});

describe('goods that bear less VAT than the same goods sold alone', () => {
  it('may be the fitting of others on their invoice', async () => {
    const texts = ['Oak flooring 40m2', 'Oak floor 40m2'];
    expect(await contexts(texts, { belowStandard: [false, true] })).toMatchObject([{ saiInvoiceCtx: true }, {}]);
    expect(await contexts(texts)).toMatchObject([{ saiInvoiceCtx: false }, {}]);
  });
});

describe('goods named after the work that they are for', () => {
  it.each(['Kitchen fitting kit', 'Flue installation pack'])('%s', async (text) => {
    expect(await contexts([text])).toMatchObject([{ supplyType: 'materials' }]);
  });
});

describe('a supplier called after the work of a trade may have fitted his goods', () => {
  it.each(['J Rudd Electrical', 'Wychwood Joinery Ltd', "PENFRO ROOFING & Sons'", 'Tom Aldous Building & Conversion'])(
    '%s',
    async (supplierName) => {
      expect(await contexts(['Oak handrail', 'Facing bricks'], { supplierName })).toMatchObject([
        { supplyType: 'other', because: `${supplierName} may have fitted it` },
        { supplyType: 'other' },
      ]);
    },
  );

  it.each([
    'Burton Roofing Merchants',
    'Plumbing & Heating Supplies Ltd',
    'Castlegate Timber',
    'Howdens Joinery',
    'The Flooring Shop',
  ])('not %s', async (supplierName) => {
    expect(await contexts(['Oak handrail'], { supplierName })).toMatchObject([{ supplyType: 'materials' }]);
  });

  it('unless the line or the heading says supplied alone', async () => {
    const supplierName = 'Wychwood Joinery';
    expect(await contexts(['Oak handrail, supply only'], { supplierName })).toMatchObject([
      { supplyType: 'materials' },
    ]);
    const heading = 'Supply only of joinery';
    expect(await contexts(['Oak handrail'], { supplierName, heading })).toMatchObject([{ supplyType: 'materials' }]);
  });
});

describe('a list of several suppliers', () => {
  const texts = ['PIR board 100mm', 'Labour and materials, joists, fitted', 'Foil tape'];
  const types = async (suppliers?: (string | null)[]) =>
    (await contexts(texts, suppliers === undefined ? {} : { suppliers })).map(({ supplyType }) => supplyType);

  it('what one of them fitted says nothing of the goods of another', async () => {
    expect(await types()).toEqual(['supply_and_install', 'supply_and_install', 'supply_and_install']);
    expect(await types(['Board Ltd', 'Rowe', 'Board Ltd'])).toEqual(['materials', 'supply_and_install', 'materials']);
    expect(await types(['Board Ltd', 'Rowe', 'Rowe'])).toEqual([
      'materials',
      'supply_and_install',
      'supply_and_install',
    ]);
    expect(await types(['Rowe', 'Rowe', 'Rowe'])).toEqual(await types());
  });

  it('asks who fitted the goods of one that is called after work', async () => {
    expect(await types(['Wychwood Joinery', 'Rowe', 'Board Ltd'])).toEqual([
      'other',
      'supply_and_install',
      'materials',
    ]);
  });
});

describe('a whole kitchen or bathroom is as often fitted by who sells it', () => {
  it.each(['Kitchen complete', 'New kitchen', 'Kitchen as quoted', 'Bathroom complete'])(
    'so that nothing says how it was supplied: %s',
    async (text) => {
      expect((await contexts([text]))[0]?.supplyType).toBe('other');
      expect((await contexts([text, 'Splashback']))[0]?.supplyType).toBe('other');
    },
  );

  it.each(['Kitchen complete, supply only', 'Kitchen units and worktops', 'New kitchen units', 'Bathroom suite'])(
    'and goods by their name, or sold alone, are goods: %s',
    async (text) => {
      expect((await contexts([text]))[0]?.supplyType).toBe('materials');
    },
  );

  it('who fitted it is asked first', async () => {
    for (const route of ['self_build_431nb', 'self_build_431c'] as const) {
      const asked = await classify({ text: 'Kitchen complete', supplyType: 'other', route });
      expect(asked.question?.id).toBe('sai_who_fitted');
    }
  });
});
