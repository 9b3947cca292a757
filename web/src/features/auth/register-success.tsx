import { MailCheck } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { MailboxNote } from './mailbox-note.tsx';
import { pendingEmail } from './pending-email.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { ResendToAddress } from './resend-to-address.tsx';

/** /register-success: asks the user to open the link in the email. */
export function RegisterSuccess() {
  const email = pendingEmail.read();
  return (
    <AuthLayout title="Check your email">
      <div className="flex flex-col gap-5">
        <div className="flex gap-4">
          <MailCheck
            size={22}
            strokeWidth={1.75}
            aria-hidden="true"
            className="mt-0.5 shrink-0 text-public-ink"
          />
          <p className="min-w-0 text-ink-soft">
            We sent a verification link to{' '}
            {email === null ? (
              'your address'
            ) : (
              <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>
            )}
            . Open it to confirm your email.
          </p>
        </div>
        <MailboxNote />
        <ButtonLink to={routes.signIn} variant="primary" size="large">
          Go to Sign In
        </ButtonLink>
        {email === null ? <ResendToAddress /> : <ResendConfirmation email={email} />}
      </div>
    </AuthLayout>
  );
}
