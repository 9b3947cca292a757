import { Hono } from 'hono';
import { accessScopes } from '#contract/access-scopes.ts';
import { mcpPath } from '#contract/routes.ts';
import { siteOrigins } from '#server/auth/redirects/redirects.ts';
import type { AuthContext, AuthRoute } from '#server/auth/services.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { allowOrigins } from '#server/http/cors.ts';

const mountPoint = '/auth/v1';
const serverDocument = '/.well-known/oauth-authorization-server';
const resourceDocument = '/.well-known/oauth-protected-resource';

/** Returns the issuer of tokens and codes. */
export function issuerOf(siteUrl: string): string {
  return `${siteUrl}${mountPoint}`;
}

/** Returns what the OAuth server can do (RFC 8414). */
function serverMetadata(siteUrl: string) {
  const issuer = issuerOf(siteUrl);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/clients/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: accessScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/** Returns where tokens for a resource come from, and which scopes it knows (RFC 9728). */
function resourceMetadata(resource: string, siteUrl: string, name: string) {
  return {
    resource,
    authorization_servers: [issuerOf(siteUrl)],
    scopes_supported: resource.endsWith(mcpPath) ? ['prompts:read', 'prompts:write'] : accessScopes,
    bearer_methods_supported: ['header'],
    resource_name: name,
  };
}

function respond(c: AuthContext, document: object): Response {
  c.header('cache-control', 'public, max-age=300');
  return c.json(document);
}

/** The metadata at the issuer's address, as OpenID Connect would have it. */
export const serverMetadataBelowIssuer: AuthRoute = {
  method: 'GET',
  path: serverDocument,
  handle: (c, { siteUrl }) => respond(c, serverMetadata(siteUrl)),
};

/**
 * Builds the documents at the root of the site. Older MCP clients look for the server's at the origin
 * without a path. On loopback, a resource has the name of the host that was asked.
 */
export function buildOAuthMetadata(siteUrl: string, brand: string): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const origins = siteOrigins(new URL(siteUrl));
  const originOf = (c: AuthContext) => {
    const { origin } = new URL(c.req.url);
    return origins.has(origin) ? origin : siteUrl;
  };
  // Programs in a browser read these from their own origin. They say nothing secret.
  app.use('/.well-known/*', allowOrigins(['*']));
  for (const path of [serverDocument, `${serverDocument}${mountPoint}`]) {
    app.get(path, (c) => respond(c, serverMetadata(siteUrl)));
  }
  for (const path of ['', mcpPath]) {
    app.get(`${resourceDocument}${path}`, (c) =>
      respond(c, resourceMetadata(`${originOf(c)}${path}`, siteUrl, brand)),
    );
  }
  return app;
}
