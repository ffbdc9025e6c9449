import { ADDRESS, COMPANY, TRADE } from './names.js';

/** What a name of a customer is told with: a code before it, and an address behind. */

/** The number an account has: `HALE01`, `40021`, `H0442`. */
const CODE = /^(?=\S*\d)[A-Z0-9/-]{3,12}$/;

export function isCode(text: string): boolean {
  return CODE.test(text.trim());
}

/** `HALE01 T Hale Esq.` */
export function withoutCode(text: string): string {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  return isCode(first) && rest.length > 0 ? rest.join(' ') : text;
}

/**
 * The name of `Jane Ellwood, The Vines, Kingsland HR6 9QP`, one row of a name and its address. What may be a firm stays, as does a surname alone
 * before a comma: whom the paper names is not for the reader to choose.
 */
export function nameBeforeAddress(text: string): string {
  const at = text.search(/, ?\S/);
  const [name, rest] = [text.slice(0, at), text.slice(at + 1).trim()];
  const isAddress = rest.split(/, ?/).some((part) => ADDRESS.test(part)) && !COMPANY.test(rest) && !TRADE.test(rest);
  return at > 0 && /\S \S/.test(name) && isAddress ? name : text;
}
