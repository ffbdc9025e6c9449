/** A refusal that is not about the shape of the input; answered as `{ok: false, error, message}`. */
export class ToolError extends Error {
  constructor(
    /** Stable code in snake_case. */
    readonly error: string,
    message: string,
    /** The HTTP status where the tool is called over REST. */
    readonly httpStatus: number,
    /** What the caller needs to put it right, besides the message. */
    readonly details: object = {},
  ) {
    super(message);
    this.name = 'ToolError';
  }
}
