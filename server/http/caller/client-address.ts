import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { HttpEnv } from './caller.ts';

function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/** Returns the client's address of a Hono request; see {@link addressFrom}. */
export function clientAddress(
  context: Context<HttpEnv>,
  trustedProxies: readonly string[],
): string {
  const { incoming } = context.env ?? {};
  const forwardedFor = context.req.header('x-forwarded-for');
  return addressFrom(incoming?.socket.remoteAddress, forwardedFor, trustedProxies);
}

/** Returns the client's address of a request of Node's HTTP server; see {@link addressFrom}. */
export function addressOfIncoming(
  { socket, headers }: IncomingMessage,
  trustedProxies: readonly string[],
): string {
  return addressFrom(socket.remoteAddress, headers['x-forwarded-for'], trustedProxies);
}

/**
 * Returns the client's address. `X-Forwarded-For` counts only from a trusted proxy. Its last entry
 * that is not a trusted proxy is the client; entries further left can be forged. If that entry is
 * not an IP address, the proxy's own address counts.
 */
function addressFrom(
  remoteAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trustedProxies: readonly string[],
): string {
  const peer = withoutMapping(remoteAddress ?? '127.0.0.1');
  if (!trustedProxies.includes(peer)) return peer;
  const hops = String(forwardedFor ?? '')
    .split(',')
    .map((hop) => withoutMapping(hop.trim()))
    .filter((hop) => hop !== '');
  const nearest = hops.findLast((hop) => !trustedProxies.includes(hop)) ?? peer;
  return isIP(nearest) === 0 ? peer : nearest;
}

/**
 * Returns the subject of limits for a network address. An IPv6 customer has a whole /64 network, so
 * all its addresses count as one. With 48 bits, a whole site counts as one: many customers have 256
 * networks.
 */
export function addressSubject(address: string, ipv6Bits: 48 | 64 = 64): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  const network = groups.slice(0, ipv6Bits / 16);
  return `${network.map((group) => group.padStart(4, '0').toLowerCase()).join(':')}::/${ipv6Bits}`;
}
