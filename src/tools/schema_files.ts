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

/**
 * The schema MCP announces for a tool's result. One flat object: clients check `structuredContent` against it for
 * errors too, and several cannot read `oneOf` at the root.
 */
export function announcedOutput(answer: ObjectSchema): ObjectSchema {
  const properties = {
    ...answer.properties,
    ...ERROR_SCHEMA.properties,
    ok: { type: 'boolean', description: 'true with an answer; false with error and message.' },
  };
  return { title: answer.title, type: 'object', required: ['ok'], properties };
}
