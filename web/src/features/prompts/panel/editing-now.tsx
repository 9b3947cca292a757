import { useQueries } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { profileQuery } from '#web/data/account/profiles.ts';
import { useOtherEditors } from '#web/data/live/editing.ts';
import { cx } from '#web/lib/theme/class-names.ts';

interface EditingNowProps {
  readonly promptId: string;
  /** Above other content. */
  readonly floating?: boolean;
  readonly className?: string;
}

/** Says who else is editing a prompt right now. */
export function EditingNow({ promptId, floating = false, className }: EditingNowProps) {
  const editors = useOtherEditors(promptId);
  const profiles = useQueries({ queries: editors.map((id) => profileQuery(id)) });
  const names = profiles.flatMap(({ data }) => (data ? [data.fullName ?? 'Someone'] : []));
  return (
    <output className={cx('block empty:sr-only', className)}>
      {names.length > 0 ? (
        <span
          data-floating={floating || undefined}
          className={cx(
            'flex w-fit max-w-full items-center gap-2 text-ink-soft',
            floating &&
              'rounded-md border border-hairline bg-sunken px-3 py-1.5 text-sm shadow-float',
          )}
        >
          <PenLine size={15} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 break-words">
            {joinNames(names)} {names.length === 1 ? 'is' : 'are'} editing.
          </span>
        </span>
      ) : null}
    </output>
  );
}

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
