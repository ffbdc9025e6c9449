import { answerQuestion, withdrawAnswer } from '../claims/questions.js';
import {
  amountsGiven,
  answerGiven,
  CONFIRMED_ANSWER,
  InputError,
  questionNamed,
  takesOneOf,
} from '../rulebook/answers.js';
import type { GivenAnswer } from '../rulebook/line.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { claimsCall, REFUSED_CHANGES, writingIn } from './claim_calls.js';
import { changeView, companionView } from './claim_views.js';
import { inputCheck } from './input_check.js';
import { NOT_DECIDED } from './route_line_item.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool } from './tool.js';

interface Input {
  lineItemId: string;
  questionId: string;
  answerId?: string;
  value?: string;
  amounts?: Record<string, string>;
  withdraw?: boolean;
  idempotencyKey?: string;
}

interface Request {
  args: Input;
  /** None to take the answer back; several where each is an amount of the price. */
  given: GivenAnswer[];
}

const inputSchema = readToolSchema('answer_vat_complex_question.input');
const answerSchema = readToolSchema('answer_vat_complex_question.output');
const checked = inputCheck<Input>(inputSchema);

function read(given: unknown, { questions }: Rulebook): Request {
  const args = checked(given);
  const { questionId, answerId, value, amounts, withdraw } = args;
  if (withdraw === true) {
    const besides = Object.entries({ answerId, amounts }).flatMap(([path, field]) =>
      field === undefined ? [] : [path],
    );
    if (besides.length > 0)
      throw new InputError(besides.map((path) => ({ path, message: 'is left out when the answer is withdrawn' })));
    return { args, given: [] };
  }
  if (amounts !== undefined) {
    if (answerId !== undefined || value !== undefined)
      throw new InputError([{ path: 'amounts', message: 'stands in place of answerId and value' }]);
    return { args, given: amountsGiven(questionId, amounts, questions) };
  }
  if (answerId === undefined) {
    const allowed = questionNamed(questionId, questions).answers.map(({ id }) => id);
    throw new InputError([takesOneOf('answerId', 'is required', allowed)]);
  }
  return { args, given: [answerGiven({ questionId, answerId, value }, questions)] };
}

/** The rulebook names the field of a line that is not stored; here answer and value are fields of their own. */
async function fieldsNamed<T>({ value, amounts }: Input, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const own = amounts !== undefined ? 'amounts' : value === undefined ? 'answerId' : 'value';
    throw new InputError(
      error.issues.map((issue) => (issue.path === CONFIRMED_ANSWER ? { ...issue, path: own } : issue)),
    );
  }
}

const DESCRIPTION = `Answers the open question of a stored invoice line and decides the line again. Says in companions what would become of the lines that go with it; reclassify_companion_items does it.

Use when: a line has a question (status open_question) and the person has told you the answer. An earlier answer can be given anew, or taken back with withdraw: true; lines that followed it then go back to what they were.
An answer whose takes is amount, amounts, date, vat_number or text needs value too; two amounts are written "2160.00 / 1440.00". Where every answer takes an amount, give them all in amounts: {"amount_goods":"4200.00","amount_rest":"13800.00"}.
Do not use when: the person has not answered; never choose an answer because of what it leads to.

<example>
{"lineItemId":"lin_0123456789abcdef01234567","questionId":"esm_who_installed","answerId":"supplier_installed"}
</example>`;

export const answerVatComplexQuestion: Tool<Request> = {
  name: 'answer_vat_complex_question',
  title: 'Answer the question of an invoice line',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: ['line_items:write'],
  refusals: REFUSED_CHANGES,
  countsTowardsDailyCap: false,
  limitClass: 'line_decision',
  read: (args, { book }) => read(args, book),
  run: ({ args, given: [first, ...more] }, context) =>
    claimsCall(async () => {
      const asking = writingIn(context, 'answer_vat_complex_question', args);
      const answered =
        first === undefined
          ? await withdrawAnswer(context.claims, asking, args.lineItemId, args.questionId)
          : await fieldsNamed(args, () => answerQuestion(context.claims, asking, args.lineItemId, first, more));
      const { invoice, item, classification, others, companions } = answered;
      return {
        ok: true,
        projectId: item.projectId,
        invoiceId: invoice.id,
        lineItemId: item.id,
        decisionId: item.decisionId,
        ...(classification ?? NOT_DECIDED),
        answers: item.answers,
        otherLines: others.map(changeView),
        companions: companions.map(companionView),
      };
    }),
  logFields: ({ args: { questionId, answerId } }) => ({ questionId, answerId }),
};
