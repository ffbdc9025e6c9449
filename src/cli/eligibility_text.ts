import type {
  Assessment,
  CheckResult,
  Deadline,
  EligibilityOutcome,
  NextQuestion,
  Split,
} from '../rulebook/eligibility/assessment.js';
import { canBePosted } from '../rulebook/eligibility/deadlines.js';
import { type Colour, wrap } from './terminal.js';

type Paint = (colour: Colour, text: string) => string;

const HEADLINES: Record<EligibilityOutcome, { colour: Colour; title: string }> = {
  eligible: { colour: 'green', title: 'ELIGIBLE' },
  not_eligible: { colour: 'red', title: 'NOT ELIGIBLE' },
  needs_answer: { colour: 'cyan', title: 'NEEDS AN ANSWER' },
};

const MARKS: Record<CheckResult['effect'], { colour: Colour; mark: string }> = {
  passes: { colour: 'green', mark: 'holds' },
  warns: { colour: 'yellow', mark: 'mind' },
  asks: { colour: 'cyan', mark: 'to settle' },
  fails: { colour: 'red', mark: 'fails' },
  does_not_apply: { colour: 'dim', mark: 'not asked' },
  open: { colour: 'cyan', mark: 'open' },
};

const MARK = 11;
const ID = 6;

/** One assessment for a person at a terminal: the outcome first, then what to answer, each check, and what goes with it. */
export function eligibilityText(answer: Assessment, paint: Paint, columns: number): string {
  const width = Math.max(40, Math.min(columns, 100));
  const { colour, title } = HEADLINES[answer.outcome];
  const lines = [
    `${paint(colour, paint('bold', title))}  ${answer.scheme.value ?? 'scheme not known yet'}`,
    '',
    ...wrap(answer.summary, width),
  ];
  const section = (heading: string, body: readonly string[]) => {
    if (body.length > 0) lines.push('', paint('bold', heading), ...body);
  };
  section(
    'Questions',
    answer.nextQuestions.flatMap((question) => questionLines(question, paint, width)),
  );
  section(
    'Checks',
    answer.checks.filter((c) => c.effect !== 'does_not_apply').flatMap((check) => checkLines(check, paint, width)),
  );
  const aside = answer.checks.filter((c) => c.effect === 'does_not_apply').map((c) => c.id);
  if (aside.length > 0) lines.push(paint('dim', `Not asked of this project: ${aside.join(', ')}`));
  section(
    'Last day for the claim',
    answer.deadlines.flatMap((deadline) => deadlineLines(deadline, width)),
  );
  section(
    'Documents',
    answer.documents.flatMap(({ title: name, note, need }) => hanging(`${need}: ${name}. ${note}`, width)),
  );
  section(
    'What suppliers should charge',
    answer.supplierRates.flatMap(({ scheme, label, rate }) =>
      hanging(
        `${rate === null ? 'depends' : `${rate}%`}  ${label}${answer.scheme.value === null ? ` (${scheme})` : ''}`,
        width,
      ),
    ),
  );
  if (answer.split) section('Parts of the site', splitLines(answer.split, width));
  lines.push('', paint('dim', `Rulebook ${answer.rulebook.edition}, ${answer.rulebook.digest}`));
  return `${lines.join('\n')}\n`;
}

function hanging(text: string, width: number): string[] {
  return wrap(text, width - 4).map((line, i) => `${i === 0 ? '  ' : '    '}${line}`);
}

function questionLines({ fact, question, whyAsked, answers }: NextQuestion, paint: Paint, width: number): string[] {
  return [
    ...wrap(question, width - 2).map((line) => `  ${line}`),
    ...wrap(whyAsked, width - 2).map((line) => paint('dim', `  ${line}`)),
    ...(answers.length === 0 ? [`    --fact ${paint('cyan', `${fact}=YYYY-MM-DD`)}`] : []),
    ...answers.flatMap(({ value, label, thenOutcome }) => [
      `    --fact ${paint('cyan', `${fact}=${value}`)}  ${paint('dim', `then: ${thenOutcome.replace(/_/g, ' ')}`)}`,
      ...wrap(label, width - 8).map((line) => `        ${line}`),
    ]),
    '',
  ];
}

function checkLines(
  { id, title, effect, explanation, action, rule, citations }: CheckResult,
  paint: Paint,
  width: number,
): string[] {
  const { colour, mark } = MARKS[effect];
  const indent = ' '.repeat(ID + MARK);
  const law = citations.map((c) => (c.paragraph === null ? c.source : `${c.source}, ${c.paragraph}`)).join('; ');
  const said = [
    explanation,
    ...(action === null ? [] : [`Next step: ${action}`]),
    ...(rule === null ? [] : [`${rule.id}${rule.confidence === 'seen' ? '' : ` (${rule.confidence})`}; ${law}`]),
  ];
  return [
    `${id.padEnd(ID)}${paint(colour, mark.padEnd(MARK))}${title}`,
    ...said.flatMap((text, i) =>
      wrap(text, width - indent.length).map(
        (line) => `${indent}${rule !== null && i === said.length - 1 ? paint('dim', line) : line}`,
      ),
    ),
  ];
}

function deadlineLines(deadline: Deadline, width: number): string[] {
  const { lastDay, fileBy, daysLeft, passed, countedFrom, date, text } = deadline;
  const left = passed ? 'passed' : `${daysLeft} day${daysLeft === 1 ? '' : 's'} left`;
  const early =
    fileBy === lastDay || passed
      ? ''
      : canBePosted(deadline)
        ? ` (a weekend: send it by ${fileBy})`
        : ' (a weekend: claim online today)';
  return hanging(`${lastDay}${early}, ${left}, from ${countedFrom} ${date}. ${text}`, width);
}

function splitLines({ projects, outside, open, suppliers }: Split, width: number): string[] {
  return [
    ...projects.flatMap((p) => hanging(`project ${p.scheme}: ${p.elements.join(', ')}`, width)),
    ...outside.flatMap((p) => hanging(`not covered: ${p.name}. ${p.because}`, width)),
    ...open.flatMap((p) => hanging(`to settle: ${p.name}. ${p.because}`, width)),
    ...suppliers.flatMap((s) => hanging(`ask ${s.name}: ${s.request}`, width)),
  ];
}
