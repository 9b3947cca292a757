import type { PoolClient } from 'pg';
import type { AuthContext } from '#server/auth/services.ts';

/** The actions of the audit log, in GoTrue's names, and the kind of entry each makes. */
const logTypes = {
  challenge_created: 'factor',
  factor_deleted: 'factor',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  login: 'account',
  oauth_consent_granted: 'account',
  oauth_consent_revoked: 'account',
  logout: 'account',
  passkey_created: 'user',
  passkey_deleted: 'user',
  passkey_updated: 'user',
  token_refreshed: 'token',
  token_revoked: 'token',
  user_deleted: 'team',
  user_invited: 'team',
  user_signedup: 'team',
  user_repeated_signup: 'user',
  user_confirmation_requested: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_modified: 'user',
  user_updated_password: 'user',
  verification_attempted: 'factor',
} as const;

export type AuditAction = keyof typeof logTypes;

export interface AuditSubject {
  readonly id: string;
  readonly email: string | null;
}

/**
 * Inserts a row into auth.audit_log_entries. Pass the client of the transaction that performs the
 * action. `traits` must never contain secrets.
 */
export async function recordAudit(
  client: PoolClient,
  context: AuthContext,
  action: AuditAction,
  subject: AuditSubject,
  traits: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const payload = {
    action,
    actor_id: subject.id,
    actor_username: subject.email ?? '',
    actor_via_sso: false,
    log_type: logTypes[action],
    traits,
  };
  await client.query(
    `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
     values (gen_random_uuid(), $1, now(), $2)`,
    [payload, context.get('clientAddress')],
  );
}
