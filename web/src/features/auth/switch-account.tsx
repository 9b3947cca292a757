import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { keepAccount, switchAccount } from '#web/data/session/auth-redirect.ts';
import type { User } from '#web/data/session/session.ts';
import { keptFragment } from '#web/lib/storage/kept-fragment.ts';
import { Button } from '#web/ui/form/button.tsx';
import { AuthLayout } from './auth-layout.tsx';

interface SwitchAccountProps {
  /** The signed-in user. */
  readonly current: User;
  /** The user that the link belongs to. */
  readonly next: User;
}

/** Asks before a link replaces the signed-in user by another. */
export function SwitchAccount({ current, next }: SwitchAccountProps) {
  const navigate = useNavigate();

  function keep() {
    keepAccount();
    keptFragment.clear();
    void navigate(routes.app, { replace: true });
  }

  return (
    <AuthLayout
      title="Switch accounts?"
      lead={
        <>
          You're signed in as <Email user={current} />. Continue as <Email user={next} />?
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="mb-2 text-sm text-ink-soft">
          The link you opened is for another account. If you didn't ask for it, stay signed in.
        </p>
        <Button variant="primary" size="large" onClick={keep} className="w-full">
          Stay signed in
        </Button>
        <Button size="large" onClick={() => void switchAccount()} className="w-full">
          Switch accounts
        </Button>
      </div>
    </AuthLayout>
  );
}

function Email({ user }: { readonly user: User }) {
  return (
    <strong className="font-medium wrap-anywhere text-ink">
      {user.email || 'a guest account'}
    </strong>
  );
}
