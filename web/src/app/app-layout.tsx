import { Navigate, useLocation } from 'react-router';
import { signInThen } from '#contract/routes.ts';
import { sessionReady, useSession } from '#web/data/session/session.ts';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * Guards everything under /app: waits for the session, and sends visitors and users without their
 * second factor to sign in and back.
 */
export function AppLayout() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'loading') return <SpinnerPage label="Loading" />;
  // With a key: another tab may have switched accounts while forms are open here.
  if (session.status === 'signed-in') return <Shell key={session.user.id} />;
  const next = session.status === 'signed-out' ? session.next : null;
  return <Navigate to={next ?? signInThen(pathname + search + hash)} replace />;
}

/** Keeps the server's HTML until the session is read. */
export const loader = () => sessionReady;

export { AppLayout as Component };
export * as dashboard from './routes/dashboard.tsx';
