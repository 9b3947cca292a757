import { cx } from '#web/lib/class-names.ts';

/** A grey shape of the size of what will replace it. Size it with classes. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'block animate-[breathe_1.6s_ease-in-out_infinite] rounded-sm bg-hairline',
        className,
      )}
    />
  );
}

interface SkeletonRowsProps {
  readonly count: number;
  /** The specified loading text, for screen readers and slow lines. */
  readonly label: string;
  /** Height class of one row. */
  readonly rowClassName?: string;
}

/** A list that is on its way. */
export function SkeletonRows({ count, label, rowClassName = 'h-[72px]' }: SkeletonRowsProps) {
  return (
    <div>
      <output className="sr-only">{label}</output>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={cx('flex items-center gap-4 border-b border-hairline px-4', rowClassName)}
        >
          <Skeleton className="size-8 shrink-0" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
