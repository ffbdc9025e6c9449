/** Units of measure as merchants abbreviate them. */
export const UNIT =
  /^(?:ea|each|no|nr|pc|pcs|pce|pk|pkt|pack|packs|box|bx|bag|bags|bg|roll|rolls|rl|m|mtr|mtrs|metres?|meters?|lm|m2|m²|m3|m³|sqm|cum|sm|kg|t|te|tn|ton|tonne|tonnes|l|ltr|litre|litres|hr|hrs|hour|hours|day|days|wk|wks|week|weeks|mth|month|months|set|sets|pr|pair|pairs|length|lengths|len|lgth|sheet|sheets|sht|th|1000|100|item|items|unit|units|job|visit|service|services|thou|sum|ls|tub|tin|can|drum|tube|load|loads|bale|plt|pallet|dozen|doz|drm|coil|coils|coi|rol|reel|bdl|bundle|cyl|ctn|carton|pot|tray|ga|gal|stk|stck|stück|psch|min|mins|minutes|pauschal|lfm|st|kwh)\.?$/i;

/** What a price is for, printed behind it in its own cell: `148.00 C`, `685.00 per 1000`, `2.45 / m`. */
export function perBehind(text: string): string | null {
  const match = /^[£€$]?[\d.,]*\d\s*(?:per|\/)?\s*((?:100|1,?000) ?[a-z]{0,6}|[a-z]{1,8}[²³]?)\.?$/i.exec(text);
  return match === null || /^[£€$]?[\d.,]*\d$/.test(text) ? null : (match[1] as string);
}

/** What is counted, behind how many of it: `100m`. */
const OF_UNIT = String.raw`(?: ?(?:m|mtrs?|metres?|lm|ea|each|no|nr|pcs?|kg|l|ltrs?)\.?)?`;
const BY_HUNDRED = new RegExp(String.raw`^(?:per ?|\/ ?)?(?:100${OF_UNIT}|c|hd|hu|hundred)$`, 'i');
const BY_THOUSAND = new RegExp(String.raw`^(?:per ?|\/ ?)?(?:1,?000${OF_UNIT}|th|m|thou|thousand|k|mil)$`, 'i');
const BY_NUMBER = new RegExp(String.raw`^(?:per ?|\/ ?)?(\d{2,3})${OF_UNIT}$`, 'i');

/** How many units the price of a column "Per" is for: merchants price bricks by the thousand, ties by the hundred and cable by `100m`. */
export function priceBase(unit: string | null): 1 | 100 | 1000 {
  if (BY_HUNDRED.test(unit ?? '')) return 100;
  return BY_THOUSAND.test(unit ?? '') ? 1000 : 1;
}

/** How many the price of a line is for that has a column of its own for it. */
export function perBase(per: string): number {
  const told = BY_NUMBER.exec(per)?.[1];
  return told === undefined || told.startsWith('0') ? priceBase(per) : Number(told);
}

/** What the heading of the prices says they are for: `£ per 1000`, or `£/t` beside a quantity in kilograms. */
export function perHeaded(price: string, quantity: string): string | null {
  const counted = /(?:\bper|\/) ?(1,?000|100|thousand|hundred)\b/i.exec(price)?.[1];
  if (counted !== undefined) return counted;
  return /(?:\bper|\/) ?(?:t|tonnes?)\b/i.test(price) && /\bkgs?\b/i.test(quantity) ? '1000' : null;
}
