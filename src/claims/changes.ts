import { createHash } from 'node:crypto';
import { Stale, type Store, type Write } from '../store/open.js';

/** A change worked out and not yet written. */
export interface Planned<Answer> {
  writes: readonly Write[];
  answer: Answer;
}

/** What a write is asked for, so that asking again under the same key gives the same answer. */
export interface WriteRequest {
  organisationId: string;
  /** Chosen by the caller; null when it does not repeat. */
  idempotencyKey: string | null;
  tool: string;
  /** The arguments as checked. */
  body: unknown;
}

/** The key was used before for another request. */
export class KeyReused extends Error {
  constructor(readonly key: string) {
    super(`idempotency key "${key}" was used for another request`);
    this.name = 'KeyReused';
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an answer is kept to be given again. */
export const KEPT_MS = 7 * DAY_MS;
/** Another process may write between reading and writing; more often than this something is wrong. */
const MOST_TRIES = 20;

/** Carries out changes of what an organisation keeps: one after another for each project, all of a change or nothing. */
export class Changes {
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: Pick<Store, 'db' | 'commit'>,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Reads, thinks and writes as one. `plan` is asked again when what it read was changed meanwhile by another process.
   * @param turn what the change is about: changes of the same thing wait for each other.
   * @throws KeyReused when the idempotency key belongs to another request; whatever `plan` throws, with nothing written.
   */
  carryOut<Answer extends object>(
    turn: string,
    request: WriteRequest,
    plan: () => Promise<Planned<Answer>>,
  ): Promise<Answer> {
    return this.inTurn(turn, async () => {
      for (let tries = 1; ; tries++) {
        const before = await this.answered<Answer>(request);
        if (before) return before;
        const { writes, answer } = await plan();
        try {
          await this.store.commit([...writes, ...this.remembered(request, answer)]);
          return answer;
        } catch (error) {
          if (!(error instanceof Stale) || tries === MOST_TRIES) throw error;
        }
      }
    });
  }

  /** Forgets answers that nobody asks for again. */
  async sweep(): Promise<void> {
    await this.store.db
      .deleteFrom('written_once')
      .where('at', '<', this.clock() - KEPT_MS)
      .execute();
  }

  private async inTurn<T>(turn: string, run: () => Promise<T>): Promise<T> {
    const before = this.turns.get(turn) ?? Promise.resolve();
    const mine = before.then(run, run);
    const settled = mine.catch(() => {});
    this.turns.set(turn, settled);
    try {
      return await mine;
    } finally {
      if (this.turns.get(turn) === settled) this.turns.delete(turn);
    }
  }

  private async answered<Answer>(request: WriteRequest): Promise<Answer | null> {
    const { organisationId, idempotencyKey: key } = request;
    if (key === null) return null;
    const row = await this.store.db
      .selectFrom('written_once')
      .select(['request_hash', 'answer'])
      .where('organisation_id', '=', organisationId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (!row) return null;
    if (row.request_hash !== hashOf(request)) throw new KeyReused(key);
    return JSON.parse(row.answer);
  }

  /** A row that is there already leaves this at no change, so the whole change is stale and the earlier answer is given. */
  private remembered(request: WriteRequest, answer: object): Write[] {
    const { organisationId, idempotencyKey: key } = request;
    if (key === null) return [];
    const row = {
      organisation_id: organisationId,
      key,
      request_hash: hashOf(request),
      answer: JSON.stringify(answer),
      at: this.clock(),
    };
    return [
      {
        query: this.store.db
          .insertInto('written_once')
          .values(row)
          .onConflict((c) => c.doNothing()),
        expect: 1,
      },
    ];
  }
}

function hashOf({ tool, body }: WriteRequest): string {
  return createHash('sha256')
    .update(`${tool}\0${sorted(body)}`)
    .digest('hex');
}

/** JSON with keys in order: the same request however its fields were ordered. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, v) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}
