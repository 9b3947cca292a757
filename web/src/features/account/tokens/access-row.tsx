import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';

interface AccessRowProps {
  readonly icon: LucideIcon;
  readonly name: string;
  /** The name with what belongs to it. */
  readonly title: ReactNode;
  readonly rights: ReactNode;
  readonly lastUsedAt: string | null;
  /** When it began or ends, after the last use. */
  readonly term: string;
  /** Says what revoking it does. */
  readonly warning: string;
  readonly onRevoke: () => Promise<void>;
}

/** A program that can use the account, with a button to end its access. */
export function AccessRow(props: AccessRowProps) {
  const { icon: Icon, name, title, rights, lastUsedAt, term, warning, onRevoke } = props;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-hairline py-3 first:pt-0">
      <Icon size={20} strokeWidth={1.75} className="shrink-0 text-ink-quiet" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium break-words">
          {title}
        </p>
        <p className="text-xs break-words text-ink-quiet">{rights}</p>
        <p className="text-xs break-words text-ink-quiet">
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          )}
          {` · ${term}`}
        </p>
      </div>
      <ConfirmButton action="Revoke" target={name} description={warning} onConfirm={onRevoke} />
    </li>
  );
}
