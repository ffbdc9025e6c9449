import { placesOf, saidForAll } from '../claims/document_place.js';
import { type DecidedLine, goodsFirst, goodsFollowed } from '../claims/goods_followed.js';
import { headingOf } from '../claims/heading.js';
import { withImportVat } from '../claims/import_vat.js';
import { claimAlone } from '../claims/invoice_claim.js';
import { invoiceContext, type LineContext } from '../claims/invoice_context.js';
import { claimMoney } from '../claims/line_vat.js';
import { companyNamed } from '../claims/named_customer.js';
import { type Draft, wordsOf } from '../extraction/draft.js';
import { InputError } from '../rulebook/answers.js';
import type { Classification } from '../rulebook/classification.js';
import type { Line } from '../rulebook/line.js';
import type { Route } from '../rulebook/model.js';
import { formatPence, parsePence } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { parseCheckLineItem } from '../tools/check_line_item.js';
import type { CheckInput } from './check_input.js';

/** The decision of one line of a draft, or why there is none. */
export interface LineDecision {
  /** Index in the draft's lines. */
  line: number;
  supplyType: string | null;
  supplyTypeBecause: string | null;
  /** Amounts decided on; decimal strings. */
  net: string | null;
  vat: string | null;
  decision: Pick<Classification, 'classification' | 'rule' | 'product' | 'question' | 'warnings'> | null;
  undecided: string | null;
}

/** Why no line of the draft can be decided; null when they can. */
export function undecidable(draft: Draft): string | null {
  if (draft.documentType === 'statement')
    return 'A statement of account has no lines to decide; read the invoices it lists.';
  if (draft.currency !== null && draft.currency !== 'GBP')
    return `The amounts are in ${draft.currency}; lines in another currency are not decided.`;
  return draft.lines.length === 0 ? 'No line could be read, so there is nothing to decide.' : null;
}

const UNKNOWN_SITE = { building: { name: null, address: null, kind: null }, elements: [] };

/** The longest text the tool takes for a line. */
const LONGEST_TEXT = 2000;

/**
 * Decides every line of a draft whose amounts are known, by the rulebook and with the other lines in view: what follows the goods beside
 * it, such as carriage and discounts, after them.
 */
export async function decideDraft(
  book: Rulebook,
  draft: Draft,
  context: CheckInput['context'],
  statedSupplyType: string | undefined,
): Promise<LineDecision[]> {
  const texts = draft.lines.map((line) => wordsOf(line).slice(0, LONGEST_TEXT));
  const contexts = invoiceContext(book, texts, {
    heading: headingOf(book, draft.notes),
    supplierName: draft.supplier.name,
    suppliers: draft.lines.map(({ of }) => of?.supplier ?? null),
  });
  const site = { ...UNKNOWN_SITE, scheme: context.claimantRoute as Route };
  const places = placesOf(
    book,
    site,
    saidForAll(draft),
    draft.lines.map(({ section, above }, i) => ({ text: texts[i] ?? '', section, above })),
  );
  const company = companyNamed(book, { customerName: draft.customer.name });
  const money = withImportVat(book, texts, claimMoney(draft.lines, draft, book.evidence));
  const taxPoint = draft.taxPoint ?? draft.invoiceDate;
  const beside: DecidedLine[] = [];
  const decide = async (i: number, follows: boolean): Promise<LineDecision> => {
    const text = texts[i] ?? '';
    const of = draft.lines[i]?.of;
    const around = contexts[i] as LineContext;
    const supplyType = statedSupplyType ?? around.supplyType;
    const amounts = money[i] ?? { net: null, fault: 'its amount could not be read' };
    const because = statedSupplyType === undefined ? around.because : 'stated on the command line';
    const base = { line: i, supplyType, supplyTypeBecause: because };
    const open = { text, net: amounts.net, treatment: 'needs_answer', vatReclaimable: 0 } as const;
    if ('fault' in amounts) {
      beside.push({ line: null, item: open, of });
      return { ...base, net: null, vat: null, decision: null, undecided: amounts.fault };
    }
    const [net, vat] = [formatPence(amounts.net), formatPence(amounts.vat)];
    const input = {
      context: { ...(taxPoint === null ? {} : { taxPoint }), ...context },
      item: {
        lineText: text,
        netAmount: net,
        vatCharged: vat,
        supplyType,
        esmInvoiceCtx: around.esmInvoiceCtx,
        saiInvoiceCtx: around.saiInvoiceCtx,
      },
    };
    try {
      const line: Line = {
        ...parseCheckLineItem(input, book),
        placeTold: places[i] ?? null,
        billedTo: company,
        goodsFollowed: follows ? goodsFollowed(book, { text, net: amounts.net, of }, beside) : null,
      };
      const { classification, rule, product, question, warnings } = await book.classify(line);
      const vatReclaimable = parsePence(classification.vatReclaimable) ?? 0;
      beside.push({ line, item: { ...open, treatment: classification.treatment, vatReclaimable }, of });
      return { ...base, net, vat, decision: { classification, rule, product, question, warnings }, undecided: null };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      beside.push({ line: null, item: open, of });
      const undecided = error.issues.map((issue) => `${issue.path} ${issue.message}`).join('; ');
      return { ...base, net, vat, decision: null, undecided };
    }
  };
  const decisions: LineDecision[] = [];
  for (const { at, follows } of goodsFirst(book, texts)) decisions.push(await decide(at, follows));
  return decisions.sort((a, b) => a.line - b.line);
}

/** Pence that can be claimed on the draft today, as for an invoice that is kept. */
export function claimOfDraft({ lines, totals, documentType }: Draft, decisions: readonly LineDecision[]): number {
  const decided = decisions.map(({ net, vat, decision }) => ({
    net: pence(net),
    vat: pence(vat),
    isOpen: decision === null || decision.classification.treatment === 'needs_answer',
    claim: pence(decision?.classification.vatReclaimable ?? null),
  }));
  // VAT of customs is printed as an amount without VAT.
  const ofCustoms = decisions
    .filter(({ line, net }) => pence(net) === 0 && pence(lines[line]?.net ?? null) !== 0)
    .reduce((all, { vat }) => all + pence(vat), 0);
  const sum = (of: (line: (typeof decided)[number]) => number) => decided.reduce((all, line) => all + of(line), 0);
  return claimAlone({
    claimable: sum(({ claim }) => claim),
    openReductions: sum(({ isOpen, vat }) => (isOpen ? Math.max(0, -vat) : 0)),
    gross: sum(({ net, vat }) => net + vat),
    vatShare: Math.max(0, ...decided.map(({ net, vat }) => (vat > 0 && net + vat > 0 ? vat / (net + vat) : 0))),
    vatPrinted: totals.vat === null ? null : pence(totals.vat) + ofCustoms,
    grossPrinted: totals.gross === null ? null : pence(totals.gross),
    isCredit: documentType === 'credit_note',
  });
}

const pence = (text: string | null): number => parsePence(text ?? '') ?? 0;
