import { readFileSync } from 'node:fs';
import type { ObjectSchema } from './tool.js';

const FOLDER = new URL('../../schemas/tools/', import.meta.url);

/**
 * Reads `schemas/tools/<name>.schema.json`. The `$schema` line is for editors and stays at home: on the wire the dialect
 * is the protocol's default, and some client validators refuse a document that names another.
 */
export function readToolSchema(name: string): ObjectSchema {
  const { $schema: _dialect, ...schema } = JSON.parse(readFileSync(new URL(`${name}.schema.json`, FOLDER), 'utf8'));
  return schema as ObjectSchema;
}

/** The error answer every tool shares. */
export const ERROR_SCHEMA = readToolSchema('error');

/** Levels of an answer that are announced; the OpenAPI document has them all. */
const ANNOUNCED_LEVELS = 2;

/**
 * The schema MCP announces for a tool's result. One flat object: clients check `structuredContent` against it for
 * errors too, and several cannot read `oneOf` at the root. What lies deeper is left out, because agents read the schemas
 * of all tools before their first call.
 */
export function announcedOutput(answer: ObjectSchema): ObjectSchema {
  const properties = {
    ...(shallow(answer, ANNOUNCED_LEVELS).properties as ObjectSchema['properties']),
    ...ERROR_SCHEMA.properties,
    ok: { type: 'boolean', description: 'true with an answer; false with error and message.' },
  };
  return { title: answer.title, type: 'object', required: ['ok'], properties };
}

function shallow(
  { properties, items, required, ...schema }: Record<string, unknown>,
  levels: number,
): Record<string, unknown> {
  if (levels === 0) return schema;
  return {
    ...schema,
    ...(required === undefined ? {} : { required }),
    ...(items === undefined ? {} : { items: shallow(items as Record<string, unknown>, levels - 1) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties as ObjectSchema['properties']).map(([k, v]) => [k, shallow(v, levels - 1)]),
          ),
        }),
  };
}
