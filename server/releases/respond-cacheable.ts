import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { matchesETag } from '#server/http/matches-etag.ts';

/**
 * Responds with JSON and its ETag, or with 304 if the client has it already. Clients may keep a
 * response, but ask each time, because a label may have moved.
 */
export function respondCacheable(c: Context<HttpEnv>, body: string): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  c.header('etag', etag);
  c.header('cache-control', 'private, no-cache');
  c.header('vary', 'authorization', { append: true });
  if (matchesETag(c.req.header('if-none-match') ?? '', etag)) return c.body(null, 304);
  return c.body(body, 200, { 'content-type': 'application/json; charset=utf-8' });
}
