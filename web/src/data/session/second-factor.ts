import { queryOptions } from '@tanstack/react-query';
import { auth, db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { fetchUser, type User } from './session.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A second factor of this account: an app that shows codes, or a passkey. */
export interface Authenticator {
  readonly id: string;
  readonly kind: 'app' | 'passkey';
  readonly name: string;
  readonly addedAt: string;
}

const kinds: Readonly<Record<string, Authenticator['kind']>> = {
  totp: 'app',
  webauthn: 'passkey',
};

/** Returns the user's verified authenticators, oldest first. */
export function authenticatorsOf({ factors = [] }: Pick<User, 'factors'>): Authenticator[] {
  return factors
    .filter(({ status, factor_type: type }) => status === 'verified' && type in kinds)
    .map((factor) => ({
      id: factor.id,
      kind: kinds[factor.factor_type] ?? 'app',
      name: factor.friendly_name || defaultName,
      addedAt: factor.created_at,
    }))
    .toSorted((one, other) => one.addedAt.localeCompare(other.addedAt));
}

const defaultName = 'Authenticator';

/** Returns a name that no second factor of the account has, not even an unverified one. */
export async function uniqueFactorName(base: string): Promise<string> {
  const user = await fetchUser();
  const existing = (user?.factors ?? []).map(({ friendly_name: name }) => name ?? '');
  let name = base;
  for (let number = 2; existing.includes(name); number += 1) name = `${base} ${number}`;
  return name;
}

/** An authenticator that counts once {@link verifyFactor} got its first code. */
export interface Enrolment {
  readonly id: string;
  /** The data URL of the QR code. */
  readonly qrCode: string;
  /** The Base32 secret, to type instead of scanning. */
  readonly secret: string;
}

export async function enrolAuthenticator(): Promise<Enrolment> {
  const friendlyName = await uniqueFactorName(defaultName);
  const issuer = runtimeConfig().brand.name;
  const { id, totp } = unwrap(await auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer }));
  return { id, qrCode: totp.qr_code, secret: totp.secret };
}

/** Verifies a code of an authenticator, which raises the session to two factors. */
export async function verifyFactor(factorId: string, code: string): Promise<void> {
  unwrap(await auth.mfa.challengeAndVerify({ factorId, code: code.replace(/\s/g, '') }));
}

/** Removes an authenticator; a verified one needs a session with two factors. */
export async function removeAuthenticator(id: string): Promise<void> {
  unwrap(await auth.mfa.unenroll({ factorId: id }));
  // The new token has the remaining assurance level.
  unwrap(await auth.refreshSession());
}

/** Removes an unfinished enrolment, which the server would remove later by itself. */
export async function abandonEnrolment(id: string): Promise<void> {
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error) console.warn('An unfinished enrolment was not removed:', error.message);
}

/** The number of unused recovery codes. */
export function recoveryCodesQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.recoveryCodes(userId),
    queryFn: async ({ signal }): Promise<number> =>
      unwrap(await db.rpc('recovery_codes_left').abortSignal(signal)),
    staleTime: 0,
  });
}

/** Replaces the recovery codes by ten new ones, and returns them. They can't be read again. */
export async function createRecoveryCodes(): Promise<readonly string[]> {
  return unwrap(await db.rpc('new_recovery_codes'));
}

/** Turns two-factor sign-in off with a recovery code, which completes the sign-in. */
export async function redeemRecoveryCode(code: string): Promise<void> {
  unwrap(await db.rpc('use_recovery_code', { code }));
  unwrap(await auth.refreshSession());
}
