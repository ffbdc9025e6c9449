import type { BandReading, LineReading } from '../reading.js';

/** A sign of one letter at the end of the name of what was bought. */
const CODE_BEHIND = / ([A-Z*#])$/;

/** Lines of a till that prints the code of the VAT behind each name ("CHILD HARD HAT Z"), where its analysis says what the codes are. */
export function withTillCodes(lines: LineReading[], bands: readonly BandReading[]): LineReading[] {
  const codes = new Set(bands.flatMap(({ code }) => (code === null ? [] : [code])));
  const behind = lines.map(({ description }) => {
    const code = CODE_BEHIND.exec(description)?.[1];
    return code !== undefined && codes.has(code) ? code : null;
  });
  const coded = lines.map(({ vatCode }, i) => vatCode ?? behind[i] ?? null);
  const isTakenOff = (line: LineReading) => ((line.amount ?? line.gross ?? line.net)?.value ?? 0) < 0;
  if (!behind.some((code) => code !== null) || !lines.every((line, i) => coded[i] !== null || isTakenOff(line)))
    return lines;
  return lines.map((line, i) => ({
    ...line,
    // What is taken off bears the VAT of what it is taken off.
    vatCode: coded[i] ?? coded.slice(0, i).findLast((code) => code !== null) ?? null,
    description:
      line.vatCode !== null || behind[i] === null ? line.description : line.description.replace(CODE_BEHIND, ''),
  }));
}
