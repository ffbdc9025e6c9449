import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AskingToWrite, type Claims, openClaims } from '../../src/claims/claims.js';
import { type Project, projectRow } from '../../src/claims/records.js';
import type { GivenLine } from '../../src/claims/route_line.js';
import { parsePence } from '../../src/rulebook/money.js';
import type { Rulebook } from '../../src/rulebook/rulebook.js';
import { newId } from '../../src/store/ids.js';
import { openStore } from '../../src/store/open.js';

export const TODAY = '2026-11-20';

/** A real database with one organisation, and what asks for it. */
export interface Kept {
  folder: string;
  claims: Claims;
  organisationId: string;
  asking(tool?: string, idempotencyKey?: string | null, body?: unknown): AskingToWrite;
  project(
    scheme?: Project['scheme'],
    facts?: Record<string, string>,
    eligibility?: Project['eligibility'],
  ): Promise<Project>;
  close(): Promise<void>;
}

export async function openKept(
  book: Rulebook,
  folder = mkdtempSync(join(tmpdir(), 'notice708-claims-')),
): Promise<Kept> {
  const store = await openStore(folder);
  const claims = openClaims(store);
  const organisationId = newId('org');
  await store.db
    .insertInto('organisations')
    .values({ id: organisationId, name: 'Claimants', created_at: Date.now() })
    .execute();
  return {
    folder,
    claims,
    organisationId,
    asking: (tool = 'test', idempotencyKey = null, body = {}) => ({
      organisationId,
      actor: 'account test',
      book,
      today: TODAY,
      tool,
      idempotencyKey,
      body,
    }),
    project: async (scheme = 'self_build_431nb', facts = {}, eligibility = 'needs_answer') => {
      const project: Project = {
        id: newId('prj'),
        organisationId,
        name: 'Our home',
        scheme,
        building: { name: null, address: null, kind: null },
        facts,
        elements: [],
        claimants: [],
        eligibility,
        revision: 1,
        createdAt: Date.now(),
        updatedAt: Date.now(),
      };
      await store.db.insertInto('projects').values(projectRow(project)).execute();
      return project;
    },
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A line with amounts as decimal strings. */
export const given = (text: string, net: string, vat: string, more: Partial<GivenLine> = {}): GivenLine => ({
  text,
  net: parsePence(net),
  vat: parsePence(vat),
  stated: {},
  printed: {},
  answers: [],
  ...more,
});
