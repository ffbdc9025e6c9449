import { figureOf, makes, readNumber } from '../numbers.js';
import type { LineReading } from '../reading.js';
import { confidenceOf, placeOf, type Row } from './page.js';
import { rowText } from './rows.js';

/** A quantity and a price in a row of their own, above or below the line they belong to. */
const TIMES =
  /^(-?\d+(?:\.\d+)?)\s*(?:(?:ea(?:ch)?|hrs?|hours?|days?|weeks?|m|m2|nr|no)\s*)?[xX@×]\s*£?(\d+\.\d{2})(?:\s*(?:each|ea))?$/;

/** The price alone, below a line that begins with how many there are: `@ 19.95`. */
const PRICE_BELOW = /^(?:@|at)\s*£?(\d+\.\d{2})(?:\s*(?:each|ea))?$/i;

/** Whether a row says no more than how the amount of another one came about. */
export function isWorking(text: string): boolean {
  return TIMES.test(text.trim()) || PRICE_BELOW.test(text.trim());
}

/** `2 @ 3.50` in a row of its own beside a line says how its amount came about. */
export function quantitiesBeside(lines: LineReading[], body: readonly Row[], used: Set<Row>): LineReading[] {
  for (const row of body) {
    if (used.has(row)) continue;
    if (priceBelow(lines, row)) used.add(row);
    const match = TIMES.exec(rowText(row).trim());
    if (!match) continue;
    const value = Number(match[1]) * Number(match[2]);
    const near = lines.find(
      (l) =>
        l.quantity === null &&
        l.place?.page === row.page.number &&
        Math.abs((l.amount?.value ?? 0) - value) < 0.0051 &&
        Math.min(
          Math.abs(l.place.box[3] * row.page.height - row.y0),
          Math.abs(l.place.box[1] * row.page.height - row.y1),
        ) <
          2.5 * row.height,
    );
    const told = (raw = '') => figureOf(raw, placeOf(row.page, row.words), confidenceOf(row.words));
    const [quantity, price] = [told(match[1]), told(match[2])];
    if (!near || !quantity || !price) continue;
    near.quantity = quantity;
    near.unitPrice = price;
    near.description = near.description
      .replace(rowText(row), '')
      // "Paving slab x 18" over "18 @ £24.80".
      .replace(new RegExp(`\\s[x×] ?${match[1]}$`, 'i'), '')
      .trim();
    used.add(row);
  }
  return lines;
}

/** Gives the line right above the price that stands alone in a row; the count its words begin with proves it. */
function priceBelow(lines: readonly LineReading[], row: Row): boolean {
  const price = readNumber(PRICE_BELOW.exec(rowText(row).trim())?.[1] ?? '');
  const line = lines.findLast(
    (l) =>
      l.unitPrice === null &&
      l.place?.page === row.page.number &&
      Math.abs(row.y0 - l.place.box[3] * row.page.height) < row.height,
  );
  if (price === null || line === undefined || line.amount === null || line.place === null) return false;
  const counted = /^(\d{1,4}) (?=[a-z]{2})/i.exec(line.description);
  const number = readNumber(counted?.[1] ?? '');
  const { place } = line;
  const quantity =
    line.quantity ??
    (counted && number && { ...number, raw: counted[1] as string, place, confidence: line.amount.confidence });
  if (!quantity || !makes(quantity, price, line.amount.value)) return false;
  if (line.quantity === null) line.description = line.description.slice(counted?.[0].length).trim();
  line.quantity = {
    value: quantity.value,
    text: quantity.text,
    raw: quantity.raw,
    place: quantity.place,
    confidence: quantity.confidence,
  };
  line.unitPrice = {
    value: price.value,
    text: price.text,
    raw: rowText(row),
    place: placeOf(row.page, row.words),
    confidence: confidenceOf(row.words),
  };
  return true;
}
