import type { Context } from 'koa';
import { HttpError } from '../http_error.js';
import { readBytes } from '../json_body.js';

const LIMITS = { most: 16_384, seconds: 30 };

/**
 * Reads a form of ours.
 * @throws HttpError 415 when it is not one, 413 when it is larger than any of ours.
 */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  const type = ctx.get('Content-Type').split(';')[0]?.trim().toLowerCase();
  // A button without fields sends an empty body, which some programs send without a type.
  if (type !== 'application/x-www-form-urlencoded' && ctx.get('Content-Length') !== '0') {
    ctx.req.resume();
    throw HttpError.of(415, 'unsupported_media_type', 'Send a form: application/x-www-form-urlencoded.');
  }
  return new URLSearchParams((await readBytes(ctx.req, LIMITS)).toString('utf8'));
}
