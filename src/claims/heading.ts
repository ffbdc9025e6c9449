import type { Rulebook } from '../rulebook/rulebook.js';
import { lineAlone } from './line_alone.js';

/** Before what a document is for: "Re: supply and installation of en-suite". */
const LABEL =
  /^(?:re|job|works?|project|description(?: of works?)?|contract|subject|for|particulars|regarding)\s*[:-]\s*/i;
/** How a document begins to say what was done; firms praise themselves otherwise ("Suppliers and installers of fine kitchens"). */
const OPENING =
  /^(?:to )?(?:supply(?:ing)?(?: (?:and|&|\+)|,)|supplied (?:and|&|\+)|s ?& ?f\b|fit(?:ting)?|install(?:ation|ing)?|erect(?:ion|ing)?|provid(?:e|ing)|carry(?:ing)? out|works?|labour|undertak(?:e|ing))\b/i;
/** "Works completed: joinery to ground floor". */
const DONE = /^works? (?:completed|carried out|done|undertaken|executed)\b\s*[:-]?/i;
/** One or two words head a part of the lines ("Labour"). */
const WORDS_AT_LEAST = 3;
const FITTING =
  '(?:fitting|fixing|installation|installing|laying|labour)\\b(?! (?:kits?|packs?|screws?|plugs?|clips?|materials?|manuals?|instructions?|guides?|templates?|services?)\\b)';
const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)';
const DAY = `(?:\\w+day )?\\d{1,2}(?:st|nd|rd|th)?(?:/\\d{1,2}\\b|[.-]\\d{1,2}[.-]\\d{2}| ${MONTH})`;
const BY_US = 'by (?:us\\b|our (?:own )?(?:fitters?|installers?|team|men|joiners?|engineers?|staff)\\b)';
const FITTED = `(?:fitted|installed|erected|laid) (?:${BY_US}|(?:on )?${DAY})`;
/** "Installed 12/06/2025. FENSA certificate enclosed." */
const DONE_ON = new RegExp(`^(?=(?:fully )?${FITTED})`, 'i');
/** What the prices hold besides the goods, and by whom and when these were fitted. */
const FITTED_TOO = new RegExp(
  [
    `\\b(?:prices?|total|cost|amounts?)\\b[^.;]{0,30}\\binclud\\w* [^.;]{0,40}\\b${FITTING}`,
    `^includ\\w* (?:full |all )?${FITTING}`,
    `\\b${FITTING} (?:is |are |all )?included\\b`,
    '^(?:all )?(?:prices? )?(?:is |are )?fully (?:fitted|installed)(?: prices?)?\\b\\W*$',
    `\\b${FITTED}`,
  ].join('|'),
  'i',
);
const DENIED =
  /\b(?:not?|nor|exclud\w*|without|unless|until|before|after|once|if|when|please|address|others|customer|client|yourself)\b/i;
/** Of conditions and advertising, which say what would be and not what was. */
const CONDITION =
  /\b(?:cannot|void|warrant\w*|guarantee\w*|claims?|return\w*|available|extra|separate\w*|should|must|may|optional|suppliers|specialists)\b/i;
/** A column of the database, and more than anybody reads. */
const LONGEST = 300;

/**
 * What a document says outside its lines of how all of them were supplied; null where it says nothing, or that goods came alone: a note may
 * turn a claim into a correction, and never raises one.
 * @param notes rows outside the lines, and headings among them, as printed.
 */
export function headingOf(book: Rulebook, notes: readonly string[]): string | null {
  const said = notes
    .map((note) => ({ note: note.trim(), own: ownWords(note.trim()) }))
    .filter(({ note, own }) => note.split(/\s+/).length >= WORDS_AT_LEAST || isFittedToo(own))
    .filter(({ own }) => (OPENING.test(own) || isFittedToo(own)) && !DENIED.test(own))
    .filter(({ own }) => {
      const { kind, works, evidence } = lineAlone(book, own);
      return kind !== 'materials' && (works || evidence.fitted || isFittedToo(own));
    });
  const all = [...new Set(said.map(({ own }) => own))].join('. ').slice(0, LONGEST);
  return all === '' ? null : all;
}

const isFittedToo = (own: string) => FITTED_TOO.test(own) && !CONDITION.test(own);

/** Without the label, and with the words that tell what a bare deed was done to. */
function ownWords(note: string): string {
  return note.replace(DONE, 'To carry out works:').replace(LABEL, '').replace(DONE_ON, 'Supplied and fitted: ');
}
