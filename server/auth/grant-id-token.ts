import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { AuthError } from './auth-error.ts';
import { findProviderAccount } from './oidc-account.ts';
import { optionalText, readBody } from './read-body.ts';
import { startSession } from './session.ts';
import type { AuthHandler } from './services.ts';
import { inTransaction } from './transaction.ts';

const body = v.object({
  provider: optionalText,
  id_token: optionalText,
  nonce: optionalText,
  link_identity: v.nullish(v.boolean(), false),
});

/** Sign-in with an ID token that a program got from the configured provider itself. */
export const idTokenGrant: AuthHandler = async (c, services) => {
  const given = await readBody(c, body);
  const { oidc } = services;
  if (oidc === null || given.provider !== oidc.name) {
    throw new AuthError('provider_disabled', 'Sign-in with an ID token is not enabled');
  }
  if (given.link_identity ?? false) throw new AuthError('manual_linking_disabled');
  if (given.id_token === '') throw new AuthError('validation_failed', 'id_token required');
  // The token carries the nonce's hash, so that who sees the token cannot use it.
  const nonce = given.nonce === '' ? null : createHash('sha256').update(given.nonce).digest('hex');
  const claims = await oidc.verify(given.id_token, nonce);
  const session = await inTransaction(services.database.auth, async (client) => {
    const user = await findProviderAccount(services, c, client, claims, oidc.name);
    return startSession(services, c, client, user.id, 'oauth');
  });
  return c.json(session);
};
