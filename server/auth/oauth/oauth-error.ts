import { AuthError } from '#server/auth/auth-error.ts';
import type { AuthContext, AuthHandler } from '#server/auth/services.ts';

/** Errors of OAuth 2.1, RFC 7591 and RFC 8707, with the status at endpoints that programs call. */
const statusOf = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  access_denied: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const;

export type OAuthErrorCode = keyof typeof statusOf;

/** An error in the form of OAuth: `error` and `error_description`. */
export class OAuthError extends Error {
  override name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string, options?: ErrorOptions) {
    super(description, options);
    this.code = code;
  }
}

export const invalidGrant = (message: string) => new OAuthError('invalid_grant', message);

/** Wraps the handler of an endpoint that programs call, so that errors have OAuth's form. */
export function withOAuthErrors(handle: AuthHandler): AuthHandler {
  return async (c, services) => {
    try {
      return await handle(c, services);
    } catch (error) {
      if (error instanceof OAuthError) return respond(c, error);
      if (!(error instanceof AuthError) || error.status !== 429) throw error;
      c.header('retry-after', String(error.retryAfter ?? 60));
      const body = { error: 'temporarily_unavailable', error_description: error.message };
      return c.json(body, 429);
    }
  };
}

function respond(c: AuthContext, { code, message }: OAuthError): Response {
  return c.json({ error: code, error_description: message }, statusOf[code]);
}
