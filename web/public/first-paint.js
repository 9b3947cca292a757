// Before the first paint: what is kept on this device and shows on every page, and what a page can start early.

/** Parameters that let somebody in; src/lib/session/auth-redirect.ts has the same list. */
const secretNames = [
  'access_token',
  'refresh_token',
  'provider_token',
  'provider_refresh_token',
  'id_token',
  'token_hash',
  'code',
];

/** Removes secrets from the address and from its history entry. Returns the address as it was. */
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

// The app reads what the link carried from memory (src/data/backend/client.ts).
window.openedAddress = stripSecrets();
// A fragment that is changed while the page is open. Added first, so that the router sees the clean address.
addEventListener('popstate', stripSecrets);

// A link in a mail that names no page leads to the site itself: what it carries is for /auth/callback.
if (location.pathname === '/') {
  const { search, hash } = new URL(window.openedAddress);
  const names = ['access_token', 'error_description', 'message', 'code'];
  const isForCallback = [search, hash].some((part) => {
    const parameters = new URLSearchParams(part.slice(1));
    return names.some((name) => parameters.has(name));
  });
  if (isForCallback) location.replace(`/auth/callback${search}${hash}`);
}

try {
  // A theme chosen on the account page. Without one, the system decides (tokens.css).
  const chosen = localStorage.getItem('cuebook.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  // How wide the shell's frame is.
  document.documentElement.dataset.sidebar = localStorage.getItem('cuebook.sidebar') ?? '';
  // Whether someone is signed in, so that public pages lead on instead of in, and the app's ask visitors to sign in at once.
  const { pathname, search, hash } = location;
  // In the tab's own storage where the device has no room (src/data/session/auth-storage.ts).
  const key = 'supabase.auth.token';
  const session = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  if (session !== null) {
    document.documentElement.dataset.signedIn = '';
    prefetch(JSON.parse(session));
  } else if (/^\/app(\/|$)/.test(pathname)) {
    location.replace(`/signin?redirect=${encodeURIComponent(pathname + search + hash)}`);
  }
} catch {
  // Storage is blocked: follow the system, as a visitor.
}

/**
 * Fetches what the app reads first (src/data/backend/prefetch-urls.ts) while its scripts load, as the signed-in user. The
 * app uses the responses (src/data/backend/prefetched-responses.ts). A session that ends soon is refreshed by the app first.
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

// What is only wanted on the next page is fetched when this one is there and the browser has nothing else to do.
window.addEventListener('load', () => {
  const later = document.querySelector('#later');
  if (later) (window.requestIdleCallback ?? setTimeout)(() => document.head.append(later.content));
});
