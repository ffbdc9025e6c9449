import { onceFor } from '../remember.js';
import { confidenceOf, median, middle } from '../table/page.js';
import { datesIn } from './dates.js';
import type { Piece } from './labelled.js';

/** Who invoices whom. */

const CUSTOMER_LABEL =
  /^(?:invoice(?:d)? (?:to|address)|bill(?:ed|ing)?(?: to| address)?|sold to|customer(?: name| details| address)?|client(?: name)?|employer|credit(?:ed)? to|(?:trade )?card ?holder|deliver(?:y|ed)?(?: to| address)|ship(?:ped)?(?: to|ping address)|to|for|account(?: name)?|site(?: address)?|f\.?a\.?o|attention|attn|prepared for|quote to|buyer|job address|property|project)\b\s*[:.]?/i;
const CUSTOMER_INVOICE_LABEL =
  /^(?:invoice(?:d)? (?:to|address)|bill(?:ed|ing)?(?: to| address)?|sold to|customer(?: name| details| address)?|client(?: name)?|employer|credit(?:ed)? to|(?:trade )?card ?holder|to|for|prepared for|quote to|buyer|spett\.le ?\/ ?messrs|messrs)\b\s*[:.]?/i;

/** What stands before the name of the customer and nobody else's; a payment goes "to" the supplier. */
const BUYER = /^(?:customer(?: name)?|client(?: name)?|bill(?:ed)? to|invoiced? to|sold to)\b\s*[:.]?/i;

const COMPANY =
  /\b(?:ltd|limited|plc|llp|l\.?l\.?p|p\.l\.c|inc|gmbh|b\.v|s\.a|co\.)\b\.?|\b& sons?\b|\band sons?\b|& co\b|\bbros\b|\bpartnership\b/i;
const TRADE =
  /\b(?:builders?|building|merchants?|timber|plumbing|heating|electrical|electrics?|roofing|joinery|carpentry|kitchens?|bathrooms?|windows?|glazing|plant|hire|skips?|scaffold(?:ing)?|groundworks?|construction|contractors?|supplies|services|renewables?|energy|solar|plastering|tiles?|tiling|flooring|concrete|aggregates?|steel|insulation|landscap\w+|architects?|design|engineering|doors?|paint|decorat\w+|hardware|tools?|centre|depot|trade|stores?|homes?|developments?|dry ?lining|quarr\w+|brick\w*|fencing|garage|dry|lining|sawmills?)\b/i;
