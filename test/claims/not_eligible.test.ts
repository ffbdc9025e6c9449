import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeNewLine, UNKNOWN_HEAD } from '../../src/claims/route_line.js';
import { totalsOf } from '../../src/claims/totals.js';
import { sharedRulebook } from '../server/harness.js';
import { given, type Kept, openKept } from './kept.js';

let kept: Kept;
beforeAll(async () => {
  kept = await openKept(await sharedRulebook());
});
afterAll(() => kept.close());

const HEAD = {
  ...UNKNOWN_HEAD,
  documentType: 'invoice' as const,
  supplierName: 'Jewson',
  supplierVatNumber: 'GB980780684',
  invoiceNumber: 'N-1',
  invoiceDate: '2026-05-01',
};

describe('a project that is not eligible', () => {
  it.each([
    ['self_build_431nb', 'Facing bricks 65mm', 'materials', '200.00'],
    ['self_build_431c', 'Facing bricks 65mm', 'materials', '200.00'],
    ['self_build_431c', 'Re-roofing, labour', 'labour', '50.00'],
    ['self_build_431c', 'Supply and fit oak windows', 'supply_and_install', '50.00'],
  ] as const)('claims nothing (%s, %s)', async (scheme, text, supplyType, vat) => {
    const line = given(text, '1000.00', vat, { stated: { supplyType } });
    const claimed = async (eligibility: 'eligible' | 'not_eligible') => {
      const project = await kept.project(scheme, {}, eligibility);
      await routeNewLine(kept.claims, kept.asking(), project.id, line, { head: HEAD });
      return (await totalsOf(kept.claims.store, project.id)).all.vatReclaimable;
    };
    expect(await claimed('eligible')).toBe(Number(vat) * 100);
    expect(await claimed('not_eligible')).toBe(0);
  });
});
