import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { HttpEnv } from './caller.ts';

function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/**
 * Returns the client's address. `X-Forwarded-For` counts only from a trusted proxy. Its last entry
 * that is not a trusted proxy is the client; entries further left can be forged. If that entry is
 * not an IP address, the proxy's own address counts.
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
