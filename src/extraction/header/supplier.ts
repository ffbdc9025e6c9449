import { confidenceOf, median } from '../table/page.js';
import { customerZonesOf, inCustomerBlock, isWholly, MAIL_HEAD } from './customer.js';
import { nameBeforeAddress } from './customer_name.js';
import type { Piece } from './labelled.js';
import { ADDRESS, COMPANY, cleanName, isGeneric, TRADE } from './names.js';
import { below, stacked } from './neighbours.js';

/** Who issued a document. */

/** What stands before the name of the customer and nobody else's; a payment goes "to" the supplier. */
const BUYER = /^(?:customer(?: name)?|client(?: name)?|bill(?:ed)? to|invoiced? to|sold to)\b\s*[:.]?/i;

/** Where others sell: at the top of an invoice that names its seller beside. */
const PLATFORM = /^(?:ebay|amazon|etsy|manomano|onbuy|facebook marketplace)(?:\.co\.uk|\.com)?$/i;
const SELLER = /^(?:seller|sold by|sold and dispatched by)\b/i;

/** The name of the supplier, without the address that may stand in its row; null when nothing stands out. */
export function supplierOf(pieces: readonly Piece[]): string | null {
  const name = likeliestSupplier(pieces);
  return name === null ? null : nameBeforeAddress(name);
}

function likeliestSupplier(pieces: readonly Piece[]): string | null {
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
  const namesSeller = pieces.some(({ text }) => SELLER.test(text));
  let best: { name: string; score: number } | null = null;
  pieces.forEach((piece, i) => {
    const name = firmBeforeAddress(cleanName(spacedName(piece, pieces) ?? withFormApart(piece, pieces[i - 1])));
    // Specks that recognition took for letters are no name.
    if (name === null || (confidenceOf(piece.words) ?? 1) < 0.5) return;
    const page = piece.page;
    const top = piece.row.y0 / page.height;
    let score = 0;
    if (COMPANY.test(name)) score += 3;
    if (hasVatNumber(piece, pieces[i + 1])) score += 1.5;
    else if (isOverVatNumber(piece, pieces)) score += 2;
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
    if (namesSeller && PLATFORM.test(name)) score -= 5;
    if (labelled.some((l) => l.toLowerCase().startsWith(name.toLowerCase().slice(0, 12))))
      score += isMailHead(pieces, i) && !COMPANY.test(name) && !TRADE.test(name) ? 1 : 2.5;
    if (inCustomerBlock(piece, pieces, customerZones)) score -= 5;
    // A payment slip says who the customer is, whose address above has no label.
    if (buyers.has(name.toLowerCase())) score -= 5;
    if (ADDRESS.test(name) && !COMPANY.test(name)) score -= 3;
    if (/^(?:mr|mrs|ms|miss|dr)\b/i.test(name)) score -= 4;
    if (BRANCH.test(name)) score -= 3;
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

/** One of several places of a firm, by its number: `Depot 718 Coalville`. */
const BRANCH = /^(?:depot|branch|store|shop)\b.*\d/i;

/** `G Whittle Plastering, 8 Mill Rd, Ellistown LE67 1XX`: what is called after a trade; a person before an address may be whom the paper is for. */
function firmBeforeAddress(name: string | null): string | null {
  const first = name === null ? '' : nameBeforeAddress(name);
  return COMPANY.test(first) || TRADE.test(first) ? first : name;
}

/** `Ogden Rainwater Products, VAT no 382 0014 91`: who invoices, with their number behind the name; a single word apart from it may be their town. */
function hasVatNumber({ text, row }: Piece, next: Piece | undefined): boolean {
  const behind = next?.row === row && /\s/.test(text) ? `${text} ${next.text}` : text;
  return /\S,? \(?VAT\b[^\d]{0,14}(?:GB ?)?\d{3} ?\d{4} ?\d{2}/i.test(behind);
}

/** How many rows an address takes between a name and the VAT number below it, at least and at most. */
const OF_BLOCK = { least: 1, most: 8 } as const;

/** Whether a VAT number ends the block of rows that begins with a name: its own letterhead. */
function isOverVatNumber(piece: Piece, pieces: readonly Piece[]): boolean {
  const { below: next } = stacked(pieces);
  let at = next.get(piece);
  // Below a sign the firm itself may stand.
  for (let rows = 0; at && rows <= OF_BLOCK.most && !COMPANY.test(at.text); rows++, at = next.get(at))
    if (/^VAT\b[^\d]{0,20}(?:GB ?)?\d{3} ?\d{4} ?\d{2}/i.test(at.text)) return rows >= OF_BLOCK.least;
  return false;
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

/** `HEREFORD SHEET METALS   LTD`: what kind of company it is may stand a little apart. */
function withFormApart(piece: Piece, before: Piece | undefined): string {
  const isForm = /^(?:ltd|limited|plc|llp)\.?$/i.test(piece.text);
  const isClose = before?.row === piece.row && piece.x0 - before.x1 < 2 * piece.row.height;
  return isForm && isClose ? `${before.text} ${piece.text}` : piece.text;
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
  // A sign says the same name, its words closed up: "tileloft" over "Tile Loft Ltd".
  if (lettersOf(name).startsWith(lettersOf(first))) return name;
  return `${first} ${name}`;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** How many words say what somebody does. */
const MOST_OF_TRADE = 3;

/** `Brickhill` at the top and `Brickhill Ltd` in the small print are one; the top is what people call it, so it stays. */
function longerForm(name: string, pieces: readonly Piece[]): string | null {
  if (/\b(?:ltd|limited|plc|llp|inc|gmbh)\b/i.test(name)) return null;
  const start = name.toLowerCase();
  // Under a mail stands what its sender does: "Lennie Osei Plastering".
  const trading = pieces.find(({ text }) => {
    const rest = text.toLowerCase().startsWith(`${start} `) ? text.slice(start.length + 1) : '';
    return rest !== '' && rest.split(' ').length <= MOST_OF_TRADE && isGeneric(rest);
  });
  if (trading !== undefined) return trading.text;
  // Or the whole name, before where it is: "Rhys Oak Frames | Llandeilo SA19 6HW".
  const signed = pieces
    .map(({ text }) => text.split(/ [|•·] /))
    .find(
      ([first = '', ...more]) =>
        first.toLowerCase().startsWith(`${start} `) &&
        first.split(' ').length <= start.split(' ').length + MOST_OF_TRADE &&
        more.some((part) => ADDRESS.test(part)),
    )?.[0];
  if (signed !== undefined) return signed;
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

/** What stands in the row of a label that has nothing behind it. */
function besideLabel(pieces: readonly Piece[], label: RegExp): string[] {
  return pieces.flatMap((piece, i) => {
    const next = pieces[i + 1];
    return isWholly(label, piece.text) && next?.row === piece.row ? [next.text] : [];
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
