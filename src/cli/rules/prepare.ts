import { renameSync, writeFileSync } from 'node:fs';
import { EXIT } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { rulebookPlaces } from '../open_rulebook.js';
import type { Terminal } from '../terminal.js';

/** `notice708 rules prepare` keeps the parsed rules of the program beside its compiled modules. */
export async function prepare(args: readonly string[], terminal: Terminal): Promise<number> {
  parseFlags(args, {}, 'rules prepare');
  const { PARSED_RULES, parsedText } = await import('../../rulebook/loading/parsed_files.js');
  const { rules, schemas } = rulebookPlaces();
  // Written beside and renamed: a program that starts meanwhile finds all of it or nothing.
  const beside = `${PARSED_RULES}.${process.pid}`;
  writeFileSync(beside, parsedText(rules, schemas));
  renameSync(beside, PARSED_RULES);
  terminal.out(`the rules are prepared: ${PARSED_RULES}\n`);
  return EXIT.ok;
}
