import { cx } from '#web/lib/theme/class-names.ts';

interface SpinnerProps {
  /** Announced to screen readers, and shown if `showLabel` is set. */
  readonly label?: string;
  readonly showLabel?: boolean;
  readonly size?: 'small' | 'medium';
  readonly className?: string;
}

/** A turning ring: a status with a label, decoration without one. */
export function Spinner({ label, showLabel = false, size = 'medium', className }: SpinnerProps) {
  const ring = (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={cx('animate-[turn_800ms_linear_infinite]', size === 'small' ? 'size-4' : 'size-6')}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
      <path
        d="M21 12a9 9 0 0 0-9-9"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
  if (label === undefined) return ring;
  return (
    <output className={cx('inline-flex items-center gap-3 text-ink-quiet', className)}>
      {ring}
      <span className={showLabel ? 'text-sm' : 'sr-only'}>{label}</span>
    </output>
  );
}

/** A centred spinner while a page loads. */
export function SpinnerPage({ label }: { readonly label: string }) {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <Spinner label={label} />
    </div>
  );
}
