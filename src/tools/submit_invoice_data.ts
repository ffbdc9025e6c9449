import type { Submitted } from '../claims/documents.js';
import { HEAD_FIELDS, type HeadField, type PutRight, type PutRightResult, putRight } from '../claims/put_right.js';
import type { Invoice } from '../claims/records.js';
import { exactText } from '../extraction/exact_text.js';
import { LIMITS } from '../extraction/limits.js';
import { type FieldFault, FieldsRefused, readStructured, type StructuredInvoice } from '../extraction/structured.js';
import { InputError, type InputIssue } from '../rulebook/answers.js';
import { isDay } from '../rulebook/calendar.js';
import type { DocumentType } from '../rulebook/evidence.js';
import { formatPence } from '../rulebook/money.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { claimsCall, REFUSED_DOCUMENTS, writingIn } from './claim_calls.js';
import { inputCheck } from './input_check.js';
import { kindOf, readInvoice } from './read_invoice.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { About, Submissions } from './submissions.js';
import type { Tool, ToolContext } from './tool.js';

interface Input {
  projectId: string;
  contentBase64?: string;
  text?: string;
  lines?: StructuredInvoice['lines'];
  invoice?: Head;
  upload?: boolean;
  corrects?: string;
  fileName?: string;
  mediaType?: string;
  documentType?: DocumentType;
  idempotencyKey?: string;
}

type Amount = string | number;
interface Head {
  supplierName?: string;
  supplierVatNumber?: string;
  invoiceNumber?: string;
  invoiceDate?: string;
  taxPoint?: string;
  customerName?: string;
  currency?: string;
  netTotal?: Amount;
  vatTotal?: Amount;
  grossTotal?: Amount;
}

/** The document of a call, with null for an address to send it to; or what is to be put right of one that is there. */
type Request =
  | { kind: 'document'; about: About; bytes: Buffer | null; idempotencyKey?: string }
  | { kind: 'correction'; args: Input; invoiceId: string; given: Omit<PutRight, 'writtenOn'> };

const inputSchema = readToolSchema('submit_invoice_data.input');
const answerSchema = readToolSchema('submit_invoice_data.output');
const checked = inputCheck<Input>(inputSchema);

const SOURCES = ['contentBase64', 'text', 'lines', 'upload'] as const;

