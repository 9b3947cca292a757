import { Link, Navigate, useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { useSession } from '#web/data/session/session.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { invitationLead } from '#web/features/auth/invitation-lead.ts';
import { ProviderButton } from '#web/features/auth/provider-button.tsx';
import { SignUpClosed } from '#web/features/auth/sign-up-closed.tsx';
import { SignUpForm } from '#web/features/auth/sign-up-form.tsx';
import { redirectTarget } from '#web/lib/session/safe-redirect.ts';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';

/** /signup: a session that comes with the new account leads straight into the app. */
export function Component() {
  const session = useSession();
  const { search, hash } = useLocation();
  const next = redirectTarget({ search, hash });
  if (session.status === 'signed-in') return <Navigate to={next} replace />;
  const signIn = { pathname: routes.signIn, search, hash };
  if (!runtimeConfig().signIn.signUp) return <SignUpClosed signIn={signIn} />;
  return (
    <AuthLayout
      title="Create your account"
      lead={invitationLead(next)}
      footer={
        <>
          Already have an account?{' '}
          <Link to={signIn} className={textLinkClass}>
            Sign in
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SignUpForm redirect={next} />
        <ProviderButton redirect={next} />
      </div>
    </AuthLayout>
  );
}
