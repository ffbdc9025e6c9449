/** Units of measure as merchants abbreviate them. */
export const UNIT =
  /^(?:ea|each|no|nr|pc|pcs|pce|pk|pkt|pack|packs|box|bx|bag|bags|bg|roll|rolls|rl|m|mtr|mtrs|metres?|meters?|lm|m2|m²|m3|m³|sqm|cum|sm|kg|t|te|tn|ton|tonne|tonnes|l|ltr|litre|litres|hr|hrs|hour|hours|day|days|wk|wks|week|weeks|mth|month|months|set|sets|pr|pair|pairs|length|lengths|len|lgth|sheet|sheets|sht|th|1000|100|item|items|unit|units|job|visit|service|services|thou|sum|ls|tub|tin|can|drum|tube|load|loads|bale|plt|pallet|dozen|doz|drm|coil|coils|coi|rol|reel|bdl|bundle|cyl|ctn|carton|pot|tray|ga|gal|stk|stck|stück|psch|min|mins|minutes|pauschal|lfm|st|kwh)\.?$/i;

/** What a price is for, printed behind it in its own cell: `148.00 C`, `685.00 per 1000`, `2.45 / m`. */
export function perBehind(text: string): string | null {
  const match = /^[£€$]?[\d.,]*\d\s*(?:per|\/)?\s*(100|1,?000|[a-z]{1,8}[²³]?)\.?$/i.exec(text);
  return match === null || /^[£€$]?[\d.,]*\d$/.test(text) ? null : (match[1] as string);
}

/** How many units the price of a column "Per" is for: merchants price bricks by the thousand and ties by the hundred. */
export function priceBase(unit: string | null): 1 | 100 | 1000 {
  if (/^(?:per ?|\/ ?)?(?:100|c|hd|hu|hundred)$/i.test(unit ?? '')) return 100;
  return /^(?:per ?|\/ ?)?(?:1,?000|th|m|thou|thousand|k|mil)$/i.test(unit ?? '') ? 1000 : 1;
}

/** How many the price of a line is for that has a column of its own for it. */
export function perBase(per: string): number {
  const told = /^(?:per ?|\/ ?)?(\d{2,3})$/i.exec(per)?.[1];
  return told === undefined || told.startsWith('0') ? priceBase(per) : Number(told);
}

/** What the heading of the prices says they are for: `£ per 1000`, or `£/t` beside a quantity in kilograms. */
export function perHeaded(price: string, quantity: string): string | null {
  const counted = /(?:\bper|\/) ?(1,?000|100|thousand|hundred)\b/i.exec(price)?.[1];
  if (counted !== undefined) return counted;
  return /(?:\bper|\/) ?(?:t|tonnes?)\b/i.test(price) && /\bkgs?\b/i.test(quantity) ? '1000' : null;
}
