import { ChevronsUpDown, LogOut, Settings } from 'lucide-react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { useSession } from '#web/data/session/session.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { shownAvatar } from '#web/data/account/shown-avatar.ts';
import { Avatar } from '#web/ui/content/avatar.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { phoneBarEntryClass, phoneBarLabelClass } from './phone-bar-entry-class.ts';
import { requestSignOut } from './sign-out.ts';

/**
 * Settings and sign-out, behind the user's name, their picture alone, or an entry of a phone's bar;
 * for visitors, links to sign in.
 */
export function AccountMenu({ look = 'name' }: { readonly look?: 'name' | 'picture' | 'bar' }) {
  const { user } = useSession();
  const navigate = useNavigate();
  if (user === null) return <SignedOut />;

  const email = user.email ?? '';
  const picture: unknown = user.user_metadata['avatar_url'];
  const name: unknown = user.user_metadata['full_name'];
  const shown = typeof name === 'string' && name !== '' ? name : email;
  const url = typeof picture === 'string' ? shownAvatar(picture) : null;
  return (
    <Menu
      side={look === 'picture' ? 'right' : 'top'}
      align={look === 'name' ? 'start' : 'end'}
      header={email}
      trigger={
        look === 'bar' ? (
          <button type="button" className={phoneBarEntryClass}>
            <Avatar email={email} url={url} className="!size-5" />
            <span className={phoneBarLabelClass}>
              Account<span className="sr-only"> menu</span>
            </span>
          </button>
        ) : (
          <button
            type="button"
            data-tooltip={look === 'picture' ? email : undefined}
            className={cx(
              'flex h-12 items-center gap-3 rounded-md text-left transition-colors hover:bg-sunken-hover data-[state=open]:bg-sunken-hover',
              look === 'picture' ? 'w-12 justify-center' : 'w-full px-2',
            )}
          >
            <Avatar email={email} url={url} />
            <span
              className={
                look === 'picture' ? 'sr-only' : 'min-w-0 flex-1 truncate text-sm font-medium'
              }
            >
              {shown}
              <span className="sr-only">, account menu</span>
            </span>
            {look === 'picture' ? null : (
              <ChevronsUpDown size={15} className="shrink-0 text-ink-quiet" />
            )}
          </button>
        )
      }
      items={[
        {
          label: 'Account Settings',
          icon: Settings,
          onSelect: () => void navigate(routes.account),
        },
        { label: 'Sign Out', icon: LogOut, separated: true, onSelect: () => void requestSignOut() },
      ]}
    />
  );
}

function SignedOut() {
  return (
    <div className="flex flex-wrap gap-2">
      {runtimeConfig().signIn.signUp ? (
        <ButtonLink to={routes.signIn} size="small" className="flex-1">
          Sign Up
        </ButtonLink>
      ) : null}
      <ButtonLink to={routes.signIn} size="small" variant="primary" className="flex-1">
        Sign In
      </ButtonLink>
    </div>
  );
}
