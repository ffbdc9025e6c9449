import type { Draft } from '../draft.js';
import { reconcile } from '../reconcile/reconcile.js';
import { ACCEPTED, DocumentRefused } from '../refusal.js';
import { decodeText } from '../spreadsheet/decode.js';
import { readCii } from './cii.js';
import { readUbl } from './ubl.js';
import { at, parseXml } from './xml.js';

/**
 * Reads an e-invoice: UBL `Invoice` and `CreditNote`, or CII `CrossIndustryInvoice`.
 * @throws DocumentRefused when the XML is unsafe, not well formed or of another kind.
 */
export function readEInvoice(bytes: Buffer): Draft {
  const root = parseXml(decodeText(bytes).replace(/^\ufeff/, ''));
  const cii = at(root, 'CrossIndustryInvoice') ?? at(root, 'CrossIndustryDocument');
  const invoice = at(root, 'Invoice');
  const credit = at(root, 'CreditNote');
  const reading =
    cii !== undefined
      ? readCii(cii)
      : invoice !== undefined
        ? readUbl(invoice, false)
        : credit !== undefined
          ? readUbl(credit, true)
          : null;
  if (reading === null) {
    const name = Object.keys(root).find((key) => !key.startsWith('?')) ?? 'nothing';
    throw new DocumentRefused(
      'unsupported',
      `its XML is “${name}”, not an invoice in UBL or CII. Accepted: ${ACCEPTED}.`,
    );
  }
  return reconcile(reading);
}
