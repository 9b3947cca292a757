import type { LinkLetter } from '#server/mail/letters.ts';
import type { AuthServices } from '#server/auth/services.ts';
import { oneTimeSecretExpiry, type OneTimeSecret } from '#server/auth/tokens/one-time-token.ts';

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** Encodes a redirect URL, unless the query reads it as it is. GoTrue leaves those readable too. */
function encodeRedirect(url: string): string {
  return /^[\w.~:/?-]*$/.test(url) ? url : encodeURIComponent(url);
}

/** Returns the URL for a mail. Its origin is the configured site, whatever the Host header says. */
export function actionLink(
  { siteUrl }: AuthServices,
  link: { readonly token: string; readonly type: LinkType; readonly redirectTo: string },
): string {
  const query = new URLSearchParams({ token: link.token, type: link.type });
  return `${siteUrl}/auth/v1/verify?${query.toString()}&redirect_to=${encodeRedirect(link.redirectTo)}`;
}

/** Returns the content of a mail with the link and the code of `secret`. */
export function linkLetter(
  services: AuthServices,
  to: string,
  { token, code }: OneTimeSecret,
  link: { readonly type: LinkType; readonly redirectTo: string },
): LinkLetter {
  const url = actionLink(services, { token, ...link });
  const expiresAt = oneTimeSecretExpiry(services.now());
  return { brand: services.config.BRAND_NAME, to, url, code, expiresAt };
}
