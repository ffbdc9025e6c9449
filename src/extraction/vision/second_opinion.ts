import type { Draft, DraftProblem } from '../draft.js';
import { figureOf, moneyText, penceOf } from '../numbers.js';
import { readingOf } from '../read_pages.js';
import type { Figure, InvoiceReading, LineReading } from '../reading.js';
import { problem } from '../reconcile/problem.js';
import { reconcile } from '../reconcile/reconcile.js';
import type { Page } from '../table/page.js';
import { linesOnPaper } from './find_lines.js';
import { Paper } from './on_paper.js';
import type { Proposal } from './proposal.js';

const AMOUNTS = ['net', 'vat', 'gross'] as const;

/** More suggestions than a person looks at. */
const MOST_SUGGESTIONS = 50;

/**
 * What a model proposes beside what was read. Its figures take the place of those read only when each stands on the paper,
 * each once, in the row of its line, no amount of their column is left over, and the whole then reconciles to the
 * penny; the kind of document, its head and its words stay those of the paper. Otherwise the reading stays as it was, and
 * what differs is told as a suggestion.
 * @param draft what was read from these words, and does not reconcile.
 */
export function withProposal(draft: Draft, pages: readonly Page[], proposal: Proposal): Draft {
  const lifted = liftedBy(draft, pages, proposal);
  if (lifted !== null)
    return {
      ...lifted,
      problems: [
        ...lifted.problems,
        problem(
          'vision_model_helped',
          'A vision model showed which figures are the lines; every one of them is printed on the document, and they reconcile.',
          null,
          null,
        ),
      ],
    };
  return { ...draft, problems: [...draft.problems, ...suggestions(draft, proposal).slice(0, MOST_SUGGESTIONS)] };
}

function liftedBy({ source }: Draft, pages: readonly Page[], { lines, totals }: Proposal): Draft | null {
  if (lines.length === 0) return null;
  const { reading } = readingOf(pages, source);
  const paper = new Paper(pages);
  const found = { ...reading.totals };
  for (const key of AMOUNTS) {
    const proposed = totals[key] === null ? null : Number(totals[key]);
    const read = reading.totals[key];
    // Two readings of one total: a person decides.
    if (read !== null && proposed !== null && read.value !== proposed) return null;
    const value = read?.value ?? proposed;
    if (value === null) continue;
    found[key] = paper.takeLast(value);
    if (found[key] === null) return null;
  }
  if (found.gross === null) return null;
  const on = linesOnPaper(paper, lines, reading.lines);
  if (on === null) return null;
  const seen = new Set(on.lines.map((line) => line.place?.page));
  if (reading.lines.some((line) => line.place !== null && !seen.has(line.place.page))) return null;
  const sums = new Set(AMOUNTS.flatMap((key) => found[key]?.value ?? []));
  // What was read as the amount of a line is one, or a sum: a proposal that knows nothing of it is of something else.
  const known = new Set([...sums, ...on.lines.flatMap(figuresOf)]);
  if (reading.lines.flatMap(amountOf).some((value) => value !== 0 && !known.has(value))) return null;
  if (paper.leftInColumn(on.amounts).some((value) => value !== 0 && !sums.has(value))) return null;
  const lifted: InvoiceReading = { ...reading, lines: on.lines, totals: found, amountColumn: 'unsaid' };
  const draft = reconcile(lifted);
  return draft.reconciled ? draft : null;
}

function amountOf({ net, gross, amount }: LineReading): number[] {
  const figure = amount ?? net ?? gross;
  return figure === null ? [] : [figure.value];
}

function figuresOf({ quantity, unitPrice, net, vat, gross, amount }: LineReading): number[] {
  return [quantity, unitPrice, net, vat, gross, amount].flatMap((figure) => figure?.value ?? []);
}

/** What a model says otherwise: amounts alone, so that no word of a model is shown as if it were the document's. */
function suggestions(draft: Draft, { lines, totals }: Proposal): DraftProblem[] {
  const told: DraftProblem[] = [];
  const suggest = (what: string, found: string | null, given: string | null, line?: number) => {
    const figure: Figure | null = given === null ? null : figureOf(given);
    if (figure === null || (found !== null && same(found, figure))) return;
    const message = `${what}: a vision model reads another figure. It is a suggestion; look at the document.`;
    told.push(problem('vision_suggestion', message, found, moneyText(figure), line));
  };
  for (const key of AMOUNTS) suggest(TOTAL[key], draft.totals[key], totals[key]);
  if (lines.length === draft.lines.length)
    for (const [i, line] of draft.lines.entries())
      for (const key of AMOUNTS)
        suggest(`“${line.description.slice(0, 50)}”, ${key}`, line[key], lines[i]?.[key] ?? null, i);
  else
    told.push(
      problem(
        'vision_suggestion',
        'A vision model sees another number of lines. It is a suggestion; look at the document.',
        String(draft.lines.length),
        String(lines.length),
      ),
    );
  return told;
}

const TOTAL = { net: 'The net total', vat: 'The VAT', gross: 'The total' } as const;

function same(found: string, figure: Figure): boolean {
  return penceOf({ value: Number(found) }) === penceOf(figure);
}