const NOT_A_NAME =
  /^(?:to|for|vat|tax|invoice|sales (?:invoice|credit)|credit|receipt|quotation|quote|estimate|statement|pro[\s-]?forma|page|date|tel|telephone|phone|fax|mobile|e-?mail|www|http|account|order|ref|your|our|delivery|due|terms|total|sub|payment|bank|sort|thanks?|please|deliver|description|qty|copy|duplicate|original|customer|registered|company|copy invoice|remittance|from|supplier|seller|sold by|issued|head office|branch|returns|welcome|served|till|store|manager|reg|utr|cis|number|no\.?|time|pay|amount|balance|cash|card|see|all|goods|hi|hello|hey|dear|regards|cheers|inv|paid|unpaid|overdue|status|application for|t\/a|(?:a )?trading (?:as|name|style))\b|[!?]$|\b(?:invoice|faktura|rechnung|facture)$|\b(?:invoice|receipt|quotation|statement)\s*(?:no|number|#|:)|^(?:GB)?[\d\s/.,:£€$%()+-]+$|@|\bwww\.|https?:|\.co\.uk|\.com/i;
const ADDRESS =
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|^\d+[a-z]?[,\s]|^(?:unit|plot|flat|the yard|po box|suite|floor)\b|\b(?:street|road|lane|avenue|close|drive|way|estate|park|court|place|crescent|business park|industrial|terrace|house|farm|row|grove|gardens|square|hill|mews|barn|cottage)\b[.,]?(?:,.*)?$/i;

/** The name of the supplier; null when nothing stands out. */
export function supplierOf(pieces: readonly Piece[]): string | null {
  const labelled = afterLabel(
    pieces.filter((piece, i) => !isForwarder(pieces, i, piece)),
    /^(?:from|supplier|seller|sold by|issued by|(?:invoice|bill(?:ed)?) from|payee|cheques? payable to|make (?:all )?(?:cheques|payments) payable to|account name|a\/c name)\b\s*[:.]?/i,
  );
  // Of a building contract the one is who builds and the other who pays.
  if (pieces.some(({ text }) => /^employer\b/i.test(text))) labelled.push(...afterLabel(pieces, /^contractor\s*:/i));
  const buyers = new Set(
    [...afterLabel(pieces, BUYER), ...besideLabel(pieces, BUYER)].map((text) => cleanName(text)?.toLowerCase()),
  );
  const usual = median(pieces.map((p) => p.row.height));
  const customerZones = customerZonesOf(pieces);
  const lower = pieces.map((p) => p.text.toLowerCase());
  const domain = pieces.flatMap((p) =>
    [...p.text.matchAll(/(?:@|www\.|https?:\/\/)([a-z0-9-]+)\.[a-z]/gi)].map((m) =>
      (m[1] ?? '').replace(/-/g, '').toLowerCase(),
    ),
  );
  let best: { name: string; score: number } | null = null;
  pieces.forEach((piece, i) => {
    const name = cleanName(spacedName(piece, pieces) ?? piece.text);
    // Specks that recognition took for letters are no name.
    if (name === null || (confidenceOf(piece.words) ?? 1) < 0.5) return;
    const page = piece.page;
    const top = piece.row.y0 / page.height;
    let score = 0;
    if (COMPANY.test(name)) score += 3;
    if (TRADE.test(name)) score += 1.5;
    const height = Math.max(...piece.words.map((w) => w.y1 - w.y0));
    score += Math.min(3, 2.2 * Math.max(0, height / Math.max(usual, 1e-6) - 1.1));
    if (page.number === 1 && top < 0.22) score += 1.5 * (1 - top / 0.22);
    if (i === 0) score += 1.5;
    else if (i < 3) score += 0.8;
    if (page.number > 1) score -= 1.5;
    const letters = name
      .toLowerCase()
      .replace(/\b(?:ltd|limited|plc|llp)\b/g, '')
      .replace(/[^a-z0-9]/g, '');
    if (
      letters.length >= 4 &&
      domain.some((d) => d.length >= 4 && (d.startsWith(letters.slice(0, 8)) || letters.startsWith(d)))
    )
      score += 2.5;
    // A short word stands in many others.
    const mentions = name.length < 4 ? 0 : lower.filter((t, j) => j !== i && t.includes(name.toLowerCase())).length;
    score += Math.min(1.5, 0.7 * mentions);
    if (isForwarder(pieces, i, piece)) score -= 3;
    if (labelled.some((l) => l.toLowerCase().startsWith(name.toLowerCase().slice(0, 12))))
      score += isMailHead(pieces, i) && !COMPANY.test(name) && !TRADE.test(name) ? 1 : 2.5;
    if (inCustomerBlock(piece, pieces, customerZones)) score -= 5;
    // A payment slip says who the customer is, whose address above has no label.
    if (buyers.has(name.toLowerCase())) score -= 5;
    if (ADDRESS.test(name) && !COMPANY.test(name)) score -= 3;
    if (/^(?:mr|mrs|ms|miss|dr)\b/i.test(name)) score -= 4;
    // "Builders & Garden Supplies" under a name says what its owner does.
    if (isGeneric(name)) score -= COMPANY.test(name) ? 0 : 2;
    if (best !== null && score <= best.score + 1e-9) return;
    const whole = isGeneric(name)
      ? joined(stacked(pieces).above.get(piece), name)
      : joinedBelow(name, stacked(pieces).below.get(piece));
    best = { name: whole, score };
  });
  const found = best as { name: string; score: number } | null;
  const footer = registeredName(pieces);
  // Without a label a customer's name stands where the supplier's does; a sign is what people call the supplier.
  if (found && COMPANY.test(found.name) && footer?.registered && !sharesWord(found.name, footer.name))
    return footer.name;
  if (found && found.score >= 2) return longerForm(found.name, pieces) ?? found.name;
  const named = labelled.map(cleanName).find((n) => n !== null);
  if (named !== undefined && named !== null) return longerForm(named, pieces) ?? named;
  return (
    tradingName(pieces) ?? footer?.name ?? nameInAddress(pieces) ?? (found && found.score > 0.8 ? found.name : null)
  );
}

/** "All prices include VAT. Fennimore & Lyle is a trading name of F&L Interiors Limited": what people call the supplier. */
function tradingName(pieces: readonly Piece[]): string | null {
  for (const { text } of pieces) {
    const name = /(?:^|[.|;] )([A-Z][^.|;]{2,50}?) is (?:a|the) trading (?:name|style) of /.exec(text)?.[1];
    if (name !== undefined) return cleanName(name);
  }
  return null;
}

/** Of an address in one row with a VAT number, what is called after a trade: "Roy Tindall, R Tindall Building, 5 Skelgate, Richmond DL10 4PX. VAT no". */
function nameInAddress(pieces: readonly Piece[]): string | null {
  for (const { text } of pieces) {
    const [address, ...rest] = text.split(/[.|;] (?=v\.?a\.?t\b)/i);
    if (address === undefined || rest.length === 0 || !/, .*\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/.test(address))
      continue;
    const names = address.split(', ').flatMap((part) => (ADDRESS.test(part) ? [] : (cleanName(part) ?? [])));
    return names.find((name) => COMPANY.test(name) || TRADE.test(name)) ?? names[0] ?? null;
  }
  return null;
}

/** Rows of the head of a mail; below `To:` no address follows there. */
const MAIL_HEAD = /^(?:subject|cc|sent|date):/i;

/** `From:` above `Subject: FW:` names who passed the mail on. */
function isForwarder(pieces: readonly Piece[], at: number, { text }: Piece): boolean {
  return (
    /^from:/i.test(text) && pieces.slice(at + 1, at + 7).some((p) => /^subject:\s*(?:fw|fwd|forwarded):/i.test(p.text))
  );
}

/** Whether `From:` stands in the head of a mail, which is sent by a person. */
function isMailHead(pieces: readonly Piece[], at: number): boolean {
  return (
    /^from:/i.test(pieces[at]?.text ?? '') && pieces.slice(at + 1, at + 5).some(({ text }) => MAIL_HEAD.test(text))
  );
}

/** Made of nothing but words for trades and kinds of company, so that it is no name by itself. */
function isGeneric(name: string): boolean {
  return name
    .split(/[\s/]+/)
    .every(
      (word) =>
        TRADE.test(word) ||
        COMPANY.test(word) ||
        /^(?:&|and|of|the|uk|group|company|co|for|trading|products?|specialists?|supply|installations?|your|local|quality|home|garden|loft|conversions?)\W*$/i.test(
          word,
        ),
    );
}

/** A name that goes over two rows, as in narrow blocks of an address: "Aire Valley" over "Roofing Supplies Ltd". */
function joinedBelow(name: string, below: Piece | undefined): string {
  if (COMPANY.test(name)) return name;
  const rest = below === undefined ? null : cleanName(below.text);
  return rest !== null && COMPANY.test(rest) && isGeneric(rest) ? `${name} ${rest}` : name;
}

function joined(above: Piece | undefined, name: string): string {
  const first = above === undefined || !COMPANY.test(name) ? null : cleanName(above.text);
  if (first === null || COMPANY.test(first) || ADDRESS.test(first)) return name;
  return `${first} ${name}`;
}

/** Of each piece the one right above it, and of each the first piece right below. */
const stacked = onceFor((pieces: readonly Piece[]) => {
  const above = new Map<Piece, Piece>();
  const below = new Map<Piece, Piece>();
  for (const piece of pieces) {
    const over = pieceAbove(piece, pieces);
    if (over === undefined) continue;
    above.set(piece, over);
    if (!below.has(over)) below.set(over, piece);
  }
  return { above, below };
});

/** The piece right above another one, set by the same edge or the same middle. */
function pieceAbove(piece: Piece, pieces: readonly Piece[]): Piece | undefined {
  const height = piece.row.height;
  return pieces.find(
    (p) =>
      p.page === piece.page &&
      middle(p.row) < middle(piece.row) - 0.4 * height &&
      middle(piece.row) - middle(p.row) < 2 * Math.max(height, p.row.height) &&
      Math.min(Math.abs(p.x0 - piece.x0), Math.abs(p.x1 - piece.x1), Math.abs(p.x0 + p.x1 - piece.x0 - piece.x1) / 2) <
        0.6 * height,
  );
}

/** `Brickhill` at the top and `Brickhill Ltd` in the small print are one; the top is what people call it, so it stays. */
function longerForm(name: string, pieces: readonly Piece[]): string | null {
  if (/\b(?:ltd|limited|plc|llp|inc|gmbh)\b/i.test(name)) return null;
  const start = name.toLowerCase();
  // Under a mail stands what its sender does: "Lennie Osei Plastering".
  const trading = pieces.find(({ text }) => {
    const rest = text.toLowerCase().startsWith(`${start} `) ? text.slice(start.length + 1) : '';
    return rest !== '' && rest.split(' ').length <= 3 && isGeneric(rest);
  });
  if (trading !== undefined) return trading.text;
  // Signs of companies close their words up: "plumb&porcelain".
  const closed = (text: string) => text.replace(/ ?& ?/g, '&');
  for (const { text: printed } of pieces) {
    const text = printed.toLowerCase().includes(`${start} `) ? printed : closed(printed);
    const at = text.toLowerCase().indexOf(`${start} `);
    const match =
      at < 0
        ? null
        : /^(?:(?:\([^)]*\)|& sons?|and sons?|&|[A-Z][\w.]*) ){0,4}(?:ltd|limited|plc|llp)\b/i.exec(
            text.slice(at + name.length + 1),
          );
    if (match) {
      const whole = text.slice(at, at + name.length + 1 + match[0].length);
      return text === printed ? whole : whole.replace(/&/g, ' & ');
    }
  }
  return null;
}

