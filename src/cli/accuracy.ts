import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { TREATMENTS, type Treatment } from '../rulebook/model.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { cellWord } from './csv/columns.js';
import { decideInput } from './decide_input.js';
import { BadInputError } from './exit_codes.js';

/** A row of a set of lines with their right answers; several acceptable ones are joined by `|`, the best first. */
interface MarkedLine {
  id: string;
  route: string;
  supplyType: string;
  lineText: string;
  net: string;
  vat: string;
  expected: string;
  kind: string;
  taxPoint: string;
  country: string;
}

export interface WrongLine {
  id: string;
  lineText: string;
  expected: string;
  treatment: Treatment;
}

export interface Accuracy {
  file: string;
  lines: number;
  right: number;
  /** Said to be reclaimable, in full or in part, where that is not an acceptable answer. */
  wronglyReclaimable: WrongLine[];
  wrong: WrongLine[];
  /** How often each expected treatment got each treatment. */
  confusion: Map<Treatment, Map<Treatment, number>>;
}

/**
 * Decides every line of a marked set through the same door as the tool `check_line_item`.
 * @throws BadInputError naming the row that cannot be read.
 */
export async function accuracyOf(book: Rulebook, file: string): Promise<Accuracy> {
  const rows = parse(readFileSync(file, 'utf8'), { columns: true, bom: true }) as MarkedLine[];
  const result: Accuracy = {
    file: basename(file),
    lines: rows.length,
    right: 0,
    wronglyReclaimable: [],
    wrong: [],
    confusion: new Map(),
  };
  for (const row of rows) {
    const accepted = acceptedOf(row, file);
    const { classification } = await decideInput(book, {
      context: {
        claimantRoute: cellWord('route', row.route),
        ...(row.country ? { country: row.country } : {}),
        ...(row.taxPoint ? { taxPoint: row.taxPoint } : {}),
      },
      item: { lineText: row.lineText, netAmount: row.net, vatCharged: row.vat, supplyType: row.supplyType },
    });
    const { treatment } = classification;
    const expected = accepted.includes(treatment) ? treatment : (accepted[0] as Treatment);
    const counts = result.confusion.get(expected) ?? new Map<Treatment, number>();
    result.confusion.set(expected, counts.set(treatment, (counts.get(treatment) ?? 0) + 1));
    if (accepted.includes(treatment)) {
      result.right++;
      continue;
    }
    const wrong: WrongLine = { id: row.id, lineText: row.lineText, expected: row.expected, treatment };
    result.wrong.push(wrong);
    if (treatment === 'reclaimable' || treatment === 'reclaimable_in_part') result.wronglyReclaimable.push(wrong);
  }
  return result;
}

function acceptedOf(row: MarkedLine, file: string): Treatment[] {
  const accepted = (row.expected ?? '').split('|') as Treatment[];
  const unknown = accepted.find((t) => !TREATMENTS.includes(t));
  if (unknown !== undefined)
    throw new BadInputError(
      `${file}, line ${row.id}: expected "${unknown}" is no treatment; allowed: ${TREATMENTS.join(', ')}`,
    );
  return accepted;
}
