import type { CompiledQuery, Kysely } from 'kysely';
import type { Write } from './open.js';
import type { Tables } from './tables.js';

type Cell = string | number | null;
type Row = Readonly<Record<string, Cell>>;

/**
 * Writes of whole rows of one table. Kysely writes the statement once for each set of columns; afterwards only the values
 * change, because making the statement costs more than carrying it out.
 */
export class RowWrites<Table extends keyof Tables & string> {
  private readonly statements = new Map<string, string>();

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly table: Table,
  ) {}

  insert(row: Row): Write {
    const columns = Object.keys(row);
    const sql = this.statement(`insert ${columns}`, () =>
      this.db
        .insertInto(this.table)
        .values(row as never)
        .compile(),
    );
    return { query: { compile: () => ({ sql, parameters: columns.map((c) => row[c]) }) } };
  }

  /** Sets the columns of `row` where those of `where` hold; exactly one row must be there. */
  update(row: Row, where: Row): Write {
    const columns = Object.keys(row);
    const conditions = Object.keys(where);
    const sql = this.statement(`update ${columns} where ${conditions}`, () => {
      let query = this.db.updateTable(this.table as never).set(row as never);
      for (const column of conditions) query = query.where(column as never, '=', where[column] as never);
      return query.compile();
    });
    const parameters = [...columns.map((c) => row[c]), ...conditions.map((c) => where[c])];
    return { query: { compile: () => ({ sql, parameters }) }, expect: 1 };
  }

  private statement(shape: string, make: () => CompiledQuery): string {
    const known = this.statements.get(shape);
    if (known !== undefined) return known;
    const { sql } = make();
    this.statements.set(shape, sql);
    return sql;
  }
}
