/** Calls counted towards a cap; one row for each caller and kind of call. */
export interface UsageTable {
  /** Whom the cap counts, for example `ip:203.0.113.7`. */
  subject: string;
  /** What is counted, for example `check_line_item`. */
  kind: string;
  /** First call of the running window, milliseconds since 1970. */
  started_at: number;
  used: number;
}

/** The tables, as Kysely types them. */
export interface Tables {
  usage: UsageTable;
}
