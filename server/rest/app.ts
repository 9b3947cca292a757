import { Hono } from 'hono';
import type { HttpEnv } from '#server/http/caller.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import type { DataAnswer, DataInterface } from './exchange.ts';

export const mountPoint = '/rest/v1';

/** Path and query from the mount point on. */
function targetOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const whole = start < 0 ? '/' : url.slice(start);
  const hash = whole.indexOf('#');
  const clean = hash < 0 ? whole : whole.slice(0, hash);
  return clean.startsWith(mountPoint) ? clean.slice(mountPoint.length) : clean;
}

function toResponse({ status, headers, body }: DataAnswer): Response {
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
}

/** The data interface as an app of Hono's, mounted at {@link mountPoint}. */
export function buildRest(answer: DataInterface): Hono<HttpEnv> {
  const rest = new Hono<HttpEnv>();
  rest.all('*', async (c) => {
    const { raw } = c.req;
    const request = {
      method: raw.method,
      target: targetOf(raw.url),
      headers: requestHeaders(c),
      body: async () => new Uint8Array(await raw.arrayBuffer()),
    };
    return toResponse(await answer(request));
  });
  return rest;
}
