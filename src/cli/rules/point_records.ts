import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { ROUTES, SUPPLY_TYPES, type SupplyType } from '../../rulebook/model.js';
import type { RecordedPoint } from '../../rulebook/mutation/points.js';
import { BadInputError } from '../exit_codes.js';

const COLUMNS = ['supplyType', 'date', 'facts', 'verdict'] as const;

/**
 * The recorded points of fixtures/points, one file for each route; none in an installed package.
 * @throws BadInputError naming the row that cannot be read.
 */
export function readPoints(fixtures: string): RecordedPoint[] {
  return ROUTES.flatMap((route) => {
    const file = join(fixtures, 'points', `${route}.csv`);
    if (!existsSync(file)) return [];
    const rows = parse(readFileSync(file, 'utf8'), { columns: true }) as Record<(typeof COLUMNS)[number], string>[];
    return rows.map((row, i) => {
      if (!SUPPLY_TYPES.includes(row.supplyType as SupplyType))
        throw new BadInputError(`${file}, row ${i + 1}: "${row.supplyType}" is no supply type`);
      return {
        route,
        supplyType: row.supplyType as SupplyType,
        date: row.date,
        facts: Object.fromEntries(row.facts.split('; ').map(readFact)),
        verdict: row.verdict,
      };
    });
  });
}

/** Writes the points in an order of their own, so that a new record differs only where the points do. */
export function writePoints(points: readonly RecordedPoint[], fixtures: string): void {
  mkdirSync(join(fixtures, 'points'), { recursive: true });
  for (const route of ROUTES) {
    const rows = points
      .filter((point) => point.route === route)
      .map(({ supplyType, date, facts, verdict }) => ({
        supplyType,
        date,
        facts: Object.entries(facts)
          .map(([fact, value]) => `${fact}=${value ?? '?'}`)
          .join('; '),
        verdict,
      }))
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    writeFileSync(join(fixtures, 'points', `${route}.csv`), stringify(rows, { header: true, columns: [...COLUMNS] }));
  }
}

function keyOf(row: Record<(typeof COLUMNS)[number], string>): string {
  return COLUMNS.map((column) => row[column]).join('\u0000');
}

/** `fact=value`; a question mark is "not known". */
function readFact(text: string): [string, string | null] {
  const [fact = '', value = '?'] = text.split('=');
  return [fact, value === '?' ? null : value];
}
