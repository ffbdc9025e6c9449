/** Times are milliseconds since 1970. A `..._hash` is a keyed hash: what it was made from is not in the file. */
type Time = number;

/** Calls counted towards a cap; one row for each caller and kind of call. */
export interface UsageTable {
  /** Whom the cap counts, for example `ip:203.0.113.7`. */
  subject: string;
  /** What is counted, for example `check_line_item`. */
  kind: string;
  /** First call of the running window. */
  started_at: Time;
  used: number;
}

/** Who shares projects. Every account belongs to one. */
export interface OrganisationsTable {
  id: string;
  name: string;
  created_at: Time;
}

export interface AccountsTable {
  id: string;
  organisation_id: string;
  /** In lower case, as typed otherwise. */
  email: string;
  state: 'active' | 'disabled';
  plan: string;
  created_at: Time;
  /** When the address was proved by a link sent to it; null for accounts made without e-mail. */
  verified_at: Time | null;
  /** Behaviour set B: of the one-time recovery code. */
  recovery_hash: string | null;
}

/** Addresses that were asked to confirm; the account is made when they do. */
export interface SignUpsTable {
  token_hash: string;
  email: string;
  asked_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  key_hash: string;
  last4: string;
  name: string;
  /** Separated by spaces. */
  scopes: string;
  made_by: 'settings' | 'approval' | 'operator' | 'registration';
  created_at: Time;
  last_used_at: Time | null;
  revoked_at: Time | null;
}

/** Requests of an agent for a key, waiting for the approval of the owner of the address. */
export interface ApprovalsTable {
  request_hash: string;
  approval_hash: string;
  retrieval_hash: string;
  user_code: string;
  /** Null when no account has the address: the request then stays pending until it expires. */
  account_id: string | null;
  scopes: string;
  /** What the asking program says it is. */
  client: string;
  client_address: string;
  state: 'pending' | 'approved' | 'denied';
  asked_at: Time;
  expires_at: Time;
  polled_at: Time | null;
  decided_at: Time | null;
  /** The key made when it was retrieved. */
  key_id: string | null;
}

/** Sign-ins to the pages by a code or link sent by e-mail. */
export interface SignInsTable {
  id: string;
  account_id: string | null;
  code_hash: string;
  link_hash: string;
  wrong_tries: number;
  asked_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

/** Signed-in browsers. */
export interface SessionsTable {
  id_hash: string;
  account_id: string;
  created_at: Time;
  expires_at: Time;
}

/** Mail waiting to be sent, or kept for the embedded mailbox. */
export interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: Time;
  sent_at: Time | null;
  attempts: number;
  next_attempt_at: Time | null;
}

/** Security events. */
export interface AuditTable {
  /** Grows with time. */
  id: string;
  at: Time;
  event: string;
  account_id: string | null;
  /** Who did it: an account, a key, `operator`, `anonymous`. */
  actor: string;
  client_address: string | null;
  /** JSON of short facts, never a secret. */
  detail: string;
}

/** What the authorization server keeps: clients, grants, tokens, sessions. */
export interface OAuthRecordsTable {
  id_hash: string;
  /** The model's name, such as `AccessToken`. */
  kind: string;
  /** The record, encrypted with the server's secret: ids of records are credentials. */
  sealed: string;
  grant_hash: string | null;
  uid_hash: string | null;
  /** Of grants, so that a person can see and end them. */
  account_id: string | null;
  client_id: string | null;
  made_at: Time;
  consumed_at: Time | null;
  expires_at: Time | null;
}

/** The tables, as Kysely types them. */
export interface Tables {
  usage: UsageTable;
  organisations: OrganisationsTable;
  accounts: AccountsTable;
  sign_ups: SignUpsTable;
  api_keys: ApiKeysTable;
  approvals: ApprovalsTable;
  sign_ins: SignInsTable;
  sessions: SessionsTable;
  mails: MailsTable;
  audit: AuditTable;
  oauth_records: OAuthRecordsTable;
}
