import type { Context, Middleware } from 'koa';
import type { Scope } from '../../accounts/scopes.js';
import { type Closing, closeInvoice } from '../../claims/closing.js';
import { documentOf, type Submitted } from '../../claims/documents.js';
import { type Job, jobNamed } from '../../claims/jobs.js';
import { InputError, notOneOf } from '../../rulebook/answers.js';
import { DOCUMENT_TYPES } from '../../rulebook/evidence.js';
import { callTool } from '../../tools/call.js';
import { askingIn, writingIn } from '../../tools/claim_calls.js';
import { documentTypeOf } from '../../tools/read_invoice.js';
import { submitInvoiceData, submittedView } from '../../tools/submit_invoice_data.js';
import type { ToolContext } from '../../tools/tool.js';
import { ToolError } from '../../tools/tool_error.js';
import { callSite, type Desk } from '../desk.js';
import { HttpError } from '../http_error.js';
import { keyed } from '../idempotency_key.js';
import { readJsonBody } from '../json_body.js';
import { admit, answering, answerOutcome } from '../rest_route.js';
import type { Route } from '../routes.js';
import { documentOperations as operations } from './operations.js';
import { isForm, receiveBody, receiveForm } from './upload_form.js';

type Scopes = readonly [Scope, ...Scope[]];
const READ: Scopes = ['projects:read'];
const MANAGE: Scopes = ['invoices:write'];
const SUBMIT: Scopes = ['line_items:write', 'invoices:write'];

/** Documents over REST: sending them in, following how they are read, and closing, deleting and fetching them. */
export function documentRoutes(desk: Desk, before: Middleware[]): Route[] {
  const closing = (method: Route['method'], path: string, what: Closing): Route => ({
    method,
    path,
    before,
    operation: operations[what],
    answer: (ctx) => close(ctx, desk, what),
  });
  const upload = (method: 'put' | 'post'): Route => ({
    method,
    path: '/api/v1/uploads/:token',
    before,
    operation: operations.upload(method),
    answer: (ctx) => receiveUpload(ctx, desk),
  });
  return [
    {
      method: 'get',
      path: '/api/v1/jobs/:jobId',
      before,
      operation: operations.job,
      answer: (ctx) => answerJob(ctx, desk),
    },
    {
      method: 'post',
      path: '/api/v1/invoices',
      before,
      operation: operations.submitForm,
      answer: (ctx) => receiveInvoice(ctx, desk),
    },
    {
      method: 'post',
      path: '/api/v1/uploads',
      before,
      operation: operations.openUpload,
      answer: (ctx) => openUpload(ctx, desk),
    },
    upload('put'),
    upload('post'),
    closing('post', '/api/v1/invoices/:invoiceId/lock', 'lock'),
    closing('post', '/api/v1/invoices/:invoiceId/unlock', 'unlock'),
    closing('delete', '/api/v1/invoices/:invoiceId', 'trash'),
    closing('post', '/api/v1/invoices/:invoiceId/restore', 'restore'),
    {
      method: 'post',
      path: '/api/v1/invoices/:invoiceId/retry',
      before,
      operation: operations.retry,
      answer: (ctx) => retry(ctx, desk),
    },
    {
      method: 'get',
      path: '/api/v1/invoices/:invoiceId/document',
      before,
      operation: operations.document,
      answer: (ctx) => download(ctx, desk),
    },
  ];
}

/** Who asks, once it is sure that they may. */
function admitted(ctx: Context, desk: Desk, name: string, scopes: Scopes): ToolContext {
  const book = desk.rulebook.get();
  admit(ctx, desk, name, scopes);
  return callSite(ctx, desk, book).context;
}

async function answerJob(ctx: Context, desk: Desk): Promise<void> {
  const context = admitted(ctx, desk, 'A job', ['jobs:read']);
  const job = await answering(() => jobNamed(desk.claims, askingIn(context).organisationId, param(ctx, 'jobId')));
  ctx.body = jobView(job, desk.claims.clock());
}

/** A job as it is answered. Times are ISO; pages are null until it is known how many there are. */
function jobView(job: Job, now: number): object {
  const { id, invoiceId, projectId, state, attempts, page, pages, queuedAt, startedAt, finishedAt, failure } = job;
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const until = finishedAt ?? now;
  const waits = state === 'queued' && attempts > 0;
  return {
    ok: true,
    jobId: id,
    invoiceId,
    projectId,
    status: state,
    page,
    pages,
    secondsSoFar: startedAt === null || waits ? null : Math.max(0, Math.round((until - startedAt) / 100) / 10),
    attempts,
    queuedAt: time(queuedAt),
    startedAt: time(startedAt),
    finishedAt: time(finishedAt),
    nextAttemptAt: waits ? time(job.nextAttemptAt) : null,
    failure,
  };
}

async function close(ctx: Context, desk: Desk, closing: Closing): Promise<void> {
  const context = admitted(ctx, desk, `To ${closing} an invoice`, MANAGE);
  ctx.req.resume();
  const invoiceId = param(ctx, 'invoiceId');
  const asking = writingIn(context, `${closing}_invoice`, keyed(ctx, { invoiceId }));
  const { id, projectId, state, extraction, problems } = await answering(() =>
    closeInvoice(desk.claims, asking, invoiceId, closing),
  );
  ctx.body = { ok: true, invoiceId: id, projectId, state, extractionStatus: extraction, problems };
}

