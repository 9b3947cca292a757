import { AuthClient, type Session, type User } from '@supabase/auth-js';
import { useEffect, useSyncExternalStore } from 'react';
import { authStorage, sessionKey } from './auth-storage.ts';
import {
  auth,
  authOptions,
  authRedirect,
  createEphemeralAuthClient,
} from '#web/data/backend/client.ts';
import { DataError, toDataError, unwrap } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { sessionReady } from './session.ts';
import { storedSession } from './stored-session.ts';
import type { LinkTokens } from '#web/lib/session/auth-redirect.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/*
 * Signs in the user of the link that opened this page. The auth client's own detection is off: it
 * replaces the session of the signed-in user without asking, reads tokens at every address, and
 * leaves them in the history.
 */

/** The outcome of the link that opened this page. */
export type RedirectOutcome =
  | { readonly status: 'pending' }
  /**
   * `userId` is the user that the link signed in; null if it had no session, or the user declined
   * it.
   */
  | { readonly status: 'done'; readonly userId: string | null }
  /** The link is for another account than the one that is signed in. */
  | { readonly status: 'other-account'; readonly current: User; readonly next: User }
  | { readonly status: 'failed'; readonly error: DataError };

type LinkedSession = Pick<Session, 'access_token' | 'refresh_token' | 'user'>;

let outcome = firstOutcome();
/** The other account's session, until the user has chosen. */
let offered: LinkedSession | null = null;
let isTaken = false;
const { notify, subscribe } = createListeners();

function firstOutcome(): RedirectOutcome {
  if (authRedirect.kind === 'error') {
    const { code, description } = authRedirect;
    return { status: 'failed', error: new DataError(description, { code }) };
  }
  const hasSession = authRedirect.kind === 'session' || authRedirect.kind === 'code';
  return hasSession ? { status: 'pending' } : { status: 'done', userId: null };
}

function publish(next: RedirectOutcome): void {
  outcome = next;
  notify();
}

/** Publishes what `work` resolves to; a failure is an outcome too. */
async function settle(work: () => Promise<RedirectOutcome>): Promise<void> {
  try {
    publish(await work());
  } catch (reason) {
    publish({ status: 'failed', error: toDataError(reason) });
  }
}

/** Verifies the link's session, and stores it unless another user is signed in. */
async function takeSession(): Promise<RedirectOutcome> {
  const session = await linkedSession();
  await sessionReady;
  const current = storedSession()?.user ?? null;
  if (current === null || current.id === session.user.id) return store(session);
  offered = session;
  return { status: 'other-account', current, next: session.user };
}

async function store(session: LinkedSession): Promise<RedirectOutcome> {
  const { user } = unwrap(await auth.setSession(session));
  return { status: 'done', userId: user?.id ?? null };
}

async function linkedSession(): Promise<LinkedSession> {
  if (authRedirect.kind === 'code') return exchangeCode(authRedirect.code);
  if (authRedirect.kind === 'session') return verifyTokens(authRedirect.tokens, authRedirect.type);
  throw new Error('The link has no session');
}

/** Fetches the user of the tokens, without touching the session of this browser. */
async function verifyTokens(tokens: LinkTokens, type: string | null): Promise<LinkedSession> {
  // No browser requested an invitation, so it has tokens even with PKCE.
  if (runtimeConfig().signIn.flow === 'pkce' && type !== 'invite') {
    throw new DataError('Not a valid PKCE flow url.');
  }
  warnIfOld(tokens);
  const { access_token, refresh_token } = tokens;
  const { user } = unwrap(await createEphemeralAuthClient().getUser(access_token));
  return { access_token, refresh_token, user };
}

/** Warns as the auth client does when it reads an address itself. */
function warnIfOld({ issuedAt }: LinkTokens): void {
  if (issuedAt === null) return;
  const age = Math.round(Date.now() / 1000) - issuedAt;
  if (age >= 120) console.warn('The session of this link was issued over 120s ago');
}

/** Exchanges a PKCE code with the verifier that this browser stored when it requested the link. */
async function exchangeCode(code: string): Promise<LinkedSession> {
  if (runtimeConfig().signIn.flow !== 'pkce') throw otherBrowser();
  const key = 'cuebook.redirect';
  const memory = new Map<string, string>();
  // Only the session stays in memory: the verifiers are those of the page's own client.
  const storageKeyOf = (name: string) => (name === key ? null : name.replace(key, sessionKey));
  const client = new AuthClient({
    ...authOptions,
    storageKey: key,
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem(name) {
        const storageKey = storageKeyOf(name);
        return storageKey === null ? (memory.get(name) ?? null) : authStorage.getItem(storageKey);
      },
      setItem(name, value) {
        const storageKey = storageKeyOf(name);
        if (storageKey !== null) return authStorage.setItem(storageKey, value);
        memory.set(name, value);
        return undefined;
      },
      removeItem(name) {
        const storageKey = storageKeyOf(name);
        if (storageKey === null) memory.delete(name);
        else authStorage.removeItem(storageKey);
      },
    },
  });
  const { data, error } = await client.exchangeCodeForSession(code);
  if (error?.code === 'pkce_code_verifier_not_found') throw otherBrowser();
  if (error) throw toDataError(error);
  return data.session;
}

function otherBrowser(): DataError {
  return new DataError('This link was requested in another browser', { code: 'other_browser' });
}

/** Ends a session on the server; it expires by itself if that fails. */
function endSession({ access_token: token }: LinkedSession): void {
  void auth.admin.signOut(token, 'local').catch(() => undefined);
}

/** Signs the link's account in instead of the current one. */
export async function switchAccount(): Promise<void> {
  const session = offered;
  if (session === null) return;
  offered = null;
  const previous = storedSession();
  publish({ status: 'pending' });
  await settle(() => store(session));
  if (previous && outcome.status === 'done') endSession(previous);
}

/** Leaves the current account signed in, and ends the link's session. */
export function keepAccount(): void {
  if (offered) endSession(offered);
  offered = null;
  publish({ status: 'done', userId: null });
}

const currentOutcome = (): RedirectOutcome => outcome;

/** Returns the outcome of the link that opened this page; renders again when it is known. */
export function useRedirectOutcome(): RedirectOutcome {
  useEffect(() => {
    if (isTaken || outcome.status !== 'pending') return;
    isTaken = true;
    void settle(takeSession);
  }, []);
  return useSyncExternalStore(subscribe, currentOutcome);
}
