import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '../extraction/limits.js';
import type { VisionSettings } from '../extraction/vision/http_provider.js';
import { didYouMean } from '../rulebook/problems.js';
import { isLoopback } from './client_address.js';

export const AUTH_CHALLENGES = ['http', 'tool-result', 'auto'] as const;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Everything an operator can set. Limits are null where there is none. */
export interface Settings {
  host: string;
  port: number;
  /** Address clients use, without a trailing slash; null means "where it listens". */
  baseUrl: string | null;
  dataDir: string;
  rulesDir: string;
  schemasDir: string;
  behaviourSet: 'A' | 'B';
  /** Set B: a fresh key for an address alone, without its recovery code. */
  setBEmailOnly: boolean;
  /** How a gated call without credentials is told so: HTTP 401, inside the tool result, or by what the client understands. */
  authChallenge: (typeof AUTH_CHALLENGES)[number];
  /** Null: mail is kept in the embedded mailbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** 64 hex digits that key every hash; null: the file server.secret in the data folder. */
  secretKey: string | null;
  allowedOrigins: string[];
  allowedHosts: string[];
  /** How many reverse proxies stand in front; X-Forwarded-For is ignored when 0. */
  trustProxyHops: number;
  limits: {
    mcpPerMinute: number | null;
    authenticatedPerMinute: number | null;
    checkLineItemPerDay: number | null;
    lineDecisionsPerMinute: number | null;
    pagesPerMinute: number | null;
    oauthTokensPerMinute: number | null;
    oauthAuthorizationsPerMinute: number | null;
    oauthRegistrationsPer15Minutes: number | null;
    accountRequestsPerHour: number | null;
    mailsPerAddressPerHour: number | null;
    mailsPerHour: number | null;
    /** Documents of one organisation that are queued or being read. */
    queuedDocuments: number | null;
    /** Megabytes of all documents of one organisation. */
    storedDocumentMb: number | null;
    /** Most callers remembered at once by the minute windows. */
    rememberedCallers: number;
  };
  maxBodyBytes: number;
  maxJsonDepth: number;
  /** Of one document, however it is sent. */
  maxDocumentBytes: number;
  /** Of a body that may carry a document in base64, from a caller who may submit documents. */
  maxSubmitBodyBytes: number;
  /** Megabytes that must stay free on the disk of the data folder. */
  minFreeDiskMb: number;
  /** Documents read at once; 0 leaves the queue to another process on the same folder. */
  jobWorkers: number;
  /** Wait before a document whose reader failed is tried again; four times as long before each further try. */
  jobRetrySecs: number;
  /** After so long without a sign of life of its reader a document is taken by another. */
  jobLeaseSecs: number;
  /** After so many days in the trash an invoice is removed for good; null keeps it. */
  trashKeepDays: number | null;
  /** A vision model that documents are shown to when they do not reconcile; null shows them to nobody. */
  vision: VisionSettings | null;
  requestTimeoutSecs: number;
  uploadTimeoutSecs: number;
  drainSecs: number;
  logLevel: (typeof LOG_LEVELS)[number];
  logLineText: boolean;
}

/** Thrown by readSettings with every setting that must change. */
export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`These settings must change:\n${problems.map((p) => `  ${p}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Names of the environment variables read. */
export const SETTING_NAMES = [
  'HOST',
  'PORT',
  'BASE_URL',
  'DATA_DIR',
  'RULES_DIR',
  'SCHEMAS_DIR',
  'BEHAVIOUR_SET',
  'SET_B_EMAIL_ONLY',
  'AUTH_CHALLENGE',
  'SMTP_URL',
  'MAIL_FROM',
  'SECRET_KEY',
  'ALLOWED_ORIGINS',
  'ALLOWED_HOSTS',
  'TRUST_PROXY_HOPS',
  'LIMITS',
  'LIMIT_MCP_PER_MINUTE',
  'LIMIT_AUTHENTICATED_PER_MINUTE',
  'LIMIT_CHECK_LINE_ITEM_PER_DAY',
  'LIMIT_LINE_DECISIONS_PER_MINUTE',
  'LIMIT_ACCOUNT_REQUESTS_PER_HOUR',
  'LIMIT_PAGES_PER_MINUTE',
  'LIMIT_OAUTH_TOKEN_PER_MINUTE',
  'LIMIT_OAUTH_AUTHORIZE_PER_MINUTE',
  'LIMIT_OAUTH_REGISTER_PER_15_MINUTES',
  'LIMIT_MAILS_PER_ADDRESS_PER_HOUR',
  'LIMIT_MAILS_PER_HOUR',
  'LIMIT_QUEUED_DOCUMENTS',
  'LIMIT_STORED_DOCUMENT_MB',
  'LIMIT_REMEMBERED_CALLERS',
  'MAX_BODY_BYTES',
  'MAX_JSON_DEPTH',
  'MAX_DOCUMENT_BYTES',
  'MAX_SUBMIT_BODY_BYTES',
  'MIN_FREE_DISK_MB',
  'JOB_WORKERS',
  'JOB_RETRY_SECS',
  'JOB_LEASE_SECS',
  'TRASH_KEEP_DAYS',
  'VISION_URL',
  'VISION_KEY',
  'VISION_MODEL',
  'VISION_TIMEOUT_SECS',
  'REQUEST_TIMEOUT_SECS',
  'UPLOAD_TIMEOUT_SECS',
  'DRAIN_SECS',
  'LOG_LEVEL',
  'LOG_LINE_TEXT',
] as const;
type Name = (typeof SETTING_NAMES)[number];

