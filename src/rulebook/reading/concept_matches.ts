import { areaOf, type Concept } from '../catalogue.js';
import type { Language, Lexicon } from '../lexicon.js';
import type { PhraseMatch } from '../phrases.js';
import type { Word } from '../words.js';
import { packedAt } from './packing.js';
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
  const free = (match: Span) =>
    !isSwallowed(match, language) && cutBy(match) === undefined && !isTakenOff(match, line, language);
  const whole = lexicon.concepts
    .maximal(line)
    .flatMap((match) => {
      // "Plastering labour only": the signal takes "labour", and what is left may still name the thing.
      const cut = cutBy(match)?.from ?? packedAt(match, line.words, lexicon);
      return cut === undefined ? [match] : lexicon.concepts.maximal(line, match.from, cut);
    })
    .filter(free);
  const forward = whole.flatMap((match) => {
    const earlier = whole.find((f) => isOnlyRestOf(f, match, line));
    if (earlier === undefined) return [match];
    // What is left of "boards for roof" is a roof; of "valve for dishwasher", a spare of it, nothing is, so that what it is for is asked.
    const isRefused = match.payloads[0]?.goodsAlone === 'no';
    return isRefused ? [] : lexicon.concepts.maximal(line, earlier.to, match.to).filter(free);
  });
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

/** "Celotex boards less 10% discount": told in the middle of a line, what goes off its price is no line of its own. */
function isTakenOff({ from }: Span, { words }: NumberedLine, language: readonly PhraseMatch<Language>[]): boolean {
  const before = words[from - 1]?.kind;
  if (before !== 'word' && before !== 'code') return false;
  return language.some(
    (l) => l.from === from && l.payloads.some((p) => p.kind === 'breaker' && p.relation === 'excluded'),
  );
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
 * "Shuttering ply 18mm" is not "ply 18mm", "scaffold boards for the roof" are no "boards for the roof" and "rebar chairs 40/50 cover" no
 * "chairs cover": a size, a purpose of what may be no such thing, or a word behind a size does not make a later name the fuller one.
 */
function isOnlyRestOf(earlier: PhraseMatch<Concept>, match: PhraseMatch<Concept>, { words }: NumberedLine): boolean {
  if (earlier.from >= match.from || earlier.to <= match.from || earlier.to >= match.to) return false;
  const skips = ({ from, to, length }: PhraseMatch<Concept>) =>
    to - from > length && words.slice(from, to).some(({ kind }) => kind === 'code');
  const isBroken = skips(match) && !skips(earlier) && earlier.length >= match.length;
  return (
    (isBroken && isOtherThing(earlier, match)) ||
    (words[earlier.to]?.form === PURPOSE && mayBeNoSuchThing(earlier, match)) ||
    words.slice(earlier.to, match.to).every(({ kind }) => kind === 'code')
  );
}

/** "Housing unit for an oven" only says more of a "tall housing unit"; "boards for walls" are no "notice boards". */
function mayBeNoSuchThing(earlier: PhraseMatch<Concept>, later: PhraseMatch<Concept>): boolean {
  return earlier.payloads[0]?.goodsAlone === 'no' || areaDiffers(earlier, later);
}

function isOtherThing(a: PhraseMatch<Concept>, b: PhraseMatch<Concept>): boolean {
  return a.payloads[0]?.goodsAlone !== b.payloads[0]?.goodsAlone && areaDiffers(a, b);
}

function areaDiffers(a: PhraseMatch<Concept>, b: PhraseMatch<Concept>): boolean {
  return areaOf(a.payloads[0]?.id ?? '') !== areaOf(b.payloads[0]?.id ?? '');
}

/** Whether a name says what the thing is for ("boards for the roof"), so that a word before it may make it another ("skate"). */
export function saysPurpose(match: Span, words: readonly Word[]): boolean {
  return words.slice(match.from + 1, match.to).some((w) => w.form === PURPOSE);
}
