import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { InputError, type InputIssue, notOneOf, takesOneOf } from '../rulebook/answers.js';
import type { ObjectSchema } from './tool.js';

const AJV = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
const MOST_ISSUES = 20;
const MOST_ECHOED = 60;
const MOST_UNWRAPS = 3;

/** Says what else is wrong with arguments that may not hold to their schema. @param wrong the fields at the top that do not. */
export type MoreIssues<Shape> = (given: Partial<Shape>, wrong: ReadonlySet<string>) => readonly InputIssue[];

/**
 * Builds the check of a tool's arguments: forgives the slips agents make where the meaning is plain (JSON inside a
 * string, "" or null for "not given", numbers and booleans as text or the reverse), then holds the result to the schema.
 * The returned function throws InputError naming each field and the nearest allowed word; what `more` finds is told with it, and
 * in place of what the schema says of the same field.
 */
export function inputCheck<Shape>(schema: ObjectSchema): (input: unknown, more?: MoreIssues<Shape>) => Shape {
  // Compiled for the first call: compiling the checks of all tools would take half of the time the server needs to start.
  let valid: ValidateFunction | undefined;
  const forgive = menderOf(schema);
  return (input, more = () => []) => {
    valid ??= AJV.compile(schema);
    const forgiven = forgive(input);
    const ofSchema = valid(forgiven) ? [] : issuesOf(valid.errors ?? [], forgiven, schema);
    const others = isObject(forgiven)
      ? more(forgiven as Partial<Shape>, new Set(ofSchema.map(({ path }) => path.split('.')[0] ?? '')))
      : [];
    const told = new Set(others.map(({ path }) => path));
    const issues = [...ofSchema.filter(({ path }) => !told.has(path)), ...others];
    if (issues.length === 0) return forgiven as Shape;
    throw new InputError(issues.slice(0, MOST_ISSUES));
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Mends one value; made once from the schema, because it runs on every call. */
type Mender = (given: unknown) => unknown;

function menderOf(schema: Record<string, unknown>): Mender {
  const types = [schema.type].flat();
  if (types.includes('object'))
    return objectMender((schema.properties ?? {}) as ObjectSchema['properties'], schema.additionalProperties);
  if (types.includes('boolean')) return booleanOf;
  if (types.includes('integer'))
    return (given) => (typeof given === 'string' && /^\s*\d{1,9}\s*$/.test(given) ? Number(given) : given);
  if (!types.includes('string')) return (given) => given;
  const exactNumbers = schema.pattern !== undefined;
  return (given) => {
    if (typeof given === 'string') return given.trim();
    // The pattern then decides: 0.1 + 0.2 or 1e21 do not read as an amount, so nothing is lost silently.
    return exactNumbers && typeof given === 'number' ? String(given) : given;
  };
}

/** @param others schema of fields whose names are not listed, where the caller chooses them. */
function objectMender(properties: ObjectSchema['properties'], others: unknown): Mender {
  // A text that says it may be empty is given when it is.
  const mayBeEmpty = new Set(
    Object.entries(properties).flatMap(([key, { minLength }]) => (minLength === 0 ? [key] : [])),
  );
  const open = typeof others === 'object' && others !== null ? menderOf(others as Record<string, unknown>) : undefined;
  const menders = new Map(Object.entries(properties).map(([key, property]) => [key, menderOf(property)]));
  return (input) => {
    const value = unwrapped(input);
    if (!isObject(value)) return value;
    const kept: Record<string, unknown> = {};
    let unknown = 0;
    for (const [key, given] of Object.entries(value)) {
      const mend = menders.get(key) ?? open;
      if (mend === undefined) {
        // More would not be reported, and validating tens of thousands of them would hold up everybody else.
        if (unknown++ < MOST_ISSUES) put(kept, key, given);
        continue;
      }
      // Empty means "not given": an optional field falls away, a required one is then reported as missing.
      const isEmpty = typeof given === 'string' && given.trim() === '';
      if (given === null || (isEmpty && !mayBeEmpty.has(key))) continue;
      put(kept, key, mend(given));
    }
    return kept;
  };
}

/** A field called __proto__ stays a field, and is then refused as unknown. Defining costs far more than assigning. */
function put(kept: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(kept, key, { value, enumerable: true });
  else kept[key] = value;
}

function booleanOf(given: unknown): unknown {
  const word = typeof given === 'string' ? given.trim().toLowerCase() : given;
  return word === 'true' ? true : word === 'false' ? false : given;
}

/** Some clients send objects as JSON text, some do it twice. */
function unwrapped(input: unknown): unknown {
  let value = input;
  for (let i = 0; i < MOST_UNWRAPS && typeof value === 'string' && /^\s*[{"]/.test(value); i++) {
    try {
      value = JSON.parse(value);
    } catch {
      return input;
    }
  }
  return value;
}

function issuesOf(errors: ErrorObject[], value: unknown, schema: ObjectSchema): InputIssue[] {
  // A value of the wrong type also misses the enum: the type is the thing to say.
  const mistyped = new Set(errors.filter((e) => e.keyword === 'type').map((e) => e.instancePath));
  const telling = errors.filter((e) => e.keyword === 'type' || !mistyped.has(e.instancePath));
  return telling.slice(0, MOST_ISSUES).map((error) => {
    const path = error.instancePath
      .split('/')
      .slice(1)
      .map((p) => p.replace(/~1/g, '/').replace(/~0/g, '~'));
    const within = path.reduce<Record<string, unknown>>(
      (s, key) => (s.properties as ObjectSchema['properties'] | undefined)?.[key] ?? (s.items as typeof s) ?? {},
      schema,
    );
    return issueOf(
      error,
      path,
      within,
      path.reduce<unknown>((v, key) => (v as Record<string, unknown> | undefined)?.[key], value),
      schema,
    );
  });
}

function issueOf(
  error: ErrorObject,
  path: string[],
  within: Record<string, unknown>,
  value: unknown,
  root: ObjectSchema,
): InputIssue {
  const at = (extra: string[] = []) => [...path, ...extra].join('.') || '(arguments)';
  const own = (within.properties ?? {}) as ObjectSchema['properties'];
  switch (error.keyword) {
    case 'required': {
      const field = String(error.params.missingProperty);
      const allowed = allowedWords(own[field]);
      return allowed ? takesOneOf(at([field]), 'is required', allowed) : { path: at([field]), message: 'is required' };
    }
    case 'additionalProperties': {
      const word = String(error.params.additionalProperty).slice(0, MOST_ECHOED);
      const home = Object.keys(root.properties).find(
        (k) => k !== path[0] && Object.hasOwn((root.properties[k]?.properties as object | undefined) ?? {}, word),
      );
      const fields = Object.keys(own);
      const none = `there is no field "${word}" here`;
      if (home !== undefined) return takesOneOf(at([word]), `${none}; it belongs in ${home}`, fields);
      const meant = SAME_FIELDS.find((names) => names.includes(word))?.find((name) => fields.includes(name));
      if (meant !== undefined) return takesOneOf(at([word]), `${none} (did you mean "${meant}"?)`, fields);
      return notOneOf(at([word]), word, fields, () => none);
    }
    case 'enum':
      return notOneOf(at(), String(value), allowedWords(within) ?? []);
    case 'pattern':
      return {
        path: at(),
        message: `${echo(value)} is not ${PATTERNS[String(within.pattern)] ?? 'written as it must be'}`,
      };
    case 'minimum':
      return { path: at(), message: `${echo(value)} is too small: at least ${String(error.params.limit)}` };
    case 'maximum':
      return { path: at(), message: `${echo(value)} is too large: at most ${String(error.params.limit)}` };
    case 'maxItems':
      return {
        path: at(),
        message: `has ${(value as unknown[]).length} entries: at most ${String(error.params.limit)} are taken`,
      };
    case 'maxLength':
      return { path: at(), message: `${echo(value)} is too long: at most ${String(error.params.limit)} characters` };
    case 'minLength':
      return {
        path: at(),
        message:
          value === '' ? 'is empty' : `${echo(value)} is too short: at least ${String(error.params.limit)} characters`,
      };
    case 'type': {
      const allowed = allowedWords(within);
      const types = [error.params.type].flat().filter((t) => t !== 'null');
      const message = `must be ${types.map((type) => wanted(type, within)).join(' or ')}, not ${kindOf(value)}`;
      return allowed ? takesOneOf(at(), message, allowed) : { path: at(), message };
    }
    case 'minItems':
      return { path: at(), message: `has too few entries: at least ${String(error.params.limit)}` };
    case 'minProperties':
      return { path: at(), message: `has too few fields: at least ${String(error.params.limit)}` };
    case 'maxProperties':
      return { path: at(), message: `has too many fields: at most ${String(error.params.limit)}` };
    case 'propertyNames':
      return { path: at(), message: `has a field of an impossible name: ${echo(error.params.propertyName)}` };
    case 'uniqueItems':
      return { path: at(), message: `has an entry twice: ${echo((value as unknown[])[error.params.i as number])}` };
    default:
      return { path: at(), message: error.message ?? 'is not valid' };
  }
}

/** Fields of one meaning that tools call differently. */
const SAME_FIELDS: readonly (readonly string[])[] = [
  ['lineText', 'description', 'text'],
  ['netAmount', 'net'],
  ['vatCharged', 'vat'],
];

/** What a field of a type takes. */
function wanted(type: string, { properties, minimum, maximum }: Record<string, unknown>): string {
  if (type === 'object') {
    const fields = Object.keys((properties as object | undefined) ?? {});
    return fields.length === 0 ? 'an object' : `an object with fields of ${fields.join(', ')}`;
  }
  if (type === 'integer')
    return `a whole number${minimum === undefined || maximum === undefined ? '' : ` from ${minimum} to ${maximum}`}`;
  return TYPES[type] ?? type;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
};

/** What a text of a pattern is. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^\\d{4}-\\d{2}-\\d{2}$': 'a date written YYYY-MM-DD',
  '^-?\\d{1,10}(\\.\\d{1,2})?$':
    'an amount in pounds: at most ten digits, then at most two decimals, no £ sign or commas, "-" first for a credit',
};

/** A value as it can be told: a single one itself, of others what they are. */
function kindOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return typeof value === 'string' ? `the string ${echo(value)}` : String(value);
}

function echo(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.length > MOST_ECHOED ? `${text.slice(0, MOST_ECHOED)}…` : text}"`;
}

function allowedWords(schema: Record<string, unknown> | undefined): string[] | undefined {
  const words = schema?.enum as (string | null)[] | undefined;
  return words?.filter((w): w is string => w !== null);
}
