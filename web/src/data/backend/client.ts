import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#contract/database.types.ts';
import { routes } from '#contract/routes.ts';
import { readAuthRedirect, type AuthRedirect } from '#web/lib/session/auth-redirect.ts';
import { authStorage, sessionKey } from '#web/data/session/auth-storage.ts';
import { withFreshSession } from './with-fresh-session.ts';
import { withPrefetched } from './prefetched-responses.ts';
import { withOfflineCache } from './offline-cache.ts';
import { trackConnectivity } from './connection-status.ts';
import { reportMissingAccount } from '#web/data/session/missing-account.ts';
import { withReadableErrors } from './readable-errors.ts';
import { runtimeConfig } from './runtime-config.ts';
import { storedSession } from '#web/data/session/stored-session.ts';

/*
 * The two clients of the backend, made once. Lazy routes load this module, so that the public pages do not carry it.
 * main.tsx loads the configuration before it starts the router. No top-level await here: WebKit gives the second of
 * two concurrent imports the exports of a module that still awaits (https://bugs.webkit.org/show_bug.cgi?id=242740).
 */
const { url, publishableKey, signIn } = runtimeConfig();

declare global {
  /** The address as it was opened, if public/first-paint.js has removed secrets from it. */
  var openedAddress: string | undefined;
}

/** Pages that take the session of a link. Everywhere else tokens in the address are dropped. */
const linkTargets: readonly string[] = [routes.authCallback, routes.resetPassword];

function readOpenedAddress(): AuthRedirect {
  const opened = new URL(globalThis.openedAddress ?? location.href);
  globalThis.openedAddress = undefined;
  return linkTargets.includes(opened.pathname) ? readAuthRedirect(opened) : { kind: 'none' };
}

/** What the link that opened this page carried. */
export const authRedirect = readOpenedAddress();

/** After so many milliseconds without an answer, what was seen last is shown, instead of a wait. */
const patience = 5_000;

export const authOptions = {
  url: `${url}/auth/v1`,
  headers: { apikey: publishableKey },
  fetch: withReadableErrors(
    (...request) => trackConnectivity(fetch(...request), patience),
    reportMissingAccount,
  ),
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

let passing = 0;

/** A client that keeps nothing: what is done with it leaves the current session alone. Make one for each use. */
export function createEphemeralAuthClient(): InstanceType<typeof AuthClient> {
  passing += 1;
  return new AuthClient({
    ...authOptions,
    storageKey: `cuebook.passing.${passing}`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

const send = withReadableErrors(
  withFreshSession({
    auth,
    passing: createEphemeralAuthClient,
    stored: storedSession,
    apikey: publishableKey,
  }),
  reportMissingAccount,
);
// How often a query is asked again is said with the query; twice over, a failure would take half a minute to show.
const retry = false;

/** Tables, views and functions, under the row level security of whoever is signed in. */
export const db = new PostgrestClient<Database>(`${url}/rest/v1`, {
  fetch: withOfflineCache(withPrefetched(send)),
  retry,
});

/** The same, and never what was seen last: for answers that decide what is written. */
export const dbUncached = new PostgrestClient<Database>(`${url}/rest/v1`, { fetch: send, retry });
