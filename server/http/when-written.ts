import type { MiddlewareHandler } from 'hono';
import type { Database } from '#server/db/database.ts';
import type { HttpEnv } from './caller.ts';

/** Links in mails, and the way back from a provider, write although they are asked by GET. */
const writesByGet = /^\/auth\/v1\/(verify|callback)$/;

/** Holds an answer back until what it may have written is read everywhere. */
export function whenWritten(
  beforeAnswer: NonNullable<Database['beforeAnswer']>,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next();
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!reads || writesByGet.test(c.req.path)) await beforeAnswer();
  };
}
