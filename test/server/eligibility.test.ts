import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/accounts/audit.js';
import type { RunningServer } from '../../src/server/start.js';
import { assessProjectEligibility } from '../../src/tools/assess_project_eligibility.js';
import { projectFacts } from '../rulebook/eligibility/projects.js';
import { send, startTestServer, stopAll, toolCall } from './harness.js';

let server: RunningServer;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ LIMITS: 'off' });
  const account = await server.access.accounts.make('claimant@example.com', OPERATOR);
  const made = { name: 'x', scopes: ['projects:read' as const], madeBy: 'operator' as const };
  headers = { Authorization: `Bearer ${(await server.access.keys.create(account.id, made, OPERATOR)).key}` };
});
afterAll(stopAll);

const assess = async (args: object) => {
  const { status, json } = await send(server, '/mcp', { body: toolCall(args, 'assess_project_eligibility'), headers });
  return { status, isError: json.result?.isError, answer: json.result?.structuredContent };
};

describe('assess_project_eligibility over MCP', () => {
  const valid = new Ajv({ strict: false }).compile(assessProjectEligibility.answerSchema);

  it('answers as its schema says, whatever is known', async () => {
    const elements = [
      { name: 'barn', kind: 'converted_building', suppliers: ['Smith'] },
      { name: 'cottage', kind: 'new_dwelling', suppliers: ['Smith'] },
      { name: 'stables', kind: 'outbuilding' },
    ];
    const { parts: _, ...conversion } = projectFacts('conversion', {
      completionDate: null,
      completion: 'not_complete',
      completionEvidence: null,
    });
    const cases: [object, string][] = [
      [{ facts: {} }, 'needs_answer'],
      [{ facts: { country: 'channel_islands' } }, 'not_eligible'],
      [{ facts: { ...conversion, parts: 'home_alone' } }, 'eligible'],
      [{ facts: conversion, elements }, 'needs_answer'],
    ];
    for (const [args, outcome] of cases) {
      const { status, isError, answer } = await assess(args);
      expect([status, isError ?? false, answer.outcome]).toEqual([200, false, outcome]);
      expect(valid(answer), JSON.stringify(valid.errors)).toBe(true);
    }
  });

  it('forgives "" and null as not given, and names the nearest of what it does not know', async () => {
    const { answer } = await assess({ facts: { country: 'wales', consent: '', siteBefore: null } });
    expect(answer.facts).toEqual({ country: 'wales' });
    const wrong = await assess({
      facts: { contry: 'wales', siteBefore: 'empty' },
      elements: [{ name: 'a', kind: 'barn' }],
    });
    expect(wrong.isError).toBe(true);
    expect(wrong.answer).toMatchObject({ ok: false, error: 'invalid_input' });
    expect(wrong.answer.issues.map((i: { path: string }) => i.path).sort()).toEqual([
      'elements.0.kind',
      'facts.contry',
      'facts.siteBefore',
    ]);
    expect((await assess({})).answer.issues[0]).toMatchObject({ path: 'facts' });
  });

  it('needs a key with projects:read', async () => {
    const body = toolCall({ facts: {} }, 'assess_project_eligibility');
    expect((await send(server, '/mcp', { body })).status).toBe(401);
    const account = await server.access.accounts.make('other@example.com', OPERATOR);
    const made = { name: 'x', scopes: ['invoices:write' as const], madeBy: 'operator' as const };
    const { key } = await server.access.keys.create(account.id, made, OPERATOR);
    expect((await send(server, '/mcp', { body, headers: { Authorization: `Bearer ${key}` } })).status).toBe(403);
  });
});
