import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import { SCOPES } from '../../src/accounts/scopes.js';
import type { RunningServer } from '../../src/server/start.js';
import { Browser, csrfOf } from './a_browser.js';
import { type Reply, send, startTestServer, stopAll, toolCall } from './harness.js';

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
});
afterAll(stopAll);

async function signedIn(email: string): Promise<Browser> {
  if (!(await server.access.accounts.byEmail(email))) await server.access.accounts.make(email, OPERATOR);
  const browser = new Browser(server);
  await browser.signIn(email);
  return browser;
}

/** The hidden fields of a page's last form that has them. */
const hidden = ({ text }: Reply): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
    ]),
  );

const parts = (...given: [name: string, kind: string, suppliers: string][]): Record<string, string> =>
  Object.fromEntries(
    given.flatMap(([name, kind, suppliers], i) => [
      [`part${i + 1}`, name],
      [`kind${i + 1}`, kind],
      [`suppliers${i + 1}`, suppliers],
    ]),
  );

async function projectsOf(email: string) {
  const account = await server.access.accounts.byEmail(email);
  const { key } = await server.access.keys.create(
    account?.id ?? '',
    { name: 'x', scopes: SCOPES, madeBy: 'operator' },
    OPERATOR,
  );
  const list = async (args: object) =>
    (await send(server, '/mcp', { body: toolCall(args, 'list_projects'), headers: { Authorization: `Bearer ${key}` } }))
      .json.result.structuredContent;
  const { items } = await list({});
  return Promise.all(
    items.map(async ({ id, name, scheme }: { id: string; name: string; scheme: string }) => ({
      id,
      name,
      scheme,
      detail: (await list({ projectId: id })).detail,
    })),
  );
}

describe('the project wizard', () => {
  it('sends whoever is not signed in to sign in, and back', async () => {
    const { status, headers } = await send(server, '/projects/new');
    expect([status, headers.location]).toEqual([303, '/sign-in?next=%2Fprojects%2Fnew']);
  });

  it('sets up one home at once, with what belongs to it', async () => {
    const browser = await signedIn('one@example.com');
    const form = await browser.open('/projects/new');
    const made = await browser.press({
      ...hidden(form),
      name: 'Mill Lane',
      claimants: 'Sam Green, Kim Green',
      ...parts(['House', 'new_dwelling', 'Ash Builders'], ['Garage', 'garage_with_home', 'Ash Builders']),
    });
    expect(browser.at).toMatch(/\/projects\/prj_\w+$/);
    expect(made.text).toContain('New build (VAT431NB)');
    const [project] = await projectsOf('one@example.com');
    expect(project).toMatchObject({ name: 'Mill Lane', scheme: 'self_build_431nb' });
    expect(project.detail.elements.map((e: { name: string }) => e.name)).toEqual(['House', 'Garage']);
  });

  it('finds several regimes, asks for a project for each, and says which firm must split its invoices', async () => {
    const browser = await signedIn('two@example.com');
    const form = await browser.open('/projects/new');
    const asked = await browser.press({
      ...hidden(form),
      name: "Hall's Farm",
      claimants: '',
      ...parts(
        ['Barn', 'converted_building', 'Ash Builders, Oak Roofs'],
        ['Cottage', 'new_dwelling', 'Ash Builders'],
        ['Stables', 'outbuilding', 'Oak Roofs'],
      ),
    });
    expect(asked.text).toContain('You need 2 projects');
    for (const told of ['Conversion (VAT431C)', 'New build (VAT431NB)', 'Ask for separate invoices', 'Ash Builders'])
      expect(asked.text).toContain(told);
    expect(await projectsOf('two@example.com')).toEqual([]);

    const changed = await browser.press({ ...hidden(asked), step: 'change' });
    expect(changed.text).toContain('value="Cottage"');
    const confirm = { ...hidden(asked), step: 'confirmed' };
    await browser.press(confirm, '/projects/new');
    // Sent again by whoever presses twice.
    await browser.press(confirm, '/projects/new');

    const made = await projectsOf('two@example.com');
    expect(made.map(({ name, scheme }) => [name, scheme]).sort()).toEqual([
      ["Hall's Farm: Barn", 'self_build_431c'],
      ["Hall's Farm: Cottage", 'self_build_431nb'],
    ]);
    const [barn] = made.filter(({ scheme }) => scheme === 'self_build_431c');
    const split = barn.detail.actionItems.filter(({ kind }: { kind: string }) => kind === 'split_invoices');
    expect(split.map(({ supplier }: { supplier: string }) => supplier).sort()).toEqual(['Ash Builders', 'Oak Roofs']);
    expect(split[0].request.body).toContain('one invoice for each');
  });

  it('keeps what was typed and says which field must change', async () => {
    const browser = await signedIn('typo@example.com');
    const form = await browser.open('/projects/new');
    const refused = await browser.press({
      ...hidden(form),
      name: '',
      claimants: '',
      ...parts(['House', '', ''], ['house', 'new_dwelling', ''], ['', 'outbuilding', '']),
    });
    expect(refused.status).toBe(400);
    for (const told of [
      'Give the project a name',
      'Choose what part 1 is',
      '“house” is used twice',
      'Say what you call part 3',
      'value="House"',
    ])
      expect(refused.text).toContain(told);
    const homeless = await browser.press(
      { ...hidden(refused), name: 'x', ...parts(['Store', 'outbuilding', ''], ['', '', ''], ['', '', '']) },
      '/projects/new',
    );
    expect(homeless.text).toContain('Name the home');
    const more = await browser.press({
      ...hidden(refused),
      name: 'x',
      step: 'more',
      ...parts(['House', 'new_dwelling', '']),
    });
    expect(more.text).toContain('id="part7"');
    expect(await projectsOf('typo@example.com')).toEqual([]);
  });
});

