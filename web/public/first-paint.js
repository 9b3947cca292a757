// Before the first paint: what is kept on this device and shows on every page.

// A link in a mail that names no page leads to the site itself: what it brought is for /auth/callback.
if (
  location.pathname === '/' &&
  /[#&?](access_token|error_description|message|code)=/.test(location.search + location.hash)
) {
  location.replace(`/auth/callback${location.search}${location.hash}`);
}

try {
  // A theme chosen on the account page. Without one, the system decides (tokens.css).
  const chosen = localStorage.getItem('cuebook.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  // How wide the shell's frame is.
  document.documentElement.dataset.sidebar = localStorage.getItem('cuebook.sidebar') ?? '';
  // Whether someone is signed in, so that public pages lead on instead of in, and the app's ask visitors to sign in at once.
  const { pathname, search, hash } = location;
  if (localStorage.getItem('supabase.auth.token') !== null) {
    document.documentElement.dataset.signedIn = '';
  } else if (/^\/app(\/|$)/.test(pathname)) {
    location.replace(`/signin?redirect=${encodeURIComponent(pathname + search + hash)}`);
  }
} catch {
  // Storage is blocked: follow the system, as a visitor.
}
