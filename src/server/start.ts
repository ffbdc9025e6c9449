import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Access, openAccess } from '../accounts/access.js';
import { OPERATOR } from '../accounts/audit.js';
import { smtpDelivery } from '../accounts/mail.js';
import { OAuthRecords } from '../accounts/oauth_records.js';
import { openSecrets } from '../accounts/secrets.js';
import { openClaims } from '../claims/claims.js';
import { namedDocuments } from '../claims/documents.js';
import { KeptRulebooks } from '../claims/kept_rulebooks.js';
import { emptyTrash } from '../claims/trash.js';
import { Readers } from '../extraction/child/readers.js';
import { HttpVision } from '../extraction/vision/http_provider.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { DocumentFiles } from '../store/document_files.js';
import { openStore, type Store } from '../store/open.js';
import { Submissions } from '../tools/submissions.js';
import { TOOLS, type ToolTable } from '../tools/table.js';
import type { Place } from './access_policy.js';
import { createApp } from './app.js';
import { CallLimits } from './call_limits.js';
import { clientAddressOf, isLoopback } from './client_address.js';
import { JobRunner, type RunnerParts } from './jobs/runner.js';
import { loadLateParts } from './late_parts.js';
import { Loading } from './loading.js';
import { announce } from './mcp_exchange.js';
import type { Doors } from './mcp_route.js';
import type { AuthorizationServerParts } from './oauth/provider.js';
import { openSigningKeys } from './oauth/signing_keys.js';
import { pageHtml } from './pages/render.js';
import { sessionIn } from './pages/session_cookie.js';
import { createLogger } from './request_log.js';
import type { Settings } from './settings.js';

const SWEEP_MS = 60 * 60 * 1000;
const DAY_MS = 24 * SWEEP_MS;
/** How often mail whose delivery failed is looked at again. */
const MAIL_MS = 10 * 1000;
/** How often the queue of documents is looked at for what nobody has announced. */
const LOOK_MS = 2 * 1000;
const MB = 1024 * 1024;
/** Longer than the usual proxy keeps a connection, so that the proxy is the one to drop it. */
const KEEP_ALIVE_MS = 65_000;

export interface RunningServer {
  /** Address clients use: BASE_URL when set, otherwise where it listens. */
  url: string;
  port: number;
  /** Resolves once the rulebook has loaded; rejects, with the server closed, when it cannot be used. */
  ready: Promise<Rulebook>;
  /** Accounts of this server, for a program that embeds it. */
  access: Access;
  store: Store;
  /** Stops taking requests, lets those under way finish (DRAIN_SECS at most), closes the database. */
  close(): Promise<void>;
}

/** Parts a test or an embedding program may bring itself. */
export interface StartParts {
  loadRulebook?(rulesDir: string, schemasDir: string): Promise<Rulebook>;
  log?: Logger;
  tools?: ToolTable;
  readDocument?: RunnerParts['read'];
}

/**
 * Opens the data folder and listens. Comes back as soon as the port is open: until `ready`, requests are answered 503.
 * @throws Error saying which setting to change when the folder or the port cannot be used.
 */
