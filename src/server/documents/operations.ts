import { submitInvoiceData } from '../../tools/submit_invoice_data.js';
import { IDEMPOTENCY_KEY } from '../idempotency_key.js';
import { FAILURE_CODES } from '../jobs/failure_codes.js';
import { CHALLENGE, error, json, needs, type Operation, SHARED_REFUSALS } from '../operations.js';

const MANAGE = ['invoices:write'];
const SUBMIT = ['line_items:write', 'invoices:write'];

const text = { type: 'string' } as const;
const orNull = (type: string) => ({ type: [type, 'null'] });
const submitted = json({ $ref: '#/components/schemas/submit_invoice_data.answer' });

const REFUSALS = {
  '401': error('A key or token is needed, or the one sent is not valid.', CHALLENGE),
  '404': error('There is no such thing in your organisation.'),
  ...SHARED_REFUSALS,
};
const DOCUMENT_REFUSALS = {
  ...REFUSALS,
  '400': error('The request must change: invalid_input with issues, invalid_form, empty_document, aborted.'),
  '409': error('A limit of your organisation (storage_limit), or an idempotency key used for another request.'),
  '413': error('The document is larger than the limit (document_too_large).'),
  '415': error('The document is of no kind that is read (unsupported_document); the message says what is.'),
  '429': error('A limit is reached: rate_limited, or queue_full.', SHARED_REFUSALS['429'].headers),
  '507': error('The disk of this server is full; nothing was stored (storage_full).'),
};
const FORM = {
  type: 'object',
  required: ['projectId', 'file'],
  properties: {
    projectId: text,
    file: { type: 'string', format: 'binary' },
    documentType: submitInvoiceData.inputSchema.properties.documentType,
  },
};

function closing(operationId: string, summary: string): Operation {
  return {
    operationId,
    summary,
    parameters: [IDEMPOTENCY_KEY],
    security: needs(MANAGE),
    responses: {
      '200': {
        description: 'The invoice as it now is.',
        ...json({
          type: 'object',
          required: ['ok', 'invoiceId', 'projectId', 'state', 'extractionStatus', 'problems'],
          properties: {
            ok: { type: 'boolean', const: true },
            invoiceId: text,
            projectId: text,
            state: { type: 'string', enum: ['open', 'locked', 'trashed'] },
            extractionStatus: { type: 'string', enum: ['not_needed', 'queued', 'running', 'done', 'failed'] },
            problems: { type: 'array', items: { type: 'object' } },
          },
        }),
      },
      ...REFUSALS,
      '409': error('It is not in a state that allows this: invoice_locked, invoice_trashed, being_read.'),
    },
  };
}

/** What the OpenAPI document says of the routes of documents. */
export const documentOperations = {
  job: {
    operationId: 'job',
    summary: 'How far the reading of a document has come',
    description: 'Poll every 3 to 5 seconds until status is done or failed. The lines are then in list_line_items.',
    security: needs(['jobs:read']),
    responses: {
      '200': {
        description: 'The job.',
        ...json({
          type: 'object',
          required: ['ok', 'jobId', 'invoiceId', 'projectId', 'status', 'page', 'pages', 'secondsSoFar', 'failure'],
          properties: {
            ok: { type: 'boolean', const: true },
            jobId: text,
            invoiceId: text,
            projectId: text,
            status: { type: 'string', enum: ['queued', 'running', 'done', 'failed'] },
            page: {
              ...orNull('integer'),
              description: 'Page being read, where pages go through character recognition.',
            },
            pages: orNull('integer'),
            secondsSoFar: { ...orNull('number'), description: 'Of this try, or of the last one.' },
            attempts: { type: 'integer' },
            queuedAt: text,
            startedAt: orNull('string'),
            finishedAt: orNull('string'),
            nextAttemptAt: { ...orNull('string'), description: 'When it is tried again after a try that failed.' },
            failure: {
              ...orNull('object'),
              description: 'Why the latest try failed.',
              properties: {
                code: { type: 'string', enum: FAILURE_CODES },
                reason: text,
                retryCanHelp: { type: 'boolean' },
              },
            },
          },
        }),
      },
      ...REFUSALS,
    },
  } satisfies Operation,
  submitForm: {
    operationId: 'submitInvoiceForm',
    summary: 'Submit a document as a form',
    parameters: [IDEMPOTENCY_KEY],
    requestBody: { required: true, content: { 'multipart/form-data': { schema: FORM } } },
    security: needs(SUBMIT),
    responses: {
      '202': { description: 'Queued to be read.', ...submitted },
      '200': { description: 'The same bytes are in the project already, as this invoice.', ...submitted },
      ...DOCUMENT_REFUSALS,
    },
  } satisfies Operation,
  openUpload: {
    operationId: 'openUpload',
    summary: 'Ask for a one-time address to send a document to',
    requestBody: {
      required: true,
      ...json({
        type: 'object',
        required: ['projectId'],
        properties: { projectId: text, fileName: text, documentType: FORM.properties.documentType },
      }),
    },
    security: needs(SUBMIT),
    responses: {
      '200': { description: 'uploadUrl, and when it expires.', ...submitted },
      ...DOCUMENT_REFUSALS,
    },
  } satisfies Operation,
  upload: (method: 'put' | 'post'): Operation => ({
    operationId: method === 'put' ? 'putUpload' : 'postUpload',
    summary: 'Send a document to a one-time address',
    description: 'The address itself is the permission: no key. It is used up by the document that is taken in.',
    requestBody: {
      required: true,
      content: {
        '*/*': { schema: { type: 'string', format: 'binary' } },
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file: FORM.properties.file } },
        },
      },
    },
    responses: {
      '202': { description: 'Queued to be read.', ...submitted },
      '200': { description: 'The same bytes are in the project already, as this invoice.', ...submitted },
      ...DOCUMENT_REFUSALS,
      '410': error('The address is not known, was used, or has ended (upload_ended).'),
    },
  }),
  lock: closing('lockInvoice', 'Lock an invoice: it then refuses every change'),
  unlock: closing('unlockInvoice', 'Unlock an invoice'),
  trash: closing('trashInvoice', 'Move an invoice to the trash: it then counts nowhere'),
  restore: closing('restoreInvoice', 'Bring an invoice back from the trash'),
  retry: {
    operationId: 'retryInvoice',
    summary: 'Read a document again whose reading failed',
    parameters: [IDEMPOTENCY_KEY],
    security: needs(MANAGE),
    responses: {
      '202': { description: 'Queued to be read.', ...submitted },
      ...REFUSALS,
      '409': error(
        'It is not in a state that allows this: already_read, no_document, invoice_locked, invoice_trashed.',
      ),
    },
  } satisfies Operation,
  document: {
    operationId: 'invoiceDocument',
    summary: 'The document as it was submitted, as an attachment',
    security: needs(['projects:read']),
    responses: {
      '200': { description: 'The bytes.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      ...REFUSALS,
      '409': error('The invoice was given as lines and has no document (no_document).'),
      '410': error('The file is missing on this server (document_missing).'),
    },
  } satisfies Operation,
};
