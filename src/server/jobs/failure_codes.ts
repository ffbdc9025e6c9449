import { REFUSAL_CODES } from '../../extraction/refusal.js';

/** Why a document was not read, as a machine names it: what is wrong with the document, or with this server. */
export const FAILURE_CODES = [...REFUSAL_CODES, 'document_missing', 'internal_error'] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];
