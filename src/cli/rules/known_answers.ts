import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { TREATMENTS, type Treatment } from '../../rulebook/model.js';
import type { Case } from '../../rulebook/proof/cases.js';
import type { Place } from '../../rulebook/proof/places.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { parseCheckLineItem } from '../../tools/check_line_item.js';
import { cellWord } from '../csv/columns.js';
import { BadInputError } from '../exit_codes.js';

/** A row of fixtures/golden (`treatment` and amounts) or of fixtures/lines (`expected`). */
interface Row {
  id: string;
  route: string;
  supplyType: string;
  lineText: string;
  net: string;
  vat: string;
  taxPoint?: string;
  country?: string;
  answer?: string;
  esmInvoiceCtx?: string;
  saiInvoiceCtx?: string;
  treatment?: string;
  expected?: string;
  reclaimable?: string;
  toRecover?: string;
  onceCorrected?: string;
}

/** A file of lines with known answers. */
export interface AnswerFile {
  path: string;
  /** As problems show it. */
  name: string;
  /** Worked examples, of which every figure is proved; marked lines only must not become claims that the law refuses. */
  strict: boolean;
}

/**
 * The files of known answers. None in an installed package.
 * @param fixtures the folder that has them.
 */
export function answerFiles(fixtures: string): AnswerFile[] {
  return [
    { folder: 'golden', strict: true },
    { folder: 'lines', strict: false },
  ].flatMap(({ folder, strict }) => {
    const path = join(fixtures, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path)
      .filter((name) => name.endsWith('.csv'))
      .sort()
      .map((name) => ({ path: join(path, name), name: `fixtures/${folder}/${name}`, strict }));
  });
}

/**
 * Every line with a known answer.
 * @throws BadInputError naming the row that cannot be read.
 */
export function knownAnswers(book: Rulebook, today: string, fixtures: string): Case[] {
  return answerFiles(fixtures).flatMap((file) => casesIn(book, today, file));
}

/**
 * The lines of one file.
 * @throws BadInputError naming the row that cannot be read.
 */
export function casesIn(book: Rulebook, today: string, file: AnswerFile): Case[] {
  const text = readFileSync(file.path, 'utf8');
  const rows = parse(text, { columns: true, bom: true }) as Row[];
  return rows.map((row, at) => caseOf(book, today, row, file.strict, () => placeOf(file.name, text, at)));
}

/** Where a row ends. Reading a file takes twice as long with the lines of its rows, and only a fault asks for one. */
function placeOf(file: string, text: string, at: number): Place {
  const rows = parse(text, { columns: true, bom: true, info: true }) as unknown as { info: { lines: number } }[];
  return { file, line: rows[at]?.info.lines ?? 1, column: 1 };
}

function caseOf(book: Rulebook, today: string, row: Row, strict: boolean, place: () => Place): Case {
  const accepted = ((strict ? row.treatment : row.expected) ?? '').split('|') as Treatment[];
  const unknown = accepted.find((treatment) => !TREATMENTS.includes(treatment));
  if (unknown !== undefined) {
    const { file, line } = place();
    throw new BadInputError(`${file}:${line}: "${unknown}" is no treatment; allowed: ${TREATMENTS.join(', ')}`);
  }
  const amount = (text: string | undefined) => (text ? text.split('|') : undefined);
  const [vatReclaimable, vatToRecoverFromSupplier, vatReclaimableOnceCorrected] = [
    amount(row.reclaimable),
    amount(row.toRecover),
    amount(row.onceCorrected),
  ];
  return {
    id: row.id,
    place,
    line: parseCheckLineItem(
      {
        context: {
          claimantRoute: cellWord('route', row.route),
          ...(row.country ? { country: row.country } : {}),
          ...(row.taxPoint ? { taxPoint: row.taxPoint } : {}),
        },
        item: {
          lineText: row.lineText,
          netAmount: row.net,
          vatCharged: row.vat,
          supplyType: row.supplyType,
          ...(row.answer ? { confirmedAnswer: row.answer } : {}),
          ...(row.esmInvoiceCtx === 'yes' ? { esmInvoiceCtx: true } : {}),
          ...(row.saiInvoiceCtx === 'yes' ? { saiInvoiceCtx: true } : {}),
        },
      },
      book,
      today,
    ),
    accepted,
    amounts: {
      ...(vatReclaimable ? { vatReclaimable } : {}),
      ...(vatToRecoverFromSupplier ? { vatToRecoverFromSupplier } : {}),
      ...(vatReclaimableOnceCorrected ? { vatReclaimableOnceCorrected } : {}),
    },
    strict,
  };
}
