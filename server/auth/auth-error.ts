import type { WeakPasswordReason } from '#contract/password-rules.ts';
import { errorTable } from './error-table.ts';
import type { AuthErrorCode, AuthErrorStatus } from './error-table.ts';

export interface AuthErrorOptions extends ErrorOptions {
  /** A better status than the table's, where the protocol has two for one code. */
  readonly status?: AuthErrorStatus;
  /** Seconds until it is worth trying again. */
  readonly retryAfter?: number;
  readonly weakPassword?: readonly WeakPasswordReason[];
}

/** A refusal that the client is told, in the protocol's words. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly code: AuthErrorCode;
  readonly status: AuthErrorStatus;
  readonly retryAfter: number | null;
  readonly weakPassword: readonly WeakPasswordReason[] | null;

  constructor(code: AuthErrorCode, message?: string, options: AuthErrorOptions = {}) {
    const [status, usual] = errorTable[code];
    super(message ?? usual, options);
    this.code = code;
    this.status = options.status ?? status;
    this.retryAfter = options.retryAfter ?? null;
    this.weakPassword = options.weakPassword ?? null;
  }
}
