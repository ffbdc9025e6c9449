import { isOpen } from '../mutation/verdict_text.js';
import type { VerdictChange } from './combinations.js';
import type { LineChange } from './lines.js';

/**
 * How much of a change an edition is:
 * - `patch`: no line and no combination of facts is answered differently; words, sources and examples may be.
 * - `minor`: only what was an open question before is answered differently.
 * - `major`: something that was decided is decided otherwise, or open again, so that whoever relied on it must know.
 */
export type Bump = 'patch' | 'minor' | 'major';

export function bumpOf(lines: readonly LineChange[], combinations: readonly VerdictChange[]): Bump {
  const decided =
    lines.some(({ before }) => before.treatment !== 'needs_answer' && before.treatment !== 'refused') ||
    combinations.some(({ from }) => !isOpen(from));
  if (decided) return 'major';
  return lines.length + combinations.length > 0 ? 'minor' : 'patch';
}
