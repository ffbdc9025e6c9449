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
