import { citation } from './citation.js';
import { contradiction } from './contradiction.js';
import { dates } from './dates.js';
import { deadOverride } from './dead_override.js';
import { examples } from './examples.js';
import { fruitlessQuestion } from './fruitless_question.js';
import { gap } from './gap.js';
import { impossibleOccurs } from './impossible_occurs.js';
import type { Lint } from './lint.js';
import { lookalikes } from './lookalikes.js';
import { nearSpelling } from './near_spelling.js';
import { nearTerm } from './near_term.js';
import { overlap } from './overlap.js';
import { shadowed } from './shadowed.js';
import { staleSource } from './stale_source.js';
import { termTwice } from './term_twice.js';
import { unaskable } from './unaskable.js';
import { unaskedQuestion } from './unasked_question.js';
import { unreachable } from './unreachable.js';
import { unreadTerm } from './unread_term.js';

/** Every lint, in the order of docs/lints.md. */
export const LINTS: readonly Lint[] = [
  contradiction,
  unreachable,
  shadowed,
  overlap,
  gap,
  impossibleOccurs,
  deadOverride,
  dates,
  examples,
  citation,
  staleSource,
  unaskable,
  unaskedQuestion,
  fruitlessQuestion,
  termTwice,
  unreadTerm,
  nearTerm,
  nearSpelling,
  lookalikes,
];
