import { CircleAlert } from 'lucide-react';
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
        'flex items-start gap-2.5 rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink',
        className,
      )}
    >
      <CircleAlert size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}
