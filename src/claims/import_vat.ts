import { formatPence, parsePence } from '../rulebook/money.js';
import { mentionsOf } from '../rulebook/reading/reading.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import type { LineMoney } from './line_vat.js';

const IMPORT_VAT = 'import_vat';

/** "Import VAT 20% of 5,210.00" */
const WORKING = /(?<rate>\d{1,2}(?:\.\d+)?) ?% (?:of|on|x|×) (?:GBP |£ ?)?(?<base>\d[\d,]*(?:\.\d\d)?)/i;

/**
 * Net and VAT of lines, of which the VAT that customs charged is VAT and no price: who pays it for somebody bills it as an amount without VAT
 * of its own. Where the words name goods and tell no working, the amount may be what these cost, so that it is asked.
 */
export function withImportVat(book: Rulebook, texts: readonly string[], money: readonly LineMoney[]): LineMoney[] {
  return money.map((line, i) => {
    const reading = book.read(texts[i] ?? '');
    const isBare = 'vat' in line && line.net !== 0 && line.vat === 0;
    if (!isBare || reading.head?.mention.concept.lineKind !== IMPORT_VAT) return line;
    const namesGoods = mentionsOf(reading).some(({ concept }) => concept.lineKind !== IMPORT_VAT);
    if (!namesGoods || isWorkedOut(texts[i] ?? '', line.net)) return { net: 0, vat: line.net };
    return {
      net: null,
      fault: `it does not say whether the ${formatPence(Math.abs(line.net))} is the import VAT or what the goods cost`,
    };
  });
}

/** VAT of customs among lines whose document prints it as amounts without VAT. */
export function movedToVat(before: readonly LineMoney[], after: readonly LineMoney[]): number {
  const vatOf = (line: LineMoney | undefined) => (line !== undefined && 'vat' in line ? line.vat : 0);
  return after.reduce((sum, line, i) => sum + vatOf(line) - vatOf(before[i]), 0);
}

function isWorkedOut(text: string, pence: number): boolean {
  const { rate, base } = WORKING.exec(text)?.groups ?? {};
  const of = base === undefined ? null : parsePence(base.replaceAll(',', ''));
  return of !== null && rate !== undefined && Math.abs((of * Number(rate)) / 100 - Math.abs(pence)) <= 1;
}
