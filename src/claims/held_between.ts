import type { Rulebook } from '../rulebook/rulebook.js';
import type { Store } from '../store/open.js';
import { invoicesOf, readStates } from './action_reading.js';
import type { Claims } from './claims.js';
import { companionsInDoubt } from './companion_lines.js';
import { perhapsCountedTwice } from './counted_twice.js';
import { supplierKey } from './document_identity.js';
import { perhapsOneSupply } from './one_supply.js';
import type { Invoice, Project } from './records.js';
import { type Held, type Totals, totalsOf } from './totals.js';

/**
 * What the lines of a project add up to, less what is in doubt between two of its documents, and what is claimed on lines of a job about
 * which a question is open: they take its outcome, whatever it will be (fact book on energy-saving materials, 4.1).
 */
export async function projectTotals(claims: Claims, book: Rulebook, project: Project): Promise<Totals> {
  const { store } = claims;
  const ofJobs = (await companionsInDoubt(claims, book, project)).map(({ invoice, open, behind }) => ({
    supplier: claimedBy(invoice),
    vat: [...open.values()].reduce((sum, vat) => sum + vat, behind.vat),
  }));
  return totalsOf(store, project.id, [...ofJobs, ...(await heldBetween(store, book, project))]);
}

/**
 * VAT that is claimed on one document and in doubt because of another one of its supplier: goods that it may have fitted, a payment in
 * advance that may be charged again. Until its owner notes the action item as done it counts in no claim (decisions.md: when in doubt never
 * towards a claim).
 */
async function heldBetween(store: Pick<Store, 'db'>, book: Rulebook, project: Project): Promise<Held[]> {
  const invoices = await invoicesOf(store, project.id);
  const doubts = [
    ...(await perhapsOneSupply(store, book, project, invoices)).map((one) => ({
      ...one,
      id: `one_supply:${one.key}`,
      on: one.goods,
    })),
    ...(await perhapsCountedTwice(store, book, project, invoices)).map((one) => ({
      ...one,
      id: `counted_twice:${one.key}`,
      on: one.advances,
    })),
  ];
  if (doubts.length === 0) return [];
  const done = new Set((await readStates(store, project.id)).flatMap((s) => (s.state === 'done' ? [s.actionId] : [])));
  return doubts.flatMap(({ id, vat, on: [first] }) =>
    first === undefined || done.has(id) ? [] : [{ supplier: claimedBy(first.invoice), vat }],
  );
}

/** As totals tell suppliers apart. */
const claimedBy = (invoice: Invoice): string => supplierKey(invoice) ?? invoice.id;
