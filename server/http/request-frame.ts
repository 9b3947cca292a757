import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { addHeaders } from './add-headers.ts';
import type { HttpEnv } from './caller.ts';
import { clientAddress } from './client-address.ts';
import { requestHeaders } from './request-headers.ts';

/** A told length is believed, since no more than that is read; otherwise the bytes are counted. */
function limitBody(mostMiB: number): MiddlewareHandler<HttpEnv> {
  const mostBytes = bytesOfMiB(mostMiB);
  const refusal = {
    code: 'payload_too_large',
    message: `The request is larger than ${mostMiB} MiB.`,
    details: null,
    hint: null,
  };
  /** Pages of other origins may read it, as they may every answer of the protocols. */
  const refuse = (c: Context): Response =>
    c.json(refusal, 413, { 'access-control-allow-origin': '*' });
  const countBody = bodyLimit({ maxSize: mostBytes, onError: refuse });

  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const headers = requestHeaders(c);
    const length = headers.get('content-length');
    if (length === null || headers.get('transfer-encoding') !== null) {
      // What comes after answers its own errors: this is a client that went away while it sent.
      return countBody(c, next).catch(() => c.json({ message: 'The body ended early' }, 400));
    }
    return Number(length) > mostBytes ? refuse(c) : next();
  };
}

/** What the log tells of a request. */
type AnsweredRequest = Readonly<
  Record<'requestId' | 'method' | 'path', string> & Record<'status', number>
>;

export function logAnswer(log: Log, answered: AnsweredRequest): void {
  if (answered.status >= 500) log.warn('request failed', answered);
  else log.debug('request', answered);
}

export const bytesOfMiB = (mebibytes: number): number => mebibytes * 1024 * 1024;

/**
 * What every request gets before a protocol sees it: an id, the client's address, a bounded body,
 * and a line in the log. Request ids of clients are not taken over: they could not be told apart.
 */
export function requestFrame(
  log: Log,
  { TRUSTED_PROXIES, MAX_BODY_MB }: Pick<Config, 'TRUSTED_PROXIES' | 'MAX_BODY_MB'>,
): MiddlewareHandler<HttpEnv> {
  const limited = limitBody(MAX_BODY_MB);
  return async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('clientAddress', clientAddress(c, TRUSTED_PROXIES));
    const refused = await limited(c, next);
    const response = refused instanceof Response ? refused : c.res;
    addHeaders(c, response, { 'x-request-id': requestId });
    const { method, path } = c.req;
    logAnswer(log, { requestId, method, path, status: response.status });
    return refused ?? undefined;
  };
}
