import { type Line, lineOf } from '../rulebook/line.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { placesOf } from './document_place.js';
import { showsForeignVat } from './evidence.js';
import { invoiceContext } from './invoice_context.js';
import { billedTo } from './named_customer.js';
import { outsideUkVat, worksMayBearVat } from './project_law.js';
import type { Invoice, LineItem, Project } from './records.js';

/** One invoice with everything its lines are decided on. */
export interface InvoiceFile {
  project: Project;
  invoice: Invoice;
  /** In the order printed. */
  items: readonly LineItem[];
}

/** A line as it is put to the rulebook, or why it cannot be. */
export type LineFacts = { line: Line; because: string } | { undecided: string };

/**
 * What is known of every line of an invoice: its own words and amounts, what was stated, the other lines of the invoice,
 * and the project. Depends on nothing else, so lines can come in any order.
 */
export function lineFacts(book: Rulebook, { project, invoice, items }: InvoiceFile): LineFacts[] {
  const contexts = invoiceContext(
    book,
    items.map((item) => item.text),
    {
      heading: invoice.heading,
      supplierName: invoice.supplierName,
      stated: items.map((item) => item.stated.supplyType),
      belowStandard: items.map((item) => isBelowStandard(book, invoice, item)),
      suppliers: items.map((item) => item.printed.of?.supplier ?? null),
    },
  );
  const about = { ...aboutProject(project), worksMayBearVat: worksMayBearVat(book, project) };
  const places = placesOf(
    book,
    project,
    invoice.saidFor,
    items.map(({ text, printed: { section, above, of } }) => {
      return { text, section, above, supplier: of?.supplier ?? invoice.supplierName };
    }),
  );
  const outside = outsideUkVat(book, project);
  const company = billedTo(book, project, invoice);
  const foreignVat = showsForeignVat(book, invoice);
  return items.map((item, i): LineFacts => {
    const around = contexts[i];
    if (around === undefined) throw new Error('a line has no context');
    const undecided = outside ?? reasonOf(invoice, item, foreignVat);
    if (undecided !== null) return { undecided };
    const { supplyType, taxPoint: _, ...stated } = item.stated;
    const given = taxPointOf(invoice, item);
    // Who states that goods were bought alone may say no more than the line does, and the invoice says otherwise.
    const isStated = supplyType !== undefined && !(supplyType === 'materials' && around.fittedBeside);
    return {
      because: isStated ? 'stated' : around.because,
      line: lineOf({
        ...about,
        route: project.scheme,
        supplyType: isStated ? supplyType : around.supplyType,
        text: item.text,
        net: item.net ?? 0,
        vat: item.vat ?? 0,
        taxPoint: given ?? dayStored(item),
        taxPointGiven: given !== null,
        invoicedOn: item.stated.taxPoint == null ? null : taxPointOf(invoice, { stated: {} }),
        ...stated,
        esmInvoiceCtx: around.esmInvoiceCtx || stated.esmInvoiceCtx === true,
        saiInvoiceCtx: around.saiInvoiceCtx || stated.saiInvoiceCtx === true,
        placeTold: places[i] ?? null,
        billedTo: company,
        foreignVat,
        besideWorks: around.besideWorks,
        relation: item.relation ?? stated.relation ?? null,
        mainLine: item.mainLine,
        answers: [...item.answers],
      }),
    };
  });
}

function isBelowStandard(book: Rulebook, invoice: Invoice, item: LineItem): boolean {
  const { net, vat } = item;
  if (net === null || vat === null || net <= 0) return false;
  const rate = book.rates.charged(net, vat, taxPointOf(invoice, item) ?? dayStored(item));
  return rate === 'zero' || rate === 'reduced';
}

// Without a date the day it was stored decides, so that its decision does not change overnight.
const dayStored = ({ createdAt }: LineItem): string => new Date(createdAt).toISOString().slice(0, 10);

/** The ISO date of supply of a line; null when nothing says it. */
export function taxPointOf(
  { taxPoint, invoiceDate }: Pick<Invoice, 'taxPoint' | 'invoiceDate'>,
  { stated }: Pick<LineItem, 'stated'>,
): string | null {
  return stated.taxPoint ?? taxPoint ?? invoiceDate;
}

/** The same as a line the caller describes in `check_line_item`'s context. */
function aboutProject({
  scheme,
  facts,
  eligibility,
}: Project): Pick<
  Line,
  'projectType' | 'newDwelling' | 'garageWithHome' | 'projectEligible' | 'country' | 'completionDate'
> {
  const { country, siteBefore, completionDate, garage } = facts;
  const known = country === 'isle_of_man' || country === 'channel_islands' || country === 'elsewhere' ? null : country;
  return {
    projectType:
      siteBefore === 'unfinished_shell' ? 'shell' : scheme === 'self_build_431nb' ? 'new_build' : 'conversion',
    newDwelling: null,
    garageWithHome: garage === 'with_home',
    projectEligible: eligibility === 'not_eligible' ? false : null,
    country: (known ?? null) as Line['country'],
    completionDate: completionDate ?? null,
  };
}

function reasonOf(
  { currency, documentType }: Invoice,
  { net, vat, printed }: LineItem,
  foreignVat: boolean,
): string | null {
  if (documentType === 'statement')
    return 'A statement of account has no lines to decide; submit the invoices it lists.';
  // What becomes of VAT of another country does not turn on the money it is in.
  if (currency !== 'GBP' && !foreignVat)
    return `The amount is in ${currency}; lines in another currency are not decided. Ask the supplier for an invoice with the VAT in sterling.`;
  return net === null || vat === null ? (printed.fault ?? 'Its net amount or VAT is not known.') : null;
}
