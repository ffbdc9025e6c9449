import type { DraftProblem } from '../draft.js';
import { penceOf } from '../numbers.js';
import type { Figure, InvoiceReading } from '../reading.js';
import { nameOf, problem } from './problem.js';

/** What recognition must be sure of where no sum confirms a figure. */
const SURE = 0.88;

/** Figures that character recognition read and no sum confirms must have been read with certainty. */
export function checkCertainty(reading: InvoiceReading): DraftProblem[] {
  const { lines, totals } = reading;
  const found: DraftProblem[] = [];
  const unsure = (figure: Figure | null) => figure !== null && (figure.confidence ?? 1) < SURE;
  lines.forEach((line, at) => {
    const pair = line.quantity !== null && line.unitPrice !== null;
    for (const [key, word] of [
      ['quantity', 'quantity'],
      ['unitPrice', 'unit price'],
    ] as const)
      if (!pair && unsure(line[key]))
        found.push(
          problem(
            'uncertain_figure',
            `“${nameOf(line)}”: the ${word} is hard to read and nothing on the document confirms it.`,
            line[key]?.raw ?? null,
            null,
            at,
          ),
        );
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
