import { randomUUID } from 'node:crypto';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { startSession, type PresentedSession } from '#server/auth/tokens/session.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { requireSmallMetadata } from '#server/auth/accounts/user-metadata.ts';

/** Creates an account without an address, if allowed. Its session is the only way to use it. */
export async function signUpAnonymously(
  c: AuthContext,
  services: AuthServices,
  data: Readonly<Record<string, unknown>>,
): Promise<PresentedSession> {
  if (!services.config.ANONYMOUS_SIGN_IN) throw new AuthError('anonymous_provider_disabled');
  requireSmallMetadata(data);
  const id = randomUUID();
  return inTransaction(services.database.auth, async (client) => {
    await client.query(
      `insert into auth.users (instance_id, id, aud, role, raw_app_meta_data, raw_user_meta_data,
         created_at, updated_at, confirmation_token, recovery_token, email_change_token_new,
         email_change, is_anonymous)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', '{}', $2,
         $3, $3, '', '', '', '', true)`,
      [id, data, services.now()],
    );
    await recordAudit(client, c, 'user_signedup', { id, email: null }, { provider: 'anonymous' });
    return startSession(services, c, client, id, 'anonymous');
  });
}
