import { Ajv, type ValidateFunction } from 'ajv';
import { LIMITS } from '../limits.js';

/** One page as a vision model is shown it. */
export interface PagePicture {
  /** From 1. */
  page: number;
  mime: 'image/jpeg';
  bytes: Uint8Array;
}

/** A line as a model says it is printed: decimal strings, null for what is not printed on it. */
export interface ProposedLine {
  page: number;
  description: string;
  quantity: string | null;
  unitPrice: string | null;
  net: string | null;
  vat: string | null;
  gross: string | null;
}

/** What a vision model says stands on the pages. It is a stranger's word: nothing of it is taken that the paper does not say. */
export interface Proposal {
  lines: ProposedLine[];
  totals: { net: string | null; vat: string | null; gross: string | null };
}

/** Shows pages to a model. Null when it gave no answer that can be used, for whatever reason. */
export type AskVision = (pages: readonly PagePicture[]) => Promise<Proposal | null>;

/** A model that reads pictures of pages, wherever it runs. */
export interface VisionProvider {
  /**
   * @param signal ends the call.
   * @throws VisionFailed when there is no answer in time, or none that is a proposal.
   */
  read(pages: readonly PagePicture[], signal: AbortSignal): Promise<Proposal>;
}

/** Why a model gave no proposal; the message holds neither the key nor anything of the document. */
export class VisionFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'VisionFailed';
  }
}

const amount = { type: ['string', 'null'], pattern: '^-?[0-9]{1,9}(\\.[0-9]{1,5})?$' };

/** The shape asked for and the shape required of the answer. */
export const PROPOSAL_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['lines', 'totals'],
  properties: {
    lines: {
      type: 'array',
      maxItems: LIMITS.visionLines,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['page', 'description', 'quantity', 'unitPrice', 'net', 'vat', 'gross'],
        properties: {
          page: { type: 'integer', minimum: 1, maximum: LIMITS.pdfPages },
          description: { type: 'string', maxLength: 500 },
          quantity: amount,
          unitPrice: amount,
          net: amount,
          vat: amount,
          gross: amount,
        },
      },
    },
    totals: {
      type: 'object',
      additionalProperties: false,
      required: ['net', 'vat', 'gross'],
      properties: { net: amount, vat: amount, gross: amount },
    },
  },
} as const;

/** Compiled for the first proposal: most servers ask no model. */
let valid: ValidateFunction<Proposal> | undefined;

/** @throws VisionFailed when it is anything but a proposal. */
export function proposalFrom(value: unknown): Proposal {
  valid ??= new Ajv({ strict: true, allowUnionTypes: true }).compile<Proposal>(PROPOSAL_SCHEMA);
  if (valid(value)) return value;
  const { instancePath, message } = valid.errors?.[0] ?? {};
  throw new VisionFailed(`the answer is not of the shape asked for: ${instancePath || 'it'} ${message}`);
}
