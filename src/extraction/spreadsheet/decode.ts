/** The bytes of a spreadsheet export as text, and the character between its cells. */

const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Text of a file by its byte order mark; without one UTF-8, and Windows-1252 (old Excel) when it is not valid UTF-8. */
export function decodeText(bytes: Buffer): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80] ?? byte);
  }
}

/** What Windows-1252 has where Latin-1 has control characters; the decoder of some runtimes takes the one for the other. */
const WINDOWS_1252 = [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'];

/** The delimiter that splits the first lines into the most cells, and does so evenly; a comma when nothing does. */
export function detectDelimiter(text: string): Delimiter {
  const lines = firstLines(text, 20);
  let best: Delimiter = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((n) => n > 0);
    if (counts.length === 0) continue;
    const usual = counts.filter((n) => n === Math.max(...counts)).length;
    // Commas inside amounts and sentences vary from line to line; the delimiter hardly does.
    const score = (usual / lines.length) * Math.max(...counts) + counts.length / lines.length;
    if (score > bestScore) {
      bestScore = score;
      best = delimiter;
    }
  }
  return best;
}

/** The first lines with quoted text taken out, so that what stands in quotes is not counted. */
function firstLines(text: string, count: number): string[] {
  const bare = text.slice(0, 64_000).replace(/"(?:[^"]|"")*"/g, '');
  return bare
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, count);
}
