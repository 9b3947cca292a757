import { MailCheck } from 'lucide-react';
import { useLocation } from 'react-router';
import { routes, signInThen } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { redirectTarget } from '#web/lib/session/safe-redirect.ts';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { ConfirmCodeForm } from './confirm-code-form.tsx';
import { pendingEmail } from './pending-email.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { ResendToAddress } from './resend-to-address.tsx';

/** /register-success?redirect=…: asks the user to open the link in the email, or to enter its code. */
export function RegisterSuccess() {
  const redirect = redirectTarget(useLocation());
  const email = pendingEmail.read();
  const hasMailbox = runtimeConfig().flags.localMailbox;
  return (
    <AuthLayout title="Check your email">
      <div className="flex flex-col gap-5">
        <div className="flex gap-4">
          <MailCheck size={22} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ink-soft" />
          <p className="min-w-0 text-ink-soft">
            We sent a verification link to{' '}
            {email === null ? (
              'your address'
            ) : (
              <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>
            )}
            . Open it{email === null ? '' : ', or enter the code,'} to confirm your email.
          </p>
        </div>
        {hasMailbox ? (
          <div className="flex flex-col gap-2">
            <a
              href={routes.mailbox}
              className={`${buttonClass({ variant: 'primary', size: 'large' })} w-full`}
            >
              Open the local mailbox
            </a>
            <p className="text-sm text-ink-quiet">
              Email isn't set up here, so your message is in the mailbox of this machine.
            </p>
          </div>
        ) : null}
        {email === null ? null : (
          <ConfirmCodeForm email={email} redirect={redirect} isMain={!hasMailbox} />
        )}
        <ButtonLink
          to={signInThen(redirect)}
          variant={email === null && !hasMailbox ? 'primary' : 'secondary'}
          size="large"
        >
          Go to Sign In
        </ButtonLink>
        {email === null ? (
          <ResendToAddress redirect={redirect} />
        ) : (
          <ResendConfirmation email={email} redirect={redirect} />
        )}
      </div>
    </AuthLayout>
  );
}
