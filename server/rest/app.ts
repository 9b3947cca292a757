import { Hono } from 'hono';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import type { RestResponse, RestHandler } from './rest-request.ts';

export const mountPoint = '/rest/v1';

/** Returns path and query without the mount point. */
function requestTarget(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const target = start < 0 ? '/' : url.slice(start);
  const hash = target.indexOf('#');
  const sent = hash < 0 ? target : target.slice(0, hash);
  return sent.startsWith(mountPoint) ? sent.slice(mountPoint.length) : sent;
}

function toResponse({ status, headers, body }: RestResponse): Response {
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
}

/** Returns the REST API as a Hono app, mounted at {@link mountPoint}. */
export function buildRest(handler: RestHandler): Hono<HttpEnv> {
  const rest = new Hono<HttpEnv>();
  rest.all('*', async (c) => {
    const { raw } = c.req;
    const request = {
      method: raw.method,
      target: requestTarget(raw.url),
      headers: requestHeaders(c),
      clientAddress: () => c.get('clientAddress'),
      body: async () => new Uint8Array(await raw.arrayBuffer()),
    };
    return toResponse(await handler(request));
  });
  return rest;
}