function sharesWord(a: string, b: string): boolean {
  const words = (name: string): string[] => name.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return words(a).some((word) => words(b).includes(word) && !/^(?:and|the|ltd|limited|plc|llp)$/.test(word));
}

/** How far down a page its small print begins at most, as a share of its height. */
const FOOTER_BEGINS = 0.6;

/** The company named in the small print, and whether its VAT number stands there too. */
function registeredName(pieces: readonly Piece[]): { name: string; registered: boolean } | null {
  for (const piece of pieces) {
    // Small print breaks off where its row ends.
    const next = stacked(pieces).below.get(piece);
    const text = next === undefined ? piece.text : `${piece.text} ${next.text}`;
    const match =
      /(?:trading (?:name|style) of |^|[.|,] )((?:(?!\S*\d{3})[A-Z][\w&'.()-]*|&|and|of|the)(?: (?:(?!\S*\d{3})[A-Z][\w&'.()-]*|&|and|of|the)){0,6} (?:Ltd|Limited|plc|PLC|LLP))\b/.exec(
        text,
      );
    const hasNumber = /\bvat\b[^\d]{0,20}\d{3}/i.test(text);
    // Above the lines stands the customer, at times with a VAT number of their own.
    const isFooter = piece.row.y0 > FOOTER_BEGINS * piece.page.height;
    if (match?.[1] && (/regist|company/i.test(text) || (hasNumber && isFooter)))
      return {
        name: match[1],
        registered: hasNumber || /\bregistered (?:office|in (?:england|scotland|wales))\b/i.test(text),
      };
  }
  return null;
}

