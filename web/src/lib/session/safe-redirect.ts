import { routes } from '#contract/routes.ts';
import { stripSecrets } from './auth-redirect.ts';
import { parseUrl } from '#web/lib/values/parse-url.ts';

/** Stands in for this site while a path is resolved; no address can name it. */
const here = 'https://this-site.invalid';

/**
 * Where /signin may lead: a path of this site, as given. Anything else (`//host`, `/\host`, a
 * scheme, control characters that browsers drop, nothing) leads to /app.
 */
export function safeRedirect(given: string | null | undefined): string {
  if (!given?.startsWith('/') || /[\\\p{Cc}]/u.test(given)) return routes.app;
  const url = parseUrl(given, here);
  if (url === null || url.origin !== here || url.pathname.startsWith('//')) return routes.app;
  stripSecrets(url);
  const path = url.pathname + url.search + url.hash;
  return isSignInPage(url.pathname) ? routes.app : path;
}

/** A redirect to the sign-in page itself would turn in a circle. */
function isSignInPage(path: string): boolean {
  return path === routes.signIn || path === routes.signUp;
}
