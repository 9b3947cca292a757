import { queryOptions } from '@tanstack/react-query';
import { auth, db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { fetchUser, type User } from './session.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** An app or device that shows codes for this account. */
export interface Authenticator {
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
}

/** The person's authenticators that count, oldest first. */
export function authenticatorsOf({ factors = [] }: Pick<User, 'factors'>): Authenticator[] {
  return factors
    .filter(({ status, factor_type: type }) => status === 'verified' && type === 'totp')
    .map((factor) => ({
      id: factor.id,
      name: factor.friendly_name || firstName,
      addedAt: factor.created_at,
    }))
    .toSorted((one, other) => one.addedAt.localeCompare(other.addedAt));
}

const firstName = 'Authenticator';

/** Names are unique in an account, also beside one that was begun elsewhere and not finished. */
function freeName(taken: readonly string[]): string {
  let name = firstName;
  for (let number = 2; taken.includes(name); number += 1) name = `${firstName} ${number}`;
  return name;
}

/** An authenticator that counts once {@link verifyFactor} was given a first code of it. */
export interface Enrolment {
  readonly id: string;
  /** A data address of the picture to scan. */
  readonly qrCode: string;
  /** Base32, to type where nothing can be scanned. */
  readonly secret: string;
}

export async function enrolAuthenticator(): Promise<Enrolment> {
  const user = await fetchUser();
  const friendlyName = freeName((user?.factors ?? []).map(({ friendly_name: name }) => name ?? ''));
  const issuer = runtimeConfig().brand.name;
  const { id, totp } = unwrap(await auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer }));
  return { id, qrCode: totp.qr_code, secret: totp.secret };
}

/** Gives a code of an authenticator: the session has two factors then. */
export async function verifyFactor(factorId: string, code: string): Promise<void> {
  unwrap(await auth.mfa.challengeAndVerify({ factorId, code: code.replace(/\s/g, '') }));
}

/** Removes an authenticator; one that counts only in a session of two factors. */
export async function removeAuthenticator(id: string): Promise<void> {
  unwrap(await auth.mfa.unenroll({ factorId: id }));
  // The session is worth what is left: its new token says so.
  unwrap(await auth.refreshSession());
}

/** Gives up an enrolment that was not finished. It would be forgotten by itself, later. */
export async function abandonEnrolment(id: string): Promise<void> {
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error) console.warn('An unfinished enrolment was not removed:', error.message);
}

/** How many recovery codes were not used yet. */
export function recoveryCodesQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.recoveryCodes(userId),
    queryFn: async ({ signal }): Promise<number> =>
      unwrap(await db.rpc('recovery_codes_left').abortSignal(signal)),
    staleTime: 0,
  });
}

/** Ten new codes in place of those before, to be shown this once. */
export async function createRecoveryCodes(): Promise<readonly string[]> {
  return unwrap(await db.rpc('new_recovery_codes'));
}

/** Turns two-factor sign-in off by a recovery code; the session is a whole one then. */
export async function redeemRecoveryCode(code: string): Promise<void> {
  unwrap(await db.rpc('use_recovery_code', { code }));
  unwrap(await auth.refreshSession());
}
