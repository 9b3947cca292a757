import { Navigate, useLocation } from 'react-router';
import { routes, signInThen } from '#contract/routes.ts';
import { useSession } from '#web/data/session.ts';
import { SpinnerPage } from '#web/ui/spinner.tsx';
import { Shell } from './shell/shell.tsx';

/** Guards everything under /app: waits for the session, sends visitors to sign in and back here. */
export function AppLayout() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'loading') return <SpinnerPage label="Loading" />;
  if (session.status === 'signed-out') {
    const to = session.left ? routes.signIn : signInThen(pathname + search + hash);
    return <Navigate to={to} replace />;
  }
  return <Shell />;
}

export { AppLayout as Component };
