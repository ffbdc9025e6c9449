import { emptyLine, emptyTotals, type Figure, type InvoiceReading, type LineReading } from '../reading.js';
import {
  amount,
  chargeLine,
  header,
  inCurrency,
  lineDiscount,
  percent,
  pricedBy,
  rateOfCategory,
  reading,
  remarkOf,
  typeOfCode,
  unitOf,
  wordsOfItem,
} from './parts.js';
import { contradictedSums } from './stated_sums.js';
import { all, at, text, type Xml } from './xml.js';

/** Reads a UBL 2 `Invoice` or `CreditNote`, as Peppol BIS Billing sends them. */
export function readUbl(root: Xml, credit: boolean): InvoiceReading {
  const own = all(root, credit ? 'CreditNoteLine' : 'InvoiceLine').map((line) => readLine(line, credit));
  const lines = [...own];
  const added: { charge: boolean; sum: Figure }[] = [];
  for (const item of all(root, 'AllowanceCharge')) {
    const sum = amount(item, 'Amount');
    if (sum === null || sum.value === 0) continue;
    const charge = text(item, 'ChargeIndicator') === 'true';
    added.push({ charge, sum });
    lines.push(
      chargeLine(
        text(item, 'AllowanceChargeReason') ?? (charge ? 'Charge' : 'Discount'),
        sum,
        charge,
        rateOf(at(item, 'TaxCategory')),
      ),
    );
  }
  const totals = at(root, 'LegalMonetaryTotal');
  const taxes = all(root, 'TaxTotal');
  const tax = taxes.find((t) => all(t, 'TaxSubtotal').length > 0) ?? taxes[0];
  const subtotals = all(tax, 'TaxSubtotal');
  const supplier = at(root, 'AccountingSupplierParty', 'Party');
  const customer = at(root, 'AccountingCustomerParty', 'Party');
  const notes = all(root, 'Note').flatMap((n) => text(n) ?? []);
  return reading(
    header({
      documentType: credit ? 'credit_note' : typeOfCode(text(root, 'InvoiceTypeCode')),
      supplierName: nameOf(supplier),
      vatId: vatOf(supplier),
      customerName: nameOf(customer),
      invoiceNumber: text(root, 'ID'),
      invoiceDate: text(root, 'IssueDate'),
      taxPoint: text(root, 'TaxPointDate') ?? text(root, 'Delivery', 'ActualDeliveryDate'),
      currency: text(root, 'DocumentCurrencyCode'),
      notes,
      categories: subtotals.map((s) => text(s, 'TaxCategory', 'ID')),
    }),
    lines,
    {
      ...emptyTotals(),
      net: amount(totals, 'TaxExclusiveAmount') ?? amount(totals, 'LineExtensionAmount'),
      vat: amount(
        inCurrency(
          taxes.flatMap((t) => all(t, 'TaxAmount')),
          text(root, 'DocumentCurrencyCode'),
        ),
      ),
      gross: amount(totals, 'TaxInclusiveAmount') ?? amount(totals, 'PayableAmount'),
      due: amount(totals, 'PayableAmount'),
      bands: subtotals.map((s) => ({
        code: null,
        rate: rateOf(at(s, 'TaxCategory')),
        net: amount(s, 'TaxableAmount'),
        vat: amount(s, 'TaxAmount'),
      })),
    },
    contradictedSums(
      {
        lines: amount(totals, 'LineExtensionAmount'),
        allowances: amount(totals, 'AllowanceTotalAmount'),
        charges: amount(totals, 'ChargeTotalAmount'),
        gross: amount(totals, 'TaxInclusiveAmount'),
        prepaid: amount(totals, 'PrepaidAmount'),
        rounding: amount(totals, 'PayableRoundingAmount'),
        payable: amount(totals, 'PayableAmount'),
      },
      own,
      added,
    ),
    notes,
  );
}

function rateOf(category: Xml): number | null {
  return percent(category, 'Percent') ?? rateOfCategory(text(category, 'ID'));
}

function nameOf(party: Xml): string | null {
  return text(party, 'PartyLegalEntity', 'RegistrationName') ?? text(party, 'PartyName', 'Name');
}

function vatOf(party: Xml): string | null {
  const schemes = all(party, 'PartyTaxScheme');
  const vat = schemes.find((s) => text(s, 'TaxScheme', 'ID') === 'VAT') ?? schemes[0];
  return text(vat, 'CompanyID');
}

function readLine(line: Xml, credit: boolean): LineReading {
  const quantity = credit ? 'CreditedQuantity' : 'InvoicedQuantity';
  const item = at(line, 'Item');
  const name = text(item, 'Name');
  const more = text(item, 'Description');
  const unit = at(line, quantity);
  const base = amount(line, 'Price', 'BaseQuantity');
  const price = amount(line, 'Price', 'PriceAmount');
  return {
    ...emptyLine(),
    unread: [],
    description: wordsOfItem(name, more),
    remark: remarkOf(all(line, 'Note').map((note) => text(note))),
    quantity: amount(line, quantity),
    unit: unitOf(typeof unit === 'object' && !Array.isArray(unit) ? text(unit, '@unitCode') : null),
    ...pricedBy(base, price),
    discount: lineDiscount(
      all(line, 'AllowanceCharge').map((item) => ({
        charge: text(item, 'ChargeIndicator') === 'true',
        sum: amount(item, 'Amount'),
      })),
    ),
    net: amount(line, 'LineExtensionAmount'),
    vatRate: rateOf(at(item, 'ClassifiedTaxCategory')),
    vat: amount(line, 'TaxTotal', 'TaxAmount'),
  };
}
