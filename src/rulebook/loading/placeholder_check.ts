import { misspeltPlaceholders, PLACEHOLDERS } from '../placeholders.js';
import { didYouMean, type Path } from '../problems.js';
import type { Findings } from './findings.js';

/** Reports every `{place}` of a text that nothing fills, at the place itself. */
export function checkPlaceholders(
  findings: Findings,
  file: string,
  path: Path,
  text: string | null | undefined,
  id: string,
): void {
  for (const word of misspeltPlaceholders(text ?? '')) {
    const allowed = PLACEHOLDERS.map((name) => `{${name}}`).join(' ');
    findings.reportWords(
      file,
      path,
      `{${word}}`,
      `nothing fills {${word}}${didYouMean(word, PLACEHOLDERS)}; allowed: ${allowed}`,
      id,
    );
  }
}
