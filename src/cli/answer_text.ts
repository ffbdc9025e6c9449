import type { Classification } from '../rulebook/classification.js';
import type { Treatment } from '../rulebook/model.js';
import { parsePence, poundsText } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { type Colour, wrap } from './terminal.js';

type Paint = (colour: Colour, text: string) => string;

/** How a treatment is headed at a terminal. */
export const HEADLINES: Record<Treatment, { colour: Colour; title: string }> = {
  reclaimable: { colour: 'green', title: 'RECLAIMABLE' },
  reclaimable_in_part: { colour: 'green', title: 'RECLAIMABLE IN PART' },
  no_vat: { colour: 'dim', title: 'NO VAT' },
  supplier_correction: { colour: 'yellow', title: 'ASK THE SUPPLIER' },
  not_reclaimable: { colour: 'red', title: 'NOT RECLAIMABLE' },
  needs_answer: { colour: 'cyan', title: 'NEEDS AN ANSWER' },
};

const LABEL = 12;

/** One answer for a person at a terminal: the verdict and the money first, then why, what next, and by which law. */
export function answerText(
  answer: Classification,
  vatCharged: string,
  { facts }: Pick<Rulebook, 'facts'>,
  paint: Paint,
  columns: number,
): string {
  const { classification: c, rule, product, question, warnings } = answer;
  const width = Math.max(40, Math.min(columns, 100));
  const headline = HEADLINES[c.treatment];
  const lines = [
    `${paint(headline.colour, paint('bold', headline.title))}  ${moneySentence(answer, vatCharged)}`,
    '',
    ...wrap(c.explanation, width),
  ];
  const row = (label: string, text: string) => {
    const [first = '', ...rest] = wrap(text, width - LABEL);
    lines.push(`${paint('bold', label.padEnd(LABEL))}${first}`, ...rest.map((l) => `${' '.repeat(LABEL)}${l}`));
  };
  lines.push('');
  if (c.action !== null) row('Next step', c.action);
  for (const warning of warnings) row('Note', warning);
  if (product)
    row(
      'Read as',
      `${product.label} (${product.conceptId}), from “${product.matchedText}”: ${classMeaning(facts, product.class)}`,
    );
  if (c.rateCharged !== null || c.correctRate !== null) row('Rates', ratesText(c.rateCharged, c.correctRate));
  if (rule) {
    row(
      'Rule',
      `${rule.id}: ${rule.title} (since ${rule.effectiveFrom}${rule.effectiveTo === null ? '' : `, until ${rule.effectiveTo}`})`,
    );
    rule.citations.forEach((cite, i) => {
      row(
        i === 0 ? 'Sources' : '',
        `${citeText(cite)}${cite.confidence === 'known' ? ' (quoted by others, not read at the source)' : ''}`,
      );
      lines.push(`${' '.repeat(LABEL)}${paint('dim', cite.url)}`);
    });
  }
  if (question) lines.push('', ...questionLines(question, paint, width));
  return `${lines.join('\n')}\n`;
}

/** A class in plain words, as the rules give them. */
function classMeaning(facts: Rulebook['facts'], name: string): string {
  const known = facts.find((fact) => fact.name === 'productClass')?.values.find(({ value }) => value === name);
  return known?.meaning ?? name.replace(/_/g, ' ');
}

function citeText(cite: { source: string; paragraph: string | null }): string {
  return cite.paragraph === null ? cite.source : `${cite.source}, ${cite.paragraph}`;
}

function ratesText(charged: string | null, right: string | null): string {
  const rate = (r: string) => (r === 'other' ? 'no single rate' : `${r}%`);
  return [charged === null ? null : `charged ${rate(charged)}`, right === null ? null : `right ${rate(right)}`]
    .filter((t) => t !== null)
    .join(', ');
}

function moneySentence(answer: Classification, vatCharged: string): string {
  const { classification: c } = answer;
  const pounds = (text: string) => poundsText(Math.abs(parsePence(text) ?? 0));
  const charged = pounds(vatCharged);
  if ((parsePence(vatCharged) ?? 0) < 0) return creditSentence(c, pounds, charged);
  switch (c.treatment) {
    case 'reclaimable':
      return `${pounds(c.vatReclaimable)} can go on the claim`;
    case 'reclaimable_in_part':
      return `${pounds(c.vatReclaimable)} of ${charged} can go on the claim`;
    case 'no_vat':
      return 'there is nothing to reclaim';
    case 'supplier_correction': {
      const later = parsePence(c.vatReclaimableOnceCorrected) ?? 0;
      return `${pounds(c.vatToRecoverFromSupplier)} of ${charged} was charged in error${later === 0 ? '' : `; ${poundsText(later)} can be claimed once the invoice is corrected`}`;
    }
    case 'not_reclaimable':
      return `${charged} stays with you`;
    case 'needs_answer':
      return `${charged} waits; nothing is claimed until then`;
  }
}

/** The same of a line that takes money back. */
function creditSentence(
  c: Classification['classification'],
  pounds: (text: string) => string,
  charged: string,
): string {
  switch (c.treatment) {
    case 'reclaimable':
      return `${pounds(c.vatReclaimable)} comes off the claim`;
    case 'reclaimable_in_part':
      return `${pounds(c.vatReclaimable)} of ${charged} comes off the claim`;
    case 'supplier_correction':
      return `${pounds(c.vatToRecoverFromSupplier)} less for the supplier to pay back`;
    case 'needs_answer':
      return `${charged} waits, and counts as off the claim until then`;
    case 'not_reclaimable':
    case 'no_vat':
      return 'the claim stays as it is';
  }
}

function questionLines(question: NonNullable<Classification['question']>, paint: Paint, width: number): string[] {
  const lines = [
    ...wrap(question.text, width).map((l) => paint('bold', l)),
    ...wrap(question.whyAsked, width).map((l) => paint('dim', l)),
    '',
  ];
  for (const answer of question.answers) {
    const then = answer.thenTreatment.replace(/_/g, ' ');
    lines.push(`  --answer ${paint('cyan', `${question.id}=${answer.id}`)}  ${paint('dim', `then: ${then}`)}`);
    lines.push(...wrap(answer.label, width - 6).map((l) => `      ${l}`));
  }
  return lines;
}
