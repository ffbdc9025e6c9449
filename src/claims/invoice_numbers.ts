import { alikeToTheEye, plainWords } from './plain_words.js';

/**
 * Whether two numbers of documents are one: `doubtful` for one that may be the other in another dress (INV-7710, 7710, 007710,
 * 77IO, 2026/7710), as somebody copied it or recognition read it.
 */
export function numberLikeness(a: string | null, b: string | null): 'same' | 'doubtful' | 'different' {
  const [keyA, keyB] = [numberKey(a), numberKey(b)];
  if (keyA === null || keyB === null) return 'different';
  if (keyA === keyB) return 'same';
  if (alikeToTheEye(keyA) === alikeToTheEye(keyB)) return 'doubtful';
  const [p, q] = [partsOf(a ?? ''), partsOf(b ?? '')];
  const lettersMayBe = p.letters === q.letters || p.letters === '' || q.letters === '';
  return lettersMayBe && (digitsMayBe(p.digits, q.digits) || digitsMayBe(q.digits, p.digits))
    ? 'doubtful'
    : 'different';
}

/** The number of a document in small letters and digits; null when it has none. */
export function numberKey(invoiceNumber: string | null): string | null {
  return plainWords(invoiceNumber ?? '').join('') || null;
}

/**
 * What numbers that are or may be one have in common, to find them by: their last two digits. It is stored: migration 008 has its copy.
 */
export function numberEnding(invoiceNumber: string | null): string | null {
  const key = numberKey(invoiceNumber);
  if (key === null) return null;
  const digits = digitsRead(key).replace(/\D/g, '');
  return digits === '' ? alikeToTheEye(key) : digits.slice(-2).padStart(2, '0');
}

interface Parts {
  /** Without those that say no more than that it is the number of an invoice. */
  letters: string;
  /** Runs of digits without noughts before them. */
  digits: readonly string[];
}

const SAYS_NUMBER =
  /^(?:tax|vat|sales)?(?:invoice|inv)?(?:number|num|nr|no|ref)?|(?:copy|duplicate|reprint|original)$/g;

function partsOf(invoiceNumber: string): Parts {
  const parts = digitsRead(plainWords(invoiceNumber).join(' ')).match(/\d+|\p{L}+/gu) ?? [];
  const letters = parts.filter((part) => !/^\d/.test(part)).join('');
  return {
    letters: alikeToTheEye(letters.replace(SAYS_NUMBER, '')),
    digits: parts.filter((part) => /^\d/.test(part)).map((run) => run.replace(/^0+(?=\d)/, '')),
  };
}

/** Letters that stand for a digit behind another one: "77IO" is 7710. */
function digitsRead(text: string): string {
  return text.replace(/(?<=\d)[oil]+(?=\d|\s|$)/g, (run) => run.replace(/o/g, '0').replace(/[il]/g, '1'));
}

/** Whether the digits are the same, or one number shows the year, the branch or the account before them. */
function digitsMayBe(long: readonly string[], short: readonly string[]): boolean {
  if (short.length === 0) return false;
  return long.join('') === short.join('') || long.slice(-short.length).join(' ') === short.join(' ');
}
