import type { ObjectSchema, Tool, ToolContent } from '../../src/tools/tool.js';

// Smallest valid files: one white pixel, one silent sample.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==';
const NO_ARGUMENTS: ObjectSchema = { type: 'object', properties: {} };

function fixture(name: string, content: ToolContent[], more: Partial<Tool> & { isError?: boolean } = {}): Tool {
  const { isError, ...row } = more;
  return {
    name,
    title: name,
    description: 'A tool the MCP conformance suite asks for. Exists in this test only.',
    inputSchema: NO_ARGUMENTS,
    answerSchema: NO_ARGUMENTS,
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    access: 'public',
    limitClass: null,
    countsTowardsDailyCap: false,
    read: () => ({}),
    run: async () => ({}),
    present: () => ({ content, ...(isError ? { isError } : {}) }),
    logFields: () => ({}),
    ...row,
  };
}

const image: ToolContent = { type: 'image', data: PNG, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, text: string): ToolContent => ({
  type: 'resource',
  resource: { uri, mimeType, text },
});

/** Tools the suite calls by name, so that the real Koa stack and both SDK adapters are what is judged. */
export const FIXTURE_TOOLS: Tool[] = [
  fixture('test_simple_text', [{ type: 'text', text: 'This is a simple text response for testing.' }]),
  fixture('test_image_content', [image]),
  fixture('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]),
  fixture('test_embedded_resource', [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]),
  fixture('test_multiple_content_types', [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  fixture('test_error_handling', [{ type: 'text', text: 'This tool intentionally returns an error for testing' }], {
    isError: true,
  }),
  fixture('json_schema_2020_12_tool', [{ type: 'text', text: 'ok' }], {
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  }),
];
