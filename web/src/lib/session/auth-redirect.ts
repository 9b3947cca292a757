/** The parameters of a link in an email, or of a redirect from a sign-in provider. */
export type AuthRedirect =
  | { readonly kind: 'none' }
  /**
   * Tokens in the fragment. `type` is that of the email: signup, recovery, invite, email_change …
   */
  | { readonly kind: 'session'; readonly type: string | null; readonly tokens: LinkTokens }
  /** PKCE: a code that only the browser that requested the link can exchange. */
  | { readonly kind: 'code'; readonly code: string }
  /** One of two steps is done: the first link of an email change. */
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'error'; readonly code: string | null; readonly description: string };

export interface LinkTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  /** When the session was issued, in seconds since 1970; null if the link doesn't say. */
  readonly issuedAt: number | null;
}

/**
 * Reads the fragment of a URL (implicit flow), or its query if the fragment has nothing.
 * Tokens are read from the fragment only: the auth server never puts them into a query.
 */
export function readAuthRedirect(address: URL): AuthRedirect {
  const fragment = new URLSearchParams(address.hash.slice(1));
  const isInFragment = ['access_token', 'error', 'error_description', 'message'].some((name) =>
    fragment.has(name),
  );
  const source = isInFragment ? fragment : address.searchParams;
  const error = source.get('error_description') ?? source.get('error');
  if (error !== null) return { kind: 'error', code: source.get('error_code'), description: error };
  const access = fragment.get('access_token');
  if (access !== null) return readTokens(access, fragment);
  const code = address.searchParams.get('code');
  if (code !== null) return { kind: 'code', code };
  const text = fragment.get('message');
  return text === null ? { kind: 'none' } : { kind: 'message', text };
}

function readTokens(access: string, fragment: URLSearchParams): AuthRedirect {
  const refresh = fragment.get('refresh_token');
  if (!access || !refresh) {
    return { kind: 'error', code: null, description: 'This link is incomplete' };
  }
  const issuedAt = Number(fragment.get('expires_at')) - Number(fragment.get('expires_in'));
  return {
    kind: 'session',
    type: fragment.get('type'),
    tokens: {
      access_token: access,
      refresh_token: refresh,
      issuedAt: issuedAt > 0 ? issuedAt : null,
    },
  };
}

/** The parameters that grant access. public/first-paint.js has the same list. */
const secretNames = [
  'access_token',
  'refresh_token',
  'provider_token',
  'provider_refresh_token',
  'id_token',
  'token_hash',
  'code',
];

/**
 * Removes the secrets of a link from a URL: from its query, and the whole fragment if that has one.
 */
export function stripSecrets(address: URL): void {
  const fragment = new URLSearchParams(address.hash.replace(/^[#?!/&]+/, ''));
  for (const name of secretNames) {
    if (address.searchParams.has(name)) address.searchParams.delete(name);
    if (fragment.has(name)) address.hash = '';
  }
}
