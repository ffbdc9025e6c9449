import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Rulebook } from '../src/rulebook/rulebook.js';
import { accessFigures } from './access.js';
import { build, built, ROOT } from './built.js';
import { claimsFigures } from './claims.js';
import { documentFigures } from './documents.js';
import { engineFigures } from './engines.js';
import { httpFigures } from './http.js';
import { type Figure, table } from './measure.js';
import { processFigures } from './process.js';
import { readingFigures } from './reading.js';
import { rulesCheckFigures } from './rules_check.js';
import { sampleLines } from './sample_lines.js';
import { toolFigures } from './tool.js';

/** `npm run bench [engines tool http access process rules claims reading documents]`: every claim about speed, measured on this machine in this run. */
const PARTS = ['engines', 'tool', 'http', 'access', 'process', 'rules', 'claims', 'reading', 'documents'] as const;
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(PARTS as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}; there are ${PARTS.join(', ')}`);
  process.exit(2);
}
const runs = (part: (typeof PARTS)[number]) => wanted.length === 0 || wanted.includes(part);

build();
const { loadRulebook } = await built<typeof import('../src/rulebook/load.js')>('rulebook/load.js');
const book: Rulebook = await loadRulebook(join(ROOT, 'rules'), join(ROOT, 'schemas'));
const lines = await sampleLines(book);
const figures: Figure[] = [];
if (runs('engines')) figures.push(...(await engineFigures(book, lines)));
if (runs('tool')) figures.push(...(await toolFigures(book, lines)));
if (runs('http')) figures.push(...(await httpFigures(book, lines)));
if (runs('access')) figures.push(...(await accessFigures(lines)));
if (runs('rules')) figures.push(...(await rulesCheckFigures()));
if (runs('claims')) figures.push(...(await claimsFigures(book, lines)));
if (runs('reading')) figures.push(...(await readingFigures()));
if (runs('documents')) figures.push(...(await documentFigures(lines)));
if (runs('process')) figures.push(...(await processFigures(lines)));

// Ratios and processor time stand on a busy machine; seconds by the clock do not.
const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`;
console.log(
  `\n${machine}; ${book.rules.length} rules, ${book.catalogue.concepts.length} concepts, ${lines.length} different lines\n`,
);
console.log(table(figures));
