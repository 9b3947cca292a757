import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { cx } from '#web/lib/theme/class-names.ts';

const tones = {
  neutral: 'bg-sunken text-ink-soft',
  danger: 'bg-danger-wash text-danger-ink',
} as const;

interface BadgeProps {
  readonly tone?: keyof typeof tones;
  readonly icon?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A short label for a status or a property. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon ?? (tone === 'danger' ? <CircleAlert size={12} /> : null)}
      <span dir="auto" className="truncate">
        {children}
      </span>
    </span>
  );
}
