import {
  createBrowserRouter,
  redirectDocument,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router';
import { redirects, routes } from '#contract/routes.ts';
import { setNavigating } from '#web/lib/react/navigation-state.ts';
import { recordPage } from '#web/lib/react/visited-pages.ts';
import { appRoutes } from './app-routes.ts';
import { RouteError, ErrorPage } from './error-page.tsx';
import { BlankPage, Root } from './root.tsx';

/** Public pages, which the server renders whole, and addresses that redirect to them. */
const documentRoutes: RouteObject[] = [
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
    path,
    loader: loadDocument,
    lazy: { Component: async () => (await import('./routes/public/offline-page.tsx')).OfflinePage },
  })),
  ...Object.entries(redirects).map(([path, to]) => ({ path, loader: () => redirectDocument(to) })),
];

/**
 * Leaves the app for a page without it. If the app was started at the page's own address, the
 * service worker did so because the device is offline.
 */
function loadDocument({ request }: LoaderFunctionArgs): Response | null {
  const isOffline = new URL(request.url).pathname === window.location.pathname;
  return isOffline ? null : redirectDocument(request.url);
}

/** Public pages that talk to the backend. */
const openRoutes: RouteObject[] = [
  { path: routes.signIn, lazy: () => import('./routes/auth/sign-in.tsx') },
  { path: routes.signUp, lazy: () => import('./routes/auth/sign-up.tsx') },
  { path: routes.registerSuccess, lazy: () => import('./routes/auth/register-success.tsx') },
  { path: routes.authCallback, lazy: () => import('./routes/auth/auth-callback.tsx') },
  { path: '/p/:id', lazy: () => import('./routes/public/shared-prompt.tsx') },
  { path: routes.paymentSuccess, lazy: () => import('./routes/public/payment-success.tsx') },
  { path: routes.resetPassword, lazy: () => import('./routes/auth/reset-password.tsx') },
];

/** Creates the router with all routes. A page is a file under routes/ that exports `Component`. */
export function createRouter() {
  const router = createBrowserRouter([
    {
      Component: Root,
      HydrateFallback: BlankPage,
      ErrorBoundary: ErrorPage,
      children: [
        ...documentRoutes,
        {
          lazy: () => import('./data-layout.tsx'),
          children: [
            ...openRoutes,
            {
              path: routes.app,
              lazy: () => import('./app-layout.tsx'),
              children: [{ ErrorBoundary: RouteError, children: appRoutes }],
            },
          ],
        },
        { path: '*', lazy: () => import('./routes/public/unknown-address.tsx') },
      ],
    },
  ]);
  recordPage(location.pathname);
  router.subscribe(({ navigation, location: { pathname } }) => {
    setNavigating(navigation.state !== 'idle');
    if (navigation.state === 'idle') recordPage(pathname);
  });
  return router;
}
