import { headingKinds } from '../table/column_names.js';
import { middle } from '../table/page.js';
import { isCode, nameBeforeAddress, withoutCode } from './customer_name.js';
import type { Piece } from './labelled.js';
import { ADDRESS, COMPANY, cleanName, TRADE } from './names.js';
import { below, stacked } from './neighbours.js';

/** Whom a document is addressed to. */

const CUSTOMER_LABEL =
  /^(?:invoice(?:d)? (?:to|address)|bill(?:ed|ing)?(?: to| address)?|sold to|customer(?: name| details| address)?|client(?: name)?|employer|insured|policy ?holder|rec(?:eive)?'?d with thanks from|credit(?:ed)? to|(?:trade )?card ?holder|deliver(?:y|ed)?(?: to| address)|ship(?:ped)?(?: to|ping address)|(?:dispatch|despatch)(?:ed)? to|to|for|account(?: (?:name|to))?|cust(?=[.:])|hirer|charge to|site(?: address)?|f\.?a\.?o|attention|attn|prepared for|quote to|buyer|job address|property|project)\b\s*[:.]?/i;

const CUSTOMER_INVOICE_LABEL =
  /^(?:invoice(?:d)? (?:to|address)|bill(?:ed|ing)?(?: to| address)?|sold to|customer(?: name| details| address)?|client(?: name)?|employer|insured|policy ?holder|rec(?:eive)?'?d with thanks from|credit(?:ed)? to|(?:trade )?card ?holder|to|for|account to|cust(?=[.:])|hirer|charge to|prepared for|quote to|buyer|spett\.le ?\/ ?messrs|messrs)\b\s*[:.]?/i;

/** Rows of the head of a mail; below `To:` no address follows there. */
export const MAIL_HEAD = /^(?:subject|cc|sent|date):/i;

/** Nothing but a label: "Ship to" below "Sold to". */
export function isWholly(label: RegExp, text: string): boolean {
  return label.exec(text)?.[0].trim() === text.trim();
}

/** `To:` in the head of a mail. */
function isMailRecipient(pieces: readonly Piece[], at: number): boolean {
  return /^to:/i.test(pieces[at]?.text ?? '') && pieces.slice(at + 1, at + 3).some(({ text }) => MAIL_HEAD.test(text));
}

/** Labels such as "Invoice to", below or beside which the customer stands. */
export function customerZonesOf(pieces: readonly Piece[]): Piece[] {
  return pieces.filter(
    (p, i) =>
      CUSTOMER_LABEL.test(p.text) &&
      !isMailRecipient(pieces, i) &&
      /[:]|to\b|address|name|details|^(?:customer|client|employer|for)$/i.test(p.text),
  );
}

/** Under a label such as "Invoice to", in the same column, without a wide gap between. */
export function inCustomerBlock(piece: Piece, pieces: readonly Piece[], zones: readonly Piece[]): boolean {
  return zones.some((zone) => {
    if (zone.page !== piece.page) return false;
    const height = Math.max(zone.row.height, 1e-6);
    if (zone.row === piece.row) return piece.x0 > zone.x0 && piece.x0 - zone.x1 < 12 * height;
    const down = (middle(piece.row) - middle(zone.row)) / height;
    if (down <= 0 || down > 12 || Math.abs(piece.x0 - zone.x0) > 12 * height) return false;
    // The block ends at the first wide gap.
    const between = pieces
      .filter(
        (p) =>
          p.page === zone.page &&
          middle(p.row) >= middle(zone.row) &&
          middle(p.row) <= middle(piece.row) &&
          Math.abs(p.x0 - zone.x0) < 12 * height,
      )
      .map((p) => middle(p.row))
      .sort((a, b) => a - b);
    return between.every((y, i) => i === 0 || y - (between[i - 1] ?? y) < 3 * height);
  });
}

/** The name of the customer: under its label, or whom the paper is addressed to. Whom a mail was sent to counts where nothing else does. */
export function customerOf(pieces: readonly Piece[]): string | null {
  const sentTo = new Set(pieces.filter((_, i) => isMailRecipient(pieces, i)));
  return (
    labelledCustomer(pieces, (piece) => !sentTo.has(piece)) ??
    customerWithin(pieces) ??
    addressee(pieces) ??
    overAddress(pieces) ??
    overPostcode(pieces) ??
    underAccount(pieces) ??
    labelledCustomer(pieces, (piece) => sentTo.has(piece)) ??
    saluted(pieces)
  );
}

/** `Ref: PF/3390 Raised: 2 April 2026 Client: R. Amin` */
function customerWithin(pieces: readonly Piece[]): string | null {
  const said = /\b(?:customer|client|employer|card ?holder|invoice to|bill to|sold to): ([A-Z].*)$/i;
  const found = pieces.flatMap(({ text }) => said.exec(text)?.[1] ?? []);
  return found.map(withoutAddress).find((name) => name.length < LONGEST_NAME && !NOBODY.test(name)) ?? null;
}

const TITLE = String.raw`(?:Mr|Mrs|Ms|Miss|Dr)\.?`;

const NAMES = String.raw`(?: (?!(?:Account|Date|Invoice|Ref|Page|Tel|Our|Your)\b)[A-Z][\p{L}.'’-]*){1,4}`;

/** One or two people: `Mr & Mrs P Ellwood`, `Mrs J Ellwood & Mr P Ellwood`. */
const ADDRESSED = new RegExp(
  `^${TITLE}(?: (?:&|and) ${TITLE})?${NAMES}(?: (?:&|and) ${TITLE}${NAMES})?(?=$|,| [A-Z])`,
  'u',
);

/** `Dear Mr Ellwood,` */
const SALUTED = new RegExp(`^Dear (${TITLE}(?: (?:&|and) ${TITLE})?${NAMES})[,:]?$`, 'u');

/** In the head of a mail, whose sender and recipient stand in no block of an address. */
const IN_MAIL_HEAD = /^(?:from|to|reply-to|subject|cc|bcc|sent|date):/i;

/**
 * Whom a letter greets by name, where nothing above says whom it is for: a firm is written to by the name of one who works there, and an addressee
 * without a label or a title is not told apart from who invoices.
 */
function saluted(pieces: readonly Piece[]): string | null {
  const at = pieces.findIndex(({ text }) => SALUTED.test(text));
  const greeting = pieces[at];
  if (greeting === undefined) return null;
  const above = pieces.filter(
    ({ page, row }, i) =>
      i < at && page === greeting.page && !pieces.some((p) => p.row === row && IN_MAIL_HEAD.test(p.text)),
  );
  const isToldAbove = greeting.page.number > 1 || above.some(({ text }) => isOfAddressee(text));
  return isToldAbove ? null : (SALUTED.exec(greeting.text)?.[1] ?? null);
}

/** A row of an address, or a name of a firm or a person. */
function isOfAddressee(text: string): boolean {
  if (ADDRESS.test(text) || COMPANY.test(text) || ADDRESSED.test(text)) return true;
  const name = cleanName(text);
  return name !== null && (TRADE.test(name) || /^(?:\p{Lu}[\p{L}.'’-]*(?: (?:&|and|of|the))? ?){2,}$/u.test(name));
}

/** `Account: H0442  Hale T & M, Rectory Farm`: whose account it is, behind its number. */
function underAccount(pieces: readonly Piece[]): string | null {
  for (const [i, { row, text }] of pieces.entries()) {
    const told = /^(?:account|a\/c)(?: no\.?)?\s*:\s*(.*)$/i.exec(text)?.[1];
    if (told === undefined) continue;
    const beside = pieces.slice(i + 1, i + 3).filter((p) => p.row === row);
    const [code = '', name = ''] = [told, ...beside.map((p) => p.text)].filter((t) => t !== '');
    const whole = isCode(code) ? name : isCode(code.split(' ')[0] ?? '') ? withoutCode(code) : '';
    const found = whole.replace(/^\((.*)\)$/, '$1');
    // Nobody's account.
    if (NOBODY.test(found)) continue;
    if (
      /^\p{Lu}[\p{L}'’-]+ .*\p{L}/u.test(found) &&
      !OTHER_LABEL.test(found) &&
      !/[:\d]/.test(found.split(',')[0] ?? '')
    )
      return nameBeforeAddress(found);
  }
  return null;
}

/** How far down the first page its address stands, as a share of its height. */
const ADDRESS_ENDS = 0.4;

/** `Mr D Crossley` at the head of a block, by the title; a company may be the one that invoices. */
function addressee(pieces: readonly Piece[]): string | null {
  for (const piece of pieces) {
    const { text, row, page } = piece;
    if (page.number > 1 || row.y0 > ADDRESS_ENDS * page.height || COMPANY.test(text)) continue;
    const name = ADDRESSED.exec(text)?.[0] ?? forAttention(piece, pieces);
    if (name !== null) return name;
  }
  return null;
}

/** `FAO Ms Nadia Rahim`: who works at a firm where one is named with them. */
function forAttention(piece: Piece, pieces: readonly Piece[]): string | null {
  const [, rest] = /^(?:f\.?a\.?o|attn)\b[.:]? +(.*)$/i.exec(piece.text) ?? [];
  const { above, below: under } = stacked(pieces);
  const ofFirm = [above.get(piece), under.get(piece)].some((near) => near && COMPANY.test(near.text));
  return rest === undefined || ofFirm ? null : (ADDRESSED.exec(rest)?.[0] ?? null);
}

/** `14 Chapel Street`, `Plot 2 Ravenstone Lane` */
const OF_HOUSE = /^(?:(?:[Pp]lot|[Ff]lat) )?\d{1,4}[a-z]?,? \p{Lu}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]+)*,?$/u;
const PERSON = /^\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}\.?)?(?: (?:&|and) \p{Lu}[\p{Ll}'’-]+)? \p{Lu}[\p{L}'’-]+$/u;
/** How much blank stands above a block at least, in heights of its rows. */
const ABOVE_BLOCK = 1.8;

/**
 * `Dave Aldous` over `14 Chapel Street`, a block of its own below the name of the firm that invoices: a person without a label or a title. Whoever
 * trades under a name of their own may stand so themselves, and of two such nobody knows who is who.
 */
function overAddress(pieces: readonly Piece[]): string | null {
  const firms = pieces.filter(({ text }) => COMPANY.test(text));
  const found = pieces.filter((piece, i) => {
    const { text, row, page } = piece;
    if (page.number > 1 || row.y0 > ADDRESS_ENDS * page.height || !PERSON.test(text)) return false;
    const under = below(piece, pieces);
    const before = pieces.slice(0, i).filter((p) => p.page === page && p.x0 < piece.x1 && p.x1 > piece.x0);
    const blank = row.y0 - Math.max(0, ...before.map((p) => p.row.y1));
    const isBlock = blank > ABOVE_BLOCK * row.height && middle(under?.row ?? row) - middle(row) < 2 * row.height;
    const isPerson = !COMPANY.test(text) && !TRADE.test(text) && !OTHER_LABEL.test(text);
    return isPerson && isBlock && under !== undefined && OF_HOUSE.test(under.text);
  });
  const [name, another] = found;
  const surname = name?.text.split(' ').at(-1)?.toLowerCase() ?? '';
  const isBelowFirm = firms.some((firm) => middle(firm.row) < middle((name ?? firm).row));
  if (name === undefined || another !== undefined || !isBelowFirm) return null;
  return firms.some(({ text }) => text.toLowerCase().includes(surname)) ? null : name.text;
}

const POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/;
/** What only the letterhead of who invoices tells beside an address. */
const OF_LETTERHEAD = /\bv\.?a\.?t\b|\btel\b|\bphone\b|@|\bwww\b|\d{5}/i;
/** Most rows of an address below the name. */
const MOST_OF_ADDRESS = 6;

/**
 * `Ruth Hale` at the head of a block that ends in a postcode, where a firm is named elsewhere or "Ship to" stands above: a person without a label of
 * the invoice. Of two nobody knows who is who.
 */
function overPostcode(pieces: readonly Piece[]): string | null {
  const { above, below: under } = stacked(pieces);
  const firms = pieces
    .filter(({ text }) => COMPANY.test(text) || TRADE.test(text))
    .map(({ text }) => text.toLowerCase());
  const names = pieces.flatMap((piece) => {
    const { text, row, page } = piece;
    const over = above.get(piece);
    const labelled = over !== undefined && isWholly(CUSTOMER_LABEL, over.text);
    if (page.number > 1 || !PERSON.test(text) || COMPANY.test(text) || TRADE.test(text) || OTHER_LABEL.test(text))
      return [];
    if (!labelled && (over !== undefined || row.y0 > ADDRESS_ENDS * page.height)) return [];
    const block: string[] = [];
    for (let at = under.get(piece); at && block.length < MOST_OF_ADDRESS; at = under.get(at)) {
      block.push(at.text);
      if (POSTCODE.test(at.text)) break;
    }
    const isAddress = POSTCODE.test(block.at(-1) ?? '') && !block.some((t) => OF_LETTERHEAD.test(t) || COMPANY.test(t));
    const surname = text.split(' ').at(-1)?.toLowerCase() ?? '';
    const others = firms.filter((firm) => !block.some((t) => t.toLowerCase() === firm));
    return isAddress && (labelled || (others.length > 0 && !firms.some((firm) => firm.includes(surname))))
      ? [text]
      : [];
  });
  const [name, another] = [...new Set(names)];
  return name === undefined || another !== undefined ? null : name;
}

/** A name without the address and whatever else is told behind it. */
function withoutAddress(text: string): string {
  return text
    .replace(/,? (?=\d).*$/, '')
    .replace(/[.,;] +(?:customer|client|vat|tel|our|your)\b.*$/i, '')
    .replace(/[,;.\s]+$/, '');
}

/** What else the head of an invoice tells stands below or beside the customer's label where no name does. */
const OTHER_LABEL =
  /^(?:address|e-?mail|phone|page|contract|reason|order|account|terms|due date|delivery|job|p\.?o\.?|store|branch|ref|reference|against invoice|our ref|your ref|currency|invoice|invoice date|date|tax point|net|vat|total|subtotal|notes?|payment|status)(?: (?:no|number|ref|date))?\.?\s*:?$/i;

/** Another label with what it labels: "Site: Jane Ellwood", "Deliver to Jane Ellwood". */
const OF_OTHER_LABEL =
  /^(?:(?:[a-z]+ )?(?:address|site|job|project|property|plot|delivery|contract)\b[^:]{0,12}:|(?:deliver(?:y|ed)?|ship(?:ped|ping)?|bill(?:ed|ing)?|invoiced?|sold|credit(?:ed)?|charge|quote|account) (?:to|address)\b|(?:f\.?a\.?o|attention|attn|prepared for|customer|client|employer|hirer|buyer|to|for|c\/o)\b\.?\s*:)/i;

/** `To Dave Hartley`, `To Mr & Mrs Hale`: a person without a colon; "To Supply And Fit" begins the words of a line. */
const TO_PERSON =
  /^To (?:(?:Mr|Mrs|Ms|Miss|Dr)\b.*|(?!(?:Supply|Supplying|Fit|Fitting|Install|Follow|Pay|Site|Hire|Carry|Provide|Labour|Materials|Be|The|Your|Our|Date|Include|Work|Works|Whom)\b)\p{Lu}\p{Ll}+ \p{Lu}[\p{L}'’-]+)$/u;

/** The name of nobody: a sale over the counter. */
const NOBODY = /^cash(?: (?:sales?|customer|account|a\/c))?$/i;

/** With its address. */
const LONGEST_NAME = 80;

function labelledCustomer(pieces: readonly Piece[], counts: (piece: Piece) => boolean): string | null {
  for (const [i, piece] of pieces.entries()) {
    if (!counts(piece)) continue;
    const match = CUSTOMER_INVOICE_LABEL.exec(piece.text);
    const bare = /^(?:to|for)\b/i.test(piece.text) && !/:/.test(match?.[0] ?? '') && piece.text.trim().length > 4;
    if (!match || (bare && !TO_PERSON.test(piece.text))) continue;
    const whole = piece.text
      .slice(match[0].length)
      .replace(/^[\s:]+/, '')
      .trim();
    const rest = whole.length < LONGEST_NAME ? whole : withoutAddress(whole);
    if (/^(?:no|number|ref|code|a\/c|id|order|vat|account|copy|services?|care)\b/i.test(rest)) continue;
    const beside = pieces.slice(i + 1, i + 3).filter((p) => p.row === piece.row && !isCode(p.text))[0];
    const under = below(piece, pieces);
    // What stands below the name beside the label goes on with that.
    const isOfNext = under && beside && Math.abs(under.x0 - beside.x0) < Math.abs(under.x0 - piece.x0);
    const places = isOfNext ? [beside, under] : [under, beside];
    const own = withoutCode(rest);
    // Where a name stands behind the label, what is below belongs to another.
    const candidates = /[a-z]{2}/i.test(own) || NOBODY.test(own) ? [own] : [own, ...places.map((p) => p?.text ?? '')];
    const name = candidates.find(
      (c) =>
        /[a-z]{2}/i.test(c) &&
        c.length < LONGEST_NAME &&
        !/^(?:tel|date|invoice|vat)\b|^\S+@\S+$/i.test(c) &&
        !OTHER_LABEL.test(c) &&
        !isCode(c) &&
        !/^(?:thanks|thank you|hi|hello)\b/i.test(c) &&
        !NOBODY.test(c) &&
        !/£/.test(c) &&
        !OF_OTHER_LABEL.test(c) &&
        !/\baddress:/i.test(c) &&
        headingKinds(c).length === 0 &&
        !/^from:/i.test(c) &&
        !MAIL_HEAD.test(c) &&
        !isWholly(CUSTOMER_LABEL, c),
    );
    if (name)
      return nameBeforeAddress(
        name.replace(/\s*[<(]\S+@\S+[>)].*$|(?<=\S),?\s+(?:e-?mail:?\s*)?\S+@\S+$/i, '').replace(/[,;\s]+$/, ''),
      );
  }
  return null;
}
