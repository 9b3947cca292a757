import type { MiddlewareHandler } from 'hono';
import type { Database } from '#server/db/database.ts';
import type { HttpEnv } from './caller/caller.ts';

/** Mail links and provider callbacks write although they are GET requests. */
const writesByGet = /^\/auth\/v1\/(verify|callback)$/;

/** Delays a response until all replicas have what the request may have written. */
export function waitForReplica(
  beforeAnswer: NonNullable<Database['beforeAnswer']>,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next();
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead || writesByGet.test(c.req.path)) await beforeAnswer();
  };
}
