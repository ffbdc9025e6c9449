import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../src/server/start.js';
import { bricks, REST, send, startTestServer, stopAll } from './harness.js';

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
});
afterAll(stopAll);

const check = (body: object | string) => send(server, REST, { body });

describe('POST /api/v1/check-line-item', () => {
  it('answers settled lines: goods to claim, goods never claimed, labour to correct', async () => {
    const { status, headers, json } = await check(bricks());
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(json).toMatchObject({ ok: true, classification: { treatment: 'reclaimable', vatReclaimable: '248.00' } });
    expect(json.rule.citations.length).toBeGreaterThan(0);
    const carpet = await check(bricks({ lineText: 'Twist pile carpet' }));
    expect(carpet.json.classification).toMatchObject({ treatment: 'not_reclaimable', vatReclaimable: '0.00' });
    const labour = await check(bricks({ lineText: 'Plasterer 4 days labour', supplyType: 'labour' }));
    expect(labour.json.classification).toMatchObject({
      treatment: 'supplier_correction',
      vatToRecoverFromSupplier: '248.00',
    });
  });

  it('takes the minimal call and the full one, empty optional fields as not given, amounts as exact numbers', async () => {
    const plain = (await check(bricks())).json;
    const empties = {
      identifierName: '',
      vatComplexTypeHint: null,
      esmStatus: '',
      relation: null,
      confirmedAnswer: '',
      esmInvoiceCtx: 'false',
      saiInvoiceCtx: null,
    };
    expect((await check(bricks(empties, { buildingType: 'detached house', taxPoint: '' }))).json).toEqual(plain);
    expect((await check(bricks({ netAmount: 1240, vatCharged: 248.0 }))).json).toEqual(plain);
    const full = await check(
      bricks(
        { taxPoint: '2025-03-01', supplierVatRegistered: true },
        {
          projectType: 'new_build',
          newDwelling: 'yes',
          buildingType: 'house',
          taxPoint: '2024-01-01',
          completionDate: '2026-01-31',
          country: 'england',
        },
      ),
    );
    expect(full.json.ok).toBe(true);
    expect(full.json.steps.join(' ')).toContain('2025-03-01');
  });

  it('a question can be answered by calling again with its id and answer', async () => {
    const first = await check(bricks({ lineText: 'zzqx flurble', netAmount: '100.00', vatCharged: '20.00' }));
    expect(first.json.classification.treatment).toBe('needs_answer');
    expect(first.json.classification.vatReclaimable).toBe('0.00');
    const { question } = first.json;
    expect(question.answers.length).toBeGreaterThan(1);
    const wrong = await check(bricks({ confirmedAnswer: `${question.id}=no_such_answer` }));
    expect(wrong.status).toBe(400);
    expect(wrong.json.issues[0]).toMatchObject({ path: 'item.confirmedAnswer', allowed: expect.any(Array) });
  });
});

it('a date that is still to come is warned of', async () => {
  const warnings = async (taxPoint: string) => (await check(bricks({ taxPoint }))).json.warnings;
  expect(await warnings('2099-01-01')).toContainEqual(expect.stringContaining('2099-01-01 is still to come'));
  expect(await warnings('2026-01-01')).toEqual([]);
});

