import fc from 'fast-check';
import { expect } from 'vitest';
import { type Companion, companionsOf, type InvoiceLine } from '../../src/claims/companions.js';
import { InputError } from '../../src/rulebook/answers.js';
import { caseOf } from '../../src/rulebook/deciding/case.js';
import { outcomeOf } from '../../src/rulebook/deciding/decision.js';
import { resolveAnswers } from '../../src/rulebook/deciding/given_answers.js';
import type { Line } from '../../src/rulebook/line.js';
import { holds, pence, type Subject } from './subject.js';

/** Classes of section 4.3 of the fact book, said apart from companions.yaml. */
const NEVER = new Set([
  'hire',
  'excluded_appliance',
  'excluded_furniture',
  'excluded_carpet',
  'not_ordinarily_incorporated',
  'other_service',
  'insurance_or_finance',
  'telecoms',
  'statutory_or_outside_scope',
  'outside_the_works',
]);
const NEVER_THINGS = new Set(['elec.ev_charger', 'waste.skip', 'svc.scaffold_package', 'prof.architect']);

/** Answers that the supplier installed, and answers that settle nothing. */
const INSTALLED = new Set(['supplier_installed', 'supplier_fitted', 'same_job', 'theirs']);
const OPEN = new Set([
  'not_sure',
  'partly',
  'supplier_commissioned',
  'hybrid',
  'flat_roof_stripped',
  'still_converting_no_reply',
]);

