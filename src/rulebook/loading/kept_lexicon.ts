import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { KeptLexicon, Lexicon } from '../lexicon.js';
import type { Findings } from './findings.js';
import { readKept, writeKept } from './prepared.js';

/** The modules that make the tables of a lexicon: changed ones would make others. */
const MAKERS = [
  'lexicon',
  'loading/compounds',
  'loading/concepts',
  'phrases',
  'words',
  'reading/edge_table',
  'reading/neighbours',
  'reading/nouns_of_names',
  'reading/phrase_tables',
  'reading/tokens',
  'reading/word_numbers',
];
/** `.js`, or `.ts` where the program runs from its source. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));

interface Kept {
  key: string;
  tables: KeptLexicon;
}

/** The tables of the lexicon of these very files, when they were kept; undefined when they must be made. */
export function keptTables(prepared: string, findings: Findings): KeptLexicon | undefined {
  const bytes = readKept(fileIn(prepared));
  if (bytes === null) return undefined;
  try {
    const { key, tables } = deserialize(bytes) as Kept;
    return key === keyOf(findings) ? tables : undefined;
  } catch {
    // Kept by a version of Node that writes values in another way.
    return undefined;
  }
}

/** Keeps the tables of a lexicon for `keptTables`. */
export function keepTables(prepared: string, findings: Findings, lexicon: Lexicon): void {
  const kept: Kept = { key: keyOf(findings), tables: lexicon.keep() };
  writeKept(fileIn(prepared), serialize(kept));
}

function fileIn(prepared: string): string {
  return join(prepared, `lexicon${EXTENSION}.bin`);
}

/** Differs whenever the catalogue, the reading vocabulary or what reads them differs. */
function keyOf(findings: Findings): string {
  const digest = createHash('sha256');
  for (const name of MAKERS) digest.update(readFileSync(new URL(`../${name}${EXTENSION}`, import.meta.url)));
  for (const [name, file] of findings.under('catalogue/')) digest.update(`\0${name}\0${file.text}`);
  return digest.digest('base64');
}
