import { KeyReused } from '../claims/changes.js';
import { type Asking, type AskingToWrite, NotAllowed } from '../claims/claims.js';
import { SeveralRegimes } from '../claims/projects.js';
import { NotFound } from '../claims/stored.js';
import { actorOf, type ToolContext } from './tool.js';
import { ToolError } from './tool_error.js';

/** What is refused of a thing that an organisation keeps, by HTTP status. */
export const NOT_THERE = { 404: 'There is no such thing in your organisation (not_found).' } as const;
const CLOSED = 'The invoice is locked or in the trash (invoice_locked, invoice_trashed)';
const REUSED = 'the idempotency key was used for another request (idempotency_key_reused)';
export const REFUSED_CHANGES = { ...NOT_THERE, 409: `${CLOSED}; ${REUSED}.` } as const;
export const REFUSED_SET_UP = {
  ...NOT_THERE,
  409: `Not written: ${REUSED}.`,
  422: 'The parts of the site fall under several regimes (several_regimes); split says which projects to set up.',
} as const;
export const REFUSED_DOCUMENTS = {
  ...NOT_THERE,
  409: `${CLOSED} or being read (being_read); the document says otherwise (document_says_otherwise); your documents take as much as they may (storage_limit); ${REUSED}.`,
  413: 'The body or the document is larger than the limit (body_too_large, document_too_large).',
  415: 'The body is not application/json, or the document is of no kind that is read (unsupported_document).',
  507: 'The disk of this server is full; nothing was stored (storage_full).',
} as const;

/** Who asks of what an organisation keeps. The gate has let nobody pass without a key or token. */
export function askingIn({ caller, book, today }: ToolContext): Asking {
  if (!caller.principal) throw new Error('a tool of an organisation was called by nobody');
  return { organisationId: caller.principal.organisationId, actor: actorOf(caller).who, book, today };
}

/** The same for a write. @param args as checked; the idempotency key stands for them. */
export function writingIn(context: ToolContext, tool: string, args: { idempotencyKey?: string }): AskingToWrite {
  const { idempotencyKey = null, ...body } = args;
  return { ...askingIn(context), tool, idempotencyKey, body };
}

/**
 * Runs a call and says what claims refuse as a tool says it.
 * @param named fields of the input that are called otherwise in what claims throw.
 */
export async function claimsCall<T>(run: () => Promise<T>, named: Readonly<Record<string, string>> = {}): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw refusalOf(error, named) ?? error;
  }
}

function refusalOf(error: unknown, named: Readonly<Record<string, string>>): ToolError | null {
  if (error instanceof NotFound)
    return new ToolError('not_found', `${error.message}.`, 404, {
      issues: [{ path: named[error.field] ?? error.field, message: `"${error.id}" is not there` }],
    });
  if (error instanceof NotAllowed) return new ToolError(error.code, error.message, 409);
  if (error instanceof KeyReused)
    return new ToolError(
      'idempotency_key_reused',
      `The idempotency key "${error.key}" was used for another request; choose another.`,
      409,
    );
  if (error instanceof SeveralRegimes)
    return new ToolError('several_regimes', error.message, 422, {
      split: error.split,
      actionItems: error.split.suppliers.map(({ name, request }) => ({
        id: `split_invoices:${name}`,
        kind: 'split_invoices',
        title: `Ask ${name} for an invoice for each part`,
        text: request,
        state: 'open',
        note: null,
        dueDate: null,
      })),
    });
  return null;
}
