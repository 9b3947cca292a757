import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { HttpEnv } from './caller.ts';

function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/**
 * The address a request came from. `X-Forwarded-For` counts only when the connection comes from a
 * trusted proxy, and then only its nearest entry that is not itself a trusted proxy: what stands
 * further left was written by whoever called. What is no address counts as the proxy's own.
 */
export function clientAddress(
  context: Context<HttpEnv>,
  trustedProxies: readonly string[],
): string {
  const peer = withoutMapping(context.env?.incoming?.socket.remoteAddress ?? '127.0.0.1');
  if (!trustedProxies.includes(peer)) return peer;
  const hops = (context.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => withoutMapping(hop.trim()))
    .filter((hop) => hop !== '');
  const nearest = hops.findLast((hop) => !trustedProxies.includes(hop)) ?? peer;
  return isIP(nearest) === 0 ? peer : nearest;
}
