import type { Config } from '#server/config.ts';

/**
 * One year, as preload lists ask for. No includeSubDomains and no preload: other names below the
 * host are not ours to decide on.
 */
const strictTransport = 'max-age=31536000';

/**
 * Returns the headers of every response. Browsers respect Strict-Transport-Security over TLS only.
 */
export function securityHeaders({
  SITE_URL,
}: Pick<Config, 'SITE_URL'>): Readonly<Record<string, string>> {
  const always = { 'x-content-type-options': 'nosniff' };
  if (SITE_URL === null || !SITE_URL.startsWith('https:')) return always;
  return { ...always, 'strict-transport-security': strictTransport };
}
