import type { Context } from 'koa';

/** A page: not part of the API, so not in the OpenAPI document. */
export interface PageRoute {
  method: 'get' | 'post';
  path: string;
  answer(ctx: Context): void | Promise<void>;
}

/** The last part of a path such as /confirm/TOKEN. */
export const tokenOf = (ctx: Context): string => String((ctx as { params?: { token?: string } }).params?.token ?? '');
