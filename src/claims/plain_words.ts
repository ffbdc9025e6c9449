/**
 * The words of a name or number as they are compared: small letters and digits, without accents and apostrophes.
 * @param signs further characters that words are made of, such as `&`.
 */
export function plainWords(text: string, signs = ''): string[] {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(new RegExp(`[^\\p{L}\\p{N}${signs}]+`, 'u'))
    .filter((word) => word !== '');
}

/** A word without what recognition confuses: alike for words that look alike. */
export const alikeToTheEye = (word: string): string => word.replace(/[01i58]/g, (c) => CONFUSED[c] ?? c);

const CONFUSED: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '5': 's', '8': 'b' };
