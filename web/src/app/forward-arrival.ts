import { routes } from '#contract/routes.ts';
import { readArrival } from '#web/lib/mail-link.ts';

/** A link that names no page leads to the site itself; what it brought is for /auth/callback. */
export function forwardArrival(): void {
  if (location.pathname !== routes.landing) return;
  if (readArrival(new URL(location.href)).kind === 'plain') return;
  history.replaceState(null, '', routes.authCallback + location.search + location.hash);
}
