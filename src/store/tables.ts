import type { Generated } from 'kysely';

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

/** A JSON document in a text column. */
type Json = string;
/** Filled by the database, in the order of writing; lists are paged by it. */
type Sequence = Generated<number>;
/** Amounts are whole pence. */
type Pence = number;

/** One regime and one building (interface.md section 1). */
export interface ProjectsTable {
  seq: Sequence;
  id: string;
  organisation_id: string;
  name: string;
  scheme: string;
  /** Name of the building, its address and kind as the claimant says it. */
  building: Json;
  /** Facts of rules/eligibility/facts.yaml. */
  facts: Json;
  /** Parts of the site. */
  elements: Json;
  /** Names of the claimants. */
  claimants: Json;
  /** Outcome of the last assessment. */
  eligibility: string;
  /** Grows with every change, so that a decision made on older facts is not written. */
  revision: number;
  created_at: Time;
  updated_at: Time;
}

/** A document with lines: an invoice, credit note, receipt, or something that is none of these. */
export interface InvoicesTable {
  seq: Sequence;
  id: string;
  organisation_id: string;
  project_id: string;
  state: 'open' | 'locked' | 'trashed';
  /** How far the document has been read; `not_needed` where its lines were given. */
  extraction: 'not_needed' | 'queued' | 'running' | 'done' | 'failed';
  document_type: string;
  /** Job title or what the document says it is for. */
  heading: string | null;
  /** JSON; null where the document says nothing. */
  said_for: string | null;
  supplier_name: string | null;
  supplier_vat_number: string | null;
  /** The VAT number without that of a branch, else the name in small letters without its company form. */
  supplier_key: string | null;
  invoice_number: string | null;
  /** How the number ends: alike for all numbers that are or may be one. */
  number_key: string | null;
  /** ISO date. */
  invoice_date: string | null;
  tax_point: string | null;
  customer_name: string | null;
  currency: string;
  net_total: Pence | null;
  vat_total: Pence | null;
  gross_total: Pence | null;
  /** Whether the figures fit together; null where nothing was printed to compare. */
  reconciled: 0 | 1 | null;
  /** What does not fit, as reading said it. */
  problems: Json;
  /** Of the document's bytes: the same bytes are the same invoice of a project. */
  content_hash: string | null;
  /** Codes of what is missing for it to be evidence. */
  evidence: Json;
  revision: number;
  created_at: Time;
  updated_at: Time;
  trashed_at: Time | null;
}

export interface LineItemsTable {
  seq: Sequence;
  id: string;
  organisation_id: string;
  project_id: string;
  invoice_id: string;
  /** 1 while its invoice is in the trash: it then counts nowhere. */
  in_trash: 0 | 1;
  /** Place on the invoice, from 1. */
  position: number;
  text: string;
  /** Null when it could not be read. */
  net: Pence | null;
  vat: Pence | null;
  /** Quantity, unit, price, rate and place on the page, as printed. */
  printed: Json;
  /** What the caller stated about the line besides text and amounts. */
  stated: Json;
  /** Answers its owner gave. */
  answers: Json;
  relation: string | null;
  /** The line whose answers it follows. */
  main_line_id: string | null;
  /** Those answers as they were when the companions were re-classified. */
  main_line: Json | null;
  /** Latest decision. */
  decision_id: string | null;
  status: 'decided' | 'open_question' | 'undecided';
  /** Why it could not be put to the rulebook. */
  undecided: string | null;
  treatment: string;
  vat_reclaimable: Pence;
  vat_to_recover: Pence;
  vat_once_corrected: Pence;
  rule_id: string | null;
  question_id: string | null;
  created_at: Time;
  updated_at: Time;
}

/** Every decision ever made on a line; never changed. */
export interface DecisionsTable {
  seq: Sequence;
  id: string;
  organisation_id: string;
  line_item_id: string;
  at: Time;
  actor: string;
  cause: string;
  /** The line as it was put to the rulebook. */
  line: Json;
  /** What the rulebook said, without its steps: they follow again from the line. */
  outcome: Json;
  rule_id: string | null;
  edition: string;
  digest: string;
}

/** How far a person has come with an action item; what the item says is worked out from the lines. */
export interface ActionStatesTable {
  project_id: string;
  organisation_id: string;
  action_id: string;
  state: 'open' | 'asked' | 'received' | 'done';
  note: string | null;
  actor: string;
  updated_at: Time;
}

/** Answers of writes that carried an idempotency key. */
export interface WrittenOnceTable {
  organisation_id: string;
  key: string;
  /** Of the tool and its arguments: another request under the same key is refused. */
  request_hash: string;
  answer: Json;
  at: Time;
}

/** The file an invoice was submitted as; its bytes are in the folder `documents`, named by their SHA-256. */
export interface DocumentsTable {
  invoice_id: string;
  organisation_id: string;
  /** Hex. */
  sha256: string;
  bytes: number;
  /** By content. */
  media_type: string;
  file_name: string | null;
  /** What the sender said it is, in the words of `document_type`. */
  said_to_be: string | null;
  submitted_by: string;
  created_at: Time;
}

/** The reading of a document; one for each document. */
export interface JobsTable {
  seq: Sequence;
  id: string;
  organisation_id: string;
  project_id: string;
  invoice_id: string;
  state: 'queued' | 'running' | 'done' | 'failed';
  /** Tries begun since it was queued by a person. */
  attempts: number;
  next_attempt_at: Time;
  /** Who reads it: host, process and a random part. Whoever holds another lease may not write its result. */
  lease: string | null;
  lease_until: Time | null;
  page: number | null;
  pages: number | null;
  queued_at: Time;
  /** Start of the latest try. */
  started_at: Time | null;
  finished_at: Time | null;
  /** Code and words of why the latest try failed. */
  failure: string | null;
  reason: string | null;
  retry_can_help: 0 | 1 | null;
}

/** One-time addresses to which a document may be sent without a key. */
export interface UploadsTable {
  token_hash: string;
  organisation_id: string;
  project_id: string;
  account_id: string;
  actor: string;
  file_name: string | null;
  said_to_be: string | null;
  expires_at: Time;
  used_at: Time | null;
}

/** Every rulebook that decisions were made under, so that they can be made again. */
export interface RulebooksTable {
  digest: string;
  edition: string;
  /** Rule files and their schemas by name: JSON, compressed, in base64. */
  files: string;
  kept_at: Time;
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
  projects: ProjectsTable;
  invoices: InvoicesTable;
  line_items: LineItemsTable;
  decisions: DecisionsTable;
  action_states: ActionStatesTable;
  written_once: WrittenOnceTable;
  documents: DocumentsTable;
  jobs: JobsTable;
  uploads: UploadsTable;
  rulebooks: RulebooksTable;
}
