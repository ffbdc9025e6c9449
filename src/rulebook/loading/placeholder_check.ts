import { misspeltPlaceholders, PLACEHOLDERS } from '../placeholders.js';
import { didYouMean, type Path } from '../problems.js';
import type { Findings } from './findings.js';

/**
 * Reports every `{place}` of a text that nothing fills, at the place itself.
 * @param places those that are filled; of a rule or question when left out.
 */
export function checkPlaceholders(
  findings: Findings,
  file: string,
  path: Path,
  text: string | null | undefined,
  id: string,
  places: readonly string[] = PLACEHOLDERS,
): void {
  for (const word of misspeltPlaceholders(text ?? '', places)) {
    const allowed = places.map((name) => `{${name}}`).join(' ');
    findings.reportWords(
      file,
      path,
      `{${word}}`,
      `nothing fills {${word}}${didYouMean(word, places)}; allowed: ${allowed}`,
      id,
    );
  }
}
