import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, posix, sep } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { RulebookFolders } from '../rulebook/load.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { Store } from '../store/open.js';

type Files = Record<string, string>;

/** A server waits for it at its first start under a rulebook. */
const QUICK = 1;

/** The rulebooks that decisions were made under, kept beside the decisions: an edition is law only as long as it can be read. */
export class KeptRulebooks {
  constructor(
    private readonly store: Pick<Store, 'db'>,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Keeps the rulebook that was loaded from these folders; one that is kept already costs one look. */
  async keep({ digest, edition }: Pick<Rulebook, 'digest' | 'edition'>, folders: RulebookFolders): Promise<void> {
    const { db } = this.store;
    const known = await db.selectFrom('rulebooks').select('digest').where('digest', '=', digest).executeTakeFirst();
    if (known) return;
    const files: Files = {
      ...filesIn(folders.rules, 'rules', '.yaml'),
      ...filesIn(folders.schemas, 'schemas', '.schema.json'),
    };
    const packed = gzipSync(JSON.stringify(files), { level: QUICK }).toString('base64');
    await db
      .insertInto('rulebooks')
      .values({ digest, edition, files: packed, kept_at: this.clock() })
      .onConflict((c) => c.doNothing())
      .execute();
  }

  /** Writes a kept rulebook below `folder`; null when there is none of this digest. */
  async unpack(digest: string, folder: string): Promise<RulebookFolders | null> {
    const row = await this.store.db
      .selectFrom('rulebooks')
      .select('files')
      .where('digest', '=', digest)
      .executeTakeFirst();
    if (!row) return null;
    const files: Files = JSON.parse(gunzipSync(Buffer.from(row.files, 'base64')).toString('utf8'));
    for (const [name, text] of Object.entries(files)) {
      // Names are ours, but a database can be changed by hand, and nothing may be written outside the folder.
      if (isAbsolute(name) || normalize(name).startsWith('..')) throw new Error(`a kept rulebook names a file ${name}`);
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return { rules: join(folder, 'rules'), schemas: join(folder, 'schemas') };
  }
}

function filesIn(folder: string, under: string, ending: string): Files {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith(ending) && statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(
    names
      .sort()
      .map((name) => [posix.join(under, name.split(sep).join(posix.sep)), readFileSync(join(folder, name), 'utf8')]),
  );
}
