import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './caller.ts';

/** Names and addresses of this machine, with or without a port. */
const loopbackHost = /^(localhost|[^.]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

const loopbackAddress = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i;

/** Headers that proxies, load balancers, tunnels and content networks add to a request. */
const forwardingHeader =
  /^(forwarded|via|cdn-loop|client-ip|cluster-client-ip|true-client-ip|x-(forwarded|original|real|client|cluster|remote|proxy|envoy|amzn|amz|azure|appengine|vercel|arr|host$|ip$).*|(cf|fastly|fly|akamai|incap|ngrok|tailscale)-.*)$/i;

/** Headers in which a browser names the page that a request comes from. */
const pageHeaders = ['origin', 'referer'];

function isLoopbackUrl(url: string): boolean {
  return loopbackHost.test(URL.parse(url)?.host ?? '');
}

/**
 * Lets only programs on this machine through, and answers everybody else with 403 and `refusal`.
 * A request is refused if it:
 * - comes from another machine;
 * - names another host: a foreign name may have been pointed to this machine;
 * - has a forwarding header, or is HTTP/1.0, which proxies speak and browsers do not;
 * - comes from a page of another host, which a proxy without such headers may have passed on.
 */
export function onlyLocal(refusal: string): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const incoming = c.env?.incoming;
    const isLocal =
      loopbackHost.test(headers.get('host') ?? new URL(c.req.url).host) &&
      (incoming === undefined ||
        (loopbackAddress.test(incoming.socket.remoteAddress ?? '') &&
          incoming.httpVersionMajor * 10 + incoming.httpVersionMinor > 10)) &&
      ![...headers.keys()].some((name) => forwardingHeader.test(name)) &&
      pageHeaders.every((name) => isLoopbackUrl(headers.get(name) ?? 'http://localhost'));
    return isLocal ? next() : c.text(refusal, 403);
  };
}
