import {
  isAuthRetryableFetchError,
  type AuthClient,
  type AuthError,
  type Session,
} from '@supabase/auth-js';

type Auth = Pick<
  InstanceType<typeof AuthClient>,
  'getSession' | 'refreshSession' | 'setSession' | 'signOut'
>;

interface WithFreshSessionParts {
  readonly auth: Auth;
  /** Creates a client that stores nothing. */
  readonly createEphemeralClient: () => Pick<Auth, 'refreshSession'>;
  /** Returns the session on this device, expired or not. */
  readonly storedSession: () => Session | null;
  readonly apikey: string;
}

/**
 * Returns a `fetch` that sends the session's access token, if someone is signed in. A token that
 * the server refuses is refreshed once; if that is refused too, the user is signed out. Throws
 * while the server doesn't reply to a refresh: without a token it would return what the public may
 * read.
 */
export function withFreshSession(
  send: typeof fetch,
  { auth, createEphemeralClient, storedSession, apikey }: WithFreshSessionParts,
): typeof fetch {
  function sendAs(
    session: Session | null,
    input: RequestInfo | URL,
    init: RequestInit | undefined,
  ): Promise<Response> {
    const headers = new Headers(init?.headers);
    headers.set('apikey', apikey);
    if (session) headers.set('Authorization', `Bearer ${session.access_token}`);
    return send(input, { ...init, headers });
  }

  let refreshing: Promise<Session> | null = null;

  /**
   * Refreshes past the shared client, which only repeats its failure for a minute after it failed.
   */
  async function refreshStored(failure: AuthError): Promise<Session> {
    const stored = storedSession();
    if (stored === null) throw failure;
    const { data, error } = await createEphemeralClient().refreshSession(stored);
    if (data.session === null) throw error ?? failure;
    await auth.setSession(data.session);
    return data.session;
  }

  return async (input, init) => {
    const { data, error } = await auth.getSession();
    let { session } = data;
    if (isAuthRetryableFetchError(error)) {
      refreshing ??= refreshStored(error).finally(() => {
        refreshing = null;
      });
      session = await refreshing;
    }
    const response = await sendAs(session, input, init);
    if (response.status !== 401 || session === null) return response;
    const refreshed = await replaceRefused(auth, session);
    return refreshed ? sendAs(refreshed, input, init) : response;
  };
}

/** Returns a session in place of one whose token was refused; null when there is none. */
async function replaceRefused(auth: Auth, refused: Session): Promise<Session | null> {
  const { data } = await auth.getSession();
  // Another request, or another tab, has refreshed it already.
  if (data.session && data.session.access_token !== refused.access_token) return data.session;
  const { data: next, error } = await auth.refreshSession(refused);
  if (error && !isAuthRetryableFetchError(error)) await auth.signOut({ scope: 'local' });
  return next.session;
}
