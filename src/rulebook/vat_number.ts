const WEIGHTS = [8, 7, 6, 5, 4, 3, 2];
/** Numbers given since 2009 have check digits that are 55 off. */
const CHECK_OFFSETS = [0, 55];

/**
 * Whether this can be the VAT number of a UK trader: nine digits, GB or XI before them or not, whose last two check the
 * rest. A branch has three more digits, which check nothing.
 */
export function isUkVatNumber(text: string): boolean {
  const digits = /^(?:GB|XI)?(\d{7})(\d{2})(?:\d{3})?$/i.exec(text.replace(/[\s.-]/g, ''));
  const [, body = '', check = ''] = digits ?? [];
  // Nothing but noughts passes the check and is nobody's.
  if (!/[1-9]/.test(body)) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(body[i]), 0);
  return CHECK_OFFSETS.some((offset) => (sum + Number(check) + offset) % 97 === 0);
}
