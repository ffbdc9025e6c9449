import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { HELD_OUT, LAYOUTS } from '../fixtures/invoices/generator/all.js';
import { photo, scan, snapshot } from '../fixtures/invoices/generator/degrade.js';
import { PRINTED, WRITTEN } from '../fixtures/invoices/generator/folders.js';
import { TAKEN } from '../fixtures/invoices/generator/pictures_of_pages.js';
import type { Truth, TruthLine } from '../fixtures/invoices/generator/truth.js';
import type { Draft, DraftLine } from '../src/extraction/draft.js';
import { readDocument } from '../src/extraction/read_document.js';

/** `npm run score:extraction`: reads made-up invoices whose truth is known and says how much of each was read rightly. */

interface Kept {
  pdf: Buffer;
  truth: Truth;
  /** One that is kept is read instead of one made from the print. */
  photograph?: Buffer | null;
  /** How pictures are taken of the print, where that is laid down. */
  taken?: ((pdf: Buffer) => Promise<Buffer[]>) | undefined;
}

const SETS = ['pdf', 'scan', 'photo', 'snapshot'] as const;
const MADE = { scan, photo, snapshot } as const;
type Set = (typeof SETS)[number];

/** Documents that are kept, by the flag that chooses them: `--more-pages` is the folder `more_pages`. */
const FOLDERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...new Set<string>([...PRINTED, ...WRITTEN, 'public'])].map((folder) => [folder.replaceAll('_', '-'), folder]),
);
const FLAG = { type: 'boolean', default: false } as const;

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'pdf,scan,photo' },
    layouts: { type: 'string' },
    seeds: { type: 'string', default: '2' },
    ...Object.fromEntries(['held-out', ...Object.keys(FOLDERS)].map((flag) => [flag, FLAG])),
    verbose: FLAG,
  },
});

interface Score {
  documents: number;
  lines: number;
  found: number;
  amountExact: number;
  rowsExact: number;
  spurious: number;
  header: number;
  headerOf: number;
  right: number;
  wrong: string[];
  seconds: number[];
}

const empty = (): Score => ({
  documents: 0,
  lines: 0,
  found: 0,
  amountExact: 0,
  rowsExact: 0,
  spurious: 0,
  header: 0,
  headerOf: 0,
  right: 0,
  wrong: [],
  seconds: [],
});

const FIGURES = ['quantity', 'unitPrice', 'net', 'vatRate', 'vat', 'gross'] as const;
const same = (a: string | null, b: string | null) => a !== null && b !== null && Number(a) === Number(b);
const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const company = (name: string | null) =>
  words(name ?? '')
    .replace(/\b(?:ltd|limited|plc|llp)\b/g, '')
    .trim();

/** Share of the truth's words that the text read has too. */
function likeness(read: string, truth: string): number {
  const known = new Set(words(read).split(' '));
  const wanted = words(truth).split(' ');
  return wanted.filter((w) => known.has(w)).length / wanted.length;
}

/** For each line of the truth, the line read for it. */
function matched(read: readonly DraftLine[], truth: readonly TruthLine[]): (DraftLine | null)[] {
  const left = new Set(read);
  return truth.map((wanted) => {
    const scored = [...left].map((line) => ({
      line,
      score:
        likeness(line.description, wanted.description) +
        (same(line.net, wanted.net) || same(line.gross, wanted.gross) ? 1 : 0),
    }));
    const best = scored.sort((a, b) => b.score - a.score)[0];
    if (!best || best.score < 0.5) return null;
    left.delete(best.line);
    return best.line;
  });
}

/** Figures that were read and are not what is printed; a figure not read is missing and not wrong. */
function wrongFigures(draft: Draft, truth: Truth, lines: readonly (DraftLine | null)[]): string[] {
  const wrong: string[] = [];
  const check = (what: string, read: string | null, printed: string | null) => {
    if (read !== null && printed !== null && !same(read, printed)) wrong.push(`${what} ${read} for ${printed}`);
  };
  for (const key of ['net', 'vat', 'gross'] as const) check(`total ${key}`, draft.totals[key], truth.totals[key]);
  // What is printed wrongly must not be said to fit, however well it was read.
  if (truth.reconciles === false) wrong.push('it does not fit together as printed');
  truth.lines.forEach((line, i) => {
    for (const key of FIGURES) check(`line ${i + 1} ${key}`, lines[i]?.[key] ?? null, line[key]);
  });
  if (draft.lines.length !== truth.lines.length) wrong.push(`${draft.lines.length} lines for ${truth.lines.length}`);
  return wrong;
}

