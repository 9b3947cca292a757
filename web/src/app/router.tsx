import { startTransition, useLayoutEffect, useState } from 'react';
import { Router, useRoutes } from 'react-router';
import { redirects, routes } from '#contract/routes.ts';
import { appRoutes } from './app-routes.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageProblem, Pages } from './error-page.tsx';
import { lazyRoute, type AppRoute } from './lazy-route.tsx';
import type { Page, PageNavigation } from './page-navigation.ts';
import { ScrollRestoration } from './scroll-restoration.ts';

/** Public pages, which the server renders whole, and addresses that redirect to them. */
const documentRoutes: AppRoute[] = [
  ...[
    routes.landing,
    routes.explore,
    routes.publicTemplates,
    routes.whyFree,
    routes.pricing,
    routes.privacy,
    routes.terms,
    routes.techniques,
    routes.credits,
  ].map((path) => ({
    ...lazyRoute(path, () => import('./routes/public/offline-page.tsx')),
    documentAddress,
  })),
  ...Object.entries(redirects).map(([path, to]) => ({ path, documentAddress: () => to })),
];

/**
 * Leaves the app for a page without it. If the app was started at the page's own address, the
 * service worker did so because the device is offline.
 */
function documentAddress({ pathname, href }: URL): string | null {
  return pathname === window.location.pathname ? null : href;
}

/** Public pages that talk to the backend. */
const openRoutes: AppRoute[] = [
  lazyRoute(routes.signIn, () => import('./routes/auth/sign-in.tsx')),
  lazyRoute(routes.signUp, () => import('./routes/auth/sign-up.tsx')),
  lazyRoute(routes.registerSuccess, () => import('./routes/auth/register-success.tsx')),
  lazyRoute(routes.authCallback, () => import('./routes/auth/auth-callback.tsx')),
  lazyRoute(routes.oauthConsent, () => import('./routes/auth/oauth-consent.tsx')),
  lazyRoute('/p/:id', () => import('./routes/public/shared-prompt.tsx')),
  lazyRoute(routes.paymentSuccess, () => import('./routes/public/payment-success.tsx')),
  lazyRoute(routes.resetPassword, () => import('./routes/auth/reset-password.tsx')),
];

/** All routes. A page is a file under routes/ that exports `Component`. */
export const allRoutes: AppRoute[] = [
  ...documentRoutes,
  lazyRoute(undefined, () => import('./data-layout.tsx'), [
    ...openRoutes,
    lazyRoute(routes.app, () => import('./app-layout.tsx'), [
      { Component: Pages, children: appRoutes },
    ]),
  ]),
  lazyRoute('*', () => import('./routes/public/unknown-address.tsx')),
];

interface AppRouterProps {
  readonly navigation: PageNavigation;
  readonly firstPage: Page;
}

/** Renders the page that the browser's history is at. */
export function AppRouter({ navigation, firstPage }: AppRouterProps) {
  const [page, setPage] = useState(firstPage);
  // A transition, so that the browser can handle input in between.
  useLayoutEffect(
    () => navigation.subscribe((next) => startTransition(() => setPage(next))),
    [navigation],
  );
  return (
    <Router location={page.location} navigationType={page.action} navigator={navigation.navigator}>
      <ErrorBoundary
        page={page.location.key}
        renderError={(error) => (
          <main>
            <PageProblem error={error} />
          </main>
        )}
      >
        <RoutePage />
      </ErrorBoundary>
      {/* Last, after long lists have set their own place. */}
      <ScrollRestoration page={page} />
    </Router>
  );
}

function RoutePage() {
  return useRoutes(allRoutes);
}