function afterLabel(pieces: readonly Piece[], label: RegExp): string[] {
  return pieces.flatMap((piece, i) => {
    const match = label.exec(piece.text);
    if (!match) return [];
    const rest = piece.text
      .slice(match[0].length)
      .replace(/^[\s:]+/, '')
      .trim();
    if (rest !== '') return [rest];
    const next = below(piece, pieces) ?? pieces[i + 1];
    return next ? [next.text] : [];
  });
}

/** Nothing but a label: "Ship to" below "Sold to". */
function isWholly(label: RegExp, text: string): boolean {
  return label.exec(text)?.[0].trim() === text.trim();
}

/** What stands in the row of a label that has nothing behind it. */
function besideLabel(pieces: readonly Piece[], label: RegExp): string[] {
  return pieces.flatMap((piece, i) => {
    const next = pieces[i + 1];
    return isWholly(label, piece.text) && next?.row === piece.row ? [next.text] : [];
  });
}

/** The piece right under another one, by its left edge. */
function below(piece: Piece, pieces: readonly Piece[]): Piece | undefined {
  const height = piece.row.height;
  return pieces.find(
    (p) =>
      p.page === piece.page &&
      middle(p.row) > middle(piece.row) + 0.4 * height &&
      middle(p.row) - middle(piece.row) < 3.5 * height &&
      Math.abs(p.x0 - piece.x0) < 3 * height,
  );
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

/** A name whose letters are set apart, as it is printed elsewhere: `A S H D O W N K I T C H E N S`. */
function spacedName({ text }: Piece, pieces: readonly Piece[]): string | null {
  if (!/^(?:[A-Z&] ){5,}[A-Z]$/.test(text)) return null;
  const letters = text.replaceAll(' ', '').toLowerCase();
  for (const other of pieces) {
    const words = other.text.split(' ');
    for (let length = 1; length <= Math.min(6, words.length); length++)
      if (words.slice(0, length).join('').toLowerCase() === letters) return words.slice(0, length).join(' ');
  }
  return null;
}

/** A piece of text as a name; null when it cannot be one. */
function cleanName(text: string): string | null {
  const name = text
    // A sign before it is part of a logo.
    .replace(/^(?:[-–—_=\s]|\p{So}\uFE0F?)+/u, '')
    // What ends a sentence of the row above.
    .replace(/^[a-z][^.]*[a-z]{2}\. (?=[A-Z])/, '')
    .replace(/^(?:cheers|thanks|many thanks|(?:kind |best )?regards)\s*,\s*(?=\S)/i, '')
    .replace(/^(?:from|supplier|seller|sold by|payee|account name|contractor)\s*[:.]\s*/i, '')
    // Of whom a mail comes from, the desk before the firm: "Sales | Orwell Steel".
    .replace(
      /^(["“]?)(?:sales|accounts?|orders?|info|invoic(?:es?|ing)|billing|admin|customer services?) [|•·] (?=[A-Z])/i,
      '$1',
    )
    // Set off by dashes stand the address and the VAT number.
    .replace(/ [-–—] .*(?:\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\bVAT\b.*\d{3}).*$/, '')
    .replace(/\s+(?:(?:tel|vat|phone|company)\b[\s:.]|t(?=[:.]|\s*[\d(+])).*$/i, '')
    .replace(/\s*[|•·].*$/, '')
    .replace(/\s*[<(]\S+@\S+[>)].*$/, '')
    // Mails print a name in quotes.
    .replace(/^["“](.*)["”]$/, '$1')
    // What a company trades as is no part of its name.
    .replace(/(?<=\b(?:ltd|limited|plc|llp)\b\.?),? (?:t\/a|trading as) .*$/i, '')
    // The address goes on behind the name.
    .replace(
      /(?<=\b(?:ltd|limited|plc|llp)\b\.?),? (?:(?<=, )|(?=(?:registered|reg|company|co|vat|incorporated)\b)).*$/i,
      '',
    )
    .replace(/[,\s]+\+?\d[\d\s]{8,}$/, '')
    // A full stop may be part of a name: "Natuursteen De Vries B.V."
    .replace(/(?<!\b(?:[A-Z]\.[A-Z]|Co))[,;:.\s-]+$|(?<=\b(?:[A-Z]\.[A-Z]|Co)\.)[,;:.\s-]+$/, '')
    .trim();
  if (name.length < 2 || name.length > 70 || name.replace(/[^a-z]/gi, '').length < 2 || name.split(/\s+/).length > 9)
    return null;
  // A title whose letters are set apart: "P R O - F O R M A".
  if (/^(?:\S ){3,}\S$/.test(name)) return null;
  // The address of a web site stands for a name, which is printed elsewhere.
  if (/^\S+\.[a-z]{2,}$/.test(name)) return null;
  if (NOT_A_NAME.test(name) || datesIn(name).length > 0 || /[a-z]: |£/.test(name)) return null;
  return name;
}

/** The name of the customer: under its label, or whom the paper is addressed to. Whom a mail was sent to counts where nothing else does. */
export function customerOf(pieces: readonly Piece[]): string | null {
  const sentTo = new Set(pieces.filter((_, i) => isMailRecipient(pieces, i)));
  return (
    labelledCustomer(pieces, (piece) => !sentTo.has(piece)) ??
    customerWithin(pieces) ??
    addressee(pieces) ??
    labelledCustomer(pieces, (piece) => sentTo.has(piece))
  );
}

/** `Ref: PF/3390 Raised: 2 April 2026 Client: R. Amin` */
function customerWithin(pieces: readonly Piece[]): string | null {
  const said = /\b(?:customer|client|employer|card ?holder|invoice to|bill to|sold to): ([A-Z].*)$/i;
  const found = pieces.flatMap(({ text }) => said.exec(text)?.[1] ?? []);
  return found.map(withoutAddress).find((name) => name.length < LONGEST_NAME) ?? null;
}

const TITLE = String.raw`(?:Mr|Mrs|Ms|Miss|Dr)\.?`;
const ADDRESSED = new RegExp(
  String.raw`^${TITLE}(?: (?:&|and) ${TITLE})?(?: (?!(?:Account|Date|Invoice|Ref|Page|Tel|Our|Your)\b)[A-Z][\p{L}.'’-]*){1,4}(?=$|,| [A-Z])`,
  'u',
);

/** How far down the first page its address stands, as a share of its height. */
const ADDRESS_ENDS = 0.4;

/** `Mr D Crossley` at the head of a block, by the title; a company may be the one that invoices. */
function addressee(pieces: readonly Piece[]): string | null {
  for (const { text, row, page } of pieces) {
    if (page.number > 1 || row.y0 > ADDRESS_ENDS * page.height || COMPANY.test(text)) continue;
    const name = ADDRESSED.exec(text)?.[0];
    if (name !== undefined) return name;
  }
  return null;
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
  /^(?:address|e-?mail|phone|page|contract|reason|order|account|terms|due date|delivery|job|p\.?o\.?|store|branch|ref|reference|against invoice|our ref|your ref)(?: (?:no|number|ref|date))?\.?\s*:?$/i;

/** With its address. */
const LONGEST_NAME = 80;

function labelledCustomer(pieces: readonly Piece[], counts: (piece: Piece) => boolean): string | null {
  for (const [i, piece] of pieces.entries()) {
    if (!counts(piece)) continue;
    const match = CUSTOMER_INVOICE_LABEL.exec(piece.text);
    if (!match || (/^(?:to|for)\b/i.test(piece.text) && !/:/.test(match[0]) && piece.text.trim().length > 4)) continue;
    const whole = piece.text
      .slice(match[0].length)
      .replace(/^[\s:]+/, '')
      .trim();
    const rest = whole.length < LONGEST_NAME ? whole : withoutAddress(whole);
    if (/^(?:no|number|ref|code|a\/c|id|order|vat|account)\b/i.test(rest)) continue;
    const next = pieces[i + 1];
    const candidates = [rest, below(piece, pieces)?.text ?? '', next && next.row === piece.row ? next.text : ''];
    const name = candidates.find(
      (c) =>
        /[a-z]{2}/i.test(c) &&
        c.length < LONGEST_NAME &&
        !/^(?:tel|date|invoice|vat)\b|^\S+@\S+$/i.test(c) &&
        !OTHER_LABEL.test(c) &&
        !/^from:/i.test(c) &&
        !isWholly(CUSTOMER_LABEL, c),
    );
    if (name) return name.replace(/\s*[<(]\S+@\S+[>)].*$/, '').replace(/[,;\s]+$/, '');
  }
  return null;
}
