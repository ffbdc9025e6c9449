import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redecideProject } from '../../src/claims/projects.js';
import { answerQuestion } from '../../src/claims/questions.js';
import { routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { totalsOf } from '../../src/claims/totals.js';
import { loadRulebook } from '../../src/rulebook/load.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { readSettings } from '../../src/server/settings.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

const { rulesDir, schemasDir } = readSettings({});
const folder = mkdtempSync(join(tmpdir(), 'notice708-edition-'));
let kept: Kept;
let next: Rulebook;

beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
  cpSync(rulesDir, folder, { recursive: true });
  const edit = (file: string, from: RegExp, to: string) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(from);
    writeFileSync(path, text.replace(from, to));
  };
  edit('rulebook.yaml', /^edition: .*$/m, 'edition: 2099.01.0');
  // A law under which goods bought alone can no longer be claimed.
  edit(
    'self_build_431nb/materials.yaml',
    /(id: 431nb\.materials\.building_materials\n(?:.*\n)*? {4}outcome: )\{.*\}/,
    '$1{treatment: not_reclaimable}',
  );
  next = await loadRulebook(folder, schemasDir);
}, 180_000);
afterAll(async () => {
  await kept.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a new edition of the rulebook', () => {
  it('is previewed in lines and pounds, applied on request, and leaves answers as they were given', async () => {
    const { claims, asking } = kept;
    const project = await kept.project();
    const bricks = given('Facing bricks 65mm', '1240.00', '248.00');
    const cooker = given('Integrated dishwasher', '400.00', '80.00');
    const mirror = given('Mirror 600x800', '100.00', '20.00', { stated: { supplyType: 'materials' } });
    const routed = [];
    for (const line of [bricks, cooker, mirror])
      routed.push(await routeNewLine(claims, asking(), project.id, line, { head: UNKNOWN_HEAD }));
    const open = routed[2]?.item;
    const question = asking().book.questions.get(open?.questionId ?? '');
    const answer = question?.answers.find((a) => a.takes === undefined);
    const given1 = { questionId: question?.id ?? '', answerId: answer?.id ?? '', value: null };
    await answerQuestion(claims, asking(), open?.id ?? '', given1);
    const before = await totalsOf(claims.store, project.id);

    const later = { ...asking(), book: next };
    const preview = await redecideProject(claims, later, project.id, true);
    const bricksId = routed[0]?.item.id;
    expect(preview.changed.map((c) => c.after.id)).toContain(bricksId);
    expect(preview.changed.map((c) => c.after.id)).not.toContain(routed[1]?.item.id);
    const change = preview.changed.find((c) => c.after.id === bricksId);
    expect([change?.before.vatReclaimable, change?.after.vatReclaimable]).toEqual([24800, 0]);
    expect(await totalsOf(claims.store, project.id)).toEqual(before);

    const applied = await redecideProject(claims, later, project.id, false);
    expect(applied.changed.map((c) => c.after.id)).toEqual(preview.changed.map((c) => c.after.id));
    const after = await totalsOf(claims.store, project.id);
    const moved = applied.changed.reduce((sum, c) => sum + c.after.vatReclaimable - c.before.vatReclaimable, 0);
    expect(after.all.vatReclaimable - before.all.vatReclaimable).toBe(moved);
    expect((await claims.stored.lineItem(kept.organisationId, open?.id ?? '')).answers).toEqual([given1]);
    const history = await claims.stored.history(kept.organisationId, bricksId ?? '');
    expect(history.map((d) => [d.cause, d.edition])).toEqual([
      ['routed', asking().book.edition],
      ['new_edition', '2099.01.0'],
    ]);
    expect((await redecideProject(claims, later, project.id, true)).changed).toEqual([]);
  });
});
