import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claims } from '../src/claims/claims.js';
import type { Invoice, LineItem, Project } from '../src/claims/records.js';
import type { Line } from '../src/rulebook/line.js';
import type { Rulebook } from '../src/rulebook/rulebook.js';
import type { Store, Write } from '../src/store/open.js';
import { built } from './built.js';
import { over } from './engines.js';
import { type Figure, median, perSecond, rates } from './measure.js';
import { toolInput } from './sample_lines.js';
import { served } from './served.js';

/** A large project of the issue, and a tenth of it: what costs more than ten times as much does not scale. */
const DOCUMENTS = 2000;
const LINES_A_DOCUMENT = 20;
const TENTH = 10;
const STORING_AT_MOST = 3;
const FIRST_PAGE_MS = 20;
const TRIES = 9;
const ROUNDS = 5;
const PAGE = { limit: 50, cursor: null };

interface Parts {
  routeLine: typeof import('../src/claims/route_line.js');
  deciding: typeof import('../src/claims/deciding.js');
  lists: typeof import('../src/claims/lists.js');
  totals: typeof import('../src/claims/totals.js');
  projects: typeof import('../src/claims/projects.js');
}

/** What keeping lines costs beside deciding them, and how lists, totals and deciding anew grow with a project. */
export async function claimsFigures(book: Rulebook, lines: readonly Line[]): Promise<Figure[]> {
  const parts: Parts = {
    routeLine: await built('claims/route_line.js'),
    deciding: await built('claims/deciding.js'),
    lists: await built('claims/lists.js'),
    totals: await built('claims/totals.js'),
    projects: await built('claims/projects.js'),
  };
  const { openStore } = await built<typeof import('../src/store/open.js')>('store/open.js');
  const { openClaims } = await built<typeof import('../src/claims/claims.js')>('claims/claims.js');
  const folder = mkdtempSync(join(tmpdir(), 'notice708-bench-'));
  const store = await openStore(folder);
  try {
    await store.db.insertInto('organisations').values({ id: 'org_bench', name: 'bench', created_at: 0 }).execute();
    const claims = openClaims(store);
    const bench = { book, claims, store, parts, lines: lines.filter((l) => l.answers.length === 0 && l.vat >= 0) };
    return [...(await servedFigures(bench.lines)), ...(await storingFigures(bench)), ...(await sizeFigures(bench))];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bench {
  book: Rulebook;
  claims: Claims;
  store: Store;
  parts: Parts;
  lines: readonly Line[];
}

const asking = (book: Rulebook) => ({
  organisationId: 'org_bench',
  actor: 'bench',
  book,
  today: '2026-11-20',
  tool: 'bench',
  idempotencyKey: null,
  body: {},
});

/** The two tools as clients call them. */
function servedFigures(lines: readonly Line[]): Promise<Figure[]> {
  return served(async ({ url, key, cost }) => {
    const headers = { authorization: `Bearer ${key}` };
    const projectId = await projectOver(url, headers);
    const checked: number[] = [];
    const stored: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const check = await cost('check_line_item', lines.map(toolInput), headers);
      const route = await cost(
        'route_line_item',
        lines.map((line) => ({ projectId, item: (toolInput(line) as { item: object }).item })),
        headers,
      );
      // The first round only warms up.
      if (round > 0) checked.push(check);
      if (round > 0) stored.push(route);
    }
    const ratio = median(stored.map((s, i) => s / (checked[i] ?? Number.NaN)));
    const micros = (values: number[]) => `${Math.round(median(values) * 1000)} µs`;
    return [
      {
        what: 'route_line_item over MCP, against check_line_item',
        goal: `at most ${STORING_AT_MOST}x`,
        measured: `${ratio.toFixed(1)}x (${micros(stored)}, ${micros(checked)} of processor time a call)`,
        reached: ratio <= STORING_AT_MOST,
      },
    ];
  });
}

async function projectOver(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}/api/v1/set-up-project`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scheme: 'self_build_431nb' }),
  });
  return ((await answer.json()) as { project: { id: string } }).project.id;
}

async function storingFigures(bench: Bench): Promise<Figure[]> {
  const { book, claims, parts, lines } = bench;
  const project = await newProject(bench, 'one line an invoice');
  const [checked = 0, stored = 0] = await rates(
    over(lines, (line) => book.classify(line)),
    over(lines, ({ text, net, vat, supplyType }) =>
      parts.routeLine.routeNewLine(
        claims,
        asking(book),
        project.id,
        { text, net, vat, stated: { supplyType }, printed: {}, answers: [] },
        { head: parts.routeLine.UNKNOWN_HEAD },
      ),
    ),
  );
  const ratio = checked / stored;
  return [
    {
      what: '  and without a transport: storing a line, against deciding it',
      goal: '',
      measured: `${ratio.toFixed(1)}x (${perSecond(stored)}, ${perSecond(checked)})`,
    },
  ];
}

interface Sized {
  firstPage: number;
  totals: number;
  anew: number;
}

async function sizeFigures(bench: Bench): Promise<Figure[]> {
  const small = await sized(bench, DOCUMENTS / TENTH);
  const large = await sized(bench, DOCUMENTS);
  const lines = (DOCUMENTS * LINES_A_DOCUMENT).toLocaleString('en-GB');
  const growth = (of: keyof Sized) => large[of] / small[of];
  return [
    {
      what: `first page of ${lines} lines`,
      goal: `${FIRST_PAGE_MS} ms`,
      measured: `${large.firstPage.toFixed(1)} ms (${growth('firstPage').toFixed(1)}x a tenth of the lines)`,
      reached: large.firstPage <= FIRST_PAGE_MS,
    },
    {
      what: `totals of ${lines} lines`,
      goal: `at most ${TENTH}x a tenth`,
      measured: `${large.totals.toFixed(1)} ms (${growth('totals').toFixed(1)}x)`,
      reached: growth('totals') <= TENTH,
    },
    {
      what: `${lines} lines decided anew and kept`,
      goal: `at most ${TENTH}x a tenth`,
      measured: `${(large.anew / 1000).toFixed(1)} s (${growth('anew').toFixed(1)}x)`,
      reached: growth('anew') <= TENTH,
    },
  ];
}

async function sized(bench: Bench, documents: number): Promise<Sized> {
  const { book, claims, store, parts } = bench;
  const project = await newProject(bench, `${documents} documents`);
  await fill(bench, project, documents);
  const firstPage = await typical(() =>
    parts.lists.listLineItems(claims, 'org_bench', { projectId: project.id }, PAGE),
  );
  const totals = await typical(() => parts.totals.totalsOf(store, project.id));
  const anew = await timed(() => parts.projects.redecideProject(claims, asking(book), project.id, false));
  return { firstPage, totals, anew };
}

async function newProject({ store }: Bench, name: string): Promise<Project> {
  const { projectRow } = await built<typeof import('../src/claims/records.js')>('claims/records.js');
  const project: Project = {
    id: `prj_${name.replaceAll(' ', '_')}`,
    organisationId: 'org_bench',
    name,
    scheme: 'self_build_431nb',
    building: { name: null, address: null, kind: null },
    facts: { country: 'england' },
    elements: [],
    claimants: [],
    eligibility: 'needs_answer',
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
  };
  await store.db.insertInto('projects').values(projectRow(project)).execute();
  return project;
}

/** Whole documents at a time, as reading a document stores them. */
async function fill({ book, claims, store, parts, lines }: Bench, project: Project, documents: number): Promise<void> {
  const { writes } = claims;
  for (let d = 0; d < documents; d++) {
    const head = { ...parts.routeLine.UNKNOWN_HEAD, supplierName: `Supplier ${d % 40}`, invoiceNumber: String(d) };
    const invoice: Invoice = parts.routeLine.newInvoice(project, head, d);
    const items: LineItem[] = Array.from({ length: LINES_A_DOCUMENT }, (_, i) => {
      const { text, net, vat, supplyType } = lines[(d * LINES_A_DOCUMENT + i) % lines.length] as Line;
      const given = { text, net, vat, stated: { supplyType }, printed: {}, answers: [] };
      return parts.routeLine.newLineItem(invoice, given, i + 1, d);
    });
    const options = { actor: 'bench', at: d, causeOf: () => 'routed' as const, lastDecided: new Map() };
    const decisions = await parts.deciding.decideFile(book, { project, invoice, items }, options);
    const all: Write[] = [
      writes.newInvoice(invoice),
      ...decisions.map((change) => writes.newLine(change.after)),
      ...writes.decisions(decisions),
    ];
    await store.commit(all);
  }
}

/** Milliseconds of processor time: other work on the machine falls out. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function typical(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TRIES; i++) times.push(await timed(run));
  return median(times);
}
