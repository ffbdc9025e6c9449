import { afterAll, beforeAll, describe, it } from 'vitest';
import { SCOPES } from '../../src/accounts/scopes.js';
import type { RunningServer } from '../../src/server/start.js';
import { openClient, readStory, routing, type StoryClient } from './a_story.js';
import { operatorKey } from './an_account.js';
import { startTestServer, stopAll } from './harness.js';
let server: RunningServer; let client: StoryClient;
beforeAll(async () => { server = await startTestServer({ LIMITS: 'off' }); client = await openClient(server, (await operatorKey(server, SCOPES)).key); });
afterAll(async () => { await client.close(); await stopAll(); });
describe.each(['mill_house', 'chapel'])('%s', (name) => {
  it('lists', async () => {
    const story = readStory(name);
    const set = await client.ask('set_up_project', story.project);
    console.log(name, set.outcome, JSON.stringify(set.issues ?? set.checks?.filter?.((c: any) => c.verdict !== 'holds') ?? set).slice(0, 900));
    if (!set.project) return;
    let wrong = 0, n = 0;
    const ids = new Map<string, [any, string]>();
    for (const invoice of story.invoices) for (const at of invoice.lines.keys()) { n++; const r = await client.ask('route_line_item', routing(story, set.project.id, invoice, at)); if (!r.ok) { console.log('!!', invoice.id, at + 1, JSON.stringify(r).slice(0, 300)); continue; } ids.set(r.lineItemId, [invoice.lines[at], `${invoice.id}.${at + 1}`]); }
    for (const i of await client.all('list_line_items', { projectId: set.project.id, limit: 64 })) { const [l, key] = ids.get(i.id)!; const got = [i.treatment, i.vatReclaimable, i.vatToRecoverFromSupplier, i.vatReclaimableOnceCorrected].join(' '); const want = [l.expected.treatment, l.expected.claim, l.expected.recover, l.expected.later].join(' '); if (got !== want) { wrong++; console.log(key, `«${l.text}» [${l.supplyType}] ${l.net} ${l.vat}\n   want ${want}\n   got  ${got} ${i.ruleId ?? i.rule?.id ?? ''} q=${i.question?.id ?? ''}`); } }
    console.log(name, n, 'wrong', wrong);
  }, 120000);
});
