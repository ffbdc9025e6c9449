import { ERROR_SCHEMA } from '../tools/schema_files.js';
import type { ToolTable } from '../tools/table.js';
import { SERVER_INFO } from './mcp_exchange.js';
import type { Route } from './routes.js';

/** The OpenAPI 3.1 document of the routes given, with the schemas of the tool table. */
export function openApiDocument(routes: readonly Route[], tools: ToolTable, baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of routes) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    const described = { ...operation, parameters: [...parameters, ...(operation.parameters ?? [])] };
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method]: described.parameters.length > 0 ? described : operation };
  }
  const schemas: Record<string, object> = {
    Error: ERROR_SCHEMA,
    Health: {
      type: 'object',
      required: ['ok', 'status'],
      properties: {
        ok: { type: 'boolean' },
        status: { type: 'string', enum: ['loading', 'ready'] },
        edition: { type: 'string' },
      },
    },
  };
  for (const tool of tools.all) {
    schemas[`${tool.name}.input`] = tool.inputSchema;
    schemas[`${tool.name}.answer`] = tool.answerSchema;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: SERVER_INFO.title,
      version: SERVER_INFO.version,
      description: 'Whether the VAT of a UK construction invoice line can be reclaimed under VAT Notice 708.',
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or access token with one of the scopes.' },
      },
    },
  };
}
