import type { Rulebook } from '../rulebook/rulebook.js';
import { claimedLines } from './claimed_lines.js';
import type { Claims } from './claims.js';
import { type CompanionsInDoubt, companionsInDoubt } from './companion_lines.js';
import { type PerhapsCountedTwice, perhapsCountedTwice } from './counted_twice.js';
import { type PerhapsOneSupply, perhapsOneSupply } from './one_supply.js';
import type { Invoice, Project } from './records.js';
import { type PerhapsSamePurchase, perhapsSamePurchase } from './same_purchase.js';
import { Suppliers } from './suppliers.js';

/** What is claimed on lines of a project and in doubt because of other lines. */
export interface Doubts {
  /** Goods of suppliers who may have fitted them by another document. */
  oneSupply: readonly PerhapsOneSupply[];
  /** Payments in advance or in stages that a later document may hold again. */
  countedTwice: readonly PerhapsCountedTwice[];
  /** Documents that may be one purchase given twice. */
  samePurchase: readonly PerhapsSamePurchase[];
  /** Lines that belong to others about which an answer is open or is not followed yet. */
  companions: readonly CompanionsInDoubt[];
  /** Of all documents outside the trash. */
  suppliers: Suppliers;
}

/** @param invoices of the project outside the trash. */
export async function readDoubts(
  claims: Claims,
  book: Rulebook,
  project: Project,
  invoices: readonly Invoice[],
): Promise<Doubts> {
  const suppliers = Suppliers.of(invoices);
  const charging = [...suppliers.charging(invoices)];
  const claimed = await claimedLines(claims.store, project, invoices);
  return {
    oneSupply: await perhapsOneSupply(claims.store, book, project, charging),
    countedTwice: perhapsCountedTwice(book, charging, claimed),
    samePurchase: perhapsSamePurchase(charging, claimed),
    companions: await companionsInDoubt(claims, book, project),
    suppliers,
  };
}
