import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptRulebooks } from '../../claims/kept_rulebooks.js';
import { type Decision, decisionOf } from '../../claims/records.js';
import { replay } from '../../claims/replay.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import type { Store } from '../../store/open.js';
import { BadInputError, EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';
import { DATA_DIR_FLAG, dataDirOf, openData } from './data_folder.js';

const COMMAND = 'decisions replay';
/** Decisions read at once. */
const BATCH = 500;

/** What came of making decisions again. */
interface Report {
  decisions: number;
  same: number;
  /** Made under a rulebook that is not kept. */
  rulebookMissing: number;
  different: { decisionId: string; lineItemId: string; edition: string; recorded: string; now: string }[];
}

/** `notice708 decisions replay`: proves that stored decisions follow from what was recorded with them. */
export async function decisions(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { ...DATA_DIR_FLAG, project: { type: 'string' }, json: { type: 'boolean' } }, COMMAND);
  const [sub, ...more] = flags.positionals;
  if (sub !== 'replay' || more.length > 0) throw new UsageError('say "decisions replay"', COMMAND);
  const store = await openData(dataDirOf(flags, terminal));
  const folder = mkdtempSync(join(tmpdir(), 'notice708-rulebooks-'));
  try {
    const report = await replayed(store, folder, flags.text('project') ?? null, terminal);
    terminal.out(flags.has('json') ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
    return report.different.length > 0 ? EXIT.failure : EXIT.ok;
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function replayed(store: Store, folder: string, projectId: string | null, terminal: Terminal): Promise<Report> {
  const books = new Map<string, Promise<Rulebook | null>>();
  const kept = new KeptRulebooks(store);
  const bookOf = (digest: string): Promise<Rulebook | null> => {
    const known = books.get(digest);
    if (known) return known;
    const loaded = kept
      .unpack(digest, join(folder, String(books.size)))
      .then((folders) => folders && terminal.openRulebook(folders));
    books.set(digest, loaded);
    return loaded;
  };
  const report: Report = { decisions: 0, same: 0, rulebookMissing: 0, different: [] };
  for await (const decision of decisionsIn(store, projectId)) {
    report.decisions++;
    const book = await bookOf(decision.digest);
    const result = book && (await replay(book, decision));
    if (!result || result.same === null) report.rulebookMissing++;
    else if (result.same) report.same++;
    else
      report.different.push({
        decisionId: decision.id,
        lineItemId: decision.lineItemId,
        edition: decision.edition,
        recorded: result.recorded.classification.treatment,
        now: result.now.classification.treatment,
      });
  }
  if (projectId !== null && report.decisions === 0) throw new BadInputError(`project "${projectId}" has no decisions`);
  return report;
}

async function* decisionsIn({ db }: Store, projectId: string | null): AsyncGenerator<Decision> {
  for (let after = 0; ; ) {
    let query = db.selectFrom('decisions').selectAll('decisions').where('decisions.seq', '>', after);
    if (projectId !== null)
      query = query
        .innerJoin('line_items', 'line_items.id', 'decisions.line_item_id')
        .where('line_items.project_id', '=', projectId);
    const rows = await query.orderBy('decisions.seq').limit(BATCH).execute();
    for (const row of rows) yield decisionOf(row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

function reportText({ decisions: all, same, rulebookMissing, different }: Report): string {
  const lines = [
    `${all} decisions: ${same} follow again from what was recorded with them, ${different.length} do not`,
    ...(rulebookMissing > 0 ? [`${rulebookMissing} were made under a rulebook that is not kept here`] : []),
    ...different.map(
      (d) => `${d.decisionId} of line ${d.lineItemId} (edition ${d.edition}): was ${d.recorded}, is ${d.now}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
