import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/theme/class-names.ts';

interface CardProps {
  readonly heading: 'h2' | 'h3';
  readonly icon: ReactNode;
  readonly title: ReactNode;
  /** The route that the card opens; else `onOpen` is called. */
  readonly to?: string;
  readonly onOpen?: () => void;
  readonly actions: ReactNode;
  /** The text of the card. */
  readonly children?: ReactNode;
  /** Quiet facts at its foot. */
  readonly footer?: ReactNode;
  /** One line high, and no row of the page's list. */
  readonly isSmall?: boolean;
  /** The height of the card. */
  readonly className?: string;
}

const titleClass =
  'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink';

/** One item of a grid. The whole card opens it, apart from its actions. */
export function Card(props: CardProps) {
  const { heading: Heading, icon, title, to, onOpen, actions, children, footer, className } = props;
  const { isSmall = false } = props;
  return (
    <li
      data-row={!isSmall || undefined}
      className={cx(
        'cue-line group/row relative flex **:scroll-mt-28 flex-col rounded-lg border border-hairline bg-surface transition-colors hover:bg-hover',
        isSmall ? 'h-11 justify-center px-3' : 'p-4',
        className,
      )}
    >
      <div className="flex items-start gap-2.5">
        <span className="flex h-8 shrink-0 items-center">{icon}</span>
        <Heading className="min-w-0 flex-1 py-1 text-base font-medium text-ink">
          {to === undefined ? (
            <button
              type="button"
              data-opens
              onClick={onOpen}
              className={cx('line-clamp-2 text-left break-words', titleClass)}
            >
              {title}
            </button>
          ) : (
            <Link
              to={to}
              dir="auto"
              className={cx(
                // Beside the icon, in any script.
                'block truncate text-left',
                // On a phone, the actions leave little room.
                !isSmall && 'max-sm:line-clamp-2 max-sm:whitespace-normal',
                titleClass,
              )}
            >
              {title}
            </Link>
          )}
        </Heading>
        <div className={cx('flex h-8 shrink-0 items-center', !isSmall && 'relative z-10 -mr-2')}>
          {actions}
        </div>
      </div>
      {children}
      {footer === undefined ? null : (
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-3 text-xs text-ink-quiet">
          {footer}
        </div>
      )}
    </li>
  );
}
