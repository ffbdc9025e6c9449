import type { Rulebook } from '../rulebook/rulebook.js';
import { lineAlone } from './invoice_context.js';

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
/** What the prices hold besides the goods. */
const IN_PRICE =
  /\b(?:prices?|total|cost|amounts?)\b.{0,30}\binclud\w*(?: (?:all|delivery|carriage|materials|supply|full|of|and|&)|,)* (?:fitting|fixing|installation|installing|laying|labour)\b/i;
const DENIED = /\b(?:not?|nor|exclud\w*|without|unless|before|after|once|if|please|address)\b/i;
/** A column of the database, and more than anybody reads. */
const LONGEST = 300;

/**
 * What a document says outside its lines of how all of them were supplied; null where it says nothing, or that goods came alone: a note may
 * turn a claim into a correction, and never raises one.
 * @param notes rows outside the lines, and headings among them, as printed.
 */
export function headingOf(book: Rulebook, notes: readonly string[]): string | null {
  const said = notes
    .map((note) => ({ note: note.trim(), own: note.trim().replace(DONE, 'To carry out works:').replace(LABEL, '') }))
    .filter(({ note }) => note.split(/\s+/).length >= WORDS_AT_LEAST)
    .filter(({ own }) => (OPENING.test(own) || IN_PRICE.test(own)) && !DENIED.test(own))
    .filter(({ own }) => {
      const { kind, works, evidence } = lineAlone(book, own);
      return kind !== 'materials' && (works || evidence.fitted || IN_PRICE.test(own));
    });
  const all = [...new Set(said.map(({ own }) => own))].join('. ').slice(0, LONGEST);
  return all === '' ? null : all;
}
