import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { routes, signInThen } from '#contract/routes.ts';
import { useRedirectOutcome } from '#web/data/session/auth-redirect.ts';
import { authRedirect } from '#web/data/backend/client.ts';
import { useSession } from '#web/data/session/session.ts';
import { redirectTarget } from '#web/lib/session/safe-redirect.ts';
import { keptFragment } from '#web/lib/storage/kept-fragment.ts';
import { requestedFork } from '#web/lib/storage/requested-fork.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { AuthLayout } from './auth-layout.tsx';
import { LinkFailed } from './link-failed.tsx';
import { pendingEmail } from './pending-email.ts';
import { SwitchAccount } from './switch-account.tsx';

/**
 * /auth/callback: the target of links in emails and of sign-in providers. Redirects into the app,
 * or explains what went wrong.
 */
export function AuthCallback() {
  const session = useSession();
  const outcome = useRedirectOutcome();
  const redirect = useKeptRedirect();
  const signedIn = session.status === 'signed-in';

  if (outcome.status === 'failed') {
    return <LinkFailed error={outcome.error} signedIn={signedIn} redirect={redirect} />;
  }
  if (outcome.status === 'other-account') return <SwitchAccount {...outcome} />;
  if (authRedirect.kind === 'message') return <FirstLinkOpened signedIn={signedIn} />;
  if (outcome.status === 'pending' || session.status === 'loading') {
    return <SpinnerPage label="Signing you in" />;
  }
  if (authRedirect.kind === 'none' || session.status === 'signed-out') return <MissingLink />;
  // If the user declined to switch accounts, the app opens as it was.
  const isTaken = outcome.userId !== null;
  const type = isTaken && authRedirect.kind === 'session' ? authRedirect.type : null;
  if (type === 'recovery' || type === 'invite') {
    return <Navigate to={routes.resetPassword} replace />;
  }
  if (type === 'email_change' && session.status === 'signed-in') {
    return <AddressChanged email={session.user.email ?? ''} />;
  }
  return <SignedIn to={redirect} signedIn={signedIn} />;
}

/** Returns the target of this address, with the fragment that stayed on this device. */
function useKeptRedirect(): string {
  const [search] = useSearchParams();
  const [hash] = useState(() => keptFragment.read(search.get('fragment')));
  return redirectTarget({ search: search.toString(), hash });
}

/** Leads on: to the prompt that a visitor chose to keep before signing up, or where the link says. */
function SignedIn(props: { readonly to: string; readonly signedIn: boolean }) {
  const { signedIn } = props;
  const [promptId] = useState(() => requestedFork.read());
  const to = promptId === null ? props.to : `${routes.sharedPrompt(promptId)}?fork`;
  useEffect(() => {
    pendingEmail.clear();
    keptFragment.clear();
  }, []);
  return <Navigate to={signedIn ? to : signInThen(to)} replace />;
}

function AddressChanged({ email }: { readonly email: string }) {
  useEffect(() => toast.success(`Your email is now ${email}`), [email]);
  return <Navigate to={routes.account} replace />;
}

/** Shown after the first of the two links that change an email. */
function FirstLinkOpened({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <AuthLayout
      title="One of two links opened"
      lead="Now open the link we sent to the other address. Your email changes once both are opened."
    >
      <ButtonLink
        to={signedIn ? routes.account : routes.signIn}
        variant="primary"
        size="large"
        className="w-full"
      >
        {signedIn ? 'Back to your account' : 'Go to Sign In'}
      </ButtonLink>
    </AuthLayout>
  );
}

function MissingLink() {
  return (
    <AuthLayout
      title="Open the link from your email"
      lead="This page finishes your sign-up. To continue, open the link we emailed you."
    >
      <ButtonLink to={routes.signIn} variant="primary" size="large" className="w-full">
        Go to Sign In
      </ButtonLink>
    </AuthLayout>
  );
}