describe('the page of a project', () => {
  it('asks one question after the other and notes how far an action item has come', async () => {
    const browser = await signedIn('asks@example.com');
    const form = await browser.open('/projects/new');
    await browser.press({
      ...hidden(form),
      name: 'Orchard',
      ...parts(['House', 'new_dwelling', 'Ash Builders'], ['Stables', 'outbuilding', 'Ash Builders']),
    });
    const at = browser.at;
    const first = await browser.open(at);
    const fact = hidden(first).fact ?? '';
    const [, value = ''] = /name="value" type="radio" value="([^"]+)"/.exec(first.text) ?? [];
    const without = await browser.press({ csrf: csrfOf(first), fact }, `${at}/answer`);
    expect([without.status, without.text.includes('Choose an answer')]).toEqual([400, true]);
    const second = await browser.press({ csrf: csrfOf(first), fact, value }, `${at}/answer`);
    expect(second.status).toBe(200);
    expect(hidden(second).fact).not.toBe(fact);
    const wrong = await browser.press({ csrf: csrfOf(first), fact, value: 'perhaps' }, `${at}/answer`);
    expect([wrong.status, wrong.text.includes('perhaps')]).toEqual([400, true]);

    const id = 'split_invoices:ash builders';
    const noted = await browser.press(
      { csrf: csrfOf(second), id, state: 'asked', note: 'Rang on Monday' },
      `${at}/actions`,
    );
    expect(noted.text).toContain('value="Rang on Monday"');
    const [project] = await projectsOf('asks@example.com');
    expect(project.detail.facts[fact]).toBe(value);
    expect(project.detail.actionItems.find((item: { id: string }) => item.id === id)).toMatchObject({
      state: 'asked',
      note: 'Rang on Monday',
    });
  });

  it('is nobody else to see or change', async () => {
    const mine = await signedIn('mine@example.com');
    const form = await mine.open('/projects/new');
    await mine.press({ ...hidden(form), name: 'Mine', ...parts(['House', 'new_dwelling', '']) });
    const theirs = await signedIn('theirs@example.com');
    expect((await theirs.open(mine.at)).status).toBe(404);
    const page = await theirs.open('/projects');
    const tried = await theirs.press({ csrf: csrfOf(page), fact: 'country', value: 'england' }, `${mine.at}/answer`);
    expect(tried.status).toBe(404);
    expect((await theirs.press({ csrf: 'x', fact: 'country', value: 'england' }, `${mine.at}/answer`)).text).toContain(
      'Sign in',
    );
  });
});

