import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectActions } from '../../src/claims/action_states.js';
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
    ['self_build_431c', 'Blockwork labour and materials', '4000.00', '800.00', '600.00'],
    ['self_build_431c', 'Re-roofing, labour', '1000.00', '200.00', '150.00'],
    ['self_build_431nb', 'Blockwork labour and materials', '4000.00', '800.00', '800.00'],
  ] as const)('promises nothing of what a supplier puts right (%s, %s)', async (scheme, text, net, vat, back) => {
    const project = await kept.project(scheme, {}, 'not_eligible');
    const { classification } = await routeNewLine(kept.claims, kept.asking(), project.id, given(text, net, vat), {
      head: { ...HEAD, invoiceNumber: `N-${text}-${scheme}` },
    });
    expect(classification?.classification).toMatchObject({
      treatment: 'supplier_correction',
      vatToRecoverFromSupplier: back,
      vatReclaimableOnceCorrected: '0.00',
      action: expect.not.stringContaining('claim'),
    });
    expect(classification?.classification.explanation).toContain('nothing of the VAT can be claimed');
    const [item] = (await projectActions(kept.claims, kept.asking(), project.id)).filter(
      ({ kind }) => kind === 'supplier_correction',
    );
    expect(item?.text).not.toContain('in some cases refunded');
    if (scheme === 'self_build_431c') expect(item?.request?.body).toContain('bear VAT at 5%');
  });

  it.each(['channel_islands', 'elsewhere'])(
    'asks no supplier for a rate of the United Kingdom in %s',
    async (country) => {
      const project = await kept.project('self_build_431c', { country }, 'not_eligible');
      const line = given('Blockwork labour and materials', '4000.00', '800.00');
      const { item } = await routeNewLine(kept.claims, kept.asking(), project.id, line, {
        head: { ...HEAD, invoiceNumber: `N-${country}` },
      });
      expect(item).toMatchObject({
        status: 'undecided',
        vatToRecover: 0,
        undecided: expect.stringContaining('Channel'),
      });
      const kinds = (await projectActions(kept.claims, kept.asking(), project.id)).map(({ kind }) => kind);
      expect(kinds).not.toContain('supplier_correction');
    },
  );

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

  it.each([
    ['self_build_431nb', 'Facing bricks 65mm', '200.00'],
    ['self_build_431c', 'Facing bricks 65mm', '200.00'],
    ['self_build_431c', 'Re-roofing, labour', '50.00'],
  ] as const)('asks nobody what its facts have answered (%s, %s)', async (scheme, text, vat) => {
    const project = await kept.project(scheme, {}, 'not_eligible');
    const line = given(text, '1000.00', vat);
    const { item, classification } = await routeNewLine(kept.claims, kept.asking(), project.id, line, { head: HEAD });
    expect(item).toMatchObject({ status: 'decided', treatment: 'not_reclaimable', vatReclaimable: 0 });
    expect(classification?.classification.explanation).toContain(
      `By its facts the project is not eligible, so nothing of the £${vat}`,
    );
  });
});