const packageFolder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * Reads the settings from the environment. Empty values count as not given.
 * @throws SettingsError with every problem, not only the first.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const problems: string[] = [];
  const text = (name: Name): string | undefined => env[name]?.trim() || undefined;
  const integer = (name: Name, fallback: number, least: number, most: number): number => {
    const given = text(name);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    problems.push(`${name}=${given}: a whole number from ${least} to ${most} is needed`);
    return fallback;
  };
  const oneOf = <const T extends string>(name: Name, allowed: readonly T[], fallback: T): T => {
    const given = text(name);
    const found = allowed.find((a) => a === given);
    if (given !== undefined && found === undefined)
      problems.push(
        `${name}=${given}: one of ${allowed.join(', ')} is needed${given.length > 2 ? didYouMean(given, allowed) : ''}`,
      );
    return found ?? fallback;
  };
  const list = (name: Name): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((s) => s.trim())
      .filter((s) => s !== '');

  for (const name of Object.keys(env)) {
    // A mistyped name would otherwise leave the default standing without a word.
    if (/^(?:LIMIT|VISION_)/.test(name) && !SETTING_NAMES.includes(name as Name))
      problems.push(`${name} is not a setting${didYouMean(name, SETTING_NAMES)}`);
  }
  const host = text('HOST') ?? '127.0.0.1';
  if (isIP(host) === 0 && host !== 'localhost')
    problems.push(`HOST=${host}: an IP address to listen on is needed, for example 127.0.0.1 or 0.0.0.0`);
  const behaviourSet = oneOf('BEHAVIOUR_SET', ['A', 'B'], 'A');
  const limitsOn = oneOf('LIMITS', ['on', 'off'], 'on') === 'on';
  if (!limitsOn && !isLoopback(host))
    problems.push(
      `LIMITS=off is for measuring on this machine and is refused with HOST=${host}; use HOST=127.0.0.1 or leave LIMITS on`,
    );
  const integerOrOff = (name: Name, fallback: number | null, least: number, most: number): number | null => {
    const given = text(name) ?? (fallback === null ? 'off' : undefined);
    return given === 'off' ? null : integer(name, fallback ?? least, least, most);
  };
  const limit = (name: Name, fallback: number | null): number | null => {
    const value = integerOrOff(name, fallback, 1, 1_000_000_000);
    return limitsOn ? value : null;
  };
  const settings: Settings = {
    host,
    port: integer('PORT', 7080, 0, 65_535),
    baseUrl: baseUrl(text('BASE_URL'), problems),
    dataDir: text('DATA_DIR') ?? './data',
    rulesDir: text('RULES_DIR') ?? packageFolder('rules'),
    schemasDir: text('SCHEMAS_DIR') ?? packageFolder('schemas'),
    behaviourSet,
    setBEmailOnly: oneOf('SET_B_EMAIL_ONLY', ['true', 'false'], 'false') === 'true',
    authChallenge: oneOf('AUTH_CHALLENGE', AUTH_CHALLENGES, 'http'),
    smtpUrl: smtpUrl(text('SMTP_URL'), problems),
    mailFrom: mailFrom(text('MAIL_FROM'), problems),
    secretKey: secretKey(text('SECRET_KEY'), problems),
    allowedOrigins: list('ALLOWED_ORIGINS').map((origin) => checkedOrigin(origin, problems)),
    allowedHosts: list('ALLOWED_HOSTS').map((h) => h.toLowerCase()),
    trustProxyHops: integer('TRUST_PROXY_HOPS', 0, 0, 10),
    limits: {
      mcpPerMinute: limit('LIMIT_MCP_PER_MINUTE', behaviourSet === 'A' ? 200 : 60),
      authenticatedPerMinute: limit('LIMIT_AUTHENTICATED_PER_MINUTE', 60),
      checkLineItemPerDay: limit('LIMIT_CHECK_LINE_ITEM_PER_DAY', behaviourSet === 'A' ? 5 : null),
      lineDecisionsPerMinute: limit('LIMIT_LINE_DECISIONS_PER_MINUTE', 10),
      accountRequestsPerHour: limit('LIMIT_ACCOUNT_REQUESTS_PER_HOUR', 3),
      pagesPerMinute: limit('LIMIT_PAGES_PER_MINUTE', 60),
      oauthTokensPerMinute: limit('LIMIT_OAUTH_TOKEN_PER_MINUTE', 60),
      oauthAuthorizationsPerMinute: limit('LIMIT_OAUTH_AUTHORIZE_PER_MINUTE', 30),
      oauthRegistrationsPer15Minutes: limit('LIMIT_OAUTH_REGISTER_PER_15_MINUTES', 20),
      mailsPerAddressPerHour: limit('LIMIT_MAILS_PER_ADDRESS_PER_HOUR', 5),
      mailsPerHour: limit('LIMIT_MAILS_PER_HOUR', 500),
      queuedDocuments: limit('LIMIT_QUEUED_DOCUMENTS', 200),
      storedDocumentMb: limit('LIMIT_STORED_DOCUMENT_MB', 2_000),
      rememberedCallers: integer('LIMIT_REMEMBERED_CALLERS', 100_000, 100, 10_000_000),
    },
    maxBodyBytes: integer('MAX_BODY_BYTES', 1_048_576, 1_024, 1_073_741_824),
    maxJsonDepth: integer('MAX_JSON_DEPTH', 32, 4, 1_000),
    maxDocumentBytes: integer('MAX_DOCUMENT_BYTES', LIMITS.fileBytes, 1_024, LIMITS.fileBytes),
    maxSubmitBodyBytes: integer('MAX_SUBMIT_BODY_BYTES', 10_485_760, 1_024, 2 * LIMITS.fileBytes),
    minFreeDiskMb: integer('MIN_FREE_DISK_MB', 200, 0, 1_000_000),
    jobWorkers: integer('JOB_WORKERS', 1, 0, 16),
    jobRetrySecs: integer('JOB_RETRY_SECS', 10, 1, 3_600),
    jobLeaseSecs: integer('JOB_LEASE_SECS', 60, 2, 3_600),
    trashKeepDays: integerOrOff('TRASH_KEEP_DAYS', null, 1, 36_500),
    vision: vision(text, integer('VISION_TIMEOUT_SECS', 60, 1, 600), problems),
    uploadTimeoutSecs: integer('UPLOAD_TIMEOUT_SECS', 300, 1, 3_600),
    requestTimeoutSecs: integer('REQUEST_TIMEOUT_SECS', 30, 1, 3_600),
    drainSecs: integer('DRAIN_SECS', 10, 0, 600),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logLineText: oneOf('LOG_LINE_TEXT', ['on', 'off'], 'off') === 'on',
  };
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function baseUrl(given: string | undefined, problems: string[]): string | null {
  if (given === undefined) return null;
  const url = urlOf(given);
  const bare = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (bare && ['http:', 'https:'].includes(url.protocol)) return given.replace(/\/$/, '');
  problems.push(
    `BASE_URL=${given}: the address clients use is needed, without a path, for example https://vat.example`,
  );
  return null;
}

