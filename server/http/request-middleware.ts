import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler, Next } from 'hono';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { addHeaders } from './add-headers.ts';
import { bodyOf } from './body/body-of.ts';
import type { HttpEnv } from './caller/caller.ts';
import { clientAddress } from './caller/client-address.ts';
import { type CorsHeaders, corsHeaders } from './cors.ts';
import { requestHeaders } from './request-headers.ts';

/** More bytes of a body than the server reads. */
class BodyTooLarge extends Error {}

/**
 * Limits the size of request bodies. A declared length is trusted, since Node reads no more than
 * that; otherwise the bytes are counted as a handler reads them. One that refuses the request, or
 * lets it wait for its turn, reads none.
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

  async function countBody(c: Context<HttpEnv>, next: Next): Promise<void> {
    let size = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of bodyOf(c)) {
        size += chunk.length;
        if (size > maxBytes) throw new BodyTooLarge(refusal.message);
        yield chunk;
      }
    }
    const { url, method, headers, signal } = c.req.raw;
    const body = ReadableStream.from(counted());
    c.req.raw = new Request(url, { method, headers, signal, body, duplex: 'half' });
    await next();
    if (size <= maxBytes) return;
    // Hono would add its headers to those of the refusal.
    c.res = undefined;
    c.res = refuse(c);
  }

  return async (c, next) => {
    if (['GET', 'HEAD', 'TRACE'].includes(c.req.method)) return next();
    const headers = requestHeaders(c);
    if (headers.get('transfer-encoding') !== null) return countBody(c, next);
    return Number(headers.get('content-length') ?? 0) > maxBytes ? refuse(c) : next();
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
  const incoming = c.env?.incoming;
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}

/** Logs an error that no handler expects, unless the client stopped sending or sent too much. */
export function logUnexpected(log: Log, c: Context<HttpEnv>, message: string, error: unknown) {
  if (isCutOff(c) || error instanceof BodyTooLarge) return;
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
  limitsBody: boolean,
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
