import { isAuthRetryableFetchError, type AuthClient, type Session } from '@supabase/auth-js';

type Auth = InstanceType<typeof AuthClient>;

/**
 * A `fetch` that asks the backend as the person who is signed in, or as nobody. A token that looks good here and is
 * refused there (its key is gone, a clock is wrong, somebody tampered with it) is renewed, once; when that is refused
 * too, the person is signed out.
 */
export function fetchAsUser(auth: Auth, apikey: string): typeof fetch {
  function send(
    input: RequestInfo | URL,
    init: RequestInit | undefined,
    session: Session | null,
  ): Promise<Response> {
    const headers = new Headers(init?.headers);
    headers.set('apikey', apikey);
    if (session) headers.set('Authorization', `Bearer ${session.access_token}`);
    return fetch(input, { ...init, headers });
  }

  return async (input, init) => {
    const { data } = await auth.getSession();
    const response = await send(input, init, data.session);
    if (response.status !== 401 || data.session === null) return response;
    const renewed = await renew(auth, data.session);
    return renewed ? send(input, init, renewed) : response;
  };
}

/** A session in place of one whose token was refused; null when there is none. */
async function renew(auth: Auth, refused: Session): Promise<Session | null> {
  const { data } = await auth.getSession();
  // Another request, or another tab, was refused first and has renewed it.
  if (data.session && data.session.access_token !== refused.access_token) return data.session;
  const { data: next, error } = await auth.refreshSession(refused);
  if (error && !isAuthRetryableFetchError(error)) await auth.signOut({ scope: 'local' });
  return next.session;
}
