import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeptRulebooks } from '../../src/claims/kept_rulebooks.js';
import { routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { loadRulebook } from '../../src/rulebook/load.js';
import { readSettings } from '../../src/server/settings.js';
import { given, type Kept, openKept } from '../claims/kept.js';
import { sharedRulebook, stopAll, tempFolder } from '../server/harness.js';
import { ran } from './a_terminal.js';

const { rulesDir, schemasDir } = readSettings({});
let kept: Kept;
let projectId: string;
let dataDir: string;

beforeAll(async () => {
  dataDir = tempFolder();
  kept = await openKept(await sharedRulebook(), dataDir);
  await new KeptRulebooks(kept.claims.store).keep(kept.asking().book, { rules: rulesDir, schemas: schemasDir });
  projectId = (await kept.project()).id;
  for (const [text, net, vat] of [
    ['Facing bricks 65mm', '1240.00', '248.00'],
    ['Integrated dishwasher', '400.00', '80.00'],
  ] as const)
    await routeNewLine(kept.claims, kept.asking(), projectId, given(text, net, vat), { head: UNKNOWN_HEAD });
});
afterAll(async () => {
  await kept.close();
  await stopAll();
});

// Each edition is read from its files.
const LOADING = { timeout: 180_000 };

describe('decisions replay', LOADING, () => {
  it('makes stored decisions again under the rulebook they were made under, whatever the rules are now', async () => {
    const other = tempFolder();
    for (const folder of ['rules', 'schemas']) mkdirSync(join(other, folder));
    cpSync(rulesDir, join(other, 'rules'), { recursive: true });
    const file = join(other, 'rules', 'rulebook.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^edition: .*$/m, 'edition: 2099.01.0'));
    const book = await loadRulebook(join(other, 'rules'), schemasDir);
    await new KeptRulebooks(kept.claims.store).keep(book, { rules: join(other, 'rules'), schemas: schemasDir });
    const later = { ...kept.asking(), book };
    const bricks = given('Facing bricks 65mm', '10.00', '2.00');
    await routeNewLine(kept.claims, later, projectId, bricks, { head: UNKNOWN_HEAD });
    const { code, out } = await ran(['decisions', 'replay', '--data-dir', dataDir]);
    expect([code, out]).toEqual([0, '3 decisions: 3 follow again from what was recorded with them, 0 do not\n']);
  });

  it('fails and names a decision that was changed, and says when the rulebook is not kept', async () => {
    const { db } = kept.claims.store;
    const [first] = await db.selectFrom('decisions').selectAll().orderBy('seq').limit(1).execute();
    const set = (outcome: string, digest: string) =>
      db
        .updateTable('decisions')
        .set({ outcome, digest })
        .where('id', '=', first?.id ?? '')
        .execute();
    await set(first?.outcome.replace('"248.00"', '"249.00"') ?? '', first?.digest ?? '');
    const changed = await ran(['decisions', 'replay', '--project', projectId, '--data-dir', dataDir]);
    expect(changed.code).toBe(1);
    expect(changed.out).toContain(`${first?.id} of line ${first?.line_item_id}`);
    await set(first?.outcome ?? '', 'sha256:0');
    const missing = await ran(['decisions', 'replay', '--data-dir', dataDir]);
    expect(missing.out).toContain('1 were made under a rulebook that is not kept here');
    await set(first?.outcome ?? '', first?.digest ?? '');
    expect((await ran(['decisions', 'replay', '--project', 'prj_none', '--data-dir', dataDir])).code).toBe(3);
    expect((await ran(['decisions', 'show'])).code).toBe(2);
  });
});

describe('rules diff --project', () => {
  it('compares the stored lines of a project under two editions', LOADING, async () => {
    const { code, out } = await ran(['rules', 'diff', 'HEAD', '--project', projectId, '--data-dir', dataDir]);
    expect(code).toBe(0);
    expect(out).toContain(`lines stored in project ${projectId}`);
    expect((await ran(['rules', 'diff', 'HEAD', '--project', 'prj_none', '--data-dir', dataDir])).code).toBe(3);
  });
});
