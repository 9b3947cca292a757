import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { findProviderAccount } from '#server/auth/oidc/oidc-account.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { startSession } from './session.ts';
import type { AuthHandler } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

const body = v.object({
  provider: optionalText,
  id_token: optionalText,
  nonce: optionalText,
  link_identity: v.nullish(v.boolean(), false),
});

/** Issuers of the providers that the protocol names. */
const issuers: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
};

function notEnabled(provider: string): AuthError {
  const issuer = Object.hasOwn(issuers, provider) ? issuers[provider] : undefined;
  return issuer === undefined
    ? invalid(`Custom OIDC provider "${provider}" not allowed`)
    : new AuthError('provider_disabled', `Provider (issuer "${issuer}") is not enabled`);
}

/** Signs in with an ID token that the client got from the configured provider. */
export const idTokenGrant: AuthHandler = async (c, services) => {
  const input = await readBody(c, body);
  const { oidc } = services;
  if (input.id_token === '') throw invalid('id_token required');
  if (oidc === null || input.provider !== oidc.name) throw notEnabled(input.provider);
  if (input.link_identity) throw new AuthError('manual_linking_disabled');
  // The token contains the nonce's hash, so that a stolen token is useless without the nonce.
  const nonce = input.nonce === '' ? null : createHash('sha256').update(input.nonce).digest('hex');
  const claims = await oidc.verify(input.id_token, nonce);
  const session = await inTransaction(services.database.auth, async (client) => {
    const user = await findProviderAccount(services, c, client, claims, oidc.name);
    return startSession(services, c, client, user.id, 'oauth');
  });
  return c.json(session);
};
