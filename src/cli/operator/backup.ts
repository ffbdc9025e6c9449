import { BackupError, backUp, restore as restoreBackup, verifyBackup } from '../../store/backup.js';
import { BadInputError, EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';
import { DATA_DIR_FLAG, dataDirOf } from './data_folder.js';

/** `notice708 backup FOLDER [--verify]`: copies the data folder while the server runs, or verifies an earlier copy. */
export async function backup(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { ...DATA_DIR_FLAG, verify: { type: 'boolean' } }, 'backup');
  const [folder] = flags.positionals;
  if (folder === undefined) throw new UsageError('name the folder to make, for example backups/2026-11-20', 'backup');
  return told(async () => {
    const manifest = flags.has('verify')
      ? verifyBackup(folder)
      : await backUp(dataDirOf(flags, terminal), folder, new Date());
    const rows = Object.values(manifest.rows).reduce((sum, n) => sum + n, 0);
    terminal.out(
      `${folder}: ${Object.keys(manifest.files).length} files, ${rows} rows, made ${manifest.madeAt}, verified.\n`,
    );
  });
}

/** `notice708 restore FOLDER`: puts a backup in place of the data folder; what was there is moved aside. */
export async function restore(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, DATA_DIR_FLAG, 'restore');
  const [folder] = flags.positionals;
  if (folder === undefined) throw new UsageError('name the folder that "notice708 backup" made', 'restore');
  return told(async () => {
    const dataDir = dataDirOf(flags, terminal);
    const { manifest, movedTo } = restoreBackup(folder, dataDir, new Date());
    terminal.out(
      `${dataDir} is as of ${manifest.madeAt}.${movedTo === null ? '' : ` What was there is in ${movedTo}.`}\n`,
    );
  });
}

async function told(work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return EXIT.ok;
  } catch (error) {
    if (error instanceof BackupError) throw new BadInputError(error.message);
    throw error;
  }
}
