import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { addHeaders } from './add-headers.ts';
import type { HttpEnv } from './caller/caller.ts';
import { clientAddress } from './caller/client-address.ts';
import { type CorsHeaders, corsHeaders } from './cors.ts';
import { requestHeaders } from './request-headers.ts';

/**
 * Limits the size of request bodies. A declared length is trusted, since Node reads no more than
 * that; otherwise the bytes are counted.
 */
function limitBody(maxMiB: number, headersFor: CorsHeaders): MiddlewareHandler<HttpEnv> {
  const maxBytes = mebibytes(maxMiB);
  const refusal = {
    code: 'payload_too_large',
    message: `The request is larger than ${maxMiB} MiB.`,
    details: null,
    hint: null,
  };
  /** Refuses a body with CORS headers, so that pages of other origins can read the error. */
  const refuse = (c: Context): Response => c.json(refusal, 413, headersFor(c.req.header('origin')));
  const countBody = bodyLimit({ maxSize: maxBytes, onError: refuse });

  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const headers = requestHeaders(c);
    const length = headers.get('content-length');
    if (length === null || headers.get('transfer-encoding') !== null) {
      // Later handlers respond to their own errors. This one means that the client disconnected
      // while sending.
      return countBody(c, next).catch(() => c.json({ message: 'The body ended early' }, 400));
    }
    return Number(length) > maxBytes ? refuse(c) : next();
  };
}

/** The logged properties of a request. */
type LoggedRequest = Readonly<
  Record<'requestId' | 'method' | 'path', string> & Record<'status', number>
>;

export function logResponse(log: Log, response: LoggedRequest): void {
  if (response.status >= 500) log.warn('request failed', response);
  else log.debug('request', response);
}

/** Returns whether the client has gone before it had sent all of the request. */
export function isCutOff(c: Context<HttpEnv>): boolean {
  const bindings = c.env as Partial<HttpEnv['Bindings']> | undefined;
  const incoming = bindings?.incoming;
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}

/** Logs an error that no handler expects, unless the client only stopped sending. */
export function logUnexpected(log: Log, c: Context<HttpEnv>, message: string, error: unknown) {
  if (isCutOff(c)) return;
  log.error(message, { requestId: c.get('requestId'), path: c.req.path, error });
}

export const mebibytes = (mebibytes: number): number => mebibytes * 1024 * 1024;

/**
 * Sets up every request before a protocol sees it: an id, the client's address, a body limit
 * (unless the protocol has its own), and a log line. Request ids of clients are ignored, since they need not be unique.
 */
export function requestMiddleware(
  log: Log,
  {
    TRUSTED_PROXIES,
    MAX_BODY_MB,
    CORS_ORIGINS,
  }: Pick<Config, 'TRUSTED_PROXIES' | 'MAX_BODY_MB' | 'CORS_ORIGINS'>,
  limitsBody = true,
): MiddlewareHandler<HttpEnv> {
  const limit: MiddlewareHandler<HttpEnv> = limitsBody
    ? limitBody(MAX_BODY_MB, corsHeaders(CORS_ORIGINS))
    : async (_, next) => next();
  return async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('clientAddress', clientAddress(c, TRUSTED_PROXIES));
    const refused = await limit(c, next);
    const response = refused instanceof Response ? refused : c.res;
    addHeaders(c, response, { 'x-request-id': requestId });
    const { method, path } = c.req;
    const answered = { requestId, method, path, status: response.status };
    // Handlers answer a body that ends early with any status.
    if (isCutOff(c)) log.debug('request cut off', answered);
    else logResponse(log, answered);
    return refused ?? undefined;
  };
}
