import type { Store } from '../store/open.js';
import type { AccountRecords } from './account_records.js';
import type { ApiKeys } from './api_keys.js';
import type { Actor } from './audit.js';
import { SCOPES } from './scopes.js';
import { newToken, type Secrets } from './secrets.js';

export interface RegistrationParts {
  store: Pick<Store, 'db'>;
  secrets: Secrets;
  accounts: AccountRecords;
  keys: ApiKeys;
  /** Whether the address alone is enough for a fresh key: only for a closed network. */
  emailOnly: boolean;
}

/** Behaviour set B: keys without e-mail. What proves an account later is a recovery code that was shown once. */
export class Registration {
  constructor(private readonly parts: RegistrationParts) {}

  /** Makes an account with a first key; null when the address has one already. */
  async create(email: string, actor: Actor): Promise<{ apiKey: string; recoveryCode: string } | null> {
    const { store, secrets, accounts, keys } = this.parts;
    const recoveryCode = newToken();
    return store.db.transaction().execute(async (db) => {
      const recoveryHash = secrets.hash('recovery', recoveryCode);
      const { account, made } = await accounts.createIn(db, email, actor, { verified: false, recoveryHash });
      if (!made) return null;
      const options = { name: 'First key', scopes: SCOPES, madeBy: 'registration' as const };
      const { key } = await keys.createIn(db, account.id, options, actor);
      return { apiKey: key, recoveryCode };
    });
  }

  /**
   * Makes a fresh key for an account; null when the address and the recovery code do not belong together.
   * @throws TooManyKeys
   */
  async freshKey(email: string, recoveryCode: string | null, actor: Actor): Promise<{ apiKey: string } | null> {
    const { store, secrets, keys, emailOnly } = this.parts;
    return store.db.transaction().execute(async (db) => {
      let owner = db.selectFrom('accounts').select('id').where('email', '=', email).where('state', '=', 'active');
      if (!emailOnly) owner = owner.where('recovery_hash', '=', secrets.hash('recovery', recoveryCode ?? ''));
      const account = await owner.executeTakeFirst();
      if (!account) return null;
      const options = { name: 'Fresh key', scopes: SCOPES, madeBy: 'registration' as const };
      const { key } = await keys.createIn(db, account.id, options, actor);
      return { apiKey: key };
    });
  }
}
