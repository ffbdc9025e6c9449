import { isOpen } from '../mutation/verdict_text.js';
import type { VerdictChange } from './combinations.js';
import type { LineChange } from './lines.js';
import type { ProjectChange } from './projects.js';

/**
 * How much of a change an edition is:
 * - `patch`: no line, project or combination of facts is answered differently; words, sources and examples may be.
 * - `minor`: only what was an open question before is answered differently.
 * - `major`: something that was decided is decided otherwise, or open again, so that whoever relied on it must know.
 */
export type Bump = 'patch' | 'minor' | 'major';

export function bumpOf(
  lines: readonly LineChange[],
  projects: readonly ProjectChange[],
  combinations: readonly VerdictChange[],
): Bump {
  const decided =
    lines.some(({ before }) => before.treatment !== 'needs_answer' && before.treatment !== 'refused') ||
    projects.some(({ before }) => before.outcome !== 'needs_answer' && before.outcome !== 'refused') ||
    combinations.some(({ from }) => !isOpen(from));
  if (decided) return 'major';
  return lines.length + projects.length + combinations.length > 0 ? 'minor' : 'patch';
}