function mailFrom(given: string | undefined, problems: string[]): string {
  if (given === undefined) return 'Notice 708 <notice708@localhost>';
  const address = /<([^<>]*)>$/.exec(given)?.[1] ?? given;
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address))
    problems.push(`MAIL_FROM=${given}: an address is needed, for example VAT claims <vat@vat.example>`);
  return given;
}

function smtpUrl(given: string | undefined, problems: string[]): string | null {
  if (given === undefined) return null;
  if (['smtp:', 'smtps:'].includes(urlOf(given)?.protocol ?? '')) return given;
  // The address holds a password, so it is not repeated.
  problems.push('SMTP_URL: an address such as smtps://user:password@mail.example:465 is needed');
  return null;
}

/** The address and the key are secrets of the operator, so neither is repeated. */
function vision(
  text: (name: Name) => string | undefined,
  timeoutSecs: number,
  problems: string[],
): VisionSettings | null {
  const [given, key, model] = [text('VISION_URL'), text('VISION_KEY') ?? null, text('VISION_MODEL')];
  if (given === undefined) {
    for (const name of ['VISION_KEY', 'VISION_MODEL', 'VISION_TIMEOUT_SECS'] as const)
      if (text(name) !== undefined) problems.push(`${name}: without VISION_URL no document is shown to a model`);
    return null;
  }
  const url = urlOf(given);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(bare(url.hostname)));
  if (url === null || !safe || url.username !== '' || url.password !== '' || url.hash !== '')
    problems.push(
      'VISION_URL: the https address of chat completions is needed, for example https://vision.example/v1/chat/completions; http only on this machine, no name or password in it',
    );
  if (model === undefined) problems.push('VISION_MODEL: the name of the model at VISION_URL is needed');
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    problems.push('VISION_KEY: printable ASCII without spaces is needed');
  return { url: given, key, model: model ?? '', timeoutMs: timeoutSecs * 1000 };
}

/** An IPv6 address of a URL without its brackets. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function secretKey(given: string | undefined, problems: string[]): string | null {
  if (given === undefined) return null;
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase();
  problems.push('SECRET_KEY: 64 hex digits are needed, for example from "openssl rand -hex 32"');
  return null;
}

function checkedOrigin(given: string, problems: string[]): string {
  const url = urlOf(given);
  if (url?.origin === given.toLowerCase().replace(/\/$/, '')) return url.origin;
  problems.push(
    `ALLOWED_ORIGINS: "${given}" is not an origin; write scheme and host only, for example https://app.example`,
  );
  return given;
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