async function retry(ctx: Context, desk: Desk): Promise<void> {
  const context = admitted(ctx, desk, 'To read a document again', MANAGE);
  ctx.req.resume();
  const invoiceId = param(ctx, 'invoiceId');
  const asking = writingIn(context, 'retry_invoice', keyed(ctx, { invoiceId }));
  const submitted = await answering(() => desk.submissions.retry(asking, invoiceId));
  accept(ctx, submitted, context);
}

async function receiveInvoice(ctx: Context, desk: Desk): Promise<void> {
  const context = admitted(ctx, desk, 'To submit a document', SUBMIT);
  if (!isForm(ctx)) {
    ctx.req.resume();
    throw HttpError.of(
      415,
      'unsupported_media_type',
      'Send multipart/form-data with projectId and file; POST /api/v1/submit-invoice-data takes JSON.',
    );
  }
  const { submissions } = desk;
  const submitted = await answering(async () => {
    const { fields, file } = await submissions.receiving(() =>
      receiveForm(ctx, submissions.files, submissions.limits.documentBytes),
    );
    try {
      const { projectId, saidToBe } = readFields(fields, file !== null);
      if (!file) throw new Error('a form without a file was read');
      const args = { ...keyed(ctx, { projectId }) };
      const about = { projectId, fileName: file.fileName, saidToBe };
      return await submissions.submitArrived(writingIn(context, 'submit_invoice_data', args), about, file.arrived);
    } finally {
      if (file) await submissions.files.drop(file.arrived);
    }
  });
  accept(ctx, submitted, context);
}

const FIELDS = ['projectId', 'documentType'];

function readFields(fields: ReadonlyMap<string, string>, hasFile: boolean) {
  const projectId = fields.get('projectId')?.trim() ?? '';
  const said = fields.get('documentType')?.trim() || null;
  const issues = [
    ...(projectId === '' ? [{ path: 'projectId', message: 'is required, as a field of the form' }] : []),
    ...(hasFile ? [] : [{ path: 'file', message: 'is required: the document, as a file of the form' }]),
    ...(said !== null && documentTypeOf(said) === null ? [notOneOf('documentType', said, DOCUMENT_TYPES)] : []),
    ...[...fields.keys()]
      .filter((name) => !FIELDS.includes(name))
      .map((name) => notOneOf(name.slice(0, 60), name, [...FIELDS, 'file'], (word) => `there is no field ${word}`)),
  ];
  if (issues.length > 0) throw new InputError(issues);
  return { projectId, saidToBe: documentTypeOf(said) };
}

async function openUpload(ctx: Context, desk: Desk): Promise<void> {
  const context = admitted(ctx, desk, 'To ask for an upload address', SUBMIT);
  const given = await readJsonBody(ctx, desk.settings);
  const args = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
  const outcome = await callTool(submitInvoiceData, { ...args, upload: true }, context, FREE);
  answerOutcome(ctx, desk, submitInvoiceData.name, outcome);
}

/** The submission itself is what limits count. */
const FREE = { charge: () => ({ refund: () => {} }) };

async function receiveUpload(ctx: Context, desk: Desk): Promise<void> {
  const book = desk.rulebook.get();
  const { submissions } = desk;
  const { context } = callSite(ctx, desk, book);
  const submitted = await answering(async () => {
    const upload = await submissions.upload(param(ctx, 'token')).catch((error) => {
      ctx.req.resume();
      throw error;
    });
    const asking = {
      organisationId: upload.organisationId,
      actor: upload.actor,
      book,
      today: context.today,
      tool: 'submit_invoice_data',
      idempotencyKey: null,
      body: null,
    };
    const most = submissions.limits.documentBytes;
    const { arrived, fileName } = await submissions.receiving(async () => {
      if (!isForm(ctx)) return { arrived: await receiveBody(ctx, submissions.files, most), fileName: null };
      const { file } = await receiveForm(ctx, submissions.files, most);
      if (!file) throw new ToolError('empty_document', 'The form has no file.', 400);
      return file;
    });
    return submissions.submitArrived(
      asking,
      { ...upload.about, fileName: upload.about.fileName ?? fileName },
      arrived,
      upload,
    );
  });
  accept(ctx, submitted, context);
}

async function download(ctx: Context, desk: Desk): Promise<void> {
  const context = admitted(ctx, desk, 'To fetch a document', READ);
  const { invoiceId, sha256, mediaType, fileName } = await answering(() =>
    documentOf(desk.claims, askingIn(context).organisationId, param(ctx, 'invoiceId')),
  );
  const file = await desk.submissions.files.stream(sha256);
  if (!file) throw HttpError.of(410, 'document_missing', 'The file of this invoice is missing on this server.');
  ctx.attachment(fileName ?? `${invoiceId}${ENDINGS[mediaType] ?? ''}`);
  // Whatever the file holds, a browser that opens it all the same runs none of it.
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.type = mediaType;
  ctx.length = file.bytes;
  ctx.body = file.body;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/json': '.json',
  'application/xml': '.xml',
  'text/plain': '.txt',
  'image/jpeg': '.jpg',
  'image/png': '.png',
};

function accept(ctx: Context, submitted: Submitted, context: ToolContext): void {
  ctx.state.logFields = { invoiceId: submitted.invoiceId, status: submitted.status };
  ctx.status = submitted.status === 'queued' ? 202 : 200;
  ctx.body = submittedView(submitted, context);
}

const param = (ctx: Context, name: string): string => String(ctx.params[name]);