function add(score: Score, name: string, draft: Draft, truth: Truth, seconds: number): void {
  const lines = matched(draft.lines, truth.lines);
  score.documents++;
  score.lines += truth.lines.length;
  score.found += lines.filter((l) => l !== null).length;
  score.spurious += draft.lines.length - lines.filter((l) => l !== null).length;
  truth.lines.forEach((wanted, i) => {
    const line = lines[i];
    if (!line) return;
    if (wanted.net === null ? same(line.gross, wanted.gross) : same(line.net, wanted.net)) score.amountExact++;
    if (FIGURES.every((key) => wanted[key] === null || same(line[key], wanted[key]))) score.rowsExact++;
  });
  const header: [string | null, string | null][] = [
    [company(draft.supplier.name), company(truth.supplier.name)],
    [draft.supplier.vatNumber, truth.supplier.vatNumber],
    [draft.invoiceNumber, truth.invoiceNumber],
    [draft.invoiceDate, truth.invoiceDate],
    [draft.documentType, truth.documentType],
  ];
  score.headerOf += header.length;
  score.header += header.filter(([a, b]) => a === b).length;
  score.seconds.push(seconds);
  const wrong = wrongFigures(draft, truth, lines);
  if (draft.reconciled && wrong.length === 0) score.right++;
  if (draft.reconciled && wrong.length > 0) score.wrong.push(`${name}: ${wrong.join('; ')}`);
  if (values.verbose) {
    const missed = header.filter(([a, b]) => a !== b).map(([a, b]) => `${a} for ${b}`);
    const problems = draft.problems.map((p) => `${p.code} ${p.found ?? ''} ${p.expected ?? ''}`);
    console.log(
      `${draft.reconciled ? 'reconciled' : 'not'} ${name} ${seconds.toFixed(1)} s`,
      [...wrong, ...missed, ...(draft.reconciled ? [] : problems)].join(' | '),
    );
  }
}

async function filesOf(set: Set, { pdf, photograph, taken }: Kept, seed: number): Promise<Buffer[]> {
  if (set === 'pdf') return [pdf];
  if (set === 'photo' && photograph) return [photograph];
  // An e-invoice, a sheet or a mail has no paper.
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) return [];
  if (set === 'photo' && taken) return taken(pdf);
  return MADE[set](pdf, seed);
}

const share = (part: number, whole: number) => `${whole === 0 ? '-' : ((100 * part) / whole).toFixed(1)}%`;
/** The documents of a folder beside their truth: printed pages, sheets and texts, or those of other people's programs. */
function kept(where: string): Record<string, (seed: number) => Promise<Kept>> {
  const folder = new URL(`../fixtures/invoices/${where}/`, import.meta.url);
  const files = readdirSync(folder);
  const truthOf = (name: string) => name.replace(/\.(?:pdf|xml|csv|txt|xlsx)$/, '.json');
  return Object.fromEntries(
    files
      .filter((name) => /\.(?:pdf|xml|csv|txt|xlsx)$/.test(name) && files.includes(truthOf(name)))
      .map((name) => [
        name.replace('.pdf', ''),
        async () => ({
          pdf: readFileSync(new URL(name, folder)),
          truth: JSON.parse(readFileSync(new URL(truthOf(name), folder), 'utf8')) as Truth,
          photograph: photographOf(name, files, folder),
          taken: TAKEN[where]?.[name.replace('.pdf', '')],
        }),
      ]),
  );
}

function photographOf(name: string, files: readonly string[], folder: URL): Buffer | null {
  const file = name.replace('.pdf', '.jpg');
  return file !== name && files.includes(file) ? readFileSync(new URL(file, folder)) : null;
}

const isSet = (flag: string) => Object.entries(values).some(([name, value]) => name === flag && value === true);
const folder = Object.entries(FOLDERS).find(([flag]) => isSet(flag))?.[1] ?? null;
const chosen = folder !== null ? kept(folder) : isSet('held-out') ? HELD_OUT : LAYOUTS;
// There is one of each document that is kept.
const seeds = folder === null ? values.seeds : '1';
const layouts: [string, (seed: number) => Promise<Kept>][] = Object.entries(chosen).filter(
  ([name]) => values.layouts === undefined || values.layouts.split(',').includes(name),
);
let failed = false;
console.log(
  'set      documents  lines found  amount exact  rows exact  header fields  spurious  reconciled, right  reconciled, wrong  seconds a page',
);
for (const set of SETS.filter((s) => values.sets.split(',').includes(s))) {
  const score = empty();
  for (const [name, layout] of layouts) {
    for (const seed of seeds.split(',').map(Number)) {
      const made = await layout(seed);
      const { truth } = made;
      const files = await filesOf(set, made, seed);
      // Pictures are sent one by one; a document of several is scored as a PDF only.
      if (files.length !== 1) continue;
      const from = performance.now();
      const draft = await readDocument(files[0] as Buffer);
      add(score, `${name} ${seed} ${set}`, draft, truth, (performance.now() - from) / 1000 / draft.pages);
    }
  }
  if (score.documents === 0) continue;
  const sorted = score.seconds.sort((a, b) => a - b);
  const cells = [
    set.padEnd(8),
    String(score.documents).padStart(9),
    share(score.found, score.lines).padStart(12),
    share(score.amountExact, score.lines).padStart(13),
    share(score.rowsExact, score.lines).padStart(11),
    share(score.header, score.headerOf).padStart(14),
    String(score.spurious).padStart(9),
    String(score.right).padStart(18),
    String(score.wrong.length).padStart(18),
    `p50 ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)} p95 ${(sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(2)}`.padStart(
      20,
    ),
  ];
  console.log(cells.join(' '));
  for (const wrong of score.wrong) console.log(`  RECONCILED AND WRONG ${wrong}`);
  failed ||= score.wrong.length > 0;
}
process.exitCode = failed ? 1 : 0;
