import {
  isAuthSessionMissingError,
  type Session as AuthSession,
  type User,
} from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { routes } from '#contract/routes.ts';
import { assuranceLevel } from '#web/lib/session/assurance-level.ts';
import { auth, createEphemeralAuthClient, offlineCache } from '#web/data/backend/client.ts';
import { toDataError, unwrap, type DataError } from '#web/data/backend/data-error.ts';
import { connection } from '#web/data/backend/connection.ts';
import { onMissingAccount } from './missing-account.ts';
import { storedSession } from './stored-session.ts';

export type { User };

/** Who uses the page. Followed live: signing in or out in another tab is seen here too. */
export type Session =
  | { readonly status: 'loading'; readonly user: null; readonly error: null }
  | {
      readonly status: 'signed-out';
      readonly user: null;
      readonly error: null;
      /** Where to go on, for who left by their own wish, here and now; others find the way back. */
      readonly next: string | null;
      /** The account is gone: somebody, most likely its owner, deleted it on another device. */
      readonly accountDeleted: boolean;
    }
  /** The password was right, and the account has a second factor: nobody is signed in yet. */
  | {
      readonly status: 'second-factor';
      readonly user: null;
      readonly error: null;
      /** Whose code is waited for. */
      readonly awaited: User;
    }
  | { readonly status: 'signed-in'; readonly user: User; readonly error: null }
  | { readonly status: 'failed'; readonly user: null; readonly error: DataError };

let current: Session = { status: 'loading', user: null, error: null };
let next: string | null = null;
let accountDeleted = false;
const listeners = new Set<() => void>();

function set(next: Session): void {
  current = next;
  for (const listener of listeners) listener();
}

function awaitsSecondFactor({ user, access_token: token }: AuthSession): boolean {
  const enrolled = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return enrolled && assuranceLevel(token) !== 'aal2';
}

function follow(session: AuthSession | null): void {
  void offlineCache.clear(session?.user.id ?? null);
  document.documentElement.toggleAttribute('data-signed-in', session !== null);
  if (session === null) {
    set({ status: 'signed-out', user: null, error: null, next, accountDeleted });
    return;
  }
  accountDeleted = false;
  if (awaitsSecondFactor(session)) {
    set({ status: 'second-factor', user: null, error: null, awaited: session.user });
  } else set({ status: 'signed-in', user: session.user, error: null });
}

/** Reads the stored session. Never rejects: a failure is a state. */
async function readSession(): Promise<void> {
  const kept = storedSession();
  const read = renewedSession();
  if (kept === null) return read;
  // Without a line one that has expired cannot be renewed, which is tried for half a minute.
  await Promise.race([read, connection.waitUntilOffline()]);
  if (current.status === 'loading') follow(kept);
}

async function renewedSession(): Promise<void> {
  try {
    const { session } = unwrap(await auth.getSession());
    follow(session);
  } catch (reason) {
    if (current.status === 'loading') {
      set({ status: 'failed', user: null, error: toDataError(reason) });
    }
  }
}

/** Resolves once it is known who uses the page, or that this cannot be read. */
export const sessionReady = readSession();

/** Resolves to the signed-in user once the stored session is read; null if nobody is signed in. */
export async function readUser(): Promise<User | null> {
  await sessionReady;
  return current.user;
}

auth.onAuthStateChange((event, session) => {
  // The first event repeats what `readSession` reads, but without its error.
  if (event !== 'INITIAL_SESSION') follow(session);
});

/**
 * Ends the session on this device, and goes on to a page for everybody. Throws a DataError when the server refuses.
 * Offline is no failure: the client has removed the session by then, and its refresh token with it.
 */
export async function signOut(goOnTo: string = routes.signIn): Promise<void> {
  next = goOnTo;
  try {
    const { error } = await auth.signOut({ scope: 'local' });
    const failure = error && toDataError(error);
    if (failure && (failure.status !== 0 || storedSession() !== null)) throw failure;
  } finally {
    next = null;
  }
}

/**
 * Fetches the signed-in user. The shared client is not used: when the server has ended the session, it would remove the
 * session that is stored by then, which may be another account's that a second tab has just signed in. Throws a DataError.
 */
export async function fetchUser(): Promise<User | null> {
  const { session } = unwrap(await auth.getSession());
  if (session === null) return null;
  const { data, error } = await createEphemeralAuthClient().getUser(session.access_token);
  if (error === null) return data.user;
  if (storedSession()?.access_token !== session.access_token) return null;
  if (isAuthSessionMissingError(error)) await auth.signOut({ scope: 'local' });
  throw toDataError(error);
}

/** Refetches the user: the account may have been changed on another device. */
export async function reloadUser(): Promise<void> {
  const before = current;
  if (before.status !== 'signed-in') return;
  const user = await fetchUser();
  // A response to an outdated request may lack a change made here in the meantime.
  if (current !== before) return reloadUser();
  if (user?.id === before.user.id) set({ ...before, user });
}

let checking = false;

/** Signs out when the account was deleted on another device; the sign-in page says so. */
export async function endDeletedAccount(): Promise<void> {
  if (current.status !== 'signed-in' || checking) return;
  checking = true;
  try {
    await fetchUser();
  } catch (reason) {
    if (toDataError(reason).code !== 'user_not_found') {
      console.warn('Could not check whether the account still exists:', reason);
      return;
    }
    accountDeleted = true;
    next = routes.signIn;
    await auth.signOut({ scope: 'local' });
  } finally {
    next = null;
    checking = false;
  }
}

onMissingAccount(() => void endDeletedAccount());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getSnapshot(): Session {
  return current;
}

/** The session as it is now; renders again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** The signed-in user; only under /app, where the guard has let nobody else in. */
export function useUser(): User {
  const session = useSession();
  if (session.status !== 'signed-in') throw new Error('Authentication required');
  return session.user;
}
