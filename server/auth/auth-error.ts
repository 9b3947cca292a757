import type { WeakPasswordReason } from '#contract/password-rules.ts';
import { errorTable, type AuthErrorCode, type AuthErrorStatus } from './error-table.ts';

export interface AuthErrorOptions extends ErrorOptions {
  /** Replaces the table's status, for codes that the protocol uses with two statuses. */
  readonly status?: AuthErrorStatus;
  /** Seconds until a retry can succeed. */
  readonly retryAfter?: number;
  readonly weakPassword?: readonly WeakPasswordReason[];
}

/** An error that the client receives, with a code of the protocol. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly code: AuthErrorCode;
  readonly status: AuthErrorStatus;
  readonly retryAfter: number | null;
  readonly weakPassword: readonly WeakPasswordReason[] | null;

  constructor(code: AuthErrorCode, message?: string, options: AuthErrorOptions = {}) {
    const [status, defaultMessage] = errorTable[code];
    super(message ?? defaultMessage, options);
    this.code = code;
    this.status = options.status ?? status;
    this.retryAfter = options.retryAfter ?? null;
    this.weakPassword = options.weakPassword ?? null;
  }
}

/** Returns the error for invalid input. */
export function invalid(message: string, status?: AuthErrorStatus): AuthError {
  return new AuthError('validation_failed', message, status === undefined ? {} : { status });
}
