import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import {
  authenticatorsOf,
  recoveryCodesQuery,
  type Authenticator,
} from '#web/data/session/second-factor.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import type { User } from '#web/data/session/session.ts';
import { supportsPasskeys } from '#web/lib/session/supports-passkeys.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button } from '#web/ui/form/button.tsx';
import { AuthenticatorRow } from './authenticator-row.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { NewCodesDialog } from './new-codes-dialog.tsx';
import { Section } from './section.tsx';

/** Turns two-factor sign-in on, and manages authenticators and recovery codes. */
export function TwoFactorSection({ user }: { readonly user: User }) {
  const authenticators = authenticatorsOf(user);
  const isOn = authenticators.length > 0;
  const [isEnrolling, setIsEnrolling] = useState(false);
  const [kind, setKind] = useState<Authenticator['kind']>('app');

  function enrol(next: Authenticator['kind']) {
    setKind(next);
    setIsEnrolling(true);
  }

  return (
    <Section title="Two-factor sign-in" text="A code or a passkey in addition to your password.">
      {isOn ? (
        <TwoFactorOn userId={user.id} authenticators={authenticators} />
      ) : (
        <p className="text-sm text-ink-soft">
          Off. You sign in with your password only. Turn it on to also require a code from an
          authenticator app, or a passkey.
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button onClick={() => enrol('app')}>
          {isOn ? 'Add another authenticator' : 'Turn on'}
        </Button>
        {runtimeConfig().signIn.passkeys && supportsPasskeys() ? (
          <Button onClick={() => enrol('passkey')}>
            {isOn ? 'Add a passkey' : 'Use a passkey instead'}
          </Button>
        ) : null}
      </div>
      <EnrolDialog
        userId={user.id}
        kind={kind}
        open={isEnrolling}
        onOpenChange={setIsEnrolling}
        withCodes={!isOn}
      />
    </Section>
  );
}

interface TwoFactorOnProps {
  readonly userId: string;
  readonly authenticators: readonly Authenticator[];
}

function TwoFactorOn({ userId, authenticators }: TwoFactorOnProps) {
  const codeCount = useQuery(recoveryCodesQuery(userId));
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <p className="flex items-center gap-2 text-sm font-medium text-ink">
        <ShieldCheck size={18} className="shrink-0" />
        Two-factor sign-in is on
      </p>
      <ul aria-label="Authenticators" className="mt-3">
        {authenticators.map((authenticator) => (
          <AuthenticatorRow
            key={authenticator.id}
            userId={userId}
            authenticator={authenticator}
            isLast={authenticators.length === 1}
          />
        ))}
        <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline py-3">
          <div className="min-w-0">
            <p className="text-sm font-medium">Recovery codes</p>
            <CodesLeft count={codeCount.data} />
          </div>
          <Button size="small" onClick={() => setIsCreating(true)}>
            Create new codes
          </Button>
        </li>
      </ul>
      <NewCodesDialog userId={userId} open={isCreating} onOpenChange={setIsCreating} />
    </>
  );
}

/** The number of unused codes. It is undefined while it loads. */
function CodesLeft({ count }: { readonly count: number | undefined }) {
  if (count === 0) return <p className="text-xs text-danger-ink">None left. Create new ones.</p>;
  return (
    <p className="text-xs text-ink-quiet">
      {count === undefined ? null : `${formatCount(count, 'code')} left. `}For when you lose your
      phone.
    </p>
  );
}
