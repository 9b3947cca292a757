import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { arrivalError } from '#web/data/auth.ts';
import { arrival } from '#web/data/client.ts';
import { useSession } from '#web/data/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { SpinnerPage } from '#web/ui/spinner.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FormProblem } from './form-problem.tsx';
import { pendingEmail } from './pending-email.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';

/** Where the link of the verification mail leads: into the app, or to a clear word on why not. */
export function AuthCallback() {
  const session = useSession();
  const [problem, setProblem] = useState<string | null>(
    arrival.kind === 'error' ? arrival.description : null,
  );

  useEffect(() => {
    if (arrival.kind !== 'session') return;
    void arrivalError().then((error) => error && setProblem(error.message));
  }, []);

  if (problem !== null) return <LinkFailed problem={problem} signedIn={session.user !== null} />;
  if (session.status === 'loading') return <SpinnerPage label="Signing you in" />;
  if (session.status !== 'signed-in') return <NothingArrived />;
  if (arrival.kind === 'session' && arrival.recovery) {
    return <Navigate to={routes.resetPassword} replace />;
  }
  pendingEmail.forget();
  return <Navigate to={routes.app} replace />;
}

function LinkFailed({
  problem,
  signedIn,
}: {
  readonly problem: string;
  readonly signedIn: boolean;
}) {
  const email = pendingEmail.read();
  return (
    <AuthFrame
      title="This link does not work"
      lead="A link from a mail works once, and for a limited time. If you used it already, your address is confirmed and you can sign in."
    >
      <div className="flex flex-col gap-5">
        <FormProblem>{problem}</FormProblem>
        {signedIn ? (
          <ButtonLink to={routes.app} variant="primary" size="large">
            Go to the dashboard
          </ButtonLink>
        ) : (
          <ButtonLink to={routes.signIn} variant="primary" size="large">
            Go to Sign In
          </ButtonLink>
        )}
        {email === null || signedIn ? null : (
          <ResendConfirmation email={email} lead="Need a new link?" />
        )}
      </div>
    </AuthFrame>
  );
}

function NothingArrived() {
  return (
    <AuthFrame
      title="Open the link from your mail"
      lead="This page finishes a sign-up. It needs the link that was sent to your address."
    >
      <ButtonLink to={routes.signIn} variant="primary" size="large" className="w-full">
        Go to Sign In
      </ButtonLink>
    </AuthFrame>
  );
}
