import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { addHeaders } from './add-headers.ts';
import type { HttpEnv } from './caller/caller.ts';

const exposed = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'Proxy-Status',
  'Range-Unit',
  'Retry-After',
  'Server-Timing',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Relay-Error',
  'X-Request-Id',
  'X-Sb-Error-Code',
  'X-Supabase-Api-Version',
  'X-Total-Count',
].join(',');

const maxAgeSeconds = 3600;

/**
 * Returns the headers that let pages of an origin read a response; none for an origin that may not.
 */
export type CorsHeaders = (origin: string | undefined) => Readonly<Record<string, string>>;

/** Creates {@link CorsHeaders} for CORS_ORIGINS, where `*` allows every origin. */
export function corsHeaders(origins: readonly string[]): CorsHeaders {
  const exposes = { 'access-control-expose-headers': exposed };
  const anyOrigin = { 'access-control-allow-origin': '*', ...exposes };
  if (origins.includes('*')) return () => anyOrigin;
  // A cache must not serve one origin's response to another.
  const notAllowed = { vary: 'Origin' };
  return (origin) =>
    origin !== undefined && origins.includes(origin)
      ? { 'access-control-allow-origin': origin, ...exposes, ...notAllowed }
      : notAllowed;
}

/**
 * Opens the protocols to pages of other origins, by default to all, as a hosted Supabase does. The
 * protocols use no cookies, so a foreign page gains nothing over a program of its author.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler<HttpEnv> {
  const headersFor = corsHeaders(origins);
  const respondToPreflight = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    maxAge: maxAgeSeconds,
  });
  return async (c, next) => {
    const isPreflight = c.req.header('access-control-request-method') !== undefined;
    if (c.req.method === 'OPTIONS' && isPreflight) return respondToPreflight(c, next);
    await next();
    addHeaders(c, c.res, headersFor(c.req.header('origin')));
    return undefined;
  };
}
