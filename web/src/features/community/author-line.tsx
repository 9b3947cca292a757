import { messages } from '#contract/messages.ts';
import { runtimeConfig } from '#web/data/runtime-config.ts';
import { cx } from '#web/lib/class-names.ts';
import { Avatar } from '#web/ui/avatar.tsx';

interface AuthorLineProps {
  /** The person's id; null when the account is gone. */
  readonly id: string | null;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly className?: string;
}

/** Who made a prompt: picture and name, 'Anonymous' without one; the product's own account under the brand. */
export function AuthorLine({ id, name, avatarUrl, className }: AuthorLineProps) {
  const { officialAccount, logoUrl } = runtimeConfig().brand;
  const official = id === officialAccount.id;
  const shown = official ? officialAccount.name : name || messages.community.anonymous;
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-2', className)}>
      <Avatar
        email={shown}
        url={official ? logoUrl : avatarUrl}
        className={cx('!size-6 !text-xs', official && 'bg-cue-wash text-cue-ink')}
      />
      <span className="truncate">{shown}</span>
    </span>
  );
}
