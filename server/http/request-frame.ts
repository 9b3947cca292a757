import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Log } from '#server/log.ts';
import { addHeaders } from './add-headers.ts';
import type { HttpEnv } from './caller.ts';
import { clientAddress } from './client-address.ts';
import { requestHeaders } from './request-headers.ts';

/** Most bytes of a request's body: content of 1 MB fits many times, an upload of a disk does not. */
const mostBodyBytes = 16 * 1024 * 1024;

const refusal = {
  code: 'payload_too_large',
  message: 'The request is larger than 16 MiB.',
  details: null,
  hint: null,
};

/** Pages of other origins may read it, as they may every answer of the protocols. */
function refuse(c: Context): Response {
  return c.json(refusal, 413, { 'access-control-allow-origin': '*' });
}

const countBody = bodyLimit({ maxSize: mostBodyBytes, onError: refuse });

/** A told length is believed, since no more than that is read; otherwise the bytes are counted. */
const limitBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const headers = requestHeaders(c);
  const length = headers.get('content-length');
  if (length === null || headers.get('transfer-encoding') !== null) {
    // What comes after answers its own errors: this is a client that went away while it sent.
    return countBody(c, next).catch(() => c.json({ message: 'The body ended early' }, 400));
  }
  return Number(length) > mostBodyBytes ? refuse(c) : next();
};

/**
 * What every request gets before a protocol sees it: an id, the client's address, a bounded body,
 * and a line in the log. Request ids of clients are not taken over: they could not be told apart.
 */
export function requestFrame(
  log: Log,
  trustedProxies: readonly string[],
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('clientAddress', clientAddress(c, trustedProxies));
    const refused = await limitBody(c, next);
    const response = refused instanceof Response ? refused : c.res;
    addHeaders(c, response, { 'x-request-id': requestId });
    const { status } = response;
    const details = { requestId, method: c.req.method, path: c.req.path, status };
    if (status >= 500) log.warn('request failed', details);
    else log.debug('request', details);
    return refused ?? undefined;
  };
}
