import { importJWK, SignJWT } from 'jose';
import { readSecrets } from './secrets.ts';
import { idDigits, emailOf, peopleCount, personId, sessionIdPrefix } from './seed-ids.ts';

/** The publishable key and the access tokens of all people. */
export interface Keys {
  readonly publishableKey: string;
  /** The access token of person n stands at n - 1. */
  readonly tokens: readonly string[];
}

/** Signs a token for each person, with the claims that /auth/v1 writes. */
export async function signTokens(dataDir: string, port: number): Promise<Keys> {
  const {
    publishableKey,
    signingKeys: [jwk],
  } = readSecrets(dataDir);
  if (jwk === undefined) throw new Error('No signing key was found.');
  const key = await importJWK(jwk, 'ES256');
  const { kid } = jwk;
  const now = Math.floor(Date.now() / 1000);
  const sign = (person: number) =>
    new SignJWT({
      iss: `http://localhost:${port}/auth/v1`,
      sub: personId(person),
      aud: 'authenticated',
      exp: now + 86_400,
      iat: now,
      email: emailOf(person),
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: emailOf(person) },
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: now }],
      session_id: sessionIdPrefix + idDigits(person),
      is_anonymous: false,
    })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .sign(key);
  const tokens = await Promise.all(
    Array.from({ length: peopleCount }, (_, index) => sign(index + 1)),
  );
  return { publishableKey, tokens };
}
