import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { completion, type VisionModel, visionModel } from '../extraction/a_vision_model.js';
import { GOODS, HEAD, pdf, RIGHT, SUMS } from '../extraction/an_odd_invoice.js';
import { aPerson, base64, ended, submit } from './an_organisation.js';
import { send, startTestServer, stopAll, toolCall } from './harness.js';

const models: VisionModel[] = [];
afterEach(async () => {
  for (const model of models.splice(0)) await model.close();
});
afterAll(stopAll);

/** The invoice as a server keeps it, and all that the server logged. */
async function submitted(env: Record<string, string>, answer: Parameters<typeof visionModel>[0]) {
  const model = await visionModel(answer);
  models.push(model);
  let logged = '';
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        logged += chunk;
        done();
      },
    }),
  );
  const given = env.VISION_MODEL === undefined ? env : { VISION_URL: `${model.url}?tenant=own-secret`, ...env };
  const server = await startTestServer({ LIMITS: 'off', ...given }, { log });
  const sam = await aPerson(server, 'sam@example.com');
  const projectId = await sam.project();
  const contentBase64 = base64(await pdf([...HEAD, ...GOODS, ...SUMS]));
  const { jobId } = await submit(server, sam.headers, { projectId, contentBase64 });
  await ended(server, sam.headers, jobId);
  const body = toolCall({ projectId }, 'list_invoices');
  const { json } = await send(server, '/mcp', { body, headers: sam.headers });
  return { invoice: json.result.structuredContent.items[0], calls: model.calls, logged };
}

const VISION = { VISION_MODEL: 'eyes-1', VISION_KEY: 'k-sesame', VISION_TIMEOUT_SECS: '5' };

describe('a server shows a document to a vision model', { timeout: 60_000 }, () => {
  it('when it is configured and the words do not reconcile', async () => {
    const { invoice, calls, logged } = await submitted(VISION, (response) => completion(response, RIGHT));
    expect(invoice).toMatchObject({ reconciled: true });
    expect(calls).toMatchObject([{ authorization: 'Bearer k-sesame' }]);
    expect(logged).toContain('shown to the vision model');
    for (const secret of ['k-sesame', 'own-secret', 'carcassing']) expect(logged).not.toContain(secret);
  });

  it('and keeps what was read when the model fails, saying why in the log', async () => {
    const { invoice, calls, logged } = await submitted(VISION, (response) => response.writeHead(503).end());
    expect(invoice).toMatchObject({ reconciled: false });
    expect(calls).toHaveLength(1);
    expect(logged).toContain('it answered 503');
    for (const secret of ['k-sesame', 'own-secret', 'carcassing']) expect(logged).not.toContain(secret);
  });

  it('and to none when it is not configured', async () => {
    const { invoice, calls } = await submitted({}, (response) => completion(response, RIGHT));
    expect(invoice).toMatchObject({ reconciled: false });
    expect(calls).toEqual([]);
  });
});
