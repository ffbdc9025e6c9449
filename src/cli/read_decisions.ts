import { documentPlace } from '../claims/document_place.js';
import { headingOf } from '../claims/heading.js';
import { invoiceContext, type LineContext } from '../claims/invoice_context.js';
import { claimMoney } from '../claims/line_vat.js';
import type { Draft } from '../extraction/draft.js';
import { InputError } from '../rulebook/answers.js';
import type { Classification } from '../rulebook/classification.js';
import { formatPence } from '../rulebook/money.js';
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

/** The longest text the tool takes for a line. */
const LONGEST_TEXT = 2000;

/** Decides every line of a draft whose amounts are known, by the rulebook and with the other lines in view. */
export async function decideDraft(
  book: Rulebook,
  draft: Draft,
  context: CheckInput['context'],
  statedSupplyType: string | undefined,
): Promise<LineDecision[]> {
  const texts = draft.lines.map((l) => l.description.slice(0, LONGEST_TEXT));
  const contexts = invoiceContext(book, texts, { heading: headingOf(book, draft.notes) });
  const placeTold = documentPlace(book, draft.notes);
  const money = claimMoney(draft.lines, draft, book.evidence);
  const decisions: LineDecision[] = [];
  for (const [i, text] of texts.entries()) {
    const around = contexts[i] as LineContext;
    const supplyType = statedSupplyType ?? around.supplyType;
    const amounts = money[i] ?? { net: null, fault: 'its amount could not be read' };
    const because = statedSupplyType === undefined ? around.because : 'stated on the command line';
    const base = { line: i, supplyType, supplyTypeBecause: because };
    if ('fault' in amounts) {
      decisions.push({ ...base, net: null, vat: null, decision: null, undecided: amounts.fault });
      continue;
    }
    const [net, vat] = [formatPence(amounts.net), formatPence(amounts.vat)];
    const taxPoint = draft.taxPoint ?? draft.invoiceDate;
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
      const { classification, rule, product, question, warnings } = await book.classify({
        ...parseCheckLineItem(input, book),
        placeTold,
      });
      decisions.push({
        ...base,
        net,
        vat,
        decision: { classification, rule, product, question, warnings },
        undecided: null,
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      decisions.push({
        ...base,
        net,
        vat,
        decision: null,
        undecided: error.issues.map((issue) => `${issue.path} ${issue.message}`).join('; '),
      });
    }
  }
  return decisions;
}
