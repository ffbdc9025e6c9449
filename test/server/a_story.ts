import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { TREATMENTS, type Treatment } from '../../src/rulebook/model.js';
import type { RunningServer } from '../../src/server/start.js';

/** Projects of fixtures/projects: invoices with what the law makes of each line, and totals added up by hand. */

export interface StoryLine {
  text: string;
  net: string;
  vat: string;
  supplyType: string | undefined;
  /** By the law, before any question is answered. */
  expected: Standing;
}

/** What is said of a line, amounts as decimal strings in pounds. */
export interface Standing {
  treatment: Treatment;
  claim: string;
  recover: string;
  later: string;
}

export interface StoryInvoice {
  id: string;
  supplier: string;
  number: string;
  date: string;
  documentType: string;
  saiInvoiceCtx: boolean;
  lines: StoryLine[];
}

/** Answers to questions of one line, in their order, and what the lines of its invoice then are. */
export interface Answers {
  answers: [question: string, answer: string][];
  becomes: Map<number, Standing>;
}

export interface Story {
  project: { name: string; scheme: string; claimants: string[]; facts: Record<string, string> };
  invoices: StoryInvoice[];
  /** `line` counts from 1. */
  questions: { invoice: StoryInvoice; line: number; tried: Answers; stands: Answers }[];
}

type Amounts = Partial<Record<'claim' | 'recover' | 'later', string>>;
interface AnswersWritten {
  answers: Record<string, string>;
  becomes: Partial<Record<Treatment, string[]>>;
}
interface Written {
  project: Story['project'];
  questions: { invoice: string; line: string; tried: AnswersWritten; stands: AnswersWritten }[];
  invoices: {
    id: string;
    supplier: string;
    number: string;
    date: string;
    documentType?: string;
    supplyType?: string;
    saiInvoiceCtx?: string;
    lines: [string, string, string, Treatment, string, (Amounts & { as?: string })?][];
  }[];
}

const FOLDER = new URL('../../fixtures/projects/', import.meta.url);

export function readStory(name: string): Story {
  const written: Written = parse(readFileSync(new URL(`${name}.yaml`, FOLDER), 'utf8'), { schema: 'failsafe' });
  const invoices = written.invoices.map(
    ({ documentType = 'invoice', supplyType, saiInvoiceCtx, lines, ...head }): StoryInvoice => ({
      ...head,
      documentType,
      saiInvoiceCtx: saiInvoiceCtx === 'true',
      lines: lines.map(([text, net, vat, treatment, , { as = supplyType, ...amounts } = {}]) => ({
        text,
        net,
        vat,
        supplyType: as,
        expected: standing(treatment, vat, amounts),
      })),
    }),
  );
  const questions = written.questions.map(({ invoice: id, line, ...asked }) => {
    const invoice = invoices.find((i) => i.id === id);
    if (!invoice) throw new Error(`no invoice ${id}`);
    const answers = ({ answers: given, becomes }: AnswersWritten): Answers => ({
      answers: Object.entries(given),
      becomes: new Map(
        Object.entries(becomes).flatMap(([treatment, lines]) =>
          lines.map((n) => [Number(n), standing(treatment as Treatment, invoice.lines[Number(n) - 1]?.vat ?? '', {})]),
        ),
      ),
    });
    return { invoice, line: Number(line), tried: answers(asked.tried), stands: answers(asked.stands) };
  });
  return { project: written.project, invoices, questions };
}

/** What is all claimed is claimed whole, and VAT charged in error is all repaid, unless the line gives other amounts. */
function standing(treatment: Treatment, vat: string, { claim, recover, later }: Amounts): Standing {
  return {
    treatment,
    claim: claim ?? (treatment === 'reclaimable' ? vat : '0.00'),
    recover: recover ?? (treatment === 'supplier_correction' ? vat : '0.00'),
    later: later ?? '0.00',
  };
}

/** The rows below a heading of a Markdown file, by the words of their first column; other columns by theirs. */
export function tableOf(name: string, heading: string): Map<string, Record<string, string>> {
  const text = readFileSync(new URL(`${name}.md`, FOLDER), 'utf8');
  const section = text.split(/^## /m).find((s) => s.startsWith(`${heading}\n`)) ?? '';
  const [head = [], , ...rows] = section
    .split('\n')
    .filter((l) => l.startsWith('|'))
    .map((l) =>
      l
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  return new Map(
    rows.map(([first = '', ...cells]) => [
      first,
      Object.fromEntries(cells.map((cell, i) => [head[i + 1] ?? '', cell.replace(/,/g, '')])),
    ]),
  );
}

/** Totals of a project as its table writes them. */
export function totalsByHand(name: string, heading: string) {
  const table = tableOf(name, heading);
  const sums = (row: string) => {
    const { lines, net, VAT, claim, 'supplier repays': recover, 'claim after that': later } = table.get(row) ?? {};
    return {
      lines: Number(lines),
      netAmount: net,
      vatCharged: VAT,
      vatReclaimable: claim,
      vatToRecoverFromSupplier: recover,
      vatReclaimableOnceCorrected: later,
    };
  };
  return { ...sums('all'), byTreatment: Object.fromEntries(TREATMENTS.map((t) => [t, sums(t)])) };
}

/** The real client of the SDK with a key; `ask` gives the structured answer of a tool, `call` one that went well. */
export async function openClient(server: RunningServer, key: string) {
  const client = new Client({ name: 'story', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  // biome-ignore lint/suspicious/noExplicitAny: answers are read freely in tests
  const ask = async (name: string, args: object): Promise<any> =>
    (await client.callTool({ name, arguments: { ...args } })).structuredContent;
  const call: typeof ask = async (name, args) => {
    const answer = await ask(name, args);
    expect(answer?.ok, JSON.stringify(answer)).toBe(true);
    return answer;
  };
  /** Every row of a list, page by page. */
  const all = async (name: string, args: object) => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const items: any[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await call(name, { ...args, ...(cursor === undefined ? {} : { cursor }) });
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  };
  return { ask, call, all, close: () => client.close() };
}

export type StoryClient = Awaited<ReturnType<typeof openClient>>;

/** One line as route_line_item takes it. */
export function routing({ project, invoices }: Story, projectId: string, invoice: StoryInvoice, at: number) {
  const line = invoice.lines[at];
  if (!line || !invoices.includes(invoice)) throw new Error(`no line ${at + 1} on ${invoice.id}`);
  return {
    projectId,
    invoice: {
      documentType: invoice.documentType,
      supplierName: invoice.supplier,
      invoiceNumber: invoice.number,
      invoiceDate: invoice.date,
      customerName: project.claimants[0],
    },
    item: {
      lineText: line.text,
      netAmount: line.net,
      vatCharged: line.vat,
      ...(line.supplyType === undefined ? {} : { supplyType: line.supplyType }),
      ...(invoice.saiInvoiceCtx ? { saiInvoiceCtx: true } : {}),
    },
    idempotencyKey: `${invoice.id}.${at + 1}`,
  };
}
