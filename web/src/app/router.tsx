import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { redirects, routes } from '#contract/routes.ts';
import { setNavigating } from '#web/lib/react/navigation-state.ts';
import { appRoutes } from './app-routes.ts';
import { RouteError, ErrorPage } from './error-page.tsx';
import { BlankPage, Root } from './root.tsx';

/** Public pages without a backend: the landing page must not load the app. */
const publicRoutes: RouteObject[] = [
  { index: true, lazy: () => import('./routes/public/landing.tsx') },
  { path: routes.whyFree, lazy: () => import('./routes/public/why-free.tsx') },
  { path: routes.pricing, lazy: () => import('./routes/public/pricing.tsx') },
  { path: routes.privacy, lazy: () => import('./routes/public/privacy.tsx') },
  { path: routes.terms, lazy: () => import('./routes/public/terms.tsx') },
  { path: routes.techniques, lazy: () => import('./routes/public/techniques.tsx') },
  { path: routes.credits, lazy: () => import('./routes/public/credits.tsx') },
  ...Object.entries(redirects).map(([path, to]) => ({
    path,
    element: <Navigate to={to} replace />,
  })),
];

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
        ...publicRoutes,
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
  router.subscribe(({ navigation }) => setNavigating(navigation.state !== 'idle'));
  return router;
}
