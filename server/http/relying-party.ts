import { isIP } from 'node:net';
import type { Config } from '#server/config.ts';
import { isPrivateTransport } from '#server/setting-values.ts';

/** The WebAuthn relying party: the domain that passkeys are bound to, and the page's origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party of a site; null if browsers offer no passkeys there. They need a domain
 * (no IP address), and HTTPS except on localhost.
 */
export function relyingPartyOf(
  { PASSKEY_DOMAIN }: Pick<Config, 'PASSKEY_DOMAIN'>,
  siteUrl: string,
): RelyingParty | null {
  const { hostname, origin } = new URL(siteUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !isPrivateTransport(siteUrl)) return null;
  return { id: PASSKEY_DOMAIN ?? hostname, origin };
}
