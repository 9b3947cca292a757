import { Navigate, useLocation } from 'react-router';
import { signInThen } from '#contract/routes.ts';
import { sessionRead, useSession } from '#web/data/session/session.ts';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * Guards everything under /app: waits for the session, sends visitors to sign in and back here, and
 * with them who has given one factor of two.
 */
export function AppLayout() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'loading') return <SpinnerPage label="Loading" />;
  if (session.status === 'signed-in') return <Shell />;
  const next = session.status === 'signed-out' ? session.next : null;
  return <Navigate to={next ?? signInThen(pathname + search + hash)} replace />;
}

/** What the server drew stays until it is known whether it is for this person. */
export const loader = () => sessionRead;

export { AppLayout as Component };
export * as dashboard from './routes/dashboard.tsx';
