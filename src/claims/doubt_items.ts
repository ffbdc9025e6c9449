import { poundsText } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { CompanionsInDoubt } from './companion_lines.js';
import type { PerhapsCountedTwice } from './counted_twice.js';
import type { Doubts } from './doubts.js';
import { documentName } from './evidence.js';
import type { PerhapsOneSupply } from './one_supply.js';
import { item, linesTold, type OpenItem, sentence } from './open_item.js';
import type { PerhapsSamePurchase } from './same_purchase.js';

/** What is to be done about lines that are in doubt because of others. */
export function doubtItems(book: Rulebook, { oneSupply, countedTwice, samePurchase, companions }: Doubts): OpenItem[] {
  return [
    ...oneSupply.map((one) => oneSupplyItem(book, one)),
    ...countedTwice.map((one) => countedTwiceItem(book, one)),
    ...samePurchase.map((one) => samePurchaseItem(book, one)),
    ...companions.flatMap((one) => companionItem(book, one)),
  ];
}

function countedTwiceItem(
  book: Rulebook,
  { key, supplierName, vat, inStages, payments, later, undecided, withoutVat, concept }: PerhapsCountedTwice,
): OpenItem {
  const supplier = supplierName ?? 'the supplier';
  const how = inStages ? 'in stages' : 'in advance';
  const open =
    undecided.length === 0
      ? ''
      : ` ${linesTold(book, undecided)} may do so once it is decided: answer its question first.`;
  const priceAlone =
    withoutVat.length === 0
      ? ''
      : ` ${linesTold(book, withoutVat)} takes off what was paid without its VAT: see whether the later invoice charges VAT on the whole price, as it is read, or on the rest.`;
  return item('counted_twice', key, {
    title: `Is what you paid ${supplier} ${how} charged again?`,
    text: `${sentence(supplier)} charged ${linesTold(book, payments)} and later ${linesTold(book, later)}, and nothing that is decided takes it off.${open}${priceAlone} A payment ${how} ${concept.condition}, so ${poundsText(vat)} is held back from the claim. If the later invoice is for the whole price, leave the payment out: delete its invoice, or correct the later one with the line that takes it off. If both are due beside each other, keep what shows it and note this as done.`,
    vat,
    supplier: supplierName,
    invoiceIds: [...new Set([...payments, ...later].map(({ invoice }) => invoice.id))],
    lineItemIds: payments.map(({ lineItemId }) => lineItemId),
    citations: concept.citations.map((ref) => book.cite(ref)),
  });
}

function samePurchaseItem(book: Rulebook, { key, supplierName, vat, first, again }: PerhapsSamePurchase): OpenItem {
  const supplier = supplierName ?? 'the supplier';
  const duplicate = book.evidence.checks.find(({ id }) => id === 'may_be_duplicate');
  return item('same_purchase', key, {
    title: `Did you buy the same of ${supplier} twice?`,
    text: `${sentence(supplier)} charged ${linesTold(book, first)} and, at about the same time and for as much, ${linesTold(book, again)}. If they are one purchase under two numbers, delete one of them: its VAT is claimed once. If you bought it twice, keep both delivery notes and note this as done; until then ${poundsText(vat)} is held back from the claim.`,
    vat,
    supplier: supplierName,
    invoiceIds: [...new Set([...first, ...again].map(({ invoice }) => invoice.id))],
    lineItemIds: again.map(({ lineItemId }) => lineItemId),
    citations: (duplicate?.citations ?? []).map((ref) => book.cite(ref)),
  });
}

function companionItem(book: Rulebook, { invoice, behind: { lines, vat } }: CompanionsInDoubt): OpenItem[] {
  const [first] = lines;
  if (first === undefined) return [];
  const told = linesTold(
    book,
    lines.map(({ id, text }) => ({ lineItemId: id, text, invoice })),
  );
  return [
    item('companion_lines', invoice.id, {
      title: `Let lines of ${documentName(book, invoice)} follow your answer`,
      text: `${told} belongs to a line about which you answered a question, and stands as before. Following the answer, ${poundsText(vat)} less is claimed, which is held back. Let the lines follow, or answer a line that belongs to another job for itself.`,
      vat,
      supplier: invoice.supplierName,
      invoiceIds: [invoice.id],
      lineItemIds: lines.map(({ id }) => id),
    }),
  ];
}

function oneSupplyItem(book: Rulebook, { key, supplierName, vat, goods, work }: PerhapsOneSupply): OpenItem {
  const supplier = supplierName ?? 'the supplier';
  const question = book.questions.get(book.companions.holds.labour_beside_goods.asks);
  return item('one_supply', key, {
    title: `Did ${supplier} fit what it sold you?`,
    text: `${sentence(supplier)} sold you ${linesTold(book, goods)}, with VAT of ${poundsText(vat)} in the claim, and charges ${linesTold(book, work)}. ${question?.whyAsked ?? ''} That it is on two invoices changes nothing. If it was one job, say of the goods that they were supplied and installed: their VAT is then the supplier's to put right. If they were bought apart, keep the order or quote that shows it, and note this as done; until then their VAT is held back from the claim.`,
    vat,
    supplier: supplierName,
    invoiceIds: [...new Set([...goods, ...work].map(({ invoice }) => invoice.id))],
    lineItemIds: goods.map(({ lineItemId }) => lineItemId),
    citations: (question?.citations ?? []).map((ref) => book.cite(ref)),
  });
}
