import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './caller.ts';

/** Names and addresses of this machine, with or without a port. */
const loopbackHost = /^(localhost|[^.]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

const loopbackAddress = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i;

/**
 * Headers that browsers and clients of the protocols send. Every other one may come from a proxy,
 * load balancer, tunnel or content network, and no list of their headers is complete.
 */
const directHeader =
  /^(host|connection|keep-alive|user-agent|accept(-encoding|-language|-charset)?|cookie|cache-control|pragma|origin|referer|range|if-[a-z-]+|content-(type|length)|priority|te|dnt|save-data|(x-)?purpose|upgrade-insecure-requests|sec-[a-z-]+|apikey|authorization|x-client-info|x-supabase-api-version)$/i;

/** Headers in which a browser names the page that a request comes from. */
const pageHeaders = ['origin', 'referer'];

function isLoopbackUrl(url: string): boolean {
  return loopbackHost.test(URL.parse(url)?.host ?? '');
}

/**
 * Lets only programs on this machine through, and answers everybody else with 403 and `refusal`.
 * It refuses requests from other machines, and for other hosts: a foreign name may point to this
 * machine. It also refuses the signs of a proxy: a header that browsers do not send, a whole URL as
 * the target, or HTTP/1.0. A proxy without these signs passes on requests from pages of other
 * hosts, so those are refused too.
 */
export function onlyLocal(refusal: string): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const incoming = c.env?.incoming;
    const isLocal =
      loopbackHost.test(headers.get('host') ?? new URL(c.req.url).host) &&
      (incoming === undefined ||
        (incoming.url?.startsWith('/') === true &&
          loopbackAddress.test(incoming.socket.remoteAddress ?? '') &&
          incoming.httpVersionMajor * 10 + incoming.httpVersionMinor > 10)) &&
      [...headers.keys()].every((name) => directHeader.test(name)) &&
      pageHeaders.every((name) => isLoopbackUrl(headers.get(name) ?? 'http://localhost'));
    return isLocal ? next() : c.text(refusal, 403);
  };
}
