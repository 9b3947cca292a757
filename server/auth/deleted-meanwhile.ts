import { DatabaseError } from 'pg';
import { AuthError } from './auth-error.ts';
import type { AuthErrorCode } from './error-table.ts';

const foreignKeyViolation = '23503';

/** The errors of foreign keys, by the end of their names. */
const errorCodes: readonly (readonly [RegExp, AuthErrorCode])[] = [
  [/user_id_fkey$/, 'user_not_found'],
  [/session_id_fkey$/, 'session_not_found'],
  [/factor_id_fkey$/, 'mfa_factor_not_found'],
];

/** Returns the error for a write whose user, session or factor was deleted during the request. */
export function deletedMeanwhile(error: unknown): AuthError | null {
  if (!(error instanceof DatabaseError) || error.code !== foreignKeyViolation) return null;
  const found = errorCodes.find(([name]) => name.test(error.constraint ?? ''));
  return found === undefined ? null : new AuthError(found[1], undefined, { cause: error });
}
