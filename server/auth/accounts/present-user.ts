import type { FactorRecord, IdentityRecord, UserRecord } from './user-record.ts';

/** Returns times of a record as ISO text and omits those that are null, as GoTrue does. */
function presentTimes<Name extends string>(
  record: Readonly<Record<Name, Date | string | null>>,
  ...names: readonly Name[]
): Record<string, string> {
  const entries = names.flatMap((name) => {
    const at = record[name];
    return at === null ? [] : [[name, new Date(at).toISOString()] as const];
  });
  return Object.fromEntries(entries);
}

function iso(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function presentIdentity(identity: IdentityRecord) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...presentTimes(identity, 'last_sign_in_at'),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    ...(identity.email === null ? {} : { email: identity.email }),
  };
}

function presentFactor(factor: FactorRecord) {
  return {
    id: factor.id,
    created_at: iso(factor.created_at),
    updated_at: iso(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name === null ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
  };
}

/** Returns the user object of the protocol. Fields are listed one by one, so no secret gets in. */
export function presentUser(user: UserRecord) {
  const change = user.email_change ?? '';
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...presentTimes(user, 'email_confirmed_at', 'invited_at'),
    phone: user.phone ?? '',
    ...presentTimes(
      user,
      'phone_confirmed_at',
      'confirmation_sent_at',
      'confirmed_at',
      'recovery_sent_at',
    ),
    ...(change === '' ? {} : { new_email: change }),
    ...presentTimes(user, 'email_change_sent_at', 'last_sign_in_at'),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length === 0 ? {} : { factors: user.factors.map(presentFactor) }),
    identities: user.identities.map(presentIdentity),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...presentTimes(user, 'banned_until', 'deleted_at'),
    is_anonymous: user.is_anonymous,
  };
}
