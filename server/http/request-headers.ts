import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { HttpEnv } from './caller.ts';

/** The headers of a request, as far as the protocols read them. */
export interface RequestHeaders {
  /** null when it was not sent. `name` in lower case. */
  get(name: string): string | null;
  /** All of them as a JSON object, names in lower case. */
  toJson(): string;
}

/** As Node has read them. */
export function headersOfNode(headers: NodeJS.Dict<string | string[]>): RequestHeaders {
  return {
    get(name) {
      const value = headers[name];
      if (value === undefined) return null;
      return typeof value === 'string' ? value : value.join(', ');
    },
    toJson: () => JSON.stringify(headers),
  };
}

/** For requests that did not come over a connection. */
function ofStandard(headers: Headers): RequestHeaders {
  return {
    get: (name) => headers.get(name),
    toJson: () => JSON.stringify(Object.fromEntries(headers)),
  };
}

/**
 * Node has read the headers already; the standard's object, which checks each name and value again
 * and sorts them, is only made where there is nothing else.
 */
export function requestHeaders(c: Context<HttpEnv>): RequestHeaders {
  const bindings = c.env as Partial<HttpBindings> | undefined;
  const incoming = bindings?.incoming;
  return incoming === undefined ? ofStandard(c.req.raw.headers) : headersOfNode(incoming.headers);
}
