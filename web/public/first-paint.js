// Runs before the first paint: applies what is stored on this device and sends the first requests.

/** Parameters that contain credentials; src/lib/session/auth-redirect.ts has the same list. */
const secretNames = [
  'access_token',
  'refresh_token',
  'provider_token',
  'provider_refresh_token',
  'id_token',
  'token_hash',
  'code',
];

/** Removes secrets from the address and its history entry. Returns the original address. */
function stripSecrets() {
  const opened = location.href;
  const address = new URL(opened);
  const fragment = new URLSearchParams(address.hash.replace(/^[#?!/&]+/, ''));
  for (const name of secretNames) {
    if (address.searchParams.has(name)) address.searchParams.delete(name);
    if (fragment.has(name)) address.hash = '';
  }
  if (address.href !== opened) history.replaceState(history.state, '', address);
  return opened;
}

// The app reads the link's parameters from memory (src/data/backend/client.ts).
window.openedAddress = stripSecrets();
// Handles a fragment that changes while the page is open. Added first, so that the router sees the
// clean address.
addEventListener('popstate', stripSecrets);

// Links in emails can lead to the root of the site. Their parameters are for /auth/callback.
if (location.pathname === '/') {
  const { search, hash } = new URL(window.openedAddress);
  const names = ['access_token', 'error_description', 'message', 'code'];
  const isForCallback = [search, hash].some((part) => {
    const parameters = new URLSearchParams(part.slice(1));
    return names.some((name) => parameters.has(name));
  });
  if (isForCallback) location.replace(`/auth/callback${search}${hash}`);
}

// Controls that need a script are hidden without one (ui/styles/index.css), also if it doesn't load.
const { dataset } = document.documentElement;
dataset.script = '';
addEventListener(
  'error',
  ({ target }) => target?.matches?.('script') && delete dataset.script,
  true,
);

try {
  // A theme chosen on the account page. Without one, the system decides (tokens.css).
  const chosen = localStorage.getItem('cuebook.theme');
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen;
  // The width of the sidebar.
  dataset.sidebar = localStorage.getItem('cuebook.sidebar') ?? '';
  // Signed-in users see links into the app on public pages. Visitors of /app are redirected to sign
  // in.
  const { pathname, search, hash } = location;
  // In the tab's own storage if the device has no room (src/data/session/auth-storage.ts).
  const key = 'supabase.auth.token';
  const session = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  if (session !== null) {
    dataset.signedIn = '';
    addEventListener('DOMContentLoaded', startApp);
    prefetch(JSON.parse(session));
  } else if (/^\/app(\/|$)/.test(pathname)) {
    // The fragment may be the token of an invitation: it stays behind `#`, where no request has it.
    location.replace(`/signin?redirect=${encodeURIComponent(pathname + search)}${hash}`);
  }
} catch {
  // Storage is blocked: the system's theme, as for a visitor.
}

/**
 * Sends the app's first requests (src/data/backend/prefetch-urls.ts) while its scripts load. The
 * app takes over the responses (src/data/backend/prefetched-responses.ts). Sends nothing if the
 * session expires soon, because the app refreshes it first.
 */
function prefetch({ access_token: token, expires_at: end, user }) {
  const meta = document.querySelector('meta[name="prefetch-urls"]');
  if (meta === null || !(end * 1000 - Date.now() > 120_000)) return;
  const { key, urls } = JSON.parse(meta.content);
  const headers = { apikey: key, Authorization: `Bearer ${token}` };
  const byUrl = new Map();
  for (const template of urls) {
    const url = template.replace('user-id', encodeURIComponent(user.id));
    const response = fetch(url, { headers });
    response.catch(() => undefined);
    byUrl.set(url, response);
  }
  window.prefetched = { token, fetchedAt: Date.now(), byUrl };
}

/** Starts the app on a page that only signed-in users have in the app: a shared prompt. */
function startApp() {
  const scripts = document.querySelector('#app-scripts');
  if (scripts) document.head.append(scripts.content);
}

// Loads links for the next page once this page is loaded and the browser is idle.
window.addEventListener('load', () => {
  const later = document.querySelector('#later');
  if (later) (window.requestIdleCallback ?? setTimeout)(() => document.head.append(later.content));
});