/** Which lines of an invoice follow the answer about another. */
export function companions({ book, any, group, property }: Subject): void {
  const told = (lines: readonly InvoiceLine[], found: readonly Companion[]) =>
    lines
      .map(({ line: l }, i) => {
        const answers = l.answers.map((a) => `${a.questionId}=${a.answerId}`).join(';');
        const { relation, mainId, because } = found[i] as Companion;
        return `${i + 1} “${l.text}” ${l.route} ${l.supplyType} ${l.net}/${l.vat} ${answers} → ${relation} of ${mainId}: ${because}`;
      })
      .join('\n');
  const alone = (line: Line): Line => ({ ...line, relation: null, mainLine: null });
  const outcome = (line: Line, sets: Record<string, string> = {}) => {
    const put = caseOf(book, line, resolveAnswers(book.questions, line), sets);
    const verdict = book.engine.judge(line.route, put.supplied, put.line.taxPoint, put.facts);
    return { put, treatment: outcomeOf(put, verdict).treatment };
  };
  const each = (
    runs: number,
    check: (lines: InvoiceLine[], found: Companion[], i: number) => Promise<void> | void,
    of: fc.Arbitrary<InvoiceLine[]> = any.job,
  ) =>
    holds(of, runs, async (lines) => {
      const found = companionsOf(book, lines);
      for (const i of lines.keys()) await check(lines, found, i);
    });

  const separateJob = any.jobAbout(
    ['Vaillant aroTHERM plus 7kW ASHP, supplied & installed', '4kWp solar PV fully installed'],
    fc.constantFrom('esm_separate_or_larger_job=own_job', 'esm_conversion_rate_basis=still_converting_no_reply'),
  );
  const boughtAlone = any.jobAbout(
    ['Samsung 8kW monobloc heat pump', 'uPVC casement windows x 9', 'Natural slate 500x250'],
    fc.constantFrom('sai_who_fitted=others_fitted', 'sai_who_fitted=not_sure', 'sai_who_fitted=partly'),
  );

  group('companions of a line that was answered', () => {
    property('every line comes back in its place, changed in relation and main line alone', () =>
      each(150, (lines, found, i) => {
        const [given, companion] = [lines[i] as InvoiceLine, found[i] as Companion];
        expect(found).toHaveLength(lines.length);
        expect(companion.id).toBe(given.id);
        expect(alone(companion.line)).toEqual(alone(given.line));
      }),
    );

    property('a line its owner answered follows nothing', () =>
      each(150, (lines, found, i) => {
        if (!lines[i]?.confirmed) return;
        expect(found[i]?.line.mainLine, told(lines, found)).toBeNull();
      }),
    );

    property('what is on the list of lines that never follow does not, however it is asked', () =>
      each(200, async (lines, found, i) => {
        const [given, companion] = [lines[i] as InvoiceLine, found[i] as Companion];
        const { put } = outcome({ ...alone(given.line), answers: [] });
        const { id = '' } = put.meaning.concept ?? {};
        if (!NEVER.has(put.facts.productClass ?? '') && !NEVER_THINGS.has(id)) return;
        expect(companion.line.mainLine, told(lines, found)).toBeNull();
        if (given.confirmed) return;
        const [main = given] = lines.filter((l) => l.id !== given.id);
        const { text, supplyType, answers } = main.line;
        const mainLine = { text, supplyType, answers, conceptId: null, heldBy: null };
        const forced = outcomeUnlessRefused({ ...given.line, relation: 'ancillary', mainLine });
        expect([outcome(given.line).treatment, 'refused']).toContain(forced);
      }),
    );

    property('a companion is claimed only where the same answers to the line itself would have it claimed', () =>
      each(300, (lines, found, i) => {
        const { line } = found[i] as Companion;
        if (line.mainLine === null) return;
        const followed = outcomeUnlessRefused(line);
        if (followed !== 'reclaimable') return;
        const { put } = outcome(line);
        const { following } = put;
        if (following === null) return;
        const fitted = following.supplied === 'supply_and_install' ? 'supplier_fitted' : 'others_fitted';
        const answers = [{ questionId: 'sai_who_fitted', answerId: fitted, value: null }];
        const sets = { ...following.facts, zeroRateWindow: put.facts.zeroRateWindow ?? 'no_window' };
        expect(outcome({ ...alone(line), answers }, sets).treatment, told(lines, found)).toBe('reclaimable');
      }),
    );

    property('on a new build nothing is claimed on what belongs to an installation', () =>
      each(200, (lines, found, i) => {
        const { line, mainId } = found[i] as Companion;
        const main = lines.find((l) => l.id === mainId)?.line;
        const installed = main?.answers.some((a) => INSTALLED.has(a.answerId));
        if (line.route === 'self_build_431nb' && line.mainLine !== null && installed)
          expect(outcomeUnlessRefused(line), told(lines, found)).not.toBe('reclaimable');
      }),
    );

    property('in a conversion nothing is claimed on what belongs to a separate energy-saving job', () =>
      each(
        300,
        (lines, found, i) => {
          const { line } = found[i] as Companion;
          const { mainLine } = line;
          if (line.route !== 'self_build_431c' || mainLine === null || line.vat === 0) return;
          const main = {
            ...alone(line),
            text: mainLine.text,
            supplyType: mainLine.supplyType,
            answers: mainLine.answers,
          };
          const { facts, supplied } = outcomeOrSkip(main)?.put ?? {};
          const separate = facts?.esm === 'listed' && facts.job === 'separate' && facts.zeroRateWindow === 'inside';
          if (separate && supplied !== 'materials' && facts.esmAim === 'energy_saving')
            expect(outcomeUnlessRefused(line), told(lines, found)).not.toBe('reclaimable');
        },
        separateJob,
      ),
    );

    property('nothing is claimed on a companion of a line on which an answer settled nothing, or two do not fit', () =>
      each(
        200,
        (lines, found, i) => {
          const { line } = found[i] as Companion;
          if (line.mainLine === null) return;
          const open = line.mainLine.answers.some((a) => OPEN.has(a.answerId));
          if (open || line.mainLine.heldBy !== null)
            expect(outcomeUnlessRefused(line), told(lines, found)).not.toBe('reclaimable');
        },
        boughtAlone,
      ),
    );

    property('a line without VAT is placed and stays without', () =>
      each(100, (lines, found, i) => {
        const { line } = found[i] as Companion;
        if (line.vat === 0) expect(['no_vat', 'refused'], told(lines, found)).toContain(outcomeUnlessRefused(line));
      }),
    );

    property('the claim on an invoice is never more than the VAT of its lines that may be claimed', () =>
      holds(any.job, 60, async (lines) => {
        const found = companionsOf(book, lines);
        for (const [i, { line }] of found.entries()) {
          const claimed = await claimedOn(line);
          expect(Math.abs(claimed), told(lines, found)).toBeLessThanOrEqual(Math.abs(lines[i]?.line.vat ?? 0));
          expect(claimed * line.vat, told(lines, found)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  group('companions depend on the lines alone', () => {
    property('placing them again changes nothing, and nothing given is changed', () =>
      holds(any.job, 150, async (lines) => {
        const before = structuredClone(lines);
        const found = companionsOf(book, lines);
        const again = companionsOf(
          book,
          lines.map((l, i) => ({ ...l, line: (found[i] as Companion).line })),
        );
        expect(again).toEqual(found);
        expect(lines).toEqual(before);
      }),
    );

    property('answers given one after the other, in any order and placed after each, come to the same', () =>
      holds(fc.tuple(any.job, fc.infiniteStream(fc.nat(1000))), 100, async ([lines, chance]) => {
        let kept = lines.map((l) => ({ ...l, confirmed: false, line: { ...l.line, answers: [] as Line['answers'] } }));
        const order = lines.map((l, i) => ({ l, i, key: chance.next().value as number })).sort((a, b) => a.key - b.key);
        for (const { l, i } of order) {
          kept = kept.map((k, j) =>
            j === i ? { ...k, confirmed: l.confirmed, line: { ...k.line, answers: l.line.answers } } : k,
          );
          const found = companionsOf(book, kept);
          kept = kept.map((k, j) => ({ ...k, line: (found[j] as Companion).line }));
        }
        expect(companionsOf(book, kept)).toEqual(companionsOf(book, lines));
      }),
    );

    property('taking an answer back gives what was before', () =>
      holds(fc.tuple(any.job, fc.nat(6)), 100, async ([lines, which]) => {
        const without = lines.map((l, i) =>
          i === which % lines.length ? { ...l, confirmed: false, line: { ...l.line, answers: [] } } : l,
        );
        const before = companionsOf(book, without);
        const after = companionsOf(book, lines);
        const takenBack = lines.map((l, i) => ({
          ...l,
          confirmed: without[i]?.confirmed ?? false,
          line: { ...(after[i] as Companion).line, answers: without[i]?.line.answers ?? [] },
        }));
        expect(companionsOf(book, takenBack)).toEqual(before);
      }),
    );

    property('a line that follows nothing and carries nothing changes nothing for the installation beside it', () =>
      holds(
        fc.tuple(any.job, fc.constantFrom('Skip hire', 'zappi EV charger', 'Annual service plan')),
        80,
        async ([lines, text]) => {
          const [first] = lines as [InvoiceLine];
          const extra = { id: 'extra', confirmed: false, line: { ...first.line, text, answers: [] } };
          const before = companionsOf(book, lines);
          const after = companionsOf(book, [...lines, extra]);
          for (const [i, companion] of before.entries()) {
            // Carriage and discounts are of everything on the invoice.
            if (/deliver|carriage|waiting|discount|credit/i.test(companion.line.text)) continue;
            expect(after[i], told(lines, before)).toEqual(companion);
          }
        },
      ),
    );
  });

  function outcomeOrSkip(line: Line) {
    try {
      return outcome(line);
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  function outcomeUnlessRefused(line: Line): string {
    return outcomeOrSkip(line)?.treatment ?? 'refused';
  }

  async function claimedOn(line: Line): Promise<number> {
    try {
      return pence((await book.classify(line, { previews: false })).classification.vatReclaimable);
    } catch (error) {
      if (error instanceof InputError) return 0;
      throw error;
    }
  }
}
