import { AuthError } from '#server/auth/auth-error.ts';
import { parseJsonBody } from '#server/auth/read-body.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import type { AuthContext, AuthRoute } from '#server/auth/services.ts';
import { readClientMetadata } from './client-metadata.ts';
import { registerClient } from './clients.ts';
import { OAuthError, withOAuthErrors } from './oauth-error.ts';

async function readBody(c: AuthContext): Promise<unknown> {
  try {
    return await parseJsonBody(c);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new OAuthError('invalid_client_metadata', error.message, { cause: error });
  }
}

/**
 * Registers an app without an account (RFC 7591). Every app is a public client: a secret that
 * anybody gets would prove nothing.
 */
export const registerOAuthClient: AuthRoute = {
  method: 'POST',
  path: '/oauth/clients/register',
  handle: withOAuthErrors(async (c, services) => {
    const { limits, allowances, config } = services;
    const site = addressSubject(c.get('clientAddress'), 48);
    await limits.use(allowances.registrationsFromAddress, site);
    const metadata = readClientMetadata(await readBody(c), config.BRAND_NAME);
    await limits.use(allowances.registrations, 'all');
    const client = await registerClient(services, metadata);
    return c.json(
      {
        client_id: client.id,
        client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
        client_name: client.client_name,
        ...(client.client_uri === null ? {} : { client_uri: client.client_uri }),
        ...(client.logo_uri === null ? {} : { logo_uri: client.logo_uri }),
        redirect_uris: client.redirect_uris,
        grant_types: client.grant_types,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      201,
    );
  }),
};
