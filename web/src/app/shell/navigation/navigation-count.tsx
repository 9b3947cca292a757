import { cx } from '#web/lib/theme/class-names.ts';

interface NavigationCountProps {
  readonly count: number;
  /** The counted things, for people who can't see where the number stands. */
  readonly of: string;
  /** In the sidebar of icons. */
  readonly collapsed: boolean;
}

const max = 99;

/** A number at the end of an entry of the sidebar; nothing for 0. */
export function NavigationCount({ count, of, collapsed }: NavigationCountProps) {
  if (count === 0) return null;
  return (
    <span
      className={cx(
        'rounded-full bg-chosen text-xs font-semibold text-ink tabular-nums',
        collapsed ? 'absolute top-0.5 right-2 px-1.5 leading-4' : 'ml-auto px-2 leading-5',
      )}
    >
      {count > max ? `${max}+` : count}
      <span className="sr-only"> {of}</span>
    </span>
  );
}
