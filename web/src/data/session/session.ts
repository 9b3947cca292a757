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
import { createListeners } from '#web/lib/react/listeners.ts';

export type { User };

/** The page's session. Follows sign-ins and sign-outs in other tabs. */
export type Session =
  | { readonly status: 'loading'; readonly user: null; readonly error: null }
  | {
      readonly status: 'signed-out';
      readonly user: null;
      readonly error: null;
      /** The path to continue on after a deliberate sign-out in this tab; null after any other. */
      readonly next: string | null;
      /** The reason why the session ended on the server; null if it was ended here. */
      readonly endedBy: 'sign-out' | 'deletion' | null;
    }
  /** The password was right, but the account's second factor is still needed. */
  | {
      readonly status: 'second-factor';
      readonly user: null;
      readonly error: null;
      /** The user whose code is needed. */
      readonly awaited: User;
    }
  | { readonly status: 'signed-in'; readonly user: User; readonly error: null }
  | { readonly status: 'failed'; readonly user: null; readonly error: DataError };

let current: Session = { status: 'loading', user: null, error: null };
let next: string | null = null;
let endedBy: 'sign-out' | 'deletion' | null = null;
const { notify, subscribe } = createListeners();

function set(next: Session): void {
  current = next;
  notify();
}

function awaitsSecondFactor({ user, access_token: token }: AuthSession): boolean {
  const isEnrolled = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return isEnrolled && assuranceLevel(token) !== 'aal2';
}

/** Sets the state from a session, and clears the cached responses of another user. */
function applySession(session: AuthSession | null): void {
  void offlineCache.clear(session?.user.id ?? null);
  document.documentElement.toggleAttribute('data-signed-in', session !== null);
  if (session === null) {
    set({ status: 'signed-out', user: null, error: null, next, endedBy });
    return;
  }
  endedBy = null;
  if (awaitsSecondFactor(session)) {
    set({ status: 'second-factor', user: null, error: null, awaited: session.user });
  } else set({ status: 'signed-in', user: session.user, error: null });
}

/** Reads the stored session. Never rejects: a failure is a state. */
async function readSession(): Promise<void> {
  const stored = storedSession();
  const refreshed = readFreshSession();
  if (stored === null) return refreshed;
  // Offline, the client tries for half a minute to refresh an expired session.
  await Promise.race([refreshed, connection.waitUntilOffline()]);
  if (current.status === 'loading') applySession(stored);
}

async function readFreshSession(): Promise<void> {
  try {
    const { session } = unwrap(await auth.getSession());
    applySession(session);
  } catch (reason) {
    if (current.status === 'loading') {
      set({ status: 'failed', user: null, error: toDataError(reason) });
    }
  }
}

/** Resolves once the session is read, or reading it has failed. */
export const sessionReady = readSession();

/** Returns the signed-in user once the session is read; null when signed out. */
export async function readUser(): Promise<User | null> {
  await sessionReady;
  return current.user;
}

auth.onAuthStateChange((event) => {
  // The first event repeats what `readSession` reads, but without its error.
  if (event === 'INITIAL_SESSION') return;
  // The event may come from another tab. If the device is full, each tab has a session of its own.
  const session = storedSession();
  applySession(session);
  // A duplicate of this tab may have ended its session. If so, reading the user signs out here too.
  if (event === 'SIGNED_OUT' && session !== null) void fetchUser().catch(() => undefined);
});

// A page that Back restores from the browser's cache may have missed events of other pages.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) applySession(storedSession());
});

/**
 * Ends the session on this device, and continues on a public page. Throws a DataError when the
 * server refuses. Being offline is no failure: the client has removed the session and its refresh
 * token by then.
 */
export async function signOut(continueOn: string = routes.signIn): Promise<void> {
  next = continueOn;
  try {
    const { error } = await auth.signOut({ scope: 'local' });
    const failure = error && toDataError(error);
    if (failure && (failure.status !== 0 || storedSession() !== null)) throw failure;
  } finally {
    next = null;
  }
}

/**
 * Fetches the signed-in user. Throws a DataError. Doesn't use the shared client: it removes the
 * stored session if the server has ended this one. The stored one may be another account's, which a
 * second tab has just signed in.
 */
export async function fetchUser(): Promise<User | null> {
  const { session } = unwrap(await auth.getSession());
  if (session === null) return null;
  const { data, error } = await createEphemeralAuthClient().getUser(session.access_token);
  if (error === null) return data.user;
  if (storedSession()?.access_token !== session.access_token) return null;
  if (isAuthSessionMissingError(error)) {
    endedBy = 'sign-out';
    await auth.signOut({ scope: 'local' });
  }
  throw toDataError(error);
}

/**
 * Refetches the user: the account may have been changed on another device. If the session has ended,
 * the sign-in page says so.
 */
export async function reloadUser(): Promise<void> {
  const before = current;
  if (before.status !== 'signed-in') return;
  const user = await fetchUser().catch((reason: unknown) => {
    if (current.status === 'signed-in') throw reason;
    return null;
  });
  // A response to an outdated request may lack a change made here in the meantime.
  if (current !== before) return reloadUser();
  if (user?.id === before.user.id) set({ ...before, user });
}

let isChecking = false;

/** Signs out when the account was deleted on another device; the sign-in page says so. */
export async function endDeletedAccount(): Promise<void> {
  if (current.status !== 'signed-in' || isChecking) return;
  isChecking = true;
  try {
    await fetchUser();
  } catch (reason) {
    if (toDataError(reason).code !== 'user_not_found') {
      console.warn('Could not check whether the account still exists:', reason);
      return;
    }
    endedBy = 'deletion';
    next = routes.signIn;
    await auth.signOut({ scope: 'local' });
  } finally {
    next = null;
    isChecking = false;
  }
}

onMissingAccount(() => void endDeletedAccount());

function getSnapshot(): Session {
  return current;
}

/** Returns the current session; renders again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** Returns the signed-in user. Use it only under /app, whose guard requires one. */
export function useUser(): User {
  const session = useSession();
  if (session.status !== 'signed-in') throw new Error('Authentication required');
  return session.user;
}
