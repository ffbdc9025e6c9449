import type { BandReading, LineReading } from '../reading.js';

/** A sign of one letter at the end of the name of what was bought, or before it. */
const CODE_BEHIND = / ([A-Z*#])$/;
const CODE_BEFORE = /^([A-Z*#]) (?=\S*[A-Za-z])/;

/** Lines of a till that prints the code of the VAT behind each name ("CHILD HARD HAT Z") or before it, where its analysis says what the codes are. */
export function withTillCodes(lines: LineReading[], bands: readonly BandReading[]): LineReading[] {
  const inColumn = withCodesOfColumn(lines, bands);
  if (inColumn !== lines) return inColumn;
  const behind = withCodesIn(lines, bands, CODE_BEHIND);
  return behind === lines ? withCodesIn(lines, bands, CODE_BEFORE) : behind;
}

/**
 * Below a heading that says no more than "Code" stands that of the VAT, where the analysis knows the code of every line, and of several codes or
 * with the goods that the lines come to.
 */
function withCodesOfColumn(lines: LineReading[], bands: readonly BandReading[]): LineReading[] {
  if (lines.some(({ vatRate, vatCode, vat }) => vatRate !== null || vatCode !== null || vat !== null)) return lines;
  const used = new Set(lines.map(({ code }) => code));
  const of = [...used].map((code) => bands.find((band) => code !== null && band.code === code));
  if (lines.length === 0 || of.includes(undefined)) return lines;
  const [band] = of;
  const sum = lines.reduce((all, line) => all + ((line.net ?? line.amount)?.value ?? Number.NaN), 0);
  if (of.length < 2 && !(Math.abs(sum - (band?.net?.value ?? Number.NaN)) < 0.005)) return lines;
  return lines.map((line) => ({ ...line, vatCode: line.code }));
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
