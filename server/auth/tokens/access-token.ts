import type { PoolClient } from 'pg';
import type { AuthServices } from '#server/auth/services.ts';
import type { UserRecord } from '#server/auth/accounts/user-record.ts';

/** Authentication methods, in the words of the `amr` claim. */
export type AuthMethod =
  | 'password'
  | 'otp'
  | 'recovery'
  | 'magiclink'
  | 'email/signup'
  | 'totp'
  | 'mfa/webauthn'
  | 'passkey'
  | 'oauth'
  | 'anonymous';

export interface SignedToken {
  readonly token: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly expiresIn: number;
}

interface SessionClaims {
  readonly aal: string | null;
  readonly amr: readonly { method: string; timestamp: number }[];
}

async function readSessionClaims(client: PoolClient, sessionId: string): Promise<SessionClaims> {
  const { rows } = await client.query<SessionClaims>(
    `select s.aal, coalesce((
       select jsonb_agg(jsonb_build_object('method', a.authentication_method,
         'timestamp', floor(extract(epoch from a.updated_at))::bigint) order by a.updated_at desc)
       from auth.mfa_amr_claims a where a.session_id = s.id), '[]') as amr
     from auth.sessions s where s.id = $1`,
    [sessionId],
  );
  return rows[0] ?? { aal: null, amr: [] };
}

/** Signs the access token of a session, with GoTrue's claims. */
export async function signAccessToken(
  services: AuthServices,
  client: PoolClient,
  user: UserRecord,
  sessionId: string,
): Promise<SignedToken> {
  const { aal, amr } = await readSessionClaims(client, sessionId);
  const issuedAt = Math.floor(services.now().getTime() / 1000);
  const expiresIn = services.config.ACCESS_TOKEN_SECONDS;
  const expiresAt = issuedAt + expiresIn;
  const token = await services.keys.sign({
    iss: `${services.siteUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role,
    aal: aal ?? 'aal1',
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  });
  return { token, expiresAt, expiresIn };
}
