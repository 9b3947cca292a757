import { useState } from 'react';
import { authenticatorsOf } from '#web/data/session/second-factor.ts';
import type { User } from '#web/data/session/session.ts';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { OtherAccountButton } from '../other-account-button.tsx';
import { OrDivider } from '../or-divider.tsx';
import { PasskeyButton } from '../passkey-button.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

function titleOf(isDeviceLost: boolean, hasApp: boolean): string {
  if (isDeviceLost) return 'Sign in with a recovery code';
  return hasApp ? 'Enter your code' : 'Use your passkey';
}

/** The step between password and app: a code or passkey of the second factor, or a recovery code. */
export function SecondFactorStep({ user }: { readonly user: User }) {
  const [isDeviceLost, setIsDeviceLost] = useState(false);
  const authenticators = authenticatorsOf(user);
  const apps = authenticators.filter(({ kind }) => kind === 'app');
  const passkey = authenticators.find(({ kind }) => kind === 'passkey');
  const hasApp = apps.length > 0;

  const backLabel = hasApp ? 'Use the authenticator app' : 'Use your passkey';

  return (
    <AuthLayout
      title={titleOf(isDeviceLost, hasApp)}
      lead={
        isDeviceLost ? null : (
          <>
            {hasApp ? 'Your authenticator app shows it, for' : 'It is the second factor of'}{' '}
            <strong className="font-medium wrap-anywhere text-ink">{user.email}</strong>.
          </>
        )
      }
      footer={<OtherAccountButton />}
    >
      <div className="flex flex-col gap-5">
        {isDeviceLost ? <RecoveryCodeForm /> : null}
        {hasApp && !isDeviceLost ? <SecondFactorForm authenticators={apps} /> : null}
        {passkey && !isDeviceLost ? (
          <>
            {hasApp ? <OrDivider /> : null}
            <PasskeyButton
              label="Use your passkey"
              primary={!hasApp}
              send={async () => {
                const { verifyPasskeyFactor } = await import('#web/data/session/passkeys.ts');
                await verifyPasskeyFactor(passkey.id);
              }}
            />
          </>
        ) : null}
        <p className="text-sm text-ink-soft">
          {isDeviceLost ? null : 'Lost your device? '}
          <button
            type="button"
            onClick={() => setIsDeviceLost(!isDeviceLost)}
            className={textLinkClass}
          >
            {isDeviceLost ? backLabel : 'Use a recovery code'}
          </button>
          {isDeviceLost
            ? '. Without a code, only the people who run this site can let you back in.'
            : null}
        </p>
      </div>
    </AuthLayout>
  );
}