export async function startServer(settings: Settings, parts: StartParts = {}): Promise<RunningServer> {
  const log = parts.log ?? createLogger(settings);
  const store = await openStore(settings.dataDir);
  const smtp = settings.smtpUrl === null ? null : await smtpDelivery(settings.smtpUrl, settings.mailFrom);
  const secrets = openSecrets(settings.dataDir, settings.secretKey);
  const access = openAccess(store, secrets, {
    mail: {
      deliver: smtp?.deliver ?? null,
      onFailure: (error, attempt, givenUp) => log.error({ err: error, attempt, givenUp }, 'mail not sent'),
    },
    mailLimits: { perAddress: settings.limits.mailsPerAddressPerHour, inAll: settings.limits.mailsPerHour },
    emailOnly: settings.setBEmailOnly,
    page: (path) => `${place.baseUrl}${path}`,
  });
  const oauthRecords = new OAuthRecords(store, secrets);
  const claims = openClaims(store);
  const files = new DocumentFiles(settings.dataDir, settings.minFreeDiskMb * MB);
  const submissions = new Submissions(
    claims,
    files,
    secrets,
    {
      queued: settings.limits.queuedDocuments,
      storedBytes: settings.limits.storedDocumentMb === null ? null : settings.limits.storedDocumentMb * MB,
      documentBytes: settings.maxDocumentBytes,
    },
    () => runner.wake(),
  );
  const callLimits = new CallLimits(store, settings.limits);
  const sweep = () => {
    callLimits.sweep();
    Promise.all([
      access.sweep(),
      oauthRecords.sweep(),
      claims.changes.sweep(),
      submissions.sweep(),
      sweepDocuments(),
    ]).catch((error) => log.error({ err: error }, 'sweep failed'));
  };
  const removedFromTrash = (removed: Record<string, string>) =>
    access.audit.entry('trash.emptied', OPERATOR, null, removed);
  const sweepDocuments = async () => {
    const { trashKeepDays } = settings;
    const emptied = trashKeepDays === null ? [] : await emptyTrash(claims, trashKeepDays * DAY_MS, removedFromTrash);
    if (emptied.length > 0) log.info({ invoices: emptied.length }, 'removed from the trash');
    const removed = await files.sweep((hashes) => namedDocuments(claims, hashes));
    const expected = new Set(emptied.map(({ sha256 }) => sha256));
    const orphans = removed.filter((name) => !expected.has(name)).length;
    if (orphans > 0) log.warn({ orphans }, 'documents that nothing named were removed');
  };
  sweep();
  const sweeping = setInterval(sweep, SWEEP_MS).unref();
  const mailing = setInterval(() => void access.outbox.flush(), MAIL_MS).unref();
  const tools = parts.tools ?? TOOLS[settings.behaviourSet];

  let place: Place = { baseUrl: settings.baseUrl ?? 'http://localhost', hostname: 'localhost', ownOrigins: [] };
  const load =
    parts.loadRulebook ??
    (async (rules, schemas) => (await import('../rulebook/load.js')).loadRulebook(rules, schemas));
  // Loading starts once the port is open, so that the first answers are not held up by it.
  let begin = () => {};
  const opened = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const late = new Loading(opened.then(() => loadLateParts(settings.behaviourSet === 'A' ? oauthParts() : null)));
  const rulebook = new Loading(
    opened.then(async () => {
      const [book] = await Promise.all([load(settings.rulesDir, settings.schemasDir), late.loaded]);
      // Before the first decision under it.
      await new KeptRulebooks(store).keep(book, { rules: settings.rulesDir, schemas: settings.schemasDir });
      return book;
    }),
  );
  const readers = new Readers();
  const runner = new JobRunner(
    {
      claims,
      files,
      book: () => rulebook.get(),
      log,
      read: parts.readDocument ?? ((bytes, options) => readers.read(bytes, options)),
      ...(settings.vision === null ? {} : { vision: new HttpVision(settings.vision) }),
    },
    {
      workers: settings.jobWorkers,
      leaseMs: settings.jobLeaseSecs * 1000,
      backOffMs: settings.jobRetrySecs * 1000,
      lookMs: LOOK_MS,
    },
  );
  const desk: Doors = {
    settings,
    tools,
    announced: announce(tools),
    rulebook,
    access,
    claims,
    submissions,
    callLimits,
    mcp: () => late.get().mcp,
    log,
    baseUrl: () => place.baseUrl,
    metadataUrl: () => (settings.behaviourSet === 'A' ? `${place.baseUrl}/.well-known/oauth-protected-resource` : null),
    oauthRecords,
    provider: () => {
      const { oauth } = late.get();
      if (oauth === null) throw new Error('asked for an authorization server that this server does not have');
      return oauth.provider;
    },
    principalOfToken: async (token) =>
      settings.behaviourSet === 'A' ? ((await late.get().oauth?.principalOfToken(token)) ?? null) : null,
  };
  const oauthParts = (): AuthorizationServerParts => ({
    baseUrl: place.baseUrl,
    access,
    records: oauthRecords,
    secrets,
    signingKeys: openSigningKeys(settings.dataDir),
    signedIn: async (cookieHeader) => (await sessionIn(cookieHeader, desk))?.account.id ?? null,
    clientOf: (request) => clientAddressOf(request, settings.trustProxyHops),
    onError: (error) => log.error({ err: error }, 'audit failed'),
    errorPage: (title, message) => pageHtml('message', { title, paragraphs: [message] }),
  });
  const app = createApp(desk, () => place);

  const server = createServer(
    {
      // Bodies other than documents have less time, which is seen to where they are read.
      requestTimeout: Math.max(settings.requestTimeoutSecs, settings.uploadTimeoutSecs) * 1000,
      headersTimeout: Math.min(settings.requestTimeoutSecs, 20) * 1000,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    app.callback(),
  );
  try {
    await listen(server, settings);
  } catch (error) {
    clearInterval(sweeping);
    clearInterval(mailing);
    await access.outbox.settled();
    await store.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  place = placeOf(settings, port);

  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= (async () => {
      clearInterval(sweeping);
      clearInterval(mailing);
      if (late.status === 'ready') await late.get().mcp.close();
      await Promise.all([drain(server, settings.drainSecs), runner.stop(settings.drainSecs * 1000)]);
      readers.close();
      await access.outbox.settled();
      smtp?.close();
      await store.close();
    })();
    return closing;
  };
  begin();
  const ready = rulebook.loaded.then(
    (book) => {
      if (!closing) runner.start();
      return book;
    },
    async (error) => {
      await close();
      throw error;
    },
  );
  return { url: place.baseUrl, port, ready, access, store, close };
}

function listen(server: HttpServer, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'is in use; set PORT to another'
          : `cannot be opened (${error.code}); check HOST and PORT`;
      reject(new Error(`Port ${port} on ${host} ${why}.`));
    });
    server.listen(port, host, () => resolve());
  });
}

function placeOf({ host, baseUrl }: Settings, port: number): Place {
  const named = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const url = baseUrl ?? `http://${named}:${port}`;
  const local = isLoopback(host) ? ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`) : [];
  const { hostname, origin } = new URL(url);
  return { baseUrl: url, hostname, ownOrigins: [origin, ...local] };
}

/** Lets answers under way finish; idle connections go at once, the rest when the time is up. */
async function drain(server: HttpServer, seconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection turns idle when its last answer is out; nobody else would close it then.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50);
  const waiting = new AbortController();
  const late = delay(seconds * 1000, undefined, { signal: waiting.signal }).then(
    () => server.closeAllConnections(),
    () => {},
  );
  await closed;
  clearInterval(sweeping);
  waiting.abort();
  await late;
}
