import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { keepAccount, switchAccount } from '#web/data/session/auth-redirect.ts';
import type { User } from '#web/data/session/session.ts';
import { Button } from '#web/ui/form/button.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface SwitchAccountProps {
  /** Who is signed in. */
  readonly current: User;
  /** Whose link was opened. */
  readonly next: User;
}

/** Asks before a link signs in another account than the one that is signed in. */
export function SwitchAccount({ current, next }: SwitchAccountProps) {
  const navigate = useNavigate();

  function keep() {
    keepAccount();
    void navigate(routes.app, { replace: true });
  }

  return (
    <AuthFrame
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
    </AuthFrame>
  );
}

function Email({ user }: { readonly user: User }) {
  return (
    <strong className="font-medium wrap-anywhere text-ink">
      {user.email || 'a guest account'}
    </strong>
  );
}
