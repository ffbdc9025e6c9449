import { areaOf, type Concept } from '../catalogue.js';
import type { Language, Lexicon } from '../lexicon.js';
import type { PhraseMatch } from '../phrases.js';
import type { Word } from '../words.js';
import type { NumberedLine } from './word_numbers.js';

const PURPOSE = 'for';

interface Span {
  from: number;
  to: number;
}

/** The names of things in a line, in order. Words that say how it was supplied are not names, though they may cut one. */
export function conceptMatches(
  lexicon: Lexicon,
  line: NumberedLine,
  language: readonly PhraseMatch<Language>[],
): PhraseMatch<Concept>[] {
  const signals = language.filter((l) => l.payloads.some((p) => p.kind === 'signal' && p.weight === 'strong'));
  const cutBy = (match: Span) => signals.find((l) => l.from > match.from && l.from < match.to && l.to > match.to);
  const free = (match: Span) => !isSwallowed(match, language) && cutBy(match) === undefined;
  const whole = lexicon.concepts
    .maximal(line)
    .flatMap((match) => {
      // "Plastering labour only": the signal takes "labour", and what is left may still name the thing.
      const cut = cutBy(match);
      return cut === undefined ? [match] : lexicon.concepts.maximal(line, match.from, cut.from);
    })
    .filter(free);
  const forward = whole.filter((m) => !isSizeOfEarlier(m, whole, line) && !skipsInto(m, whole, line));
  const turned = lexicon.turnedConcepts
    .maximal(line)
    .filter(
      (m) =>
        free(m) &&
        !forward.some((f) => overlaps(m, f) && (f.length > 1 || f.to > m.to || f.from < m.from)) &&
        !signals.some((l) => overlaps(m, l)),
    );
  if (turned.length === 0) return forward.sort((x, y) => x.from - y.from);
  return [...forward.filter((f) => !turned.some((t) => overlaps(t, f))), ...turned].sort((x, y) => x.from - y.from);
}

function overlaps(a: Span, b: Span): boolean {
  return b.from < a.to && b.to > a.from;
}

/** Inside a longer phrase that says something else. */
function isSwallowed(match: Span, language: readonly PhraseMatch<Language>[]): boolean {
  return language.some(
    (l) =>
      l.from <= match.from &&
      l.to >= match.to &&
      l.to - l.from > match.to - match.from &&
      l.payloads.some(
        (p) => p.kind === 'signal' || (p.kind === 'statement' && !p.onlyASign) || p.kind === 'descriptor',
      ),
  );
}

/**
 * "Shuttering ply 18mm" is not "ply 18mm", and "scaffold boards for the roof" are no "boards for the roof": a size or a purpose
 * alone does not make the later name the fuller one.
 */
function isSizeOfEarlier(match: PhraseMatch<Concept>, all: readonly PhraseMatch<Concept>[], { words }: NumberedLine) {
  return all.some(
    (f) =>
      f.from < match.from &&
      f.to > match.from &&
      f.to < match.to &&
      ((words[f.to]?.form === PURPOSE && mayBeNoSuchThing(f, match)) ||
        words.slice(f.to, match.to).every((w) => w.kind === 'code')),
  );
}

/** "Rebar chairs 40/50 cover" are no "chairs cover": words with a size between them name nothing that is treated otherwise than the name without one that has the first of them. */
function skipsInto(match: PhraseMatch<Concept>, all: readonly PhraseMatch<Concept>[], { words }: NumberedLine): boolean {
  const skips = ({ from, to, length }: PhraseMatch<Concept>) =>
    to - from > length && words.slice(from, to).some(({ kind }) => kind === 'code');
  const differs = (f: PhraseMatch<Concept>) => f.payloads[0]?.goodsAlone !== match.payloads[0]?.goodsAlone;
  const isLonger = (f: PhraseMatch<Concept>) => f.from < match.from && f.to > match.from && f.length >= match.length;
  return skips(match) && all.some((f) => isLonger(f) && f.to < match.to && differs(f) && !skips(f));
}

/** "Housing unit for an oven" only says more of a "tall housing unit"; "boards for walls" are no "notice boards". */
function mayBeNoSuchThing(earlier: PhraseMatch<Concept>, later: PhraseMatch<Concept>): boolean {
  const [a, b] = [earlier.payloads[0], later.payloads[0]];
  return a !== undefined && b !== undefined && (a.goodsAlone === 'no' || areaOf(a.id) !== areaOf(b.id));
}

/** Whether a name says what the thing is for ("boards for the roof"), so that a word before it may make it another ("skate"). */
export function saysPurpose(match: Span, words: readonly Word[]): boolean {
  return words.slice(match.from + 1, match.to).some((w) => w.form === PURPOSE);
}
