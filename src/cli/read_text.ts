import type { Draft, DraftLine } from '../extraction/draft.js';
import { parsePence, poundsText } from '../rulebook/money.js';
import { HEADLINES } from './answer_text.js';
import { claimOfDraft, type LineDecision } from './read_decisions.js';
import { type Colour, wrap } from './terminal.js';

type Paint = (colour: Colour, text: string) => string;

const KINDS: Record<Draft['documentType'], string> = {
  invoice: 'Invoice',
  simplified_receipt: 'Receipt',
  credit_note: 'Credit note',
  pro_forma: 'Pro forma',
  quotation: 'Quotation',
  statement: 'Statement',
  order_confirmation: 'Order confirmation',
  delivery_note: 'Delivery note',
  unknown: 'Document of an unknown kind',
};

/** A draft for a person at a terminal: who and what, the lines, whether they fit together, and what was decided. */
export function draftText(
  draft: Draft,
  decisions: readonly LineDecision[] | null,
  note: string | null,
  paint: Paint,
  columns: number,
): string {
  const width = Math.max(60, Math.min(columns, 120));
  const out = [paint('bold', headline(draft)), ...facts(draft), ''];
  out.push(...lineTable(draft.lines, width, paint), ...totals(draft), '');
  out.push(draft.reconciled ? paint('green', whatFits(draft)) : paint('red', 'Does not reconcile:'));
  for (const problem of draft.problems) {
    const figures = [
      problem.found === null ? null : `printed ${problem.found}`,
      problem.expected === null ? null : `the other figures make it ${problem.expected}`,
    ].filter((t) => t !== null);
    out.push(...wrap(`- ${problem.message}${figures.length === 0 ? '' : ` (${figures.join('; ')})`}`, width));
  }
  if (decisions !== null) out.push('', ...decided(draft, decisions, width, paint));
  if (note !== null) out.push('', ...wrap(note, width));
  return `${out.join('\n')}\n`;
}

function whatFits({ totals }: Draft): string {
  return Object.values(totals).every((total) => total === null)
    ? 'The figures of each line fit to the penny; there are no totals to check the lines against.'
    : 'Reconciles to the penny: lines, VAT and totals fit together.';
}

function headline(draft: Draft): string {
  const parts = [
    KINDS[draft.documentType],
    draft.invoiceNumber,
    draft.supplier.name === null ? null : `from ${draft.supplier.name}`,
    draft.invoiceDate,
  ];
  return parts.filter((p) => p !== null).join('  ');
}

function facts(draft: Draft): string[] {
  const how = { structured: 'from data', text: 'from text', ocr: 'by character recognition' }[draft.source];
  const parts = [
    draft.supplier.vatNumber === null ? 'no VAT number found' : `VAT number ${draft.supplier.vatNumber}`,
    draft.customer.name === null ? null : `to ${draft.customer.name}`,
    draft.taxPoint === null ? null : `tax point ${draft.taxPoint}`,
    draft.currency,
    draft.reverseCharge ? 'reverse charge' : null,
    `read ${how}, ${draft.pages} page${draft.pages === 1 ? '' : 's'}`,
  ];
  return [parts.filter((p) => p !== null).join(', ')];
}

/** Figures of a line; those in brackets are not printed and follow from the others. */
function figures(line: DraftLine): string[] {
  const amount = (key: 'net' | 'vat' | 'gross') =>
    line[key] === null ? '' : line.derived.includes(key) ? `(${line[key]})` : line[key];
  return [
    [line.quantity, line.unit].filter((t) => t !== null).join(' '),
    line.unitPrice ?? '',
    amount('net'),
    line.vatRate === null ? (line.vatCode ?? '') : `${line.vatRate}%`,
    amount('vat'),
    amount('gross'),
  ];
}

function lineTable(lines: readonly DraftLine[], width: number, paint: Paint): string[] {
  const heads = ['quantity', 'price', 'net', 'rate', 'VAT', 'gross'];
  const cells = lines.map(figures);
  const widths = heads.map((head, c) => Math.max(head.length, ...cells.map((row) => row[c]?.length ?? 0)));
  const room = Math.max(20, width - 4 - widths.reduce((sum, w) => sum + w + 2, 0));
  const right = (row: readonly string[]) => row.map((cell, c) => `  ${cell.padStart(widths[c] ?? 0)}`).join('');
  const out = [paint('dim', `    ${'line'.padEnd(room)}${right(heads)}`)];
  lines.forEach((line, i) => {
    const [first = '', ...rest] = wrap(line.description, room);
    out.push(`${String(i + 1).padStart(3)} ${first.padEnd(room)}${right(cells[i] ?? [])}`);
    out.push(...rest.map((text) => `    ${text}`));
  });
  return out;
}

function totals({ totals: t, vatInclusive }: Draft): string[] {
  const parts = [
    t.net === null ? null : `net ${t.net}`,
    t.vat === null ? null : `VAT ${t.vat}`,
    t.gross === null ? null : `gross ${t.gross}`,
  ].filter((p) => p !== null);
  if (parts.length === 0) return [];
  return ['', `Totals: ${parts.join(', ')}${vatInclusive ? ' (the lines are priced with VAT)' : ''}`];
}

function decided(draft: Draft, decisions: readonly LineDecision[], width: number, paint: Paint): string[] {
  const out: string[] = [];
  let recover = 0;
  for (const { line, decision, undecided, vat, supplyType, supplyTypeBecause } of decisions) {
    const name = draft.lines[line]?.description ?? '';
    const short = name.length > 60 ? `${name.slice(0, 57)}...` : name;
    if (decision === null) {
      out.push(`${String(line + 1).padStart(3)} ${paint('cyan', 'NOT DECIDED')}  ${short}: ${undecided}`);
      continue;
    }
    const { classification: c, rule, question } = decision;
    recover += parsePence(c.vatToRecoverFromSupplier) ?? 0;
    const { colour, title } = HEADLINES[c.treatment];
    out.push(
      `${String(line + 1).padStart(3)} ${paint(colour, title)}  ${short}  VAT ${poundsText(parsePence(vat ?? '0') ?? 0)}`,
    );
    out.push(
      paint(
        'dim',
        `    ${supplyType?.replace(/_/g, ' ')}: ${supplyTypeBecause}${rule === null ? '' : `; rule ${rule.id}`}`,
      ),
    );
    out.push(...wrap(question === null ? c.explanation : question.text, width - 4).map((text) => `    ${text}`));
  }
  out.push(
    '',
    `To claim: ${poundsText(claimOfDraft(draft, decisions))}. To get back from the supplier: ${poundsText(recover)}.`,
  );
  return out;
}
