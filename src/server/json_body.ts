import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { HttpError } from './http_error.js';
import type { Settings } from './settings.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bodies with a document in them that are held at once; each takes several times its size while it is parsed. */
const MOST_LARGE_BODIES = 4;
let largeBodies = 0;

/**
 * Reads and parses the request's JSON body once.
 * @param withDocument whether the caller may send a document in it, and so more than others.
 * @throws HttpError 415 when it is not plain JSON, 413 when it is larger than the limit (found out before parsing, for
 *   chunked bodies while reading), 400 when it does not parse or is nested deeper than the limit, 408 when it takes too
 *   long, 503 when too many large ones are under way.
 */
export async function readJsonBody(
  ctx: Context,
  settings: Pick<Settings, 'maxBodyBytes' | 'maxSubmitBodyBytes' | 'maxJsonDepth' | 'requestTimeoutSecs'>,
  withDocument = false,
): Promise<unknown> {
  const mediaType = ctx.get('Content-Type').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json' || ctx.get('Content-Encoding') !== '') {
    ctx.req.resume();
    throw HttpError.of(415, 'unsupported_media_type', 'Send Content-Type: application/json, not compressed.');
  }
  const bytes = await readBytes(ctx.req, {
    most: withDocument ? Math.max(settings.maxBodyBytes, settings.maxSubmitBodyBytes) : settings.maxBodyBytes,
    seconds: settings.requestTimeoutSecs,
    large: { from: settings.maxBodyBytes, begins: () => holdLargeBody(ctx) },
  });
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw HttpError.of(400, 'invalid_json', 'The body is not valid UTF-8.');
  }
  if (deeperThan(text, settings.maxJsonDepth))
    throw HttpError.of(400, 'invalid_json', `The body is nested deeper than ${settings.maxJsonDepth} levels.`);
  try {
    return JSON.parse(text);
  } catch {
    throw HttpError.of(400, 'invalid_json', 'The body is not valid JSON.');
  }
}

function tooLarge(request: IncomingMessage, limit: number): HttpError {
  // The rest is read and dropped, so that the caller gets to see the answer; the connection then closes.
  request.resume();
  return HttpError.of(413, 'body_too_large', `The body is larger than ${limit} bytes.`, { Connection: 'close' });
}

/** How long a body may be and take. */
export interface BodyLimits {
  most: number;
  seconds: number;
  /** Called once a body has more bytes than that; what it throws refuses the body. */
  large?: { from: number; begins(): void };
}

/** The bytes of a body. @throws HttpError 413 when there are too many, 408 when they take too long, 400 when the sender hangs up. */
export function readBytes(request: IncomingMessage, { most, seconds, large }: BodyLimits): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > most) return Promise.reject(tooLarge(request, most));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (error: unknown) => {
      request.off('data', onData);
      request.resume();
      clearTimeout(clock);
      reject(error);
    };
    const clock = setTimeout(
      () =>
        refuse(
          HttpError.of(408, 'request_timeout', `The body did not arrive within ${seconds} s.`, { Connection: 'close' }),
        ),
      seconds * 1000,
    );
    const grown = (to: number) => {
      if (large && size <= large.from && to > large.from) large.begins();
      size = to;
    };
    const onData = (chunk: Buffer) => {
      try {
        grown(size + chunk.length);
        if (size > most) throw tooLarge(request, most);
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    request.on('data', onData);
    request.on('end', () => {
      clearTimeout(clock);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.on('aborted', () => refuse(HttpError.of(400, 'aborted', 'The request was aborted.')));
    request.on('error', refuse);
  });
}

/** Counts a large body until its request is answered. */
function holdLargeBody(ctx: Context): void {
  if (largeBodies >= MOST_LARGE_BODIES)
    throw HttpError.of(503, 'busy', 'Other documents are being taken in. Retry after 2 s, or use upload.', {
      'Retry-After': '2',
      Connection: 'close',
    });
  largeBodies++;
  ctx.res.once('close', () => {
    largeBodies--;
  });
}

/** Counts open brackets outside strings: nesting is refused before any parser or validator recurses into it. */
function deeperThan(text: string, most: number): boolean {
  // Ordinary bodies have fewer brackets than levels are allowed, and need no walk.
  if (occurrences(text, '{', most) + occurrences(text, '[', most) <= most) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > most) return true;
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return false;
}

/** How often a character occurs, counted to just past `most`. */
function occurrences(text: string, character: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1)) count++;
  return count;
}
