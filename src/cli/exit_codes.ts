/** Exit codes of every command, as `notice708 --help` lists them. */
export const EXIT = {
  /** An answer was printed. A question is an answer too: read `treatment`. */
  ok: 0,
  /** The work itself failed: the rulebook has errors, an example does not hold, the server cannot start. */
  failure: 1,
  /** The command line is wrong: unknown command or flag, or one is missing. */
  usage: 2,
  /** The line, the amounts or the file cannot be read, or some rows of the file could not. */
  badInput: 3,
} as const;

/** The command line itself is wrong. */
export class UsageError extends Error {
  constructor(
    message: string,
    /** Command whose help is worth naming. */
    readonly command?: string,
  ) {
    super(message);
    this.name = 'UsageError';
  }
}

/** What was given cannot be read: a file, an amount, a column. */
export class BadInputError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadInputError';
  }
}
