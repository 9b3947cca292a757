import { routes, signInThen } from '#contract/routes.ts';
import type { DataError } from '#web/data/backend/data-error.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormProblem } from './form-problem.tsx';
import { linkProblem } from './link-problem.ts';
import { pendingEmail } from './pending-email.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { ResendToAddress } from './resend-to-address.tsx';

interface LinkFailedProps {
  readonly error: DataError;
  readonly signedIn: boolean;
  /** The path to which the link should have led. */
  readonly redirect: string;
}

/** Explains why a link or a sign-in provider didn't sign the user in, and what to do next. */
export function LinkFailed({ error, signedIn, redirect }: LinkFailedProps) {
  const { title, lead, resend } = linkProblem(error.code);
  return (
    <AuthLayout title={title} lead={lead}>
      <div className="flex flex-col gap-5">
        <FormProblem>{error.message}</FormProblem>
        <ButtonLink
          to={signedIn ? routes.app : signInThen(redirect)}
          variant="primary"
          size="large"
        >
          {signedIn ? 'Go to the dashboard' : 'Go to Sign In'}
        </ButtonLink>
        {resend && !signedIn ? <NewLink redirect={redirect} /> : null}
      </div>
    </AuthLayout>
  );
}

function NewLink({ redirect }: Pick<LinkFailedProps, 'redirect'>) {
  const email = pendingEmail.read();
  if (email === null) return <ResendToAddress redirect={redirect} />;
  return <ResendConfirmation email={email} redirect={redirect} lead="Need a new link?" />;
}
