import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reclassifyCompanions } from '../../src/claims/companion_lines.js';
import { answerQuestion } from '../../src/claims/questions.js';
import { routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { openStore, type Write } from '../../src/store/open.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

let kept: Kept;
const folders: string[] = [];
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(async () => {
  await kept.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const copyOf = (folder: string): string => {
  const copy = mkdtempSync(join(tmpdir(), 'notice708-killed-'));
  folders.push(copy);
  cpSync(folder, copy, { recursive: true });
  return copy;
};

async function linesAndDecisions(folder: string): Promise<string> {
  const store = await openStore(folder);
  const lines = await store.db.selectFrom('line_items').selectAll().orderBy('seq').execute();
  const decisions = await store.db.selectFrom('decisions').selectAll().orderBy('seq').execute();
  const invoices = await store.db.selectFrom('invoices').selectAll().orderBy('seq').execute();
  await store.close();
  return JSON.stringify({ lines, decisions, invoices });
}

describe('kill -9 within a re-classification', () => {
  it('leaves all of it or nothing, whichever step it hits', { timeout: 120_000 }, async () => {
    const { claims, asking, folder } = kept;
    const project = await kept.project('self_build_431nb', { country: 'england' });
    const invoice = {
      documentType: 'invoice' as const,
      supplierName: 'Heat Co',
      invoiceNumber: 'K1',
      invoiceDate: '2026-03-02',
    };
    const lines = [
      ['Vaillant aroTHERM plus 7kW heat pump', '6000.00', '1200.00'],
      ['Unvented cylinder 250L', '1400.00', '280.00'],
      ['Copper pipe and brackets', '320.00', '64.00'],
      ['Delivery', '60.00', '12.00'],
      ['Installation and commissioning', '2500.00', '0.00'],
    ] as const;
    const routed = [];
    for (const [text, net, vat] of lines)
      routed.push(
        await routeNewLine(
          claims,
          asking(),
          project.id,
          given(text, net, vat, { stated: text.includes('ommission') ? {} : { supplyType: 'materials' } }),
          {
            head: { ...UNKNOWN_HEAD, ...invoice },
          },
        ),
      );
    const main = await claims.stored.lineItem(kept.organisationId, routed[0]?.item.id ?? '');
    expect(main.questionId).toBe('esm_who_installed');
    const answer = { questionId: 'esm_who_installed', answerId: 'supplier_installed', value: null };
    await answerQuestion(claims, asking(), main.id, answer);

    await claims.store.db.executeQuery({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)', parameters: [] } as never);
    const before = copyOf(folder);
    const captured: Write[] = [];
    const writing = { ...claims.store, commit: async (writes: readonly Write[]) => void captured.push(...writes) };
    Object.assign(claims.changes, { store: writing });
    await reclassifyCompanions(
      claims,
      asking('reclassify_companion_items', 'once'),
      routed[0]?.invoice.id ?? '',
      false,
    );
    expect(captured.length).toBeGreaterThan(5);
    const file = join(before, 'change.json');
    const statements = captured.map(({ query, expect: rows }) => ({
      ...plain(query),
      ...(rows === undefined ? {} : { expect: rows }),
    }));
    writeFileSync(file, JSON.stringify(statements));

    const run = (copy: string, step: string) =>
      spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'dies_at.ts'), copy, file, step], {
        encoding: 'utf8',
      });
    const whole = copyOf(before);
    expect(run(whole, 'never')).toMatchObject({ status: 0 });
    const after = await linesAndDecisions(whole);
    const untouched = await linesAndDecisions(copyOf(before));
    expect(after).not.toBe(untouched);
    for (const step of [...captured.keys()].map(String)) {
      const copy = copyOf(before);
      expect(run(copy, step)).toMatchObject({ signal: 'SIGKILL' });
      expect(await linesAndDecisions(copy)).toBe(untouched);
    }
    const acknowledged = copyOf(before);
    expect(run(acknowledged, 'after')).toMatchObject({ signal: 'SIGKILL' });
    expect(await linesAndDecisions(acknowledged)).toBe(after);
  });
});

function plain(query: Write['query']): { sql: string; parameters: readonly unknown[] } {
  const { sql, parameters } = query.compile();
  return { sql, parameters };
}
