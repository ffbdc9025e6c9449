import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { TREATMENTS, type Treatment } from '../../rulebook/model.js';
import type { Case } from '../../rulebook/proof/cases.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { parseCheckLineItem } from '../../tools/check_line_item.js';
import { cellWord } from '../csv/columns.js';
import { BadInputError } from '../exit_codes.js';
import { FIXTURES } from '../open_rulebook.js';

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

/** A row with the line of its file on which it ends. */
interface Record {
  record: Row;
  info: { lines: number };
}

/**
 * The lines with known answers that come with the source of the program: worked examples, of which every figure is
 * proved, and marked lines, which must not become claims that the law refuses. None in an installed package.
 * @param fixtures the folder that has them.
 * @throws BadInputError naming the row that cannot be read.
 */
export function knownAnswers(book: Rulebook, today: string, fixtures = FIXTURES): Case[] {
  const casesOf = (folder: string, strict: boolean) => casesIn(book, today, join(fixtures, folder), folder, strict);
  return [...casesOf('golden', true), ...casesOf('lines', false)];
}

function casesIn(book: Rulebook, today: string, path: string, folder: string, strict: boolean): Case[] {
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .flatMap((name) => {
      const records = parse(readFileSync(join(path, name), 'utf8'), {
        columns: true,
        bom: true,
        info: true,
      }) as unknown as Record[];
      return records.map(({ record, info }) =>
        caseOf(book, today, `fixtures/${folder}/${name}`, info.lines, record, strict),
      );
    });
}

function caseOf(book: Rulebook, today: string, file: string, line: number, row: Row, strict: boolean): Case {
  const accepted = ((strict ? row.treatment : row.expected) ?? '').split('|') as Treatment[];
  const unknown = accepted.find((treatment) => !TREATMENTS.includes(treatment));
  if (unknown !== undefined)
    throw new BadInputError(`${file}:${line}: "${unknown}" is no treatment; allowed: ${TREATMENTS.join(', ')}`);
  const amount = (text: string | undefined) => (text ? text.split('|') : undefined);
  const [vatReclaimable, vatToRecoverFromSupplier, vatReclaimableOnceCorrected] = [
    amount(row.reclaimable),
    amount(row.toRecover),
    amount(row.onceCorrected),
  ];
  return {
    id: row.id,
    place: { file, line, column: 1 },
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
