import { cx } from '#web/lib/theme/class-names.ts';
import type { RowView } from './row-view.ts';

/** A grey placeholder; set its size with classes. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'block max-w-full animate-[breathe_1.6s_ease-in-out_infinite] rounded-sm bg-hairline print:hidden',
        className,
      )}
    />
  );
}

/**
 * The loading text over placeholders, in a `relative` container. It fades in late, so a fast load
 * never shows it.
 */
export function LoadingText({ children }: { readonly children: string }) {
  return (
    <div
      data-late
      className="pointer-events-none absolute inset-x-0 top-0 z-1 grid h-full max-h-48 min-h-16 animate-[fade-in_150ms_ease-out_250ms_both] place-items-center"
    >
      <output className="rounded-md bg-ground px-3 py-1.5 text-sm text-ink-soft">{children}</output>
    </div>
  );
}

interface SkeletonRowsProps {
  readonly count: number;
  /** The loading text. */
  readonly label: string;
  /** Height class of one row. */
  readonly rowClassName?: string;
  /** The view whose rows these are, instead of a height. */
  readonly view?: RowView;
}

const viewHeights: Record<RowView, string> = { list: 'h-14 sm:h-11', roomy: 'h-16' };

/** Placeholders for the rows of a list. */
export function SkeletonRows(props: SkeletonRowsProps) {
  const { count, label, view } = props;
  const { rowClassName = view === undefined ? 'h-[72px]' : viewHeights[view] } = props;
  const hasTwoLines = view !== 'list';
  return (
    <div className="relative">
      <LoadingText>{label}</LoadingText>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={cx('flex items-center gap-4 border-b border-hairline px-4', rowClassName)}
        >
          <Skeleton className={hasTwoLines ? 'size-8 shrink-0' : 'size-5 shrink-0'} />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-2/5" />
            {hasTwoLines ? <Skeleton className="h-3 w-3/5" /> : null}
          </div>
        </div>
      ))}
    </div>
  );
}
