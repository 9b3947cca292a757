import { accessScopes, writingScopes, type AccessScope } from '#contract/access-scopes.ts';
import { mcpPath } from '#contract/routes.ts';
import { siteOrigins } from '#server/auth/redirects/redirects.ts';
import { OAuthError } from './oauth-error.ts';

/**
 * Returns the resource that a request names (RFC 8707): the site's REST API at its origin, or /mcp.
 * Without a name it is /mcp, since only older MCP clients name none. On loopback, each of its names
 * means the site.
 */
export function readResource(requested: string | undefined, siteUrl: string): string {
  const site = new URL(siteUrl);
  if (requested === undefined) return `${site.origin}${mcpPath}`;
  const url = URL.parse(requested);
  const path = url?.pathname.replace(/\/$/, '');
  const isKnown =
    url !== null &&
    siteOrigins(site).has(url.origin) &&
    (path === '' || path === mcpPath) &&
    url.search === '' &&
    url.hash === '';
  if (!isKnown) {
    throw new OAuthError(
      'invalid_target',
      `The resource must be ${site.origin} or ${site.origin}${mcpPath}`,
    );
  }
  return `${site.origin}${path}`;
}

const isScope = (name: string): name is AccessScope => accessScopes.some((scope) => scope === name);

/**
 * Returns the scopes of a request, in their order. Unknown ones, such as offline_access, are
 * ignored, unless there are no others. Writing includes reading. Without any, reading is meant.
 */
export function readScopes(requested: string | undefined): readonly AccessScope[] {
  const names = (requested ?? '').split(' ').filter((name) => name !== '');
  const known: readonly AccessScope[] =
    names.length === 0 ? ['prompts:read'] : names.filter(isScope);
  if (known.length === 0) {
    throw new OAuthError('invalid_scope', `The scopes are ${accessScopes.join(', ')}`);
  }
  const isWriting = writingScopes.some((scope) => known.includes(scope));
  return accessScopes.filter(
    (scope) => known.includes(scope) || (isWriting && scope === 'prompts:read'),
  );
}
