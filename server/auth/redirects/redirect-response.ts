import { AuthError } from '#server/auth/auth-error.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import type { PresentedSession } from '#server/auth/tokens/session.ts';

/** OAuth error codes by HTTP status (RFC 6749, section 4.1.2.1). */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** Target of a redirect, and whether the page also reads the query (PKCE). */
export interface RedirectTarget {
  readonly redirectTo: string;
  readonly inQuery: boolean;
}

/** Adds values to the fragment, which servers do not receive; for PKCE also to the query. */
export function withFragment(
  { redirectTo, inQuery }: RedirectTarget,
  values: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectTo);
  if (inQuery) {
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  }
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString();
  return url.href;
}

export function withSession(redirectTo: string, session: PresentedSession, type?: string): string {
  const url = new URL(redirectTo);
  url.hash = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...(type === undefined ? {} : { type }),
  }).toString();
  return url.href;
}

/**
 * Redirects to another site. Browsers would add the fragment of this request, which may hold a
 * session, to an address without one (RFC 9110, section 10.2.2), so it gets an empty one.
 */
export function redirectAway(c: AuthContext, address: string): Response {
  return c.redirect(`${address}#`, 302);
}

/** Redirects to the page with an error, and logs a failure of the server as `failure`. */
export function redirectWithError(
  c: AuthContext,
  { log }: AuthServices,
  target: RedirectTarget,
  error: unknown,
  failure: string,
): Response {
  const refusal = error instanceof AuthError ? error : new AuthError('unexpected_failure');
  if (refusal.status >= 500) log.error(failure, { requestId: c.get('requestId'), error });
  const values = {
    error: oauthErrors[refusal.status] ?? 'server_error',
    error_code: refusal.code,
    error_description: refusal.message,
  };
  return c.redirect(withFragment(target, values), 303);
}
