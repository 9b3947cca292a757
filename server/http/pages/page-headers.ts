import { secureHeaders } from 'hono/secure-headers';

/**
 * Returns the headers of pages and their files. The page's script may call `apiOrigins`. Images may
 * come from `imageOrigins`, which the configuration sets. An image address from a user could reveal
 * who looks at it.
 */
export function pageHeaders(apiOrigins: readonly string[], imageOrigins: readonly string[]) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      connectSrc: ["'self'", ...apiOrigins],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...imageOrigins],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    // security-headers.ts sets it on every response.
    strictTransportSecurity: false,
    xFrameOptions: 'DENY',
  });
}
