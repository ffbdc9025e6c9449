import type { BandReading, LineReading } from '../reading.js';

/** A sign of one letter at the end of the name of what was bought, or before it. */
const CODE_BEHIND = / ([A-Z*#])$/;
const CODE_BEFORE = /^([A-Z*#]) (?=\S*[A-Za-z])/;

/** Lines of a till that prints the code of the VAT behind each name ("CHILD HARD HAT Z") or before it, where its analysis says what the codes are. */
export function withTillCodes(lines: LineReading[], bands: readonly BandReading[]): LineReading[] {
  const behind = withCodesIn(lines, bands, CODE_BEHIND);
  return behind === lines ? withCodesIn(lines, bands, CODE_BEFORE) : behind;
}

function withCodesIn(lines: LineReading[], bands: readonly BandReading[], place: RegExp): LineReading[] {
  const codes = new Set(bands.flatMap(({ code }) => (code === null ? [] : [code])));
  const told = lines.map(({ description }) => {
    const code = place.exec(description)?.[1];
    return code !== undefined && codes.has(code) ? code : null;
  });
  const coded = lines.map(({ vatCode }, i) => vatCode ?? told[i] ?? null);
  const isTakenOff = (line: LineReading) => ((line.amount ?? line.gross ?? line.net)?.value ?? 0) < 0;
  if (!told.some((code) => code !== null) || !lines.every((line, i) => coded[i] !== null || isTakenOff(line)))
    return lines;
  return lines.map((line, i) => ({
    ...line,
    // What is taken off bears the VAT of what it is taken off.
    vatCode: coded[i] ?? coded.slice(0, i).findLast((code) => code !== null) ?? null,
    description: line.vatCode !== null || told[i] === null ? line.description : line.description.replace(place, ''),
  }));
}
