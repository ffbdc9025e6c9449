import type { Doubt } from '../reading.js';
import type { Row } from './page.js';
import { rowText } from './rows.js';

const NUMBERED = /\bpage(?: no\.?)?:? ?(\d{1,2}) ?(?:of|\/) ?(\d{1,2})\b/i;

/** The pages that a document numbers ("Page 2 of 2") and that are not among those given: lines or sums may stand on them. */
export function missingPages(rows: readonly Row[], given: number): Doubt[] {
  const told = rows.flatMap((row) => {
    const [found, page, pages] = NUMBERED.exec(rowText(row)) ?? [];
    return found === undefined ? [] : [{ found, page: Number(page), pages: Number(pages) }];
  });
  const last = Math.max(0, ...told.map(({ pages }) => pages));
  if (given >= last) return [];
  const missing = Array.from({ length: last }, (_, i) => i + 1).filter((n) => !told.some(({ page }) => page === n));
  if (missing.length === 0) return [];
  return [
    {
      code: 'page_missing',
      message: `Page ${missing.join(', ')} of ${last} is missing; give all pages of the document together.`,
      found: told.map(({ found }) => found).join(', '),
    },
  ];
}
