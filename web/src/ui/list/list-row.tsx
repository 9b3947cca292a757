import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/theme/class-names.ts';
import type { RowView } from './row-view.ts';

interface ListRowProps {
  readonly view: RowView;
  /** An icon of 20 px. */
  readonly icon: ReactNode;
  readonly title: ReactNode;
  /** The route that the row opens. */
  readonly to: string;
  /** Replaces the link's own behaviour, for rows that are being selected. */
  readonly link?: {
    readonly role: 'checkbox';
    readonly 'aria-checked': boolean;
    readonly onClick: (event: MouseEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** Marks after the title, such as 'Public'. */
  readonly marks?: ReactNode;
  readonly preview: ReactNode;
  /** Right-aligned facts. They disappear from narrow lists; see {@link Column}. */
  readonly columns?: ReactNode;
  readonly actions?: ReactNode;
}

/**
 * One row of a list: 44 px with title and preview on one line, or 64 px with two lines. The whole
 * row opens it, apart from its actions. On a phone each row has two lines.
 */
export function ListRow(props: ListRowProps) {
  const { view, icon, title, to, link, marks, preview, columns, actions } = props;
  const isRoomy = view === 'roomy';
  return (
    <div
      className={cx(
        'cue-line group/row relative flex **:scroll-mt-28 **:scroll-mb-24 items-center gap-3 border-b border-hairline pl-3 hover:bg-hover focus-within:bg-hover sm:gap-4 sm:pr-2',
        isRoomy ? 'h-16' : 'h-14 sm:h-11',
      )}
    >
      {icon}
      <div
        className={cx(
          'flex min-w-0 flex-1',
          isRoomy ? 'flex-col gap-y-0.5' : 'gap-x-3 max-sm:flex-col sm:items-baseline',
        )}
      >
        <div
          className={cx(
            'flex min-w-0 items-center gap-x-2',
            !isRoomy && 'max-w-full sm:max-w-[65%] sm:shrink-0',
          )}
        >
          <Link
            to={to}
            dir="auto"
            {...link}
            className="block min-w-0 truncate text-base font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink"
          >
            {title}
          </Link>
          {marks}
        </div>
        <p
          dir="auto"
          className="min-w-0 flex-1 truncate text-left text-sm text-ink-quiet max-sm:flex-none"
        >
          {preview}
        </p>
      </div>
      {columns}
      <div className="relative z-1 flex shrink-0 items-center">{actions}</div>
    </div>
  );
}

const columnClasses = {
  wide: 'hidden w-40 @4xl:flex',
  // Each tag gets an equal share of the width, and a short one leaves the rest of it to the other.
  // A list whose prompts have no tags leaves the column out.
  tags: 'hidden w-40 auto-cols-[minmax(0,auto)] grid-flow-col @4xl:grid in-[.untagged]:hidden!',
  narrow: 'hidden w-11 @2xl:flex',
  // Behind the actions, which are hidden until hover: so that rows meet the right edge of the list.
  time: 'order-1 hidden w-26 @xl:flex @6xl:w-46',
} as const;

/** A right-aligned column of a row, of the same width in every row. */
export function Column(props: {
  readonly size: keyof typeof columnClasses;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'shrink-0 items-center justify-end gap-x-2 overflow-hidden text-xs whitespace-nowrap text-ink-quiet',
        columnClasses[props.size],
      )}
    >
      {props.children}
    </span>
  );
}