describe('bad input is 400 and says what to change', () => {
  const cases: [string, object | string, string, RegExp][] = [
    ['nothing', {}, 'context', /required/],
    [
      'no route',
      bricks({}, { claimantRoute: undefined }),
      'context.claimantRoute',
      /self_build_431nb, self_build_431c/,
    ],
    [
      'route misspelt',
      bricks({}, { claimantRoute: 'self_build_431bn' }),
      'context.claimantRoute',
      /did you mean "self_build_431nb"/,
    ],
    ['supply type misspelt', bricks({ supplyType: 'labor' }), 'item.supplyType', /did you mean "labour"/],
    ['unknown field', bricks({ linetext: 'x' }), 'item.linetext', /did you mean "lineText"/],
    ['field of the other object', bricks({ country: 'wales' }), 'item.country', /belongs in context/],
    ['fields at the root', { ...bricks(), lineText: 'x' }, 'lineText', /belongs in item/],
    ['empty text', bricks({ lineText: '  ' }), 'item.lineText', /required/],
    ['text too long', bricks({ lineText: 'x'.repeat(2001) }), 'item.lineText', /2000/],
    ['pound sign', bricks({ netAmount: '£12' }), 'item.netAmount', /no £ sign/],
    ['three decimals', bricks({ vatCharged: '1.005' }), 'item.vatCharged', /two decimals/],
    ['inexact number', bricks({ vatCharged: 0.1 + 0.2 }), 'item.vatCharged', /two decimals/],
    ['huge number', bricks({ vatCharged: 1e21 }), 'item.vatCharged', /amount/],
    ['amount as object', bricks({ vatCharged: {} }), 'item.vatCharged', /must be a string, not /],
    ['no such day', bricks({ taxPoint: '2025-02-30' }), 'item.taxPoint', /not a day/],
    ['UK date', bricks({}, { taxPoint: '31/01/2025' }), 'context.taxPoint', /YYYY-MM-DD/],
    ['eleven digits', bricks({ netAmount: '99999999999.99' }), 'item.netAmount', /at most ten digits/],
    ['null', 'null', '(arguments)', /must be an object with fields of context, item, not null/],
    ['enum of another type', bricks({ relation: 5 }), 'item.relation', /must be a string, not /],
    [
      'boolean in other words',
      bricks({ esmInvoiceCtx: 'constructor' }),
      'item.esmInvoiceCtx',
      /must be true or false, not the string "constructor"/,
    ],
    [
      'unknown question',
      bricks({ confirmedAnswer: 'nope=yes' }),
      'item.confirmedAnswer',
      /there is no question "nope"/,
    ],
  ];
  it.each(cases)('%s', async (_name, body, path, message) => {
    const { status, json } = await check(body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ ok: false, error: 'invalid_input' });
    expect(json.message.length).toBeGreaterThan(10);
    const issue = json.issues.find((i: { path: string }) => i.path === path);
    expect(issue?.message).toMatch(message);
  });

  it('lists at most twenty issues and echoes no long text', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field${i}${'y'.repeat(300)}`, 1]));
    const { json, text } = await check(bricks(many));
    expect(json.issues.length).toBe(20);
    const flood = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, 1]));
    expect((await check(bricks(flood))).json.issues.length).toBe(20);
    expect(text).not.toContain('y'.repeat(100));
  });

  it('an array, a bare string and JSON that does not parse', async () => {
    expect((await check('[]')).json.error).toBe('invalid_input');
    expect((await check('"x"')).json.error).toBe('invalid_input');
    expect((await check('{')).json.error).toBe('invalid_json');
  });

  it('__proto__ is an unknown field and pollutes nothing', async () => {
    const { status, json } = await check(
      '{"context":{"claimantRoute":"self_build_431nb","__proto__":{"country":"wales"}},"item":{"lineText":"x","netAmount":"1","vatCharged":"0","supplyType":"other","constructor":{"a":1}}}',
    );
    expect(status).toBe(400);
    expect(json.issues.map((i: { path: string }) => i.path).sort()).toEqual(['context.__proto__', 'item.constructor']);
    expect(({} as Record<string, unknown>).country).toBeUndefined();
  });

  it('of duplicate keys the last counts, as JSON.parse has it', async () => {
    const body = JSON.stringify(bricks()).replace(
      '"vatCharged":"248.00"',
      '"vatCharged":"999.00","vatCharged":"248.00"',
    );
    expect((await check(body)).json.classification.vatReclaimable).toBe('248.00');
  });
});

it('overlapped calls answer as the same calls one after another', async () => {
  const texts = [
    'Facing bricks 65mm',
    'Twist pile carpet',
    'Supply and fit uPVC windows',
    'Plasterer 4 days',
    'Solar panels',
  ];
  const bodies = Array.from({ length: 50 }, (_, i) =>
    bricks(
      { lineText: texts[i % 5], netAmount: `${100 + i}.00`, vatCharged: `${20 + i}.00` },
      { claimantRoute: i % 2 ? 'self_build_431c' : 'self_build_431nb' },
    ),
  );
  const alone = [];
  for (const body of bodies) alone.push((await check(body)).json);
  expect((await Promise.all(bodies.map(check))).map((r) => r.json)).toEqual(alone);
});