describe('questions about lines on the page of a project', () => {
  /** A project of the signed-in person with one document of these lines. */
  async function withLines(email: string, lines: [text: string, net: string, vat: string, supplyType?: string][]) {
    const browser = await signedIn(email);
    const form = await browser.open('/projects/new');
    await browser.press({ ...hidden(form), name: 'Orchard', ...parts(['House', 'new_dwelling', '']) });
    const at = browser.at;
    const projectId = at.split('/').at(-1) ?? '';
    const account = await server.access.accounts.byEmail(email);
    const { key } = await server.access.keys.create(
      account?.id ?? '',
      { name: 'x', scopes: SCOPES, madeBy: 'operator' },
      OPERATOR,
    );
    const call = async (tool: string, args: object) =>
      (await send(server, '/mcp', { body: toolCall(args, tool), headers: { Authorization: `Bearer ${key}` } })).json
        .result.structuredContent;
    for (const [lineText, netAmount, vatCharged, supplyType = 'materials'] of lines)
      await call('route_line_item', {
        projectId,
        item: { lineText, netAmount, vatCharged, supplyType },
        invoice: { supplierName: 'Perth Garden Centre', invoiceNumber: 'PG-1', invoiceDate: '2026-05-05' },
      });
    return { browser, at, call, projectId };
  }

  it('are shown with line, amounts and answers, and answered there', async () => {
    const { browser, at, call, projectId } = await withLines('line@example.com', [
      ['Facing bricks', '22156.85', '4431.37'],
      ['Apple trees x 4', '1000.00', '200.00'],
    ]);
    const page = await browser.open(at);
    for (const told of [
      'To claim from HMRC, and proved',
      '£0.00. It waits until it is settled whether the project is eligible.',
      '£4,431.37, once its documents lack nothing',
      '“Apple trees x 4”: £1,000.00 and VAT of £200.00',
    ])
      expect(page.text).toContain(told);
    expect(page.text).not.toContain('£4431.37');
    const {
      items: [line],
    } = await call('list_line_items', { projectId, openQuestion: 'any' });
    for (const { id, label } of line.question.answers) {
      expect(page.text).toContain(`name="answerId" type="radio" value="${id}"`);
      expect(page.text.replaceAll('&#39;', "'")).toContain(label);
    }
    const about = { csrf: csrfOf(page), lineItemId: line.id, questionId: line.question.id };
    const without = await browser.press(about, `${at}/lines`);
    expect([without.status, without.text.includes('Choose an answer')]).toEqual([400, true]);
    const none = await browser.press({ ...about, answerId: 'perhaps' }, `${at}/lines`);
    expect([none.status, none.text.includes('That is not among the answers')]).toEqual([400, true]);
    const answered = await browser.press({ ...about, answerId: 'no' }, `${at}/lines`);
    expect(answered.status).toBe(200);
    const { items } = await call('list_line_items', { projectId, lineItemId: line.id });
    expect(items[0].answers).toEqual([{ questionId: line.question.id, answerId: 'no', value: null }]);
    const old = { questionId: 'esm_who_installed', answerId: 'supplier_installed' };
    const late = await browser.press({ ...about, ...old }, `${at}/lines`);
    expect(late.status).toBe(400);
    expect(late.text).toContain('<a href="#to-do">That question was answered or has changed meanwhile');
    expect(late.text).not.toContain('esm_who_installed');
    expect((await browser.press({ ...about, csrf: 'x', answerId: 'yes' }, `${at}/lines`)).text).toContain('Sign in');
  });

  it('take the value that an answer needs, as people write it', async () => {
    const { browser, at, call, projectId } = await withLines('value@example.com', [
      ['Automatic garage door with motor priced apart', '1800.00', '360.00'],
    ]);
    const page = await browser.open(at);
    const {
      items: [line],
    } = await call('list_line_items', { projectId, openQuestion: 'any' });
    const taking = line.question.answers.find(({ takes }: { takes?: string }) => takes === 'amount');
    expect(page.text).toContain(`name="value_${taking.id}"`);
    const about = { csrf: csrfOf(page), lineItemId: line.id, questionId: line.question.id, answerId: taking.id };
    const without = await browser.press({ ...about, [`value_${taking.id}`]: ' ' }, `${at}/lines`);
    expect([without.status, without.text.includes('Give also what is asked for')]).toEqual([400, true]);
    const wrong = await browser.press({ ...about, [`value_${taking.id}`]: 'much' }, `${at}/lines`);
    expect([wrong.status, wrong.text.includes('That answer needs decimal amounts')]).toEqual([400, true]);
    const field = `q1-value_${taking.id}`;
    expect(wrong.text).toContain(`<a href="#${field}">That answer needs`);
    expect(wrong.text).toMatch(new RegExp(`--error" id="${field}"[^>]* value="much"`));
    expect(wrong.text).toMatch(new RegExp(`type="radio" value="${taking.id}" checked`));
    await browser.press({ ...about, [`value_${taking.id}`]: '£1,200.00' }, `${at}/lines`);
    const { items } = await call('list_line_items', { projectId, lineItemId: line.id });
    expect(items[0].answers[0]).toMatchObject({ answerId: taking.id, value: '£1,200.00' });
  });

  it('take several amounts of one price at once', async () => {
    const { browser, at, call, projectId } = await withLines('amounts@example.com', [
      ['Kitchen supply & fit inc. appliances', '18000.00', '3600.00', 'supply_and_install'],
    ]);
    const {
      items: [line],
    } = await call('list_line_items', { projectId, openQuestion: 'sai_nonbm_goods_split' });
    const page = await browser.open(at);
    const about = { csrf: csrfOf(page), lineItemId: line.id, questionId: line.question.id, answerId: 'in amounts' };
    expect(page.text).toContain('value="in amounts"');
    expect((await browser.press(about, `${at}/lines`)).text).toContain('Give the amounts');
    const amounts = { value_amount_goods: '3,900.00', value_amount_fitting: '300.00', value_amount_rest: '13800.00' };
    const typed = { ...amounts, value_amount_rest: 'the rest' };
    const wrong = await browser.press({ ...about, ...typed }, `${at}/lines`);
    expect(wrong.text).toMatch(/<a href="#(q\d+-value_amount_rest)">[\s\S]* id="\1"[^>]* value="the rest"/);
    for (const kept of ['value="3,900.00"', 'value="in amounts" checked']) expect(wrong.text).toContain(kept);
    // Beside the amounts stands what was typed for another answer.
    await browser.press({ ...about, ...amounts, value_other: 'x' }, `${at}/lines`);
    const { items } = await call('list_line_items', { projectId, lineItemId: line.id });
    expect(items[0].answers.map(({ answerId }: { answerId: string }) => answerId)).toEqual([
      'amount_goods',
      'amount_fitting',
      'amount_rest',
    ]);
  });

  it('lets lines follow an answer, and tells on a page that an invoice is not there', async () => {
    const { browser, at } = await withLines('follow@example.com', [['Facing bricks', '100.00', '20.00']]);
    const csrf = csrfOf(await browser.open(at));
    const none = await browser.press({ csrf, invoiceId: 'inv_0123456789abcdef01234567' }, `${at}/follow`);
    expect([none.status, none.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(none.text).toContain('That is not here');
    const no = await browser.press({ csrf, invoiceId: '' }, `${at}/follow`);
    expect([no.status, no.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  });

  it('are nobody else to answer', async () => {
    const { at, call, projectId } = await withLines('owner@example.com', [['Apple trees x 4', '1000.00', '200.00']]);
    const {
      items: [line],
    } = await call('list_line_items', { projectId, openQuestion: 'any' });
    const theirs = await signedIn('stranger@example.com');
    const csrf = csrfOf(await theirs.open('/projects'));
    const sent = { csrf, lineItemId: line.id, questionId: line.question.id, answerId: 'no' };
    expect((await theirs.press(sent, `${at}/lines`)).status).toBe(404);
    expect((await theirs.press({ csrf, fact: 'country', value: 'england' }, `${at}/answer`)).status).toBe(404);
  });
});
