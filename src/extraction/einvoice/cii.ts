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

/** Names that ZUGFeRD 1 gave to what Factur-X, ZUGFeRD 2 and XRechnung call otherwise. */
const EITHER = {
  document: ['ExchangedDocument', 'HeaderExchangedDocument'],
  transaction: ['SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction'],
  agreement: ['ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement'],
  delivery: ['ApplicableHeaderTradeDelivery', 'ApplicableSupplyChainTradeDelivery'],
  settlement: ['ApplicableHeaderTradeSettlement', 'ApplicableSupplyChainTradeSettlement'],
  sums: ['SpecifiedTradeSettlementHeaderMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation'],
  lineAgreement: ['SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement'],
  lineDelivery: ['SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery'],
  lineSettlement: ['SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement'],
  lineSums: ['SpecifiedTradeSettlementLineMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation'],
} as const;

function either(node: Xml, which: keyof typeof EITHER): Xml {
  for (const name of EITHER[which]) {
    const found = at(node, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads a Cross Industry Invoice: Factur-X, ZUGFeRD 1 and 2, XRechnung. */
export function readCii(root: Xml): InvoiceReading {
  const document = either(root, 'document');
  const transaction = either(root, 'transaction');
  const agreement = either(transaction, 'agreement');
  const settlement = either(transaction, 'settlement');
  const sums = either(settlement, 'sums');
  const taxes = all(settlement, 'ApplicableTradeTax');
  const seller = at(agreement, 'SellerTradeParty');
  const own = all(transaction, 'IncludedSupplyChainTradeLineItem')
    .map(readLine)
    .filter((l) => l !== null);
  const lines = [...own];
  const added: { charge: boolean; sum: Figure }[] = [];
  for (const item of all(settlement, 'SpecifiedTradeAllowanceCharge')) {
    const sum = amount(item, 'ActualAmount');
    if (sum === null || sum.value === 0) continue;
    const charge = indicator(item);
    added.push({ charge, sum });
    lines.push(
      chargeLine(
        text(item, 'Reason') ?? (charge ? 'Charge' : 'Discount'),
        sum,
        charge,
        rateOf(at(item, 'CategoryTradeTax')),
      ),
    );
  }
  for (const item of all(settlement, 'SpecifiedLogisticsServiceCharge')) {
    const sum = amount(item, 'AppliedAmount');
    if (sum === null || sum.value === 0) continue;
    added.push({ charge: true, sum });
    lines.push(chargeLine(text(item, 'Description') ?? 'Delivery', sum, true, rateOf(at(item, 'AppliedTradeTax'))));
  }
  const notes = all(document, 'IncludedNote').flatMap((n) => text(n, 'Content') ?? []);
  return reading(
    header({
      documentType: typeOfCode(text(document, 'TypeCode')),
      supplierName: text(seller, 'Name'),
      vatId: vatOf(seller),
      customerName: text(agreement, 'BuyerTradeParty', 'Name'),
      invoiceNumber: text(document, 'ID'),
      invoiceDate: date(at(document, 'IssueDateTime')),
      taxPoint:
        date(at(taxes[0], 'TaxPointDate')) ??
        date(at(either(transaction, 'delivery'), 'ActualDeliverySupplyChainEvent', 'OccurrenceDateTime')),
      currency: text(settlement, 'InvoiceCurrencyCode'),
      notes,
      categories: taxes.map((t) => text(t, 'CategoryCode')),
    }),
    lines,
    {
      ...emptyTotals(),
      net: amount(sums, 'TaxBasisTotalAmount') ?? amount(sums, 'LineTotalAmount'),
      vat: amount(inCurrency(all(sums, 'TaxTotalAmount'), text(settlement, 'InvoiceCurrencyCode'))),
      gross: amount(sums, 'GrandTotalAmount'),
      due: amount(sums, 'DuePayableAmount'),
      bands: taxes.map((t) => ({
        code: null,
        rate: rateOf(t),
        net: amount(t, 'BasisAmount'),
        vat: amount(t, 'CalculatedAmount'),
      })),
    },
    contradictedSums(
      {
        lines: amount(sums, 'LineTotalAmount'),
        allowances: amount(sums, 'AllowanceTotalAmount'),
        charges: amount(sums, 'ChargeTotalAmount'),
        gross: amount(sums, 'GrandTotalAmount'),
        prepaid: amount(sums, 'TotalPrepaidAmount'),
        rounding: amount(sums, 'RoundingAmount'),
        payable: amount(sums, 'DuePayableAmount'),
      },
      own,
      added,
    ),
    notes,
  );
}

function rateOf(tax: Xml): number | null {
  return (
    percent(tax, 'RateApplicablePercent') ??
    percent(tax, 'ApplicablePercent') ??
    rateOfCategory(text(tax, 'CategoryCode'))
  );
}

function indicator(item: Xml): boolean {
  return (text(item, 'ChargeIndicator', 'Indicator') ?? text(item, 'ChargeIndicator')) === 'true';
}

function vatOf(party: Xml): string | null {
  const registrations = all(party, 'SpecifiedTaxRegistration').map((r) => at(r, 'ID'));
  const scheme = (id: Xml) =>
    id !== undefined && typeof id !== 'string' && !Array.isArray(id) ? text(id, '@schemeID') : null;
  return text(registrations.find((id) => scheme(id) === 'VA') ?? registrations[0]);
}

/** A date as ISO: format 102 is eight digits. */
function date(node: Xml): string | null {
  const raw = text(node, 'DateTimeString') ?? text(node, 'DateString') ?? text(node);
  const digits = raw === null ? null : /^(\d{4})-?(\d{2})-?(\d{2})/.exec(raw);
  return digits ? `${digits[1]}-${digits[2]}-${digits[3]}` : null;
}

/** A line of the invoice; null for a line of text alone. */
function readLine(line: Xml): LineReading | null {
  const product = at(line, 'SpecifiedTradeProduct');
  const settlement = either(line, 'lineSettlement');
  const quantity = at(either(line, 'lineDelivery'), 'BilledQuantity');
  const net = amount(either(settlement, 'lineSums'), 'LineTotalAmount');
  const price = at(either(line, 'lineAgreement'), 'NetPriceProductTradePrice');
  const base = amount(price, 'BasisQuantity');
  const name = text(product, 'Name');
  const more = text(product, 'Description');
  if (net === null && quantity === undefined) return null;
  // Such a line only says together what the lines under it say one by one.
  if (['GROUP', 'INFORMATION'].includes(text(line, 'AssociatedDocumentLineDocument', 'LineStatusReasonCode') ?? ''))
    return null;
  return {
    ...emptyLine(),
    unread: [],
    description: wordsOfItem(name, more),
    remark: remarkOf(
      all(at(line, 'AssociatedDocumentLineDocument'), 'IncludedNote').map((note) => text(note, 'Content')),
    ),
    quantity: amount(quantity),
    unit: unitOf(
      quantity !== undefined && typeof quantity !== 'string' && !Array.isArray(quantity)
        ? text(quantity, '@unitCode')
        : null,
    ),
    ...pricedBy(base, amount(price, 'ChargeAmount')),
    discount: lineDiscount(
      all(settlement, 'SpecifiedTradeAllowanceCharge').map((item) => ({
        charge: indicator(item),
        sum: amount(item, 'ActualAmount'),
      })),
    ),
    net,
    vatRate: rateOf(at(settlement, 'ApplicableTradeTax')),
  };
}
