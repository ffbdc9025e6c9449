/** The building blocks of the schemas of rule files (JSON Schema draft-07), each with what an editor shows beside it. */

export type Schema = Readonly<Record<string, unknown>>;

/** A value of a closed list and what it means. */
export type Meaning = readonly [value: string | number | null, meaning: string];

/** @param more keywords besides, such as `pattern`, or `examples` for an editor to offer. */
export function text(description: string, more: Schema = {}): Schema {
  return { type: 'string', minLength: 1, description, ...more };
}

export function list(description: string, items: Schema = { type: 'string', minLength: 1 }, more: Schema = {}): Schema {
  return { type: 'array', items, description, ...more };
}

export function flag(description: string): Schema {
  return { type: 'boolean', description };
}

export function date(description: string): Schema {
  return { type: 'string', format: 'date', description };
}

/** One of a closed list; an editor shows what the chosen value means (`enumDescriptions`). */
export function oneOf(description: string, values: readonly Meaning[]): Schema {
  return {
    description,
    enum: values.map(([value]) => value),
    enumDescriptions: values.map(([, meaning]) => meaning),
  };
}

/** A map with these keys and no others; keys that are not `optional` must be there. */
export function map(description: string, properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  return {
    type: 'object',
    description,
    additionalProperties: false,
    required: Object.keys(properties).filter((key) => !optional.includes(key)),
    properties,
  };
}

/** A map whose keys the author chooses. */
export function mapOf(description: string, values: Schema): Schema {
  return { type: 'object', description, additionalProperties: values };
}
