import { EXIT } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { rulebookPlaces } from '../open_rulebook.js';
import type { Terminal } from '../terminal.js';

/** `notice708 rules prepare` keeps what loading the rules of the program works out, beside its compiled modules. */
export async function prepare(args: readonly string[], terminal: Terminal): Promise<number> {
  parseFlags(args, {}, 'rules prepare');
  const { prepareRulebook } = await import('../../rulebook/load.js');
  const { PREPARED } = await import('../../rulebook/loading/prepared.js');
  const { rules, schemas } = rulebookPlaces();
  await prepareRulebook(rules, schemas, PREPARED);
  terminal.out(`the rules are prepared: ${PREPARED}\n`);
  return EXIT.ok;
}
