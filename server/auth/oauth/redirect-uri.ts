import { loopbackHosts } from '#contract/loopback-hosts.ts';

/**
 * Schemes that a browser or the system handles itself. Others belong to an installed app, which
 * receives the code (RFC 8252, section 7.1).
 */
const reservedSchemes: readonly string[] = [
  'about:',
  'blob:',
  'chrome:',
  'content:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'javascript:',
  'mailto:',
  'resource:',
  'sms:',
  'tel:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
];

const maxLength = 2000;

/** Returns whether codes sent to the address stay on the person's own machine. */
export function isLoopback(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  return url !== null && url.protocol === 'http:' && loopbackHosts.includes(url.hostname);
}

/** Returns the reason why an app may not register an address; null if it may. */
export function redirectUriProblem(redirectUri: string): string | null {
  const url = URL.parse(redirectUri);
  if (url === null || redirectUri.length > maxLength) return 'is not an absolute URL';
  if (/[\s\\\p{Cc}]/u.test(redirectUri)) return 'contains a space, backslash or control character';
  if (redirectUri.includes('#')) return 'has a fragment';
  if (url.username !== '' || url.password !== '') return 'contains a user name';
  if (reservedSchemes.includes(url.protocol)) return `starts with ${url.protocol}`;
  if (url.protocol === 'http:' && !isLoopback(redirectUri)) return 'needs https';
  if (url.protocol === 'https:' && url.hostname.includes('*')) return 'has a wildcard';
  return null;
}

const loopbackPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Returns whether a requested address is one of those registered. It must be equal letter for
 * letter. Only the port of a loopback address may differ, since a program chooses it when it starts
 * (RFC 8252, section 7.3).
 */
export function isRegistered(requested: string, registered: readonly string[]): boolean {
  if (registered.includes(requested)) return true;
  const withoutPort = (uri: string) => uri.replace(loopbackPort, '$1');
  return (
    loopbackPort.test(requested) &&
    URL.canParse(requested) &&
    registered.some((uri) => loopbackPort.test(uri) && withoutPort(uri) === withoutPort(requested))
  );
}

/** Returns the address with parameters added to its query. */
export function withParameters(
  redirectUri: string,
  parameters: Readonly<Record<string, string | null>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
}
