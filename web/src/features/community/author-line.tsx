import { messages } from '#contract/messages.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Avatar } from '#web/ui/content/avatar.tsx';
import { Mark } from '#web/ui/content/wordmark.tsx';

export interface AuthorLineProps {
  /** The author's user id; null if the account was deleted. */
  readonly id: string | null;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly className?: string;
}

/**
 * The author of a prompt: picture and name or 'Anonymous'. The official account shows brand name
 * and logo, and a badge, since anyone may use the brand as their name.
 */
export function AuthorLine({ id, name, avatarUrl, className }: AuthorLineProps) {
  const { officialAccount, logoUrl } = runtimeConfig().brand;
  const official = id === officialAccount.id;
  const shown = official ? officialAccount.name : name || messages.community.anonymous;
  const mark = (
    <span className="grid size-6 shrink-0 place-items-center rounded-full bg-chip text-ink">
      <Mark className="h-3.5" />
    </span>
  );
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-2', className)}>
      {official ? (
        <Avatar email={shown} url={logoUrl} fallback={mark} className="!size-6 !object-contain" />
      ) : (
        <Avatar email={shown} url={avatarUrl} className="!size-6 !text-xs" />
      )}
      <bdi className="truncate">{shown}</bdi>
      {official ? <Badge>Official</Badge> : null}
    </span>
  );
}
