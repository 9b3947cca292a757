import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#contract/database.types.ts';
import { routes } from '#contract/routes.ts';
import { readArrival } from '#web/lib/mail-link.ts';
import { fetchAsUser } from './fetch-as-user.ts';
import { givingFirstAnswers } from './first-answers.ts';
import { keepingLastSeen } from './last-seen.ts';
import { noting } from './line.ts';
import { runtimeConfigLoaded } from './runtime-config.ts';
import { sessionKey, storedSession } from './stored-session.ts';

/*
 * The two clients of the backend, made once. Lazy routes load this module, so that the public pages
 * do not carry it; it waits for /config.json, so that both are fetched at the same time.
 */
const { url, publishableKey, signIn } = await runtimeConfigLoaded();

/** What the link that opened this page brought; read before the client empties the address. */
export const arrival = readArrival(new URL(location.href));

/** After so many milliseconds without an answer, what was seen last is shown, instead of a wait. */
const patience = 5_000;

const authOptions = {
  url: `${url}/auth/v1`,
  headers: { apikey: publishableKey },
  fetch: (...request: Parameters<typeof fetch>) => noting(fetch(...request), patience),
};

/** Pages that links in mails lead to; elsewhere a fragment in the address is none of the client's business. */
const linkTargets: readonly string[] = [routes.authCallback, routes.resetPassword];

/** No browser asked for an invitation, which brings a session also where other links bring codes. */
const isInvited = arrival.kind === 'session' && arrival.type === 'invite';

/** Session, sign-in, sign-up, user. Refreshes the session by itself. */
export const auth = new AuthClient({
  ...authOptions,
  storageKey: sessionKey,
  flowType: isInvited ? 'implicit' : signIn.flow,
  detectSessionInUrl: (page, parameters) =>
    linkTargets.includes(page.pathname) &&
    Boolean(parameters['access_token'] ?? parameters['error_description'] ?? parameters['error']),
});

let passing = 0;

/** A client that keeps nothing: what is done with it leaves the current session alone. Make one for each use. */
export function passingAuth(): InstanceType<typeof AuthClient> {
  passing += 1;
  return new AuthClient({
    ...authOptions,
    storageKey: `cuebook.passing.${passing}`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

const send = fetchAsUser({
  auth,
  passing: passingAuth,
  stored: storedSession,
  apikey: publishableKey,
});
// How often a query is asked again is said with the query; twice over, a failure would take half a minute to show.
const retry = false;

/** Tables, views and functions, under the row level security of whoever is signed in. */
export const db = new PostgrestClient<Database>(`${url}/rest/v1`, {
  fetch: keepingLastSeen(givingFirstAnswers(send)),
  retry,
});

/** The same, and never what was seen last: for answers that decide what is written. */
export const dbNow = new PostgrestClient<Database>(`${url}/rest/v1`, { fetch: send, retry });
