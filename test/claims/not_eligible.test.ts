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

  const HOW_MADE = { oldBuildingUse: 'partly_residential', newHomeMadeFrom: 'same_number' };
  it.each([
    ['self_build_431nb', 'Erect blockwork, labour and materials', { existingHome: 'extension' }],
    [
      'self_build_431nb',
      'Erect blockwork, labour and materials',
      { finishedBuilding: 'dwelling', selfContained: 'no' },
    ],
    ['self_build_431nb', 'Erect blockwork, labour and materials', { consent: 'none' }],
    ['self_build_431nb', 'Erect blockwork, labour and materials', { siteBefore: 'finished_home_bought' }],
    [
      'self_build_431c',
      '6 sash windows, supplied and fitted',
      { siteBefore: 'building_kept', lastLivedInDate: '2022-01-01', worksStartDate: '2024-01-01', ...HOW_MADE },
    ],
  ] as const)('asks no supplier for a rate that its works have not (%s, %s, %j)', async (scheme, text, facts) => {
    const project = await kept.project(scheme, facts, 'not_eligible');
    const line = given(text, '1000.00', '200.00', { stated: { supplyType: 'supply_and_install' } });
    const { classification } = await routeNewLine(kept.claims, kept.asking(), project.id, line, { head: HEAD });
    expect(classification?.classification).toMatchObject({
      treatment: 'not_reclaimable',
      vatReclaimable: '0.00',
      vatToRecoverFromSupplier: '0.00',
      explanation: expect.stringContaining('may rightly have been charged'),
    });
    const items = await projectActions(kept.claims, kept.asking(), project.id);
    expect(items.map(({ kind }) => kind)).not.toContain('supplier_correction');
  });

  it.each<Record<string, string>>([{ occupants: 'let' }, { earlierClaim: 'made', supplementaryOnly: 'no' }])(
    'asks a supplier for it where only the claim fails (%j)',
    async (facts) => {
      const project = await kept.project('self_build_431nb', facts, 'not_eligible');
      const line = given('Erect blockwork, labour and materials', '1000.00', '200.00');
      await routeNewLine(kept.claims, kept.asking(), project.id, line, { head: HEAD });
      const items = await projectActions(kept.claims, kept.asking(), project.id);
      const [item] = items.filter(({ kind }) => kind === 'supplier_correction');
      expect(item?.request?.body).toContain('a dwelling');
    },
  );

  it('asks for the rate of an energy-saving installation, and calls the works no dwelling', async () => {
    const project = await kept.project('self_build_431nb', { existingHome: 'extension' }, 'not_eligible');
    const line = given('Installation of air source heat pump', '9000.00', '1800.00', {
      stated: { supplyType: 'supply_and_install' },
    });
    const { classification } = await routeNewLine(kept.claims, kept.asking(), project.id, line, { head: HEAD });
    const items = await projectActions(kept.claims, kept.asking(), project.id);
    const [item] = items.filter(({ kind }) => kind === 'supplier_correction');
    expect(item?.request?.body ?? '').not.toContain('construction of a new building');
    expect(classification?.classification.vatReclaimable).toBe('0.00');
  });
});
