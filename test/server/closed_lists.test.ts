import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_KINDS } from '../../src/claims/open_item.js';
import { DOCUMENT_TYPES } from '../../src/rulebook/evidence.js';
import type { RunningServer } from '../../src/server/start.js';
import { aPerson, type Person, sendForm } from './an_organisation.js';
import { bricks, send, startTestServer, stopAll } from './harness.js';

const FOLDER = join(import.meta.dirname, '..', '..', 'schemas', 'tools');

/** Every list of allowed words in the schemas of the tools that has one word. */
function listsWith(word: string): [string, unknown[]][] {
  const found: [string, unknown[]][] = [];
  for (const name of readdirSync(FOLDER)) {
    const walk = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(walk);
      else if (typeof node === 'object' && node !== null)
        for (const [key, value] of Object.entries(node)) {
          if (key === 'enum' && Array.isArray(value) && value.includes(word)) found.push([name, value]);
          else walk(value);
        }
    };
    walk(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
  }
  return found;
}

describe('closed lists in the schemas of the tools', () => {
  it.each([
    ['kinds of documents', 'order_confirmation', DOCUMENT_TYPES],
    ['kinds of action items', 'counted_twice', ACTION_KINDS],
  ] as const)('%s are those of the program', (_, word, words) => {
    const lists = listsWith(word);
    expect(lists.length).toBeGreaterThan(1);
    for (const [name, list] of lists)
      expect([name, list.filter((one) => one !== null).sort()]).toEqual([name, [...words].sort()]);
  });
});

describe('a word that is none of a closed list', () => {
  let server: RunningServer;
  let sam: Person;
  beforeAll(async () => {
    server = await startTestServer({ LIMITS: 'off' });
    sam = await aPerson(server, 'sam@example.com');
  });
  afterAll(stopAll);

  /** Every word that is allowed, from the issue of one field, each of which its message must name. */
  const allowedAt = (path: string, { json }: Awaited<ReturnType<typeof send>>): string[] => {
    expect([json.error, json.issues?.[0].path]).toEqual(['invalid_input', path]);
    const [{ allowed, message }] = json.issues;
    expect(allowed.filter((word: string) => !message.includes(word))).toEqual([]);
    expect(json.message).toBe(`${path}: ${message}`);
    return allowed;
  };
  const post = (tool: string, body: object) => send(server, `/api/v1/${tool}`, { body, headers: sam.headers });

  it.each([
    ['check-line-item', 'item.supplyType', bricks({ supplyType: 'labor' }), 'labour'],
    ['check-line-item', 'item.supplyType', bricks({ supplyType: undefined }), 'labour'],
    ['check-line-item', 'item.relation', bricks({ relation: 5 }), 'main'],
    ['check-line-item', 'item.lineTxt', bricks({ lineTxt: 'x' }), 'lineText'],
    [
      'check-line-item',
      'item.confirmedAnswer',
      bricks({ confirmedAnswer: 'esm_who_installer=yes' }),
      'esm_who_installed',
    ],
    ['check-line-item', 'item.confirmedAnswer', bricks({ confirmedAnswer: 'esm_who_installed=x' }), 'self_installed'],
    [
      'answer-vat-complex-question',
      'questionId',
      { lineItemId: 'x', questionId: 'esm_who_instaled', answerId: 'y' },
      'esm_who_installed',
    ],
    [
      'answer-vat-complex-question',
      'questionId',
      { lineItemId: 'x', questionId: 'esm_who_install' },
      'esm_who_installed',
    ],
    [
      'answer-vat-complex-question',
      'answerId',
      { lineItemId: 'x', questionId: 'esm_who_installed', answerId: 'y' },
      'self_installed',
    ],
    ['answer-vat-complex-question', 'answerId', { lineItemId: 'x', questionId: 'esm_who_installed' }, 'self_installed'],
    ['set-up-project', 'scheme', { name: 'x' }, 'self_build_431c'],
    ['set-up-project', 'facts.contry', { name: 'x', facts: { contry: 'england' } }, 'country'],
    ['set-up-project', 'facts.country', { name: 'x', facts: { country: 'france' } }, 'wales'],
    ['set-up-project', 'forgetFacts', { projectId: 'x', forgetFacts: ['contry'] }, 'country'],
    ['set-up-project', 'elements.0.kind', { name: 'x', elements: [{ name: 'a', kind: 'hut' }] }, 'new_dwelling'],
    ['submit-invoice-data', 'documentType', { projectId: 'x', text: 'x', documentType: 'zz' }, 'credit_note'],
  ])('%s %s is refused by a message that names the list', async (tool, path, body, one) => {
    expect(allowedAt(path, await post(tool, body))).toContain(one);
  });

  it('is refused so where a stored line is answered and where a form is sent', async () => {
    const { json } = await post('route-line-item', {
      projectId: await sam.project(),
      item: {
        lineText: 'Bricks and garden furniture',
        netAmount: '400.00',
        vatCharged: '80.00',
        supplyType: 'materials',
      },
    });
    const { lineItemId, question } = json;
    const other = { lineItemId, questionId: 'esm_who_installed', answerId: 'self_installed' };
    expect(allowedAt('questionId', await post('answer-vat-complex-question', other))).toEqual([question.id]);
    const none = { lineItemId, questionId: question.id, withdraw: true };
    expect(allowedAt('questionId', await post('answer-vat-complex-question', none))).toEqual([]);
    const form = await sendForm(server, '/api/v1/invoices', sam.headers, { projectId: 'x', documentType: 'zz' }, [
      { fileName: 'a.txt', bytes: Buffer.from('INVOICE') },
    ]);
    expect(allowedAt('documentType', form)).toEqual([...DOCUMENT_TYPES]);
  });
});
