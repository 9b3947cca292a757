import { routes } from '#contract/routes.ts';
import { stripSecrets } from './auth-redirect.ts';
import { parseUrl } from '#web/lib/values/parse-url.ts';

/** A placeholder origin to resolve a path against; no URL can have it. */
const placeholderOrigin = 'https://this-site.invalid';

/**
 * Returns the target of a redirect after sign-in if it is a path of this site. Returns /app for
 * anything else: `//host`, `/\host`, a scheme, control characters that browsers drop, nothing.
 */
export function safeRedirect(target: string | null | undefined): string {
  if (!target?.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return routes.app;
  const url = parseUrl(target, placeholderOrigin);
  if (url === null || url.origin !== placeholderOrigin || url.pathname.startsWith('//'))
    return routes.app;
  stripSecrets(url);
  const path = url.pathname + url.search + url.hash;
  return isSignInPage(url.pathname) ? routes.app : path;
}

/**
 * Returns the target in the address of a page that leads on after a sign-in. The page's fragment is
 * the target's (`signInThen`).
 */
export function redirectTarget(page: { readonly search: string; readonly hash: string }): string {
  return safeRedirect((new URLSearchParams(page.search).get('redirect') ?? '') + page.hash);
}

/** Whether a path is a sign-in page: a redirect there would loop. */
function isSignInPage(path: string): boolean {
  return path === routes.signIn || path === routes.signUp;
}
