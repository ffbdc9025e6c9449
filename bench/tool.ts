import type { Line } from '../src/rulebook/line.js';
import type { Rulebook } from '../src/rulebook/rulebook.js';
import { built } from './built.js';
import { over } from './engines.js';
import { type Figure, perSecond, rates } from './measure.js';
import { toolInput } from './sample_lines.js';

const GOAL = 20_000;

/** `check_line_item` without a transport: JSON text in, JSON text out. */
export async function toolFigures(book: Rulebook, lines: readonly Line[]): Promise<Figure[]> {
  const { parseCheckLineItem, checkLine } =
    await built<typeof import('../src/tools/check_line_item.js')>('tools/check_line_item.js');
  const inputs = lines.filter((l) => l.answers.length === 0).map((line) => JSON.stringify(toolInput(line)));
  const [whole = 0, read = 0, classified = 0] = await rates(
    over(inputs, async (text) => JSON.stringify(await checkLine(book, parseCheckLineItem(JSON.parse(text), book)))),
    over(lines, async (line) => book.reader.read(line.text)),
    over(lines, (line) => book.classify(line)),
  );
  return [
    {
      what: 'check_line_item in process, JSON to JSON',
      goal: '20,000 a second',
      measured: perSecond(whole),
      reached: whole >= GOAL,
    },
    { what: '  of that: the words read', goal: '', measured: perSecond(read) },
    { what: '  of that: classified, with steps and previews', goal: '', measured: perSecond(classified) },
  ];
}
