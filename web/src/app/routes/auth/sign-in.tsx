import { Link, Navigate, useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { useSession } from '#web/data/session/session.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { FormProblem } from '#web/features/auth/form-problem.tsx';
import { MailboxNote } from '#web/features/auth/mailbox-note.tsx';
import { OrDivider } from '#web/features/auth/or-divider.tsx';
import { PasskeyButton } from '#web/features/auth/passkey-button.tsx';
import { invitationLead } from '#web/features/auth/invitation-lead.ts';
import { ProviderButton } from '#web/features/auth/provider-button.tsx';
import { SecondFactorStep } from '#web/features/auth/second-factor/second-factor-step.tsx';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { redirectTarget } from '#web/lib/session/safe-redirect.ts';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';

async function signInWithPasskey(): Promise<void> {
  const passkeys = await import('#web/data/session/passkeys.ts');
  await passkeys.signInWithPasskey();
}

/** /signin?redirect=…: redirects users who are signed in. */
export function Component() {
  const session = useSession();
  const { search, hash, ...page } = useLocation();
  const state: unknown = page.state;
  const mailSent = typeof state === 'object' && state !== null && 'mailSent' in state;

  const next = redirectTarget({ search, hash });
  const { signUp: isOpen, passkeys } = runtimeConfig().signIn;

  if (session.status === 'signed-in') return <Navigate to={next} replace />;
  if (session.status === 'second-factor') return <SecondFactorStep user={session.awaited} />;
  const signUp = { pathname: routes.signUp, search, hash };
  return (
    <AuthLayout
      title="Sign in"
      lead={invitationLead(next)}
      footer={
        isOpen ? (
          <>
            No account yet?{' '}
            <Link to={signUp} className={textLinkClass}>
              Sign up
            </Link>
          </>
        ) : null
      }
    >
      <div className="flex flex-col gap-5">
        {session.status === 'signed-out' && session.endedBy === 'sign-out' ? (
          <FormProblem>
            Your session has ended. You may have signed out on another device, or changed your
            password there. Sign in to continue.
          </FormProblem>
        ) : null}
        {session.status === 'signed-out' && session.endedBy === 'deletion' ? (
          <FormProblem>
            Your account was deleted on another device, so you've been signed out.
            {isOpen ? ' To come back, sign up for a new one.' : null}
          </FormProblem>
        ) : null}
        {mailSent ? <MailboxNote /> : null}
        <SignInForm redirect={next} />
        {passkeys ? (
          <>
            <OrDivider />
            <PasskeyButton label="Use a passkey" send={signInWithPasskey} />
          </>
        ) : null}
        <ProviderButton redirect={next} divided={!passkeys} />
      </div>
    </AuthLayout>
  );
}