function read(given: unknown, book: Rulebook): Request {
  const input = checked(given, faultsOfLines);
  if (input.upload === false) delete input.upload;
  if (input.corrects !== undefined) return correction(input, input.corrects, book);
  const sources = SOURCES.filter((name) => input[name] !== undefined);
  if (sources.length !== 1)
    throw new InputError([
      {
        path: sources[1] ?? 'contentBase64',
        message:
          sources.length === 0
            ? `is required: one of ${SOURCES.join(', ')} brings the document`
            : `cannot be given beside ${sources[0]}; one of ${SOURCES.join(', ')} brings the document`,
      },
    ]);
  if (input.invoice !== undefined && input.lines === undefined)
    throw new InputError([{ path: 'invoice', message: 'goes with lines; the head of a file or text is read from it' }]);
  const { projectId, fileName = null, documentType = null, idempotencyKey } = input;
  return {
    kind: 'document',
    about: { projectId, fileName, saidToBe: documentType },
    bytes: bytesOf(input),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

const TOTALS = ['netTotal', 'vatTotal', 'grossTotal'] as const;

function correction(input: Input, invoiceId: string, book: Rulebook): Request {
  const { lines, invoice = {}, documentType = null } = input;
  const issues: InputIssue[] = (['contentBase64', 'text', 'upload'] as const)
    .filter((path) => input[path] !== undefined)
    .map((path) => ({ path, message: 'a correction brings no document; give lines, invoice or documentType' }));
  if (lines === undefined && documentType === null && Object.keys(invoice).length === 0)
    issues.push({ path: 'corrects', message: 'needs what is right: lines, invoice or documentType' });
  if (lines === undefined) {
    for (const path of TOTALS)
      if (invoice[path] !== undefined)
        issues.push({ path: `invoice.${path}`, message: 'goes with lines, which are checked against it' });
    if (documentType === 'credit_note')
      issues.push({ path: 'documentType', message: 'credit_note goes with lines: their amounts count the other way' });
    for (const path of ['invoiceDate', 'taxPoint'] as const) {
      const day = invoice[path];
      if (day !== undefined && !isDay(day))
        issues.push({ path: `invoice.${path}`, message: `"${day}" is not a day of the calendar` });
    }
  }
  if (issues.length > 0) throw new InputError(issues);
  const head: PutRight['head'] = {};
  for (const field of HEAD_FIELDS) if (invoice[field] !== undefined) Object.assign(head, headField(field, invoice));
  return {
    kind: 'correction',
    args: input,
    invoiceId,
    given: {
      saidToBe: documentType,
      head,
      reading:
        lines === undefined
          ? null
          : (was) =>
              readInvoice(
                readStructured(structuredOf(lines, inPlaceOf(was, invoice), was.documentType)),
                documentType,
                book,
              ),
    },
  };
}

const headField = (field: HeadField, head: Head) => ({
  [field]: field === 'currency' ? head.currency?.toUpperCase() : head[field]?.trim() || null,
});

/** A head as it stands, with what is given of it in its place. */
function inPlaceOf(was: Invoice, given: Head): Head {
  const money = (pence: number | null) => (pence === null ? undefined : formatPence(pence));
  const stored: Record<string, string | undefined> = {
    netTotal: money(was.netTotal),
    vatTotal: money(was.vatTotal),
    grossTotal: money(was.grossTotal),
  };
  for (const field of HEAD_FIELDS) stored[field] = was[field] ?? undefined;
  return { ...stored, ...given };
}

function bytesOf({ contentBase64, text, lines, invoice, documentType }: Input): Buffer | null {
  if (contentBase64 !== undefined) return decoded(contentBase64);
  if (text !== undefined) return Buffer.from(text, 'utf8');
  if (lines === undefined) return null;
  return Buffer.from(JSON.stringify(structuredOf(lines, invoice, documentType)), 'utf8');
}

/** What the reader would refuse of lines and of the head that is given with them. */
function faultsOfLines({ lines, invoice, documentType }: Partial<Input>): InputIssue[] {
  if (!Array.isArray(lines) || lines.length > LIMITS.lines) return [];
  const head = typeof invoice === 'object' && !Array.isArray(invoice) ? invoice : {};
  try {
    readStructured(structuredOf(lines, head, documentType));
  } catch (error) {
    if (!(error instanceof FieldsRefused)) throw error;
    return error.faults.map(({ path, fault }) => ({ path: givenAs(path), message: fault }));
  }
  return [];
}

function structuredOf(
  lines: StructuredInvoice['lines'],
  invoice: Head = {},
  documentType?: DocumentType,
): StructuredInvoice {
  const { supplierName, supplierVatNumber, customerName, netTotal, vatTotal, grossTotal, ...head } = invoice;
  return {
    ...(documentType === undefined ? {} : { documentType }),
    supplier: { name: supplierName, vatNumber: supplierVatNumber },
    customer: { name: customerName || undefined },
    ...head,
    lines,
    totals: { net: netTotal, vat: vatTotal, gross: grossTotal },
  };
}

const HEAD_AS_READ: Readonly<Record<string, keyof Head>> = {
  'supplier.name': 'supplierName',
  'supplier.vatNumber': 'supplierVatNumber',
  'customer.name': 'customerName',
  'totals.net': 'netTotal',
  'totals.vat': 'vatTotal',
  'totals.gross': 'grossTotal',
};

/** Where a field that the reader names stands in the arguments. */
function givenAs(read: FieldFault['path']): string {
  const path = read.join('.');
  return read[0] === 'lines' ? path : `invoice.${HEAD_AS_READ[path] ?? path}`;
}

function decoded(base64: string): Buffer {
  const plain = base64.replace(/^data:[^,]{0,200};base64,/, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(plain))
    throw new InputError([
      { path: 'contentBase64', message: 'is not base64; send the bytes of the file in base64, or use upload' },
    ]);
  return Buffer.from(plain, 'base64');
}

const DESCRIPTION = `Submits an invoice, receipt, credit note or quotation to a project: its lines are read, checked to the penny, and decided. The answer comes at once; reading goes on as a job.

Use when: you have the document (contentBase64), its text (text), or have read it yourself (lines, with invoice for its head). For a large file ask for an address with upload: true and send the file there with PUT.
Do not use when: you have a single line (route_line_item), or only want to know about one (check_line_item).

Then poll pollUrl, or call list_invoices until extractionStatus is done, and read list_line_items. The same bytes again are the same invoice. Problems of the invoice say which figures do not fit together.

To put right what was misread, or to say what a document is (scope line_items:write), name its invoice in corrects and give what is right: lines (all of them, as printed), invoice (only what is wrong of its head), or documentType. The document stays with it; lines given as they were keep their answers. A document that calls itself a quotation, pro forma, order confirmation, delivery note or statement stays one; of a text or an e-invoice the lines stay in its words.

<example>
{"projectId":"prj_0123456789abcdef01234567","corrects":"inv_0123456789abcdef01234567","documentType":"invoice","invoice":{"customerName":"A Marsh"}}
</example>
<example>
{"projectId":"prj_0123456789abcdef01234567","fileName":"receipt.txt","text":"Jewson Ltd\\nInvoice 10442  14/05/2026\\nFacing bricks 65mm  1240.00\\nVAT 20%  248.00\\nTotal  1488.00"}
</example>`;

export const submitInvoiceData: Tool<Request> = {
  name: 'submit_invoice_data',
  title: 'Submit an invoice to be read',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: ['line_items:write', 'invoices:write'],
  refusals: REFUSED_DOCUMENTS,
  // Whatever is put right decides the lines of the document again.
  alsoNeeds: ({ kind }) =>
    kind === 'correction' ? { asked: 'submit_invoice_data with corrects', scope: 'line_items:write' } : null,
  takesDocuments: true,
  countsTowardsDailyCap: false,
  limitClass: null,
  read: (args, { book }) => read(args, book),
  run: (request, context) =>
    claimsCall(async () => {
      if (request.kind === 'correction') {
        const { args, invoiceId, given } = request;
        const asking = writingIn(context, 'submit_invoice_data', args);
        return correctedView(
          await putRight(
            context.claims,
            asking,
            { projectId: args.projectId, invoiceId },
            { ...given, writtenOn: (invoice) => writtenOn(context.submissions, invoice) },
            kindOf,
          ),
        );
      }
      const { bytes, about, idempotencyKey } = request;
      const { submissions } = context;
      if (bytes === null) return openedUpload(submissions, context, about);
      const asking = writingIn(context, 'submit_invoice_data', idempotencyKey === undefined ? {} : { idempotencyKey });
      return submittedView(await submissions.submit(asking, about, [bytes]), context, about.saidToBe);
    }, CALLED),
  logFields: (_request, answer) => {
    const { status, invoiceId } = answer as { status: string; invoiceId?: string };
    return { status, invoiceId };
  },
};

async function writtenOn({ files }: Submissions, { contentHash }: Invoice): Promise<string | null> {
  const bytes = contentHash === null ? null : await files.read(contentHash);
  return bytes === null ? null : exactText(bytes);
}

/** The invoice that is put right is named in `corrects`. */
const CALLED = { invoiceId: 'corrects' };

/** Makes a one-time upload address and says how to use it. */
export async function openedUpload(
  submissions: Submissions,
  { caller, page }: Pick<ToolContext, 'caller' | 'page'>,
  about: About,
) {
  const { principal } = caller;
  if (!principal) throw new Error('an upload address was asked for by nobody');
  const { organisationId, accountId, credential } = principal;
  const actor = `${credential.kind} ${credential.id}`;
  const { token, expiresAt } = await submissions.openUpload({ organisationId, accountId, actor }, about);
  return {
    ok: true,
    status: 'awaiting_upload',
    projectId: about.projectId,
    uploadUrl: page(`/api/v1/uploads/${token}`),
    expires: new Date(expiresAt).toISOString(),
    message: 'Send the bytes of the file to uploadUrl once, with PUT and without a key, before it expires.',
  };
}

/** A submission as it is answered. */
export function submittedView(
  { invoiceId, projectId, jobId, status, known, state }: Submitted,
  { page }: Pick<ToolContext, 'page'>,
  saidToBe: DocumentType | null = null,
) {
  return {
    ok: true,
    status,
    invoiceId,
    projectId,
    jobId,
    pollUrl: page(`/api/v1/jobs/${jobId}`),
    alreadyKnown: known,
    invoiceState: state,
    message: messageOf({ invoiceId, known, state, status }, saidToBe),
  };
}

function messageOf(
  { invoiceId, known, state, status }: Pick<Submitted, 'invoiceId' | 'known' | 'state' | 'status'>,
  saidToBe: DocumentType | null,
): string {
  if (!known) return 'Queued to be read. Poll pollUrl every 3 to 5 seconds.';
  const correct = `submit_invoice_data with corrects "${invoiceId}"`;
  const said = saidToBe === null ? '' : ` documentType changes nothing on a document that is there: use ${correct}.`;
  const same = 'This document is in the project already.';
  if (state === 'trashed')
    return `${same} It is in the trash and counts nowhere: restore the invoice (over REST, POST /api/v1/invoices/${invoiceId}/restore), or, if it was misread, use ${correct} and lines, which takes it out.${said}`;
  if (status === 'failed') return `${same} It could not be read; pollUrl says why.${said}`;
  const misread = ` If something of it was misread, use ${correct} and lines or invoice; where nothing says what it is (document_type_unknown), ${correct} and documentType.`;
  return status === 'done' ? `${same} It has been read.${said || misread}` : `${same} It is queued to be read.${said}`;
}

/** What came of putting a document right. */
function correctedView({ invoice, kept, added, replaced }: PutRightResult) {
  const { id, projectId, state, evidence } = invoice;
  const lines = `${kept} lines stand as they were, ${added} are new`;
  return {
    ok: true,
    status: 'done',
    invoiceId: id,
    projectId,
    alreadyKnown: true,
    invoiceState: state,
    evidence,
    message: `Put right: ${lines}${replaced === null ? '' : `, and those that were read in their place are in the trash with invoice ${replaced}`}.`,
  };
}
