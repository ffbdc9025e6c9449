import type { fullProjectView } from '../../tools/project_view.js';

type Full = Awaited<ReturnType<typeof fullProjectView>>;
type Item = Full['actionItems'][number];
type Question = NonNullable<Item['question']>;
type Answer = Question['answers'][number];
type Takes = NonNullable<Answer['takes']>;

/** Questions with a form on one page; whoever has more of them begins there. */
export const MOST_ASKED = 40;

/** A line of a page of `list_line_items`, as far as a form shows it. */
export interface AskedLine {
  id: string;
  lineText: string;
  netAmount: string | null;
  vatCharged: string | null;
}

/** The form of one open question. */
export interface QuestionForm {
  lineItemId: string;
  questionId: string;
  /** The line that is answered, and others of the document that wait for the same answer. */
  line: AskedLine;
  others: readonly AskedLine[];
  choices: readonly Choice[];
}

/** An answer, with what must be said with it. */
interface Choice {
  id: string;
  label: string;
  inputs: readonly { name: string; label: string; wide: boolean }[];
}

const HINTS: Readonly<Record<Takes, string>> = {
  amount: 'An amount in pounds before VAT, for example 300.00.',
  amounts: 'Two amounts in pounds, for example 2160.00 / 1440.00.',
  date: 'As year-month-day, for example 2026-03-31.',
  vat_number: 'Nine digits, for example GB 123 4567 27.',
  text: 'In a few words.',
};

/** The question of an action item as a form; null for an item that asks none. */
export function questionForm({ question, lineItemIds }: Item, lines: readonly AskedLine[]): QuestionForm | null {
  const line = lines.find(({ id }) => id === lineItemIds[0]);
  if (question === null || line === undefined) return null;
  return {
    lineItemId: line.id,
    questionId: question.id,
    line,
    others: lines.filter((one) => one !== line),
    choices: choicesOf(question.answers),
  };
}

/** Several amounts of one price are given at once, as one answer. */
function choicesOf(answers: readonly Answer[]): Choice[] {
  const amounts = answers.filter(({ takes }) => takes === 'amount');
  const alone = amounts.length > 1 ? answers.filter((answer) => !amounts.includes(answer)) : answers;
  const inAmounts: Choice = {
    id: IN_AMOUNTS,
    label: 'I know how the price divides, in pounds before VAT',
    inputs: amounts.map(({ id, label }) => ({ name: `${VALUE}${id}`, label, wide: false })),
  };
  return [
    ...(amounts.length > 1 ? [inAmounts] : []),
    ...alone.map(({ id, label, takes }) => ({
      id,
      label,
      inputs: takes === undefined ? [] : [{ name: `${VALUE}${id}`, label: HINTS[takes], wide: takes === 'text' }],
    })),
  ];
}

/** Stands for all amounts in a form: no answer has such an id. */
const IN_AMOUNTS = 'in amounts';

/** What a form says, as `answer_vat_complex_question` takes it, or what is wanting. */
export function answerSent(form: URLSearchParams): { args: Record<string, unknown> } | { wanting: string } {
  const about = { lineItemId: form.get('lineItemId') ?? '', questionId: form.get('questionId') ?? '' };
  const given = [...form].flatMap(([field, value]) => {
    const id = field.startsWith(VALUE) ? field.slice(VALUE.length) : null;
    return id === null || value.trim() === '' ? [] : [[id, value.trim()] as const];
  });
  const answerId = form.get('answerId') ?? '';
  if (answerId === '') return { wanting: 'Choose an answer' };
  if (answerId === IN_AMOUNTS)
    return given.length === 0
      ? { wanting: 'Give the amounts' }
      : { args: { ...about, amounts: Object.fromEntries(given) } };
  const value = new Map(given).get(answerId);
  if (value === undefined && form.has(`${VALUE}${answerId}`))
    return { wanting: 'Give also what is asked for with the answer you chose' };
  return { args: { ...about, answerId, ...(value === undefined ? {} : { value }) } };
}

/** What a value is called in a form, before the answer it goes with. */
const VALUE = 'value_';

/** What is wrong with an answer, without the ids that programs know it by. */
export function toldOf(message: string): string {
  return message.replace(/^\S+=\S+ /, 'That answer ');
}
