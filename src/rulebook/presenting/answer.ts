import type { Classification, QuestionForUser } from '../classification.js';
import type { ClassifyOptions } from '../classify.js';
import type { Decision } from '../deciding/decision.js';
import type { JointDecision } from '../deciding/joint_decision.js';
import { thenTreatment } from '../deciding/preview.js';
import type { Line } from '../line.js';
import type { Question } from '../model.js';
import { formatPence } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import {
  actionOf,
  actionOfParts,
  citationsOf,
  correctRate,
  explanationOf,
  explanationOfParts,
  type Filler,
  fillerOf,
  rateCharged,
} from './explanation.js';
import { stepsOf, stepsOfParts } from './steps.js';

/**
 * A decision as the caller is told of it.
 * @param whole the line as it was given: the decision is on a part of it, or on the words of an answer.
 */
export async function present(
  book: Rulebook,
  decision: Decision,
  { previews, inWords, steps }: Required<ClassifyOptions>,
  whole: Line,
): Promise<Classification> {
  const { rule, amounts, meaning, question } = decision;
  const fill = fillerOf(book, decision);
  return {
    classification: {
      treatment: decision.treatment,
      vatReclaimable: formatPence(amounts.reclaimable),
      vatToRecoverFromSupplier: formatPence(amounts.toRecover),
      vatReclaimableOnceCorrected: formatPence(amounts.onceCorrected),
      rateCharged: rateCharged(book, decision),
      correctRate: correctRate(book, decision),
      explanation: inWords ? explanationOf(book, decision, fill) : '',
      action: inWords ? actionOf(book, decision, fill) : null,
    },
    rule: rule
      ? {
          id: rule.id,
          title: rule.title,
          effectiveFrom: rule.effective.from,
          effectiveTo: rule.effective.to,
          citations: citationsOf(book, rule, decision),
        }
      : null,
    product: meaning.concept
      ? {
          conceptId: meaning.concept.id,
          label: meaning.concept.label,
          class: decision.facts.productClass ?? meaning.concept.class,
          matchedText: meaning.matchedText ?? '',
        }
      : null,
    question: question ? await questionForUser(book, decision, question, fill, whole, previews) : null,
    steps: steps ? stepsOf(book, decision) : [],
    warnings: decision.warnings.map(fill),
    rulebook: { edition: book.edition, digest: book.digest },
  };
}

/** One answer for a line whose parts were decided. */
export async function presentParts(
  book: Rulebook,
  line: Line,
  joint: JointDecision,
  options: Required<ClassifyOptions>,
): Promise<Classification> {
  const { parts, main, treatment, amounts } = joint;
  const whole = { ...main, line, treatment, amounts };
  const fill = fillerOf(book, whole);
  const { classification, rule, product, question, rulebook } = await present(book, main, options, line);
  return {
    classification: {
      ...classification,
      treatment,
      vatReclaimable: formatPence(amounts.reclaimable),
      vatToRecoverFromSupplier: formatPence(amounts.toRecover),
      vatReclaimableOnceCorrected: formatPence(amounts.onceCorrected),
      rateCharged: rateCharged(book, { line }),
      explanation: options.inWords ? explanationOfParts(book, whole, parts, fill) : '',
      action: options.inWords ? actionOfParts(book, whole, fill) : null,
    },
    rule,
    product,
    question,
    steps: options.steps ? stepsOfParts(book, parts) : [],
    warnings: [...new Set(parts.flatMap((d) => d.decision.warnings.map(fillerOf(book, d.decision))))],
    rulebook,
  };
}

async function questionForUser(
  book: Rulebook,
  asking: Decision,
  question: Question,
  fill: Filler,
  line: Line,
  previews: boolean,
): Promise<QuestionForUser> {
  const answers: QuestionForUser['answers'] = [];
  for (const answer of question.answers) {
    const then = previews ? await thenTreatment(book, asking, line, question, answer) : 'needs_answer';
    if (then === null) continue;
    answers.push({
      id: answer.id,
      label: fill(answer.label),
      thenTreatment: then,
      ...(answer.takes === undefined ? {} : { takes: answer.takes }),
    });
  }
  const text = fill(question.text.replace(/\{product\}/g, '{item}'));
  return { id: question.id, kind: question.kind, text, whyAsked: fill(question.whyAsked), answers };
}
