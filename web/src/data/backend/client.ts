import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#contract/database.types.ts';
import { routes } from '#contract/routes.ts';
import { authStorage, sessionKey } from '#web/data/session/auth-storage.ts';
import { reportMissingAccount } from '#web/data/session/missing-account.ts';
import { storedSession } from '#web/data/session/stored-session.ts';
import { runWhenIdle } from '#web/lib/react/run-when-idle.ts';
import { readAuthRedirect, type AuthRedirect } from '#web/lib/session/auth-redirect.ts';
import { deviceStore } from '#web/lib/storage/device-store.ts';
import { connection } from './connection.ts';
import { OfflineCache, withOfflineCache } from './offline-cache.ts';
import { withPrefetched } from './prefetched-responses.ts';
import { withReadableErrors } from './readable-errors.ts';
import { runtimeConfig } from './runtime-config.ts';
import { trackConnectivity } from './track-connectivity.ts';
import { withFreshSession } from './with-fresh-session.ts';

/*
 * The clients of the backend, and what their requests pass through. Lazy routes load this module:
 * public pages don't carry it. main.tsx loads the configuration before it starts the router. No
 * top-level await here: WebKit gives the second of two concurrent imports a module that still
 * awaits (https://bugs.webkit.org/show_bug.cgi?id=242740).
 */
const { url, publishableKey, signIn } = runtimeConfig();

declare global {
  /** The address as it was opened, if public/first-paint.js has removed secrets from it. */
  var openedAddress: string | undefined;
}

/** The pages that take the session of a link. Everywhere else tokens in the address are dropped. */
const linkTargets: readonly string[] = [routes.authCallback, routes.resetPassword];

function readOpenedAddress(): AuthRedirect {
  const opened = new URL(globalThis.openedAddress ?? location.href);
  globalThis.openedAddress = undefined;
  return linkTargets.includes(opened.pathname) ? readAuthRedirect(opened) : { kind: 'none' };
}

/** The session, code or error of the link that opened this page. */
export const authRedirect = readOpenedAddress();

/** After so many milliseconds without a response, the page shows cached data instead of waiting. */
const slowAfterMs = 5_000;

const authFetch: typeof fetch = (...request) =>
  trackConnectivity(connection, fetch(...request), slowAfterMs);

export const authOptions = {
  url: `${url}/auth/v1`,
  headers: { apikey: publishableKey },
  fetch: withReadableErrors(authFetch, reportMissingAccount),
};

/** Session, sign-in, sign-up, user. Refreshes the session by itself. */
export const auth = new AuthClient({
  ...authOptions,
  storageKey: sessionKey,
  storage: authStorage,
  flowType: signIn.flow,
  // data/session/auth-redirect.ts does it.
  detectSessionInUrl: false,
});

let ephemeralCount = 0;

/**
 * Creates a client that stores nothing: its sessions leave the current one alone. Create one for
 * each use.
 */
export function createEphemeralAuthClient(): InstanceType<typeof AuthClient> {
  ephemeralCount += 1;
  return new AuthClient({
    ...authOptions,
    storageKey: `cuebook.passing.${ephemeralCount}`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

/** The last response to each read; session.ts clears it when the user changes. */
export const offlineCache = new OfflineCache({
  loadStore: () => import('./offline-cache-store.ts'),
  device: deviceStore,
  storedSession,
});

/** `fetch` with the session's token, or as a visitor. Errors stay as the protocol has them. */
export const authorizedFetch = withFreshSession((...request) => fetch(...request), {
  auth,
  createEphemeralClient: createEphemeralAuthClient,
  storedSession,
  apikey: publishableKey,
});

const fetchUncached = withReadableErrors(authorizedFetch, reportMissingAccount);

const fetchCached = withOfflineCache(
  withPrefetched(fetchUncached, { prefetched: globalThis.prefetched, storedSession }),
  { cache: offlineCache, connection, storedSession, runWhenIdle },
);

// Queries retry by themselves. Retrying here too would show a failure only after half a minute.
const retry = false;

/**
 * Tables, views and functions, under the row level security of the signed-in user. Reads may come
 * from the cache.
 */
export const db = new PostgrestClient<Database>(`${url}/rest/v1`, { fetch: fetchCached, retry });

/** The same without caches: for reads that decide what is written. */
export const dbUncached = new PostgrestClient<Database>(`${url}/rest/v1`, {
  fetch: fetchUncached,
  retry,
});
