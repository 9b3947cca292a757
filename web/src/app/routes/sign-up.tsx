import { Link, Navigate, useSearchParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { useSession } from '#web/data/session.ts';
import { AuthFrame, textLinkClass } from '#web/features/auth/auth-frame.tsx';
import { SignUpForm } from '#web/features/auth/sign-up-form.tsx';
import { safeRedirect } from '#web/lib/safe-redirect.ts';

/** /signup : a session that comes with the new account leads straight into the app. */
export function Component() {
  const session = useSession();
  const [search] = useSearchParams();
  if (session.status === 'signed-in') {
    return <Navigate to={safeRedirect(search.get('redirect'))} replace />;
  }
  const signIn = { pathname: routes.signIn, search: search.toString() };
  return (
    <AuthFrame
      title="Create your account"
      footer={
        <>
          Already have an account?{' '}
          <Link to={signIn} className={textLinkClass}>
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm />
    </AuthFrame>
  );
}
