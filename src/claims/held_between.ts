import { type ActionState, readStates } from './action_reading.js';
import type { Asking, Claims } from './claims.js';
import { type Doubts, readDoubts } from './doubts.js';
import { actionId } from './open_item.js';
import type { Invoice, Project } from './records.js';
import { type Held, type Totals, totalsOf } from './totals.js';

type InDoubt = Doubts & { states: readonly ActionState[] };

/** What the lines of a project add up to, less what is in doubt because of other lines. */
export async function projectTotals(
  claims: Claims,
  asking: Pick<Asking, 'book' | 'today'>,
  project: Project,
): Promise<Totals> {
  const { store, stored } = claims;
  const doubts = await readDoubts(claims, asking.book, project, await stored.invoicesOf(project.id));
  return totalsLess(claims, asking, project, { ...doubts, states: await readStates(store, project.id) });
}

/** The same, where what is in doubt has been read. */
export function totalsLess(
  { store }: Pick<Claims, 'store'>,
  { book, today }: Pick<Asking, 'book' | 'today'>,
  project: Project,
  inDoubt: InDoubt,
): Promise<Totals> {
  return totalsOf(store, project.id, heldOf(inDoubt), { years: book.evidence.corrections.years, today });
}

/**
 * VAT that is claimed and in doubt because of other lines (decisions.md: when in doubt never towards a claim). Lines of a job about which a
 * question is open take its outcome, whatever it will be (fact book on energy-saving materials, 4.1). Goods that another document may charge
 * the fitting of, a payment that another may charge again, and a purchase that another may be, count in no claim until their owner notes the action item as done.
 */
export function heldOf({ oneSupply, countedTwice, samePurchase, companions, suppliers, states }: InDoubt): Held[] {
  // As totals tell suppliers apart.
  const claimedBy = (invoice: Invoice): string => suppliers.perhaps(invoice) ?? invoice.id;
  const done = new Set(states.flatMap((state) => (state.state === 'done' ? [state.actionId] : [])));
  const between = [
    ...oneSupply.map(({ key, vat, goods }) => ({ id: actionId('one_supply', key), vat, vatProved: vat, on: goods })),
    ...countedTwice.map(({ key, vat, vatProved, payments }) => ({
      id: actionId('counted_twice', key),
      vat,
      vatProved,
      on: payments,
    })),
    ...samePurchase.map(({ key, vat, vatProved, again }) => ({
      id: actionId('same_purchase', key),
      vat,
      vatProved,
      on: again,
    })),
  ];
  return [
    ...companions.map(({ invoice, open, behind }) => {
      const vat = [...open.values()].reduce((sum, of) => sum + of, behind.vat);
      return { supplier: claimedBy(invoice), vat, vatProved: vat };
    }),
    ...between.flatMap(({ id, vat, vatProved, on: [first] }) =>
      first === undefined || done.has(id) ? [] : [{ supplier: claimedBy(first.invoice), vat, vatProved }],
    ),
  ];
}
