import type { Context } from 'hono';
import type { HttpEnv } from './caller/caller.ts';

/**
 * Adds headers to the finished response. Headers set beforehand make Hono copy the body into a new
 * response. Reading the headers of a response makes @hono/node-server rebuild it first with the
 * standard object, which checks and sorts them all. If Node sends the response, its own `setHeader`
 * avoids both.
 */
export function addHeaders(
  c: Context<HttpEnv>,
  response: Response,
  headers: Readonly<Record<string, string>>,
): void {
  const outgoing = c.env?.outgoing;
  for (const [name, value] of Object.entries(headers)) {
    // The response may name what it varies by itself.
    if (name === 'vary') response.headers.append(name, value);
    else if (outgoing === undefined) response.headers.set(name, value);
    else outgoing.setHeader(name, value);
  }
}
