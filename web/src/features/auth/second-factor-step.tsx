import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { signOut, type User } from '#web/data/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { AuthLayout } from './auth-layout.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** The step between password and app: the code of the second factor, or a recovery code. */
export function SecondFactorStep({ user }: { readonly user: User }) {
  const [isDeviceLost, setIsDeviceLost] = useState(false);

  async function leave() {
    try {
      await signOut();
    } catch (reason) {
      toast.error(messages.auth.signOutFailed(toDataError(reason).message));
    }
  }

  return (
    <AuthLayout
      title={isDeviceLost ? 'Sign in with a recovery code' : 'Enter your code'}
      lead={
        isDeviceLost ? null : (
          <>
            Your authenticator app shows it, for{' '}
            <strong className="font-medium wrap-anywhere text-ink">{user.email}</strong>.
          </>
        )
      }
      footer={
        <button type="button" onClick={() => void leave()} className={textLinkClass}>
          Use another account
        </button>
      }
    >
      <div className="flex flex-col gap-5">
        {isDeviceLost ? <RecoveryCodeForm /> : <SecondFactorForm user={user} />}
        <p className="text-sm text-ink-soft">
          {isDeviceLost ? null : 'Lost your device? '}
          <button
            type="button"
            onClick={() => setIsDeviceLost(!isDeviceLost)}
            className={textLinkClass}
          >
            {isDeviceLost ? 'Use the authenticator app' : 'Use a recovery code'}
          </button>
          {isDeviceLost
            ? '. Without a code, only the people who run this site can let you back in.'
            : null}
        </p>
      </div>
    </AuthLayout>
  );
}
