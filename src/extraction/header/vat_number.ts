/** VAT registration numbers of the United Kingdom. */

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2];

/** Letters that character recognition puts for digits; used only where a digit must stand. */
const LOOKS_LIKE: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' };

/**
 * Whether the check digits of nine digits fit, by either of the two schemes in use (sum + check divisible by 97, or the
 * same with 55 added since 2010). About one random number in fifty passes, so passing does not prove that it exists.
 */
export function hasValidCheckDigits(nine: string): boolean {
  if (!/^\d{9}$/.test(nine) || /^0{9}$/.test(nine)) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(nine[i]), 0);
  const check = Number(nine.slice(7));
  return (sum + check) % 97 === 0 || (sum + check + 55) % 97 === 0;
}

/**
 * A VAT number without spaces, as printed: `GB123456782`, `123456782`, `GBGD001` or a foreign one; null when the text
 * is none. `valid` is null where there are no check digits to test.
 */
export function readVatNumber(text: string): { number: string; valid: boolean | null } | null {
  const bare = text.replace(/[\s.\-–/:]/g, '').toUpperCase();
  const british = /^(GB|XI)?([0-9OILSBZ]{9}|[0-9OILSBZ]{12})$/.exec(bare);
  if (british) {
    const printed = british[2] ?? '';
    const digits = printed.replace(/[A-Z]/g, (c) => LOOKS_LIKE[c] ?? c);
    const letters = [...printed].filter((c) => /[A-Z]/.test(c)).length;
    const valid = hasValidCheckDigits(digits.slice(0, 9));
    // A letter may stand for a digit only when the check digits agree that it does.
    if (letters > 0 && !(valid && letters <= 2)) return null;
    return { number: `${british[1] ?? ''}${digits}`, valid };
  }
  const government = /^(GB|XI)?(GD[0-4]\d\d|HA[5-9]\d\d)$/.exec(bare);
  if (government) return { number: `${government[1] ?? ''}${government[2]}`, valid: null };
  if (
    /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[0-9A-Z]{8,12}$/.test(bare) &&
    /\d{5}/.test(bare)
  )
    return { number: bare, valid: null };
  return null;
}
