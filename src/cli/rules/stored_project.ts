import type { Line } from '../../rulebook/line.js';
import { BadInputError } from '../exit_codes.js';
import type { Parsed } from '../flags.js';
import { dataDirOf, openData } from '../operator/data_folder.js';
import type { Terminal } from '../terminal.js';
import type { Sources } from './diff.js';

/**
 * A stored project and its lines, each as it was last put to the rulebook, with the answers of its owner.
 * @param today ISO date on which the project is assessed.
 * @throws BadInputError when the project is not there or no line of it was decided.
 */
export async function storedProject(
  flags: Parsed,
  terminal: Terminal,
  projectId: string,
  today: string,
): Promise<Sources> {
  const store = await openData(dataDirOf(flags, terminal));
  try {
    const project = await store.db
      .selectFrom('projects')
      .select(['name', 'facts', 'elements'])
      .where('id', '=', projectId)
      .executeTakeFirst();
    const rows = await store.db
      .selectFrom('line_items')
      .innerJoin('decisions', 'decisions.id', 'line_items.decision_id')
      .select('decisions.line')
      .where('line_items.project_id', '=', projectId)
      .where('line_items.in_trash', '=', 0)
      .orderBy('line_items.seq')
      .execute();
    if (!project || rows.length === 0)
      throw new BadInputError(`project "${projectId}" is not there, or has no decided lines`);
    const { name, facts, elements } = project;
    return {
      lines: { name: `lines stored in project ${projectId}`, lines: rows.map(({ line }) => JSON.parse(line) as Line) },
      projects: {
        name: 'stored projects',
        projects: [{ name, facts: JSON.parse(facts), elements: JSON.parse(elements), today }],
      },
    };
  } finally {
    await store.close();
  }
}
