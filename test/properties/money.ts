import fc from 'fast-check';
import { expect } from 'vitest';
import type { Classification } from '../../src/rulebook/classification.js';
import type { Line } from '../../src/rulebook/line.js';
import { amountsOf, holds, pence, type Subject, said } from './subject.js';

/** What amounts may be. */
export function money({ book, any, group, property }: Subject): void {
  group('money', () => {
    const within = (given: Line, c: Classification) => {
      const { reclaimable, toRecover, onceCorrected } = amountsOf(c);
      const told = said(given, c);
      const sign = given.vat < 0 ? -1 : 1;
      for (const amount of [reclaimable, toRecover, onceCorrected]) {
        expect(Number.isInteger(amount), told).toBe(true);
        expect(sign * amount, told).toBeGreaterThanOrEqual(0);
      }
      expect(sign * (reclaimable + toRecover + onceCorrected), told).toBeLessThanOrEqual(Math.abs(given.vat));
      const { treatment } = c.classification;
      if (treatment === 'reclaimable') expect(reclaimable, told).toBe(given.vat);
      else if (treatment === 'reclaimable_in_part') {
        expect(reclaimable, told).not.toBe(0);
        expect(reclaimable, told).not.toBe(given.vat);
      } else expect(reclaimable, told).toBe(0);
    };

    property('a claim is between nothing and the VAT charged, and nothing is counted twice', () =>
      holds(any.anyOrClaim, 400, async (given) => within(given, await book.classify(given))),
    );

    property('the same holds for a line that states its parts, at any rate', () =>
      holds(
        fc.tuple(any.splitText, fc.constantFrom('whole', 'first', 'reduced', 'odd'), any.anyLine),
        80,
        async ([split, charged, given]) => {
          const of = {
            whole: split.net * 0.2,
            first: split.first * 0.2,
            reduced: split.net * 0.05,
            odd: split.net * 0.11,
          };
          const whole = { ...given, text: split.text, net: split.net, vat: Math.round(of[charged]) };
          within(whole, await book.classify(whole));
        },
      ),
    );

    property('without VAT there is nothing to claim', () =>
      holds(any.anyLine, 60, async (given) => {
        const c = await book.classify({ ...given, vat: 0 });
        expect(c.classification.treatment, said(given, c)).toBe('no_vat');
        expect(amountsOf(c)).toEqual({ reclaimable: 0, toRecover: 0, onceCorrected: 0 });
      }),
    );

    property('a credit is the mirror of the charge', () =>
      holds(any.anyOrClaim, 300, async (given) => {
        const charge = await book.classify(given);
        // "Unused" on a charge asks where the goods went, and "refund" which way the money; a credit says both.
        if (['goods_went_in', 'credit_or_charge'].includes(charge.question?.id ?? '')) return;
        // The other lines of an invoice put a payment in doubt and no reduction: an open credit would raise the claim.
        if (
          charge.rule?.id.endsWith('.payment_in_doubt') &&
          (given.relation || given.esmInvoiceCtx || given.saiInvoiceCtx)
        )
          return;
        // A gift card bought is refused, and one redeemed is a discount.
        if (book.catalogue.get(charge.product?.conceptId ?? '')?.belowZero) return;
        const credit = await book.classify({ ...given, net: -given.net, vat: -given.vat });
        expect(credit.classification.treatment, said(given, credit)).toBe(charge.classification.treatment);
        expect(credit.rule?.id).toBe(charge.rule?.id);
        const { reclaimable, toRecover, onceCorrected } = amountsOf(charge);
        const minus = (amount: number) => (amount === 0 ? 0 : -amount);
        expect(amountsOf(credit)).toEqual({
          reclaimable: minus(reclaimable),
          toRecover: minus(toRecover),
          onceCorrected: minus(onceCorrected),
        });
      }),
    );

    property('an invoice claims what its lines claim, in whichever order they stand, and no more than its VAT', () =>
      holds(any.invoice, 25, async (lines) => {
        const claimed = async (some: readonly Line[]) => {
          const each: string[] = [];
          for (const given of some) each.push((await book.classify(given)).classification.vatReclaimable);
          return each;
        };
        const each = await claimed(lines);
        expect(await claimed([...lines].reverse())).toEqual([...each].reverse());
        const total = each.reduce((sum, amount) => sum + Math.abs(pence(amount)), 0);
        expect(total).toBeLessThanOrEqual(lines.reduce((sum, { vat }) => sum + Math.abs(vat), 0));
      }),
    );

    property('net and VAT of opposite signs are never a claim beyond the VAT', () =>
      holds(any.anyLine, 40, async (given) => {
        const odd = { ...given, vat: -given.vat };
        within(odd, await book.classify(odd));
      }),
    );
  });
}
