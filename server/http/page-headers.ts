import { secureHeaders } from 'hono/secure-headers';

/** Headers of pages and their files. `apiOrigins` are those the page's script may call. */
export function pageHeaders(apiOrigins: readonly string[]) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      connectSrc: ["'self'", ...apiOrigins],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      // Profile pictures may lie anywhere on the web.
      imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    // Plain http on loopback must stay reachable: the proxy that adds TLS adds this header too.
    strictTransportSecurity: false,
    xFrameOptions: 'DENY',
  });
}
