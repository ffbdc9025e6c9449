import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'koa';
import type { Arrived, DocumentFiles } from '../../store/document_files.js';
import { TooManyBytes } from '../../store/document_files.js';
import { HttpError } from '../http_error.js';

/** Room for the fields of a form beside its file. */
const FORM_BYTES = 64 * 1024;
const FIELD_BYTES = 2_000;

/** What was sent: fields, and one file that waits on the disk. */
export interface Sent {
  fields: ReadonlyMap<string, string>;
  file: { arrived: Arrived; fileName: string | null } | null;
}

/**
 * Takes in a form with one file. The file goes to the disk as it comes, so that its size costs no memory.
 * @throws HttpError when it is no such form, TooManyBytes, StorageFull: nothing is then left behind.
 */
export async function receiveForm(ctx: Context, files: DocumentFiles, mostBytes: number): Promise<Sent> {
  refuseDeclared(ctx, mostBytes + FORM_BYTES, mostBytes);
  const fields = new Map<string, string>();
  const received: Promise<{ arrived: Arrived; fileName: string | null }>[] = [];
  const open = new Set<BusboyFileStream>();
  const { req } = ctx;
  try {
    await new Promise<void>((resolve, reject) => {
      const form = formOf(ctx);
      form.on('file', (_field, stream, fileName) => {
        open.add(stream);
        // What went wrong is told by whoever reads the stream; a stream that nobody hears would end the process.
        stream.on('error', () => {});
        const file = files.receive(stream, mostBytes).then((arrived) => ({ arrived, fileName: fileName || null }));
        received.push(file);
        file.catch(reject);
      });
      form.on('field', (name, value, nameCut, valueCut) => {
        if (nameCut || valueCut)
          reject(HttpError.of(400, 'invalid_form', `A field is longer than ${FIELD_BYTES} bytes.`));
        fields.set(name, value);
      });
      form.on('filesLimit', () => reject(HttpError.of(400, 'invalid_form', 'Send one file in each request.')));
      form.on('partsLimit', () => reject(HttpError.of(400, 'invalid_form', 'The form has too many parts.')));
      form.on('error', (error: Error) => reject(invalidForm(error)));
      form.on('finish', () => Promise.all(received).then(() => resolve(), reject));
      const gone = () => reject(HttpError.of(400, 'aborted', 'The upload was broken off; nothing was stored.'));
      req.once('aborted', gone);
      req.once('error', gone);
      req.pipe(form);
    });
  } catch (error) {
    req.unpipe();
    req.resume();
    ctx.set('Connection', 'close');
    for (const stream of open) stream.destroy(new Error('the form was refused'));
    for (const file of received)
      await file.then(
        ({ arrived }) => files.drop(arrived),
        () => {},
      );
    throw error;
  }
  const [file = null] = await Promise.all(received);
  return { fields, file };
}

function formOf(ctx: Context): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...ctx.req.headers, 'content-type': ctx.get('Content-Type') },
      limits: { files: 1, fields: 20, parts: 21, fieldSize: FIELD_BYTES, headerPairs: 50 },
    });
  } catch (error) {
    throw invalidForm(error as Error);
  }
}

const invalidForm = ({ message }: Error): HttpError =>
  HttpError.of(400, 'invalid_form', `It is no form that can be read: ${message}.`);

/** Takes in a body that is the file itself. @throws as `receiveForm`. */
export async function receiveBody(ctx: Context, files: DocumentFiles, mostBytes: number): Promise<Arrived> {
  refuseDeclared(ctx, mostBytes, mostBytes);
  try {
    return await files.receive(ctx.req.iterator({ destroyOnReturn: false }), mostBytes);
  } catch (error) {
    ctx.req.resume();
    ctx.set('Connection', 'close');
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET')
      throw HttpError.of(400, 'aborted', 'The upload was broken off; nothing was stored.');
    throw error;
  }
}

export const isForm = (ctx: Context): boolean => /^multipart\/form-data\b/i.test(ctx.get('Content-Type'));

function refuseDeclared(ctx: Context, most: number, mostBytes: number): void {
  if (ctx.get('Content-Encoding') !== '')
    throw HttpError.of(415, 'unsupported_media_type', 'Send the document as it is, not compressed.');
  if (Number(ctx.get('Content-Length') || 0) <= most) return;
  ctx.req.resume();
  ctx.set('Connection', 'close');
  throw new TooManyBytes(mostBytes);
}
