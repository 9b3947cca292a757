import type { Context } from 'hono';
import type { HttpEnv } from './caller.ts';

/**
 * Adds headers to the finished response. What is set beforehand Hono merges by copying the body; and
 * a response whose headers are looked at is first rebuilt with the standard's object, which checks
 * and sorts them all. Where Node sends it, they are handed to Node instead.
 */
export function addHeaders(
  c: Context<HttpEnv>,
  response: Response,
  headers: Readonly<Record<string, string>>,
): void {
  const outgoing = c.env?.outgoing;
  for (const [name, value] of Object.entries(headers)) {
    if (outgoing === undefined) response.headers.set(name, value);
    else outgoing.setHeader(name, value);
  }
}
