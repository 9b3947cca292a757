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

interface Parts {
  readonly auth: Auth;
  /** A client beside it, which keeps nothing. */
  readonly passing: () => Pick<Auth, 'refreshSession'>;
  /** What lies on the device, expired or not. */
  readonly stored: () => Session | null;
  readonly apikey: string;
}

/**
 * A `fetch` that asks the backend as the person who is signed in, or as nobody. A token that looks good here and is
 * refused there (its key is gone, a clock is wrong, somebody tampered with it) is renewed, once; when that is refused
 * too, the person is signed out. While their session cannot be renewed for want of an answer, it throws: what nobody may
 * read is not what they have.
 */
export function withFreshSession({ auth, passing, stored, apikey }: Parts): typeof fetch {
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

  let apart: Promise<Session> | null = null;

  /** For a minute after it failed, the client itself only repeats its failure. */
  async function renewApart(failure: AuthError): Promise<Session> {
    const kept = stored();
    if (kept === null) throw failure;
    const { data, error } = await passing().refreshSession(kept);
    if (data.session === null) throw error ?? failure;
    await auth.setSession(data.session);
    return data.session;
  }

  return async (input, init) => {
    const { data, error } = await auth.getSession();
    let { session } = data;
    if (isAuthRetryableFetchError(error)) {
      apart ??= renewApart(error).finally(() => {
        apart = null;
      });
      session = await apart;
    }
    const response = await send(input, init, session);
    if (response.status !== 401 || session === null) return response;
    const renewed = await renew(auth, session);
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
