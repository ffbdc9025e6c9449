import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../src/server/start.js';
import { bricks, REST, send, startTestServer, stopAll } from './harness.js';

let server: RunningServer;
// biome-ignore lint/suspicious/noExplicitAny: the document is read freely
let document: any;
beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
  document = (await send(server, '/openapi.json')).json;
});
afterAll(stopAll);

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Every path anything in the project speaks of; whatever of them is mounted must be in the document. */
const CANDIDATES = [
  '/',
  '/mcp',
  '/sse',
  REST,
  '/openapi.json',
  '/healthz',
  '/oauth/token',
  '/oauth/authorize',
  '/oauth/register',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/metrics',
  '/admin',
];

describe('GET /openapi.json', () => {
  it('is OpenAPI 3.1 with this server as its address', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: server.url }]);
  });

  it('every operation it lists is answered', async () => {
    for (const [path, operations] of Object.entries<Record<string, object>>(document.paths)) {
      for (const method of Object.keys(operations)) {
        const { status } = await send(server, path, {
          method: method.toUpperCase(),
          ...(method === 'post' ? { body: {} } : {}),
        });
        expect([404, 405], `${method} ${path}`).not.toContain(status);
      }
    }
  });

  it('every method answered on a known path is listed', async () => {
    for (const path of new Set([...CANDIDATES, ...Object.keys(document.paths)])) {
      for (const method of METHODS) {
        const { status } = await send(server, path, {
          method: method.toUpperCase(),
          ...(method === 'get' ? {} : { body: {} }),
        });
        expect(![404, 405].includes(status), `${method} ${path} answered ${status}`).toBe(
          document.paths[path]?.[method] !== undefined,
        );
      }
    }
  });

  it('every status met is listed, and operation ids are unique', async () => {
    const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((o) =>
      Object.values(o).map((x) => x.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const rest = document.paths[REST].post.responses;
    for (const status of ['200', '400', '403', '413', '415', '429', '500', '503'])
      expect(rest[status], status).toBeDefined();
    expect(document.paths['/mcp'].post.responses['401'].headers['WWW-Authenticate']).toBeDefined();
  });

  it('what is refused of a thing that is kept is listed', () => {
    for (const [tool, statuses] of [
      ['set-up-project', ['401', '404', '409', '422']],
      ['route-line-item', ['404', '409']],
      ['answer-vat-complex-question', ['404', '409']],
      ['reclassify-companion-items', ['404', '409']],
      ['submit-invoice-data', ['404', '409', '413', '415', '507']],
      ['list-projects', ['404']],
      ['list-invoices', ['404']],
      ['list-line-items', ['404']],
      ['assess-project-eligibility', ['404']],
      ['poll-authentication', ['404']],
    ] as const)
      expect(Object.keys(document.paths[`/api/v1/${tool}`].post.responses)).toEqual(
        expect.arrayContaining([...statuses]),
      );
    const { failure } =
      document.paths['/api/v1/jobs/{jobId}'].get.responses['200'].content['application/json'].schema.properties;
    expect(failure.properties.code.enum).toEqual(expect.arrayContaining(['too_large', 'document_missing']));
  });

  it('every reference resolves, and the example is valid, is answered, and the answer is valid', async () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      (m) => m[1] ?? '',
    );
    for (const ref of refs) expect(document.components.schemas[ref], ref).toBeDefined();
    const ajv = new Ajv2020({ strict: false });
    const { example } = document.paths[REST].post.requestBody.content['application/json'];
    expect(ajv.validate(document.components.schemas['check_line_item.input'], example)).toBe(true);
    const { json } = await send(server, REST, { body: example });
    expect(ajv.validate(document.components.schemas['check_line_item.answer'], json)).toBe(true);
    const wrong = await send(server, REST, { body: bricks({ supplyType: 'x' }) });
    expect(ajv.validate(document.components.schemas.Error, wrong.json)).toBe(true);
  });

  it('has the schemas the MCP tool list announces', async () => {
    const { json } = await send(server, '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    expect(json.result.tools[0].inputSchema).toEqual(document.components.schemas['check_line_item.input']);
  });
});
