import { CallerBusy, DatabaseUnavailable } from '#server/db/database.ts';
import { isDatabaseUnavailable } from '#server/db/errors/is-unavailable.ts';
import type { TooManyAttempts } from '#server/http/caller/access-tokens.ts';
import type { AuthenticationError } from '#server/http/caller/caller.ts';
import { SlowBody } from '#server/http/body/large-bodies.ts';
import { LibraryError, type LibraryErrorKind } from '#server/library/library-error.ts';

const statusOf = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  ambiguous: 409,
  conflict: 409,
  payload_too_large: 413,
  too_many_requests: 429,
  internal_error: 500,
  database_unavailable: 503,
} as const;

export type ApiErrorCode = keyof typeof statusOf;

const codeOf: Readonly<Record<LibraryErrorKind, ApiErrorCode>> = {
  'not-found': 'not_found',
  ambiguous: 'ambiguous',
  'insufficient-scope': 'insufficient_scope',
  forbidden: 'forbidden',
  conflict: 'conflict',
  invalid: 'invalid_request',
};

/** A failure, as programs receive it: a status, a code and a message. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ApiErrorCode,
    message: string,
    { headers = {}, ...options }: ErrorOptions & { headers?: Record<string, string> } = {},
  ) {
    super(message, options);
    this.code = code;
    this.headers = headers;
  }

  get status() {
    return statusOf[this.code];
  }

  body(): { readonly code: ApiErrorCode; readonly message: string } {
    return { code: this.code, message: this.message };
  }
}

/** Returns the response to a caller that was not authenticated. */
export function fromCallerRefusal(refusal: AuthenticationError | TooManyAttempts): ApiError {
  if (refusal.kind === 'too-many-attempts') {
    return new ApiError('too_many_requests', 'Too many unknown access tokens from this address.', {
      headers: { 'retry-after': String(refusal.retryAfterSeconds) },
    });
  }
  const message = 'message' in refusal ? refusal.message : 'The access token is not valid.';
  return new ApiError('unauthorized', message, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** Translates any failure. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof LibraryError) {
    const { kind, message, scope } = error;
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
    const headers: Record<string, string> = scope === null ? {} : { 'www-authenticate': challenge };
    return new ApiError(codeOf[kind], message, { headers, cause: error });
  }
  if (error instanceof SlowBody) {
    return new ApiError('request_timeout', 'The body takes too long to arrive.', {
      // The rest of it is not read.
      headers: { connection: 'close' },
      cause: error,
    });
  }
  if (error instanceof CallerBusy) {
    return new ApiError(
      'too_many_requests',
      'Too many of your requests wait. Send fewer at once.',
      {
        headers: { 'retry-after': '1' },
        cause: error,
      },
    );
  }
  if (error instanceof DatabaseUnavailable || isDatabaseUnavailable(error)) {
    const message = 'The database is not responding. Please try again in a moment.';
    return new ApiError('database_unavailable', message, {
      headers: { 'retry-after': '10' },
      cause: error,
    });
  }
  return new ApiError('internal_error', 'Something went wrong here.', { cause: error });
}
