import type { Line } from '../src/rulebook/line.js';
import type { Rulebook } from '../src/rulebook/rulebook.js';
import { built } from './built.js';
import { type Figure, perSecond, rates, type Work } from './measure.js';
import { printedLines, type ToolInput, toolInput, withEngine, withQuantity } from './sample_lines.js';

const GOAL = 20_000;
/** Stands in the JSON of an input where its quantity comes. */
const QUANTITY = 708_708_708;

/**
 * `check_line_item` without a transport: JSON text in, JSON text out. No text comes twice, and the examples, of which few have the same
 * facts, are judged anew each time: nothing that is remembered makes the figure.
 */
export async function toolFigures(book: Rulebook, lines: readonly Line[]): Promise<Figure[]> {
  const { parseCheckLineItem, checkLine } =
    await built<typeof import('../src/tools/check_line_item.js')>('tools/check_line_item.js');
  const { DecisionEngine } = await built<typeof import('../src/rulebook/engine.js')>('rulebook/engine.js');
  const anew = withEngine(book, new DecisionEngine(book.rules, book.facts, 0));
  const examples = lines.filter((l) => l.answers.length === 0);
  const answering = (by: Rulebook) => async (text: string) =>
    JSON.stringify(await checkLine(by, parseCheckLineItem(JSON.parse(text), by)));
  const [whole = 0, printed = 0, read = 0, classified = 0] = await rates(
    overTexts(examples.map(toolInput), answering(anew)),
    overTexts(printedLines(), answering(book)),
    overLines(examples, async (line) => book.reader.read(line.text)),
    overLines(examples, (line) => anew.classify(line)),
  );
  return [
    {
      what: 'check_line_item in process, JSON to JSON',
      goal: '20,000 a second',
      measured: perSecond(whole),
      reached: whole >= GOAL,
    },
    { what: '  of that: the words read', goal: '', measured: perSecond(read) },
    { what: '  of that: classified, with previews', goal: '', measured: perSecond(classified) },
    { what: '  the same of the lines of fixtures/lines', goal: '', measured: perSecond(printed) },
  ];
}

/** One pass over the inputs as JSON, each with a quantity that no line had before: many examples share their words. */
function overTexts(inputs: readonly ToolInput[], act: (text: string) => Promise<unknown>): Work {
  const cut = inputs.map((input) => {
    const lineText = withQuantity(input.item.lineText, QUANTITY);
    return JSON.stringify({ ...input, item: { ...input.item, lineText } }).split(String(QUANTITY));
  });
  let quantity = 0;
  return async () => {
    for (const [before, after] of cut) await act(`${before}${++quantity}${after}`);
    return cut.length;
  };
}

/** One pass over the lines, likewise. */
function overLines(lines: readonly Line[], act: (line: Line) => Promise<unknown>): Work {
  let quantity = 0;
  return async () => {
    for (const line of lines) await act({ ...line, text: withQuantity(line.text, ++quantity) });
    return lines.length;
  };
}
