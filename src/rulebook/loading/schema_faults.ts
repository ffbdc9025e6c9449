import type { ErrorObject } from 'ajv';
import { didYouMean, nearest, type Path, type Problem, type SourceFile, valueAt } from '../problems.js';

/** What a schema finds wrong with a file, in words an author can act on, each at its place. */
export function schemaProblems(file: SourceFile, errors: readonly ErrorObject[]): Problem[] {
  return relevant(errors).map((error) => {
    const path = pathOf(error.instancePath);
    const id = idAt(file.value, path);
    const message = describe(error, path);
    return error.keyword === 'additionalProperties'
      ? file.keyProblem([...path, String(error.params.additionalProperty)], message, id)
      : file.problem(path, message, id);
  });
}

function pathOf(instancePath: string): (string | number)[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((p) => (/^\d+$/.test(p) ? Number(p) : p.replace(/~1/g, '/').replace(/~0/g, '~')));
}

/** Of the many errors of a `oneOf`, those that say something to an author: of the one way that was probably meant. */
function relevant(errors: readonly ErrorObject[]): ErrorObject[] {
  const beside = new Set<ErrorObject>();
  for (const choice of errors) {
    if (choice.keyword !== 'oneOf' && choice.keyword !== 'anyOf') continue;
    const ways = new Map<string, ErrorObject[]>();
    for (const error of errors) {
      if (
        error === choice ||
        !error.schemaPath.startsWith(`${choice.schemaPath}/`) ||
        !within(error.instancePath, choice.instancePath)
      )
        continue;
      const way = error.schemaPath.slice(choice.schemaPath.length + 1).split('/')[0] ?? '';
      ways.set(way, [...(ways.get(way) ?? []), error]);
    }
    const [, ...others] = [...ways.values()].sort((a, b) => likeness(b, choice) - likeness(a, choice));
    for (const other of others) for (const error of other) beside.add(error);
    if (ways.size > 0) beside.add(choice);
  }
  const meant = new Set<string>();
  for (const e of errors) {
    if (e.keyword === 'additionalProperties' && !beside.has(e))
      meant.add(`${e.instancePath} ${nearest(String(e.params.additionalProperty), wordsOf(e)) ?? ''}`);
  }
  const seen = new Set<string>();
  return errors.filter((e) => {
    const key = `${e.instancePath} ${e.keyword} ${JSON.stringify(e.params)}`;
    // A misspelt key is not also a missing one.
    if (e.keyword === 'required' && meant.has(`${e.instancePath} ${String(e.params.missingProperty)}`)) return false;
    if (beside.has(e) || e.keyword === 'if' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function within(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

/** How near a value came to one way of a `oneOf`: faults deep inside it mean that its form was right. */
function likeness(errors: ErrorObject[], choice: ErrorObject): number {
  let score = 0;
  for (const error of errors) {
    const inside = error.instancePath !== choice.instancePath;
    if (error.keyword === 'type' && !inside) score -= 100;
    else if (error.keyword === 'enum') score += inside ? 10 : typeof error.data === 'object' ? -100 : 5;
    else if (error.keyword === 'additionalProperties')
      score += nearest(String(error.params.additionalProperty), wordsOf(error)) === undefined ? -10 : 0;
    else if (error.keyword === 'required') score -= 5;
    else score += inside ? 10 : 0;
  }
  return score;
}

/** The keys allowed where an unknown one stands. */
function wordsOf(error: ErrorObject): string[] {
  return Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
}

/** The id of the innermost entry around a place. */
export function idAt(value: unknown, path: Path): string | undefined {
  for (let depth = path.length; depth > 0; depth--) {
    const id = (valueAt(value, path.slice(0, depth)) as { id?: unknown } | null | undefined)?.id;
    if (typeof id === 'string') return id;
  }
  return undefined;
}

function describe(error: ErrorObject, path: Path): string {
  const where = path.filter((p) => typeof p === 'string').at(-1) ?? 'the file';
  switch (error.keyword) {
    case 'additionalProperties': {
      const word = String(error.params.additionalProperty);
      return `unknown word "${word}"${didYouMean(word, wordsOf(error))}`;
    }
    case 'required':
      return `"${String(error.params.missingProperty)}" is missing`;
    case 'enum': {
      const allowed = (error.params.allowedValues as unknown[]).map(String);
      if (typeof error.data === 'object' && error.data !== null)
        return `${Array.isArray(error.data) ? 'a list' : 'a map'} is not allowed for ${where}; allowed: ${allowed.join(', ')}`;
      const word = String(error.data);
      return `"${word}" is not allowed for ${where}${didYouMean(word, allowed)}; allowed: ${allowed.join(', ')}`;
    }
    case 'format':
      return `${quoted(error.data)} is not ${FORMATS[String(error.params.format)] ?? `what ${where} must be`}`;
    case 'pattern':
      return `${quoted(error.data)} is not allowed for ${where}; ${PATTERNS[String(error.params.pattern)] ?? 'it is written otherwise'}`;
    case 'type': {
      const types = [error.params.type].flat().map((type) => TYPES[type] ?? type);
      return `${where} must be ${types.join(' or ')}, not ${kindOf(error.data)}`;
    }
    case 'const':
      return `${where} can only be ${JSON.stringify(error.params.allowedValue)}, not ${kindOf(error.data)}`;
    case 'minLength':
      return `${where} is empty`;
    case 'minItems':
      return `${where} needs at least ${counted(error.params.limit, 'entry', 'entries')}`;
    case 'minProperties':
      return `${where} needs at least ${counted(error.params.limit, 'key', 'keys')}`;
    case 'maxProperties':
      return `${where} takes at most ${counted(error.params.limit, 'key', 'keys')}, not ${Object.keys(error.data as object).join(', ')}`;
    case 'uniqueItems':
      return `${where} has an entry twice: ${quoted((error.data as unknown[])[error.params.i as number])}`;
    case 'minimum':
    case 'exclusiveMinimum':
      return `${where} must be ${error.keyword === 'minimum' ? 'at least' : 'more than'} ${error.params.limit}, not ${kindOf(error.data)}`;
    default:
      return `${where} ${error.message ?? 'is not valid'}`;
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a day of the calendar; write it as 2026-11-20',
  uri: 'an address; write it as https://www.gov.uk/vat',
};

/** How a text of a pattern is written. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^[a-z0-9_]+$': 'write small letters, digits and _, as in some_id_2',
  '^[a-z_]+$': 'write small letters and _, as in some_id',
  '^[a-z][A-Za-z]+$': 'write letters alone, as in someName',
  '^[a-z_]+\\.[a-z0-9_]+$': 'write area.thing in small letters, as in doors.door_handle',
  '^431(nb|c)\\.[a-z_]+\\.[a-z0-9_]+$': 'write scheme, supply type and name, as in 431nb.materials.some_rule',
  '^\\d{4}\\.\\d{2}\\.\\d+$': 'write year.month.number, as in 2026.11.1',
  '^[QK]\\d{2}$': 'write Q or K and two digits, as in K07',
  '^[A-Z]{2,3}$': 'write two or three capitals, as in GB',
  '^E\\d{2}[a-z]?$': 'write E and two digits, as in E04',
  '^E\\d{2}[a-z]?\\.[a-z0-9_]+$': 'write the id of the check and a name, as in E04.some_rule',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  null: 'null',
};

const quoted = (value: unknown): string => `"${String(value)}"`;

/** A value as it can be told: a single one itself, of others what they are. */
function kindOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'a map';
  return typeof value === 'string' ? quoted(value) : String(value);
}

const counted = (count: number, one: string, more: string): string =>
  `${count === 1 ? 'one' : count} ${count === 1 ? one : more}`;
