import type { LineSource } from '../../rulebook/comparison/lines.js';
import type { Line } from '../../rulebook/line.js';
import { openStore } from '../../store/open.js';
import { BadInputError } from '../exit_codes.js';
import type { Parsed } from '../flags.js';
import { dataDirOf } from '../operator/data_folder.js';
import type { Terminal } from '../terminal.js';

/**
 * The lines of a stored project, each as it was last put to the rulebook, with the answers of its owner.
 * @throws BadInputError when the project is not there or no line of it was decided.
 */
export async function storedLines(flags: Parsed, terminal: Terminal, projectId: string): Promise<LineSource> {
  const store = await openStore(dataDirOf(flags, terminal));
  try {
    const rows = await store.db
      .selectFrom('line_items')
      .innerJoin('decisions', 'decisions.id', 'line_items.decision_id')
      .select('decisions.line')
      .where('line_items.project_id', '=', projectId)
      .where('line_items.in_trash', '=', 0)
      .orderBy('line_items.seq')
      .execute();
    if (rows.length === 0) throw new BadInputError(`project "${projectId}" is not there, or has no decided lines`);
    return { name: `lines stored in project ${projectId}`, lines: rows.map(({ line }) => JSON.parse(line) as Line) };
  } finally {
    await store.close();
  }
}
