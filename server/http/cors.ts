import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { addHeaders } from './add-headers.ts';
import type { HttpEnv } from './caller.ts';

const exposed = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Link',
  'Location',
  'Preference-Applied',
  'Proxy-Status',
  'Range-Unit',
  'Retry-After',
  'Server-Timing',
  'X-Request-Id',
  'X-Sb-Error-Code',
  'X-Supabase-Api-Version',
  'X-Total-Count',
].join(',');

/** What every answer of the protocols carries. */
export const openly = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
};

const answerPreflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  maxAge: 3600,
});

/**
 * The protocol is open to pages of every origin, as it is on a hosted Supabase: it knows no
 * cookies, so that another page can do nothing with it that its author could not do without it.
 */
export const openToEveryOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const asksFirst = c.req.header('access-control-request-method') !== undefined;
  if (c.req.method === 'OPTIONS' && asksFirst) return answerPreflight(c, next);
  await next();
  addHeaders(c, c.res, openly);
  return undefined;
};
