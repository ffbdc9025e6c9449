import type { InputIssue } from '../../rulebook/answers.js';
import type { Question as QuestionDefinition } from '../../rulebook/model.js';
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
  /** What the ids of its fields begin with on the page. */
  at: string;
  lineItemId: string;
  questionId: string;
  /** The line that is answered, and others of the document that wait for the same answer. */
  line: AskedLine;
  others: readonly AskedLine[];
  choices: readonly Choice[];
  /** Answer that was chosen, and what is wrong with that, where the form was sent and not taken. */
  chosen?: string;
  problem?: string;
}

/** An answer, with what must be said with it. */
interface Choice {
  id: string;
  label: string;
  inputs: readonly { name: string; label: string; wide: boolean; value?: string; problem?: string }[];
}

/** Why a form that was sent is not taken. */
export interface Untaken {
  told: string;
  /** Name of the input to put right; null where it is the choice. */
  field: string | null;
}

const HINTS: Readonly<Record<Takes, string>> = {
  amount: 'An amount in pounds before VAT, for example 300.00.',
  amounts: 'Two amounts in pounds, for example 2160.00 / 1440.00.',
  date: 'As year-month-day, for example 2026-03-31.',
  vat_number: 'Nine digits, for example GB 123 4567 27.',
  text: 'In a few words.',
};

/** The question of an action item as a form; null for an item that asks none. */
export function questionForm(
  { question, lineItemIds }: Item,
  lines: readonly AskedLine[],
  at: string,
): QuestionForm | null {
  const line = lines.find(({ id }) => id === lineItemIds[0]);
  if (question === null || line === undefined) return null;
  return {
    at,
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

/**
 * What a form says, as `answer_vat_complex_question` takes it, or what is wanting.
 * @param questions those that are asked today: other inputs of a form may stand beside the amounts of its question.
 */
export function answerSent(
  form: URLSearchParams,
  questions: ReadonlyMap<string, Pick<QuestionDefinition, 'answers'>>,
): { args: Record<string, unknown> } | Untaken {
  const about = { lineItemId: form.get('lineItemId') ?? '', questionId: form.get('questionId') ?? '' };
  const typedFor = (id: string) => form.get(`${VALUE}${id}`)?.trim() ?? '';
  const answerId = form.get('answerId') ?? '';
  const question = questions.get(about.questionId);
  if (answerId === '') return { told: 'Choose an answer', field: null };
  if (answerId === IN_AMOUNTS && question !== undefined) {
    const amounts = question.answers.filter(({ takes }) => takes === 'amount').map(({ id }) => id);
    const given = amounts.map((id) => [id, typedFor(id)] as const).filter(([, value]) => value !== '');
    return given.length === 0
      ? { told: 'Give the amounts', field: amounts[0] === undefined ? null : `${VALUE}${amounts[0]}` }
      : { args: { ...about, amounts: Object.fromEntries(given) } };
  }
  const value = typedFor(answerId);
  if (value === '' && form.has(`${VALUE}${answerId}`))
    return { told: 'Give also what is asked for with the answer you chose', field: `${VALUE}${answerId}` };
  return { args: { ...about, answerId, ...(value === '' ? {} : { value }) } };
}

/** What a value is called in a form, before the answer it goes with. */
const VALUE = 'value_';

/** What is wrong with an answer, without the ids that programs know it by. */
export function toldOf({ path, message }: InputIssue): Untaken {
  if (path === 'questionId')
    return { told: 'That question was answered or has changed meanwhile; what is asked now stands here', field: null };
  const [before, answerId] = /^\S+=(\S+) /.exec(message) ?? [];
  if (before !== undefined)
    return { told: `That answer ${message.slice(before.length)}`, field: `${VALUE}${answerId}` };
  if (path === 'answerId' || path === 'amounts')
    return { told: 'That is not among the answers; choose one of those shown', field: null };
  return { told: message, field: null };
}

/** The form of a question as it was sent, where it is still asked: chosen and typed as before, with what is wrong. */
export function asSent(form: QuestionForm, sent: URLSearchParams, { told, field }: Untaken): QuestionForm {
  if (!isOf(form, sent)) return form;
  return {
    ...form,
    chosen: sent.get('answerId') ?? '',
    ...(hasField(form, field) ? {} : { problem: told }),
    choices: form.choices.map((choice) => ({
      ...choice,
      inputs: choice.inputs.map((input) => ({
        ...input,
        value: sent.get(input.name) ?? '',
        ...(input.name === field ? { problem: told } : {}),
      })),
    })),
  };
}

/** The id of the field to put right; null where the question is no longer asked. */
export function fieldOf(forms: readonly QuestionForm[], sent: URLSearchParams, { field }: Untaken): string | null {
  const form = forms.find((one) => isOf(one, sent));
  if (form === undefined) return null;
  return hasField(form, field) ? `${form.at}-${field}` : form.at;
}

const isOf = ({ lineItemId, questionId }: QuestionForm, sent: URLSearchParams): boolean =>
  sent.get('lineItemId') === lineItemId && sent.get('questionId') === questionId;

const hasField = ({ choices }: QuestionForm, field: string | null): boolean =>
  choices.some(({ inputs }) => inputs.some(({ name }) => name === field));
