import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { useSession } from '#web/data/session.ts';
import { AuthFrame, textLinkClass } from '#web/features/auth/auth-frame.tsx';
import { MailboxNote } from '#web/features/auth/mailbox-note.tsx';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { safeRedirect } from '#web/lib/safe-redirect.ts';

/** /signin?redirect=… : whoever is signed in goes on to where they wanted. */
export function Component() {
  const session = useSession();
  const [search] = useSearchParams();
  const state: unknown = useLocation().state;
  const mailSent = typeof state === 'object' && state !== null && 'mailSent' in state;

  if (session.status === 'signed-in') {
    return <Navigate to={safeRedirect(search.get('redirect'))} replace />;
  }
  const signUp = { pathname: routes.signUp, search: search.toString() };
  return (
    <AuthFrame
      title="Sign in"
      footer={
        <>
          No account yet?{' '}
          <Link to={signUp} className={textLinkClass}>
            Sign up
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {mailSent ? <MailboxNote /> : null}
        <SignInForm />
      </div>
    </AuthFrame>
  );
}
