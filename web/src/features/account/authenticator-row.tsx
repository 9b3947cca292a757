import { useQueryClient } from '@tanstack/react-query';
import {
  recoveryCodesQuery,
  removeAuthenticator,
  type Authenticator,
} from '#web/data/session/second-factor.ts';
import { reloadUser } from '#web/data/session/session.ts';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';

interface AuthenticatorRowProps {
  readonly userId: string;
  readonly authenticator: Authenticator;
  readonly isLast: boolean;
}

/** An authenticator, with a button to remove it. */
export function AuthenticatorRow({ userId, authenticator, isLast }: AuthenticatorRowProps) {
  const client = useQueryClient();
  const { id, kind, name, addedAt } = authenticator;

  async function remove() {
    await removeAuthenticator(id);
    await reloadUser();
    // Recovery codes are deleted with the last authenticator.
    void client.invalidateQueries(recoveryCodesQuery(userId));
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline py-3">
      <div className="min-w-0">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="text-xs text-ink-quiet">
          Added <RelativeTime at={addedAt} />
        </p>
      </div>
      <ConfirmButton
        action="Remove"
        target={name}
        description={
          isLast
            ? "You'll sign in with your password only. Your recovery codes will stop working."
            : `${kind === 'app' ? 'Its codes' : 'It'} will stop working. Your other authenticators still work.`
        }
        onConfirm={remove}
        {...(isLast ? { title: 'Turn off two-factor sign-in?', confirmLabel: 'Turn off' } : {})}
      />
    </li>
  );
}
