import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { SETTING_NAMES } from '../../src/server/settings.js';
import { bricks, REST, send, startTestServer, stopAll } from './harness.js';

const doc = (name: string) => readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8');
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\n\`\`\``, 'gs'))].map((m) => m[1] ?? '');

afterAll(stopAll);

describe('docs/operators.md', () => {
  it('lists every setting and no other', () => {
    const listed = [...doc('operators.md').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap((m) =>
      [...(m[1] ?? '').matchAll(/[A-Z0-9_]+/g)].map((n) => n[0]),
    );
    expect(listed.sort()).toEqual([...SETTING_NAMES].sort());
  });
});

describe('docs/agents.md', () => {
  const text = doc('agents.md');

  it('has JSON that parses, client entries with an address that ends in /mcp', () => {
    const parsed = blocks(text, 'json').map((b) => JSON.parse(b));
    const entries = parsed.flatMap((p) => Object.values<{ url: string }>(p.mcpServers ?? p.servers ?? {}));
    expect(entries.length).toBeGreaterThan(3);
    for (const { url } of entries) expect(url).toMatch(/\/mcp$/);
  });

  it('its first call works as pasted, and its answer is of the shape and substance shown', async () => {
    const server = await startTestServer({ LIMITS: 'off' });
    const [line = ''] = blocks(text, 'sh');
    const args = JSON.parse(/-d '(.*)'$/.exec(line)?.[1] ?? '');
    const { json } = await send(server, '/mcp', { body: args });
    const shown = blocks(text, 'json')
      .map((b) => JSON.parse(b))
      .find((p) => p.ok === true);
    expect(Object.keys(json.result.structuredContent)).toEqual(Object.keys(shown));
    expect(json.result.structuredContent.classification.treatment).toBe(shown.classification.treatment);
    expect(json.result.structuredContent.classification.vatReclaimable).toBe(shown.classification.vatReclaimable);
    // Bash reads the line without a mistake: the quotes hold.
    expect(spawnSync('bash', ['-n', '-c', line]).status).toBe(0);
  });

  it('the error it shows is the error it gets', async () => {
    const server = await startTestServer({ LIMITS: 'off' });
    const shown = blocks(text, 'json')
      .map((b) => JSON.parse(b))
      .find((p) => p.ok === false);
    expect((await send(server, REST, { body: bricks({ supplyType: 'labor' }) })).json).toEqual(shown);
  });
});
