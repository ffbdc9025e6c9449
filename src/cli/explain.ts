import type { Classification } from '../rulebook/classification.js';
import type { Rule } from '../rulebook/model.js';
import { didYouMean } from '../rulebook/problems.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { answerText } from './answer_text.js';
import { conditionWords } from './condition_words.js';
import { BadInputError, EXIT, UsageError } from './exit_codes.js';
import { parseFlags } from './flags.js';
import { LINE_FLAGS, lineInputOf } from './line_flags.js';
import { rulebookPlaces } from './open_rulebook.js';
import type { RulePlace } from './rule_place.js';
import { exampleWords, outcomeWords } from './rule_words.js';
import { type Colour, painter, type Terminal, wrap } from './terminal.js';

/** Ids of rules look like nothing that stands on an invoice. */
const RULE_ID = /^431(?:nb|c)\.[a-z0-9_.]*$/i;

/** `notice708 explain`: one rule in words, or every step from a line's words to its answer. */
export async function explain(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, LINE_FLAGS, 'explain');
  const [given, ...more] = flags.positionals;
  if (given === undefined)
    throw new UsageError('give the id of a rule, or the text of an invoice line in quotes', 'explain');
  if (more.length > 0)
    throw new UsageError(
      `one rule or text at a time; put the text in quotes ("${[given, ...more].join(' ')}")`,
      'explain',
    );
  const places = rulebookPlaces(flags.text('rules'));
  const paint = painter(terminal);
  if (RULE_ID.test(given)) {
    const book = await terminal.openRulebook(places);
    const rule = book.rule(given);
    if (!rule)
      throw new BadInputError(
        `there is no rule ${given}${didYouMean(
          given,
          book.rules.map((r) => r.id),
        )}`,
      );
    const { placeOf } = await import('./rule_place.js');
    const place = await placeOf(book, rule, new Date().toISOString().slice(0, 10));
    terminal.out(ruleText(book, rule, place, paint, terminal.columns));
    return EXIT.ok;
  }
  const input = lineInputOf(given, flags, 'explain');
  const [book, { decideInput }] = await Promise.all([terminal.openRulebook(places), import('./decide_input.js')]);
  const answer = await decideInput(book, input);
  terminal.out(
    `${answerText(answer, input.item.vatCharged, book, paint, terminal.columns)}\n${stepsText(answer, paint, terminal.columns)}`,
  );
  return EXIT.ok;
}

/** How the line was read, which facts were known, and why no other rule decided. */
export function stepsText(
  answer: Classification,
  paint: (colour: Colour, text: string) => string,
  columns: number,
): string {
  const width = Math.max(40, Math.min(columns, 110));
  const step = (text: string, number: number) =>
    wrap(text, width - 5).map((line, i) => `${i === 0 ? `${String(number).padStart(3)}. ` : '     '}${line}`);
  const steps = answer.steps.flatMap((text, i) => step(text, i + 1));
  return `${paint('bold', 'Step by step')}\n${steps.join('\n')}\n\n${paint('dim', `Rulebook ${answer.rulebook.edition}, ${answer.rulebook.digest}`)}\n`;
}

/**
 * One rule as a specialist reads it.
 * @param place where it stands among the others, when it decides one of its examples.
 */
export function ruleText(
  book: Rulebook,
  rule: Rule,
  place: RulePlace | null,
  paint: (colour: Colour, text: string) => string,
  columns: number,
): string {
  const width = Math.max(40, Math.min(columns, 110));
  const lines = [paint('bold', rule.id), ...wrap(rule.title, width), ''];
  const section = (title: string, body: string[]) => {
    if (body.length > 0) lines.push(paint('bold', title), ...body.map((l) => `  ${l}`), '');
  };
  const period =
    rule.effective.to === null ? `from ${rule.effective.from}` : `from ${rule.effective.from} to ${rule.effective.to}`;
  section('Where', [
    `${rule.route}, ${rule.supplyTypes.join(', ')}; supplies ${period}`,
    `${rule.file}:${rule.line()}`,
  ]);
  section(
    'Law',
    rule.citations.flatMap((ref) => {
      const cite = book.cite(ref);
      return [
        `${cite.source}${cite.paragraph === null ? '' : `, ${cite.paragraph}`}${cite.confidence === 'known' ? ' (quoted by others)' : ''}`,
        `  ${paint('dim', cite.url)}`,
      ];
    }),
  );
  section('Applies when', conditionWords(rule.when, book.facts));
  section('Then', outcomeWords(rule.outcome));
  section('Explanation', wrap(rule.because, width - 2));
  section('Next step', wrap(rule.action, width - 2));
  section('Warning', rule.warning === undefined ? [] : wrap(rule.warning, width - 2));
  const titled = ({ id, title }: Rule) => `${id}: ${title}`;
  section('Exception to', book.rules.filter((r) => rule.overrides.includes(r.id)).map(titled));
  section('Excepted by', book.rules.filter((r) => r.overrides.includes(rule.id)).map(titled));
  section(
    'Examples',
    rule.examples.map((e) => exampleWords(rule, e)),
  );
  if (place) {
    const hanging = (text: string) => wrap(text, width - 4).map((line, i) => (i === 0 ? line : `  ${line}`));
    section(
      `Neighbours of “${place.example}”: what decides with one fact otherwise`,
      place.neighbours.flatMap(({ verdict, facts }) =>
        hanging(
          `${verdict}, if ${facts.map(({ fact, values }) => `${fact} is ${values.join(' or ')}`).join('; or if ')}`,
        ),
      ),
    );
    section(`Why no other rule decides “${place.example}”`, place.others.flatMap(hanging));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
