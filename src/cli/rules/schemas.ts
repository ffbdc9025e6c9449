import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RulebookFolders } from '../../rulebook/load.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { rulebookPlaces } from '../open_rulebook.js';
import type { Terminal } from '../terminal.js';

/** The command that mends what `staleSchemas` finds. */
export const WRITE_SCHEMAS = 'notice708 rules schemas';

/** `notice708 rules schemas` writes the schemas that editors check and complete the rule files with. */
export async function schemas(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { rules: { type: 'string' }, schemas: { type: 'string' } }, 'rules schemas');
  if (flags.positionals.length > 0)
    throw new UsageError(
      `"rules schemas" takes no ${flags.positionals.join(' ')}; folders are given with --rules and --schemas`,
      'rules schemas',
    );
  const own = rulebookPlaces(flags.text('rules'));
  const places = { ...own, schemas: flags.text('schemas') ?? own.schemas };
  const stale = await staleSchemas(places);
  for (const { file, text } of stale) {
    writeFileSync(join(places.schemas, file), text);
    terminal.out(`written: ${join(places.schemas, file)}\n`);
  }
  if (stale.length === 0) terminal.out('every schema is as the rules give it\n');
  return EXIT.ok;
}

/** Schema files that are missing or not what the rules give, each with the text it should have. */
export async function staleSchemas({
  rules,
  schemas: folder,
}: RulebookFolders): Promise<{ file: string; text: string }[]> {
  const [{ namesIn }, { ruleFileSchemas, schemaText }] = await Promise.all([
    import('../../rulebook/schemas/names.js'),
    import('../../rulebook/schemas/rule_file_schemas.js'),
  ]);
  return [...ruleFileSchemas(namesIn(rules, folder))]
    .map(([name, schema]) => ({ file: `${name}.schema.json`, text: schemaText(schema) }))
    .filter(({ file, text }) => textOf(join(folder, file)) !== text);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}
