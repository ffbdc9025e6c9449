import type { DraftProblem } from '../draft.js';
import { penceOf } from '../numbers.js';
import type { Figure, InvoiceReading } from '../reading.js';
import { nameOf, problem } from './problem.js';

/** What recognition must be sure of where no sum confirms a figure. */
const SURE = 0.88;

/** What a quantity or a price must be that stands alone on its line. */
const SURE_ALONE = 0.93;

/**
 * Quantities and prices that character recognition read and no product confirms are told as a problem instead of being
 * given, unless they were read with certainty: a lost decimal point makes 25 days of 2.5. The amounts are not touched.
 */
export function withholdUnconfirmed(reading: InvoiceReading): DraftProblem[] {
  const found = withholdFreePrices(reading);
  if (reading.source !== 'ocr') return [...found, ...withholdLonePrices(reading)];
  reading.lines.forEach((line, at) => {
    if (line.quantity !== null && line.unitPrice !== null) return;
    for (const [key, word] of [
      ['quantity', 'quantity'],
      ['unitPrice', 'unit price'],
    ] as const) {
      const figure = line[key];
      // A quantity with pence is more likely a price under the wrong heading.
      const odd = key === 'quantity' && /\.\d\d$/.test(figure?.text ?? '') && line.unit === null;
      if (figure === null || (!odd && (figure.confidence ?? 1) >= SURE_ALONE)) continue;
      line[key] = null;
      found.push(
        problem(
          'unconfirmed_figure',
          `“${nameOf(line)}”: the ${word} is hard to read and nothing on the document confirms it, so it is left out.`,
          figure.raw,
          null,
          at,
        ),
      );
    }
  });
  return found;
}

/** Where all of it is taken off, nothing is left that could confirm the price. */
function withholdFreePrices({ lines }: InvoiceReading): DraftProblem[] {
  return lines.flatMap((line, at) => {
    const { unitPrice: price, discount } = line;
    if (price === null || !discount?.percent || Math.abs(discount.figure.value) !== 100) return [];
    line.unitPrice = null;
    return [
      problem(
        'unconfirmed_figure',
        `“${nameOf(line)}”: all of it is taken off and nothing confirms the unit price, so it is left out.`,
        price.raw,
        null,
        at,
      ),
    ];
  });
}

/** A price without a quantity, in a table of several columns of figures, may be any of them; only the amount itself confirms it. */
function withholdLonePrices({ lines }: InvoiceReading): DraftProblem[] {
  return lines.flatMap((line, at) => {
    const price = line.unitPrice;
    const amounts = [line.net, line.gross].flatMap((f) => (f === null ? [] : [Math.abs(f.value)]));
    if (price === null || line.quantity !== null || amounts.length === 0 || amounts.includes(Math.abs(price.value)))
      return [];
    line.unitPrice = null;
    return [
      problem(
        'unconfirmed_figure',
        `“${nameOf(line)}”: it is not clear whether this figure is the unit price, so it is left out.`,
        price.raw,
        null,
        at,
      ),
    ];
  });
}

/** Figures that character recognition read and no sum confirms must have been read with certainty. */
export function checkCertainty(reading: InvoiceReading): DraftProblem[] {
  const { lines, totals } = reading;
  const found: DraftProblem[] = [];
  const unsure = (figure: Figure | null) => figure !== null && (figure.confidence ?? 1) < SURE;
  lines.forEach((line, at) => {
    const [net, vat, gross] = [line.net, line.vat, line.gross];
    if (vat !== null && unsure(vat) && gross === null && line.vatRate === null)
      found.push(
        problem(
          'uncertain_figure',
          `“${nameOf(line)}”: the VAT is hard to read and nothing on the document confirms it.`,
          vat.raw,
          null,
          at,
        ),
      );
    if (net === null && gross === null) return;
  });
  // A net has its VAT and its total on the paper; where neither was read, more may not have been.
  if (totals.net !== null && totals.vat === null && totals.gross === null)
    found.push(problem('no_total', 'Of the totals only the net could be read.', null, null));
  // One sum that one line repeats proves nothing: both may be misread alike.
  const proof = totals.vat !== null && (totals.net !== null || totals.gross !== null) && pence(totals.vat) !== 0;
  const figures = [...lines.flatMap((l) => [l.net, l.gross]), totals.gross, totals.net];
  if (!proof && lines.length === 1 && figures.some(unsure))
    found.push(
      problem(
        'uncertain_figure',
        'The amount is hard to read and nothing else on the document confirms it.',
        lines[0]?.net?.raw ?? lines[0]?.gross?.raw ?? null,
        null,
      ),
    );
  return found;
}

function pence(figure: Figure | null): number | null {
  return figure === null ? null : penceOf(figure);
}
