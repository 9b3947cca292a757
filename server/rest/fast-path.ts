import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { CorsHeaders } from '#server/http/cors.ts';
import { logResponse } from '#server/http/request-middleware.ts';
import { addressOfIncoming } from '#server/http/caller/client-address.ts';
import { headersOfNode } from '#server/http/request-headers.ts';
import type { Log } from '#server/log.ts';
import { mountPoint } from './app.ts';
import { splitTarget } from './handle-request.ts';
import type { RestResponse, RestHandler } from './rest-request.ts';

/** Targets that a URL parser would leave unchanged. All others go through the app. */
const plainTarget = /^\/rest\/v1((?:\/[\w-]+){1,2}(?:\?[!$%&(-;=?-~]*)?)$/;

/** Answers an ordinary REST request and returns true. Returns false for any other request. */
export type FastPath = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

export interface FastPathOptions {
  readonly log: Log;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly corsHeaders: CorsHeaders;
  /** Requests with a greater Content-Length go through the app, which refuses them. */
  readonly maxBodyBytes: number;
  readonly trustedProxies: readonly string[];
}

/**
 * Handles ordinary REST requests with Node's own objects. Request and Response objects, the router
 * and its middleware took a tenth of the server's time per request. Preflights, bodies without a
 * length or too long, and targets that need URL parsing go through the app. Both ways give the same
 * response, byte for byte.
 */
export function openFastPath(
  handler: RestHandler,
  { log, headers, corsHeaders, maxBodyBytes, trustedProxies }: FastPathOptions,
): FastPath {
  const commonHeaders = Object.entries(headers).flat();
  /** The flat header list of each set of CORS headers. */
  const corsLists = new WeakMap<object, readonly string[]>();
  const corsList = (origin: string | undefined): readonly string[] => {
    const set = corsHeaders(origin);
    let list = corsLists.get(set);
    if (list === undefined) corsLists.set(set, (list = Object.entries(set).flat()));
    return list;
  };
  const isOrdinary = ({ method, headers }: IncomingMessage): boolean =>
    method !== 'OPTIONS' &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= maxBodyBytes;

  async function handle(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    method: string,
    target: string,
  ): Promise<void> {
    const requestId = randomUUID();
    const response = await handler({
      method,
      target,
      headers: headersOfNode(incoming.headers),
      clientAddress: () => addressOfIncoming(incoming, trustedProxies),
      // Node ends the stream after Content-Length bytes.
      body: async () => Buffer.concat(await incoming.toArray()),
    });
    try {
      send(outgoing, response, [
        ...commonHeaders,
        ...corsList(incoming.headers.origin),
        'x-request-id',
        requestId,
      ]);
    } catch (error) {
      log.error('an answer of /rest/v1 could not be sent', { requestId, error });
      outgoing.writeHead(500).end();
    }
    const path = mountPoint + splitTarget(target).path;
    logResponse(log, { requestId, method, path, status: outgoing.statusCode });
  }

  return (incoming, outgoing) => {
    const target = plainTarget.exec(incoming.url ?? '')?.[1];
    if (target === undefined || !isOrdinary(incoming)) return false;
    void handle(incoming, outgoing, incoming.method ?? 'GET', target);
    return true;
  };
}

function send(
  outgoing: ServerResponse,
  { status, headers, body }: RestResponse,
  commonHeaders: readonly string[],
): void {
  const list = [...headers.flat(), ...commonHeaders];
  if (body !== null) list.push('content-length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, list);
  outgoing.end(body);
}
