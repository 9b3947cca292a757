import type { MiddlewareHandler } from 'hono';
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

/** A day, as PostgREST says. Browsers shorten it. */
const maxAgeSeconds = 86_400;

/** Returns the headers that allow a preflight's request, worded as PostgREST does. */
function preflightHeaders(requestedHeaders: string): Readonly<Record<string, string>> {
  const requested = requestedHeaders.split(',').map((name) => name.trim());
  const allowed = ['Authorization', ...requested, 'Accept', 'Accept-Language', 'Content-Language'];
  return {
    'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
    'access-control-allow-headers': allowed.filter((name) => name !== '').join(', '),
    'access-control-max-age': String(maxAgeSeconds),
  };
}

/**
 * Opens the protocols to pages of other origins, by default to all, as a hosted Supabase does. The
 * protocols use no cookies, so a foreign page gains nothing over a program of its author.
 * `preflightStatus` is that of the protocol's own server: PostgREST answers 200, the others 204.
 */
export function allowOrigins(
  origins: readonly string[],
  preflightStatus: 200 | 204 = 204,
): MiddlewareHandler<HttpEnv> {
  const headersFor = corsHeaders(origins);
  return async (c, next) => {
    const origin = c.req.header('origin');
    const isPreflight =
      c.req.method === 'OPTIONS' &&
      origin !== undefined &&
      c.req.header('access-control-request-method') !== undefined;
    if (isPreflight) {
      const requested = c.req.header('access-control-request-headers') ?? '';
      const length: Record<string, string> =
        preflightStatus === 204 ? {} : { 'content-length': '0' };
      const headers = { ...headersFor(origin), ...preflightHeaders(requested), ...length };
      return new Response(null, { status: preflightStatus, headers });
    }
    await next();
    addHeaders(c, c.res, headersFor(origin));
    return undefined;
  };
}
