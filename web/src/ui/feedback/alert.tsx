import type { ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

interface AlertProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A box that says why something failed; screen readers announce it when it appears. */
export function Alert({ children, className }: AlertProps) {
  return (
    <div
      role="alert"
      className={cx(
        'rounded-md bg-danger-wash px-4 py-3 text-sm break-words text-danger-ink',
        className,
      )}
    >
      {children}
    </div>
  );
}
