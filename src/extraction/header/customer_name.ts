import { COMPANY, TRADE } from './names.js';

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

/** `4 High Street`, `12b, Mill Lane`, or a postcode behind no more than its town: before it two words may be a person. */
const BEGINS_ADDRESS =
  /^(?:(?:plot|flat|unit) )?\d+[a-z]?(?:[-/]\d+[a-z]?)?,?(?: [\p{L}'’.-]+)+$|^\d+[a-z]?$|^(?:[\p{L}'’-]+ )?[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/iu;

/**
 * The name of `Jane Ellwood, 3 Mill Lane, Kingsland HR6 9QP`, one row of a name and its address. Whoever else stands between the two stays: whom
 * the paper names is not for the reader to choose, and which words are a place is not for it to know.
 */
export function nameBeforeAddress(text: string): string {
  const [name = '', ...parts] = text.split(/, ?(?=\S)/);
  const rest = parts.join(', ');
  const isAddress = BEGINS_ADDRESS.test(parts[0] ?? '') && !COMPANY.test(rest) && !TRADE.test(rest);
  return /\S \S/.test(name) && isAddress ? name : text;
}
