import type { Store, Write } from '../store/open.js';
import type { AuditTable } from '../store/tables.js';

/** Security events an operator can read back. */
export type AuditEvent =
  | 'account.asked'
  | 'account.created'
  | 'account.disabled'
  | 'account.enabled'
  | 'account.plan_changed'
  | 'approval.asked'
  | 'approval.approved'
  | 'approval.denied'
  | 'key.created'
  | 'key.revoked'
  | 'sign_in.asked'
  | 'sign_in.done'
  | 'sign_in.failed'
  | 'sign_out.done'
  | 'consent.granted'
  | 'consent.denied'
  | 'consent.revoked'
  | 'token.reused'
  | 'trash.emptied';

/** Who did something, and from where. */
export interface Actor {
  /** `anonymous`, `operator`, `account ID` or `key ID`. */
  who: string;
  clientAddress: string | null;
}

export const OPERATOR: Actor = { who: 'operator', clientAddress: null };

export interface AuditEntry {
  id: string;
  at: number;
  event: AuditEvent;
  accountId: string | null;
  actor: string;
  clientAddress: string | null;
  detail: Record<string, string>;
}

let lastTick = 0;
let sameTick = 0;
/** Ids in the order of writing, also within one millisecond. */
function entryId(at: number): string {
  sameTick = at === lastTick ? sameTick + 1 : 0;
  lastTick = at;
  return `${at.toString(36).padStart(9, '0')}-${sameTick.toString(36).padStart(4, '0')}-${process.pid.toString(36)}`;
}

/** The trail of security events. Details are short facts; a secret never belongs in them. */
export class Audit {
  constructor(
    private readonly store: Pick<Store, 'db'>,
    private readonly clock: () => number = Date.now,
  ) {}

  async record(
    event: AuditEvent,
    actor: Actor,
    accountId: string | null,
    detail: Record<string, string> = {},
    db = this.store.db,
  ): Promise<void> {
    await db
      .insertInto('audit')
      .values(this.row(event, actor, accountId, detail))
      .execute();
  }

  /** The same as a write of a change that it must stand or fall with. */
  entry(event: AuditEvent, actor: Actor, accountId: string | null, detail: Record<string, string>): Write {
    return { query: this.store.db.insertInto('audit').values(this.row(event, actor, accountId, detail)) };
  }

  private row(event: AuditEvent, actor: Actor, accountId: string | null, detail: Record<string, string>): AuditTable {
    const at = this.clock();
    return {
      id: entryId(at),
      at,
      event,
      account_id: accountId,
      actor: actor.who,
      client_address: actor.clientAddress,
      detail: JSON.stringify(detail),
    };
  }

  /** The newest entries first. */
  async list({ accountId, most = 100 }: { accountId?: string; most?: number } = {}): Promise<AuditEntry[]> {
    let query = this.store.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(most);
    if (accountId !== undefined) query = query.where('account_id', '=', accountId);
    return (await query.execute()).map((row) => ({
      id: row.id,
      at: row.at,
      event: row.event as AuditEvent,
      accountId: row.account_id,
      actor: row.actor,
      clientAddress: row.client_address,
      detail: JSON.parse(row.detail) as Record<string, string>,
    }));
  }
}
