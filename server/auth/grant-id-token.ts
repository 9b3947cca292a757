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

/** Issuers of the providers that the protocol knows by name. */
const issuers: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
};

function notEnabled(provider: string): AuthError {
  const issuer = Object.hasOwn(issuers, provider) ? issuers[provider] : undefined;
  return issuer === undefined
    ? new AuthError('validation_failed', `Custom OIDC provider "${provider}" not allowed`)
    : new AuthError('provider_disabled', `Provider (issuer "${issuer}") is not enabled`);
}

/** Sign-in with an ID token that a program got from the configured provider itself. */
export const idTokenGrant: AuthHandler = async (c, services) => {
  const given = await readBody(c, body);
  const { oidc } = services;
  if (given.id_token === '') throw new AuthError('validation_failed', 'id_token required');
  if (oidc === null || given.provider !== oidc.name) throw notEnabled(given.provider);
  if (given.link_identity ?? false) throw new AuthError('manual_linking_disabled');
  // The token carries the nonce's hash, so that who sees the token cannot use it.
  const nonce = given.nonce === '' ? null : createHash('sha256').update(given.nonce).digest('hex');
  const claims = await oidc.verify(given.id_token, nonce);
  const session = await inTransaction(services.database.auth, async (client) => {
    const user = await findProviderAccount(services, c, client, claims, oidc.name);
    return startSession(services, c, client, user.id, 'oauth');
  });
  return c.json(session);
};
