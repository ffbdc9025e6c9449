import { citation } from './citation.js';
import { contradiction } from './contradiction.js';
import { dates } from './dates.js';
import { deadOverride } from './dead_override.js';
import { examples } from './examples.js';
import { fruitlessQuestion } from './fruitless_question.js';
import { gap } from './gap.js';
import { impossibleOccurs } from './impossible_occurs.js';
import type { Lint, LintInput, WordLintInput } from './lint.js';
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

/** Those of the rules, which look at the facts that lines really have. */
export const LAW_LINTS: readonly Lint<LintInput>[] = [
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
];

/** Those of the catalogue, which need no line decided. */
export const WORD_LINTS: readonly Lint<WordLintInput>[] = [termTwice, unreadTerm, nearTerm, nearSpelling, lookalikes];

/** Every lint, in the order of docs/lints.md. */
export const LINTS: readonly Lint<LintInput>[] = [...LAW_LINTS, ...WORD_LINTS];
