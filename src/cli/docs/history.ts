import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Commit {
  hash: string;
  /** ISO date of the commit. */
  date: string;
  subject: string;
}

const run = promisify(execFile);
/** Between the fields of a commit: a character that no subject holds. */
const BETWEEN = '\u001f';

/**
 * The commits that touched each file under a folder, newest first, by the path from that folder.
 * @returns null where there is no git or no repository.
 */
export async function commitsOf(folder: string): Promise<Map<string, Commit[]> | null> {
  let log: string;
  try {
    const args = ['log', '--relative', '--name-only', '--date=short', `--format=${BETWEEN}%h${BETWEEN}%cd${BETWEEN}%s`];
    log = (await run('git', [...args, '--', '.'], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch {
    return null;
  }
  const byFile = new Map<string, Commit[]>();
  let commit: Commit | undefined;
  for (const line of log.split('\n')) {
    if (line.startsWith(BETWEEN)) {
      const [, hash = '', date = '', subject = ''] = line.split(BETWEEN);
      commit = { hash, date, subject };
    } else if (line !== '' && commit) {
      const list = byFile.get(line);
      if (list) list.push(commit);
      else byFile.set(line, [commit]);
    }
  }
  return byFile.size > 0 ? byFile : null;
}
