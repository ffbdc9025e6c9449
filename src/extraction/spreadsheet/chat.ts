const WHEN = String.raw`^\u200e?\[?\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?(?:\]| -)`;
/** `[18/07/2026, 19:02:11] Name: text` and `18/07/2026, 19:02 - Name: text`, as chat programs export what was said. */
const STAMP = new RegExp(`${WHEN} ([^:]{2,40}): (.*)$`, 'i');
/** What the program itself says ("Messages are end-to-end encrypted"). */
const STAMPED = new RegExp(WHEN, 'i');
const DAY = /\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}/;
const SUM = /£ ?\d|\d\.\d\d\b/;

/** Whether a text is an exported chat. */
export function isChat(text: string): boolean {
  return STAMPED.test(text.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? '');
}

/**
 * What was said without when and by whom, below the name of the one who wrote most: he sends the bill. The day on which he told most
 * sums stands last, where any other date comes before it.
 */
export function withoutStamps(lines: readonly string[]): string[] {
  if (!isChat(lines.find((line) => line.trim() !== '') ?? '')) return [...lines];
  const written = new Map<string, number>();
  const told: { speaker: string; day: string; sums: number }[] = [];
  let speaker = '';
  const said = lines.flatMap((line) => {
    const match = STAMP.exec(line);
    if (!match && STAMPED.test(line)) return [];
    speaker = match?.[1]?.trim() ?? speaker;
    written.set(speaker, (written.get(speaker) ?? 0) + 1);
    if (match) told.push({ speaker, day: DAY.exec(line)?.[0] ?? '', sums: 0 });
    const last = told.at(-1);
    if (last && SUM.test(match?.[2] ?? line)) last.sums++;
    return [match?.[2] ?? line];
  });
  const [sender] = [...written].sort((a, b) => b[1] - a[1])[0] ?? [''];
  const [bill] = told.filter((t) => t.speaker === sender && t.sums > 0).sort((a, b) => b.sums - a.sums);
  return [`From: ${sender}`, '', ...said, ...(bill ? ['', `Date: ${bill.day}`] : [])];
}
