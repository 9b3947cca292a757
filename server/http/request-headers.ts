import type { Context } from 'hono';
import type { HttpEnv } from './caller/caller.ts';
import { decodeHeader } from './header-text.ts';

/** The headers of a request that the protocols read. */
export interface RequestHeaders {
  /** Returns a header, or null if it was not sent. `name` is in lower case. */
  get(name: string): string | null;
  /** Returns all headers as a JSON object, names in lower case and values decoded. */
  toJson(): string;
}

/** Wraps the headers that Node has parsed. */
export function headersOfNode(headers: NodeJS.Dict<string | string[]>): RequestHeaders {
  return {
    get(name) {
      const value = headers[name];
      if (value === undefined) return null;
      return typeof value === 'string' ? value : value.join(', ');
    },
    toJson: () => decodeHeader(JSON.stringify(headers)),
  };
}

/** Wraps the headers of a request that did not come over a connection. */
function headersOfStandard(headers: Headers): RequestHeaders {
  return {
    get: (name) => headers.get(name),
    toJson: () => decodeHeader(JSON.stringify(Object.fromEntries(headers))),
  };
}

/**
 * Returns the headers of a request. Node has parsed them already. The standard object would check
 * and sort them again, so it is only used without Node.
 */
export function requestHeaders(c: Context<HttpEnv>): RequestHeaders {
  const incoming = c.env?.incoming;
  return incoming === undefined
    ? headersOfStandard(c.req.raw.headers)
    : headersOfNode(incoming.headers);
}
