import { useId, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

interface StartOptionProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** One way to begin. */
export function StartOption({ icon, title, className, children }: StartOptionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx('flex min-w-0 flex-col gap-3', className)}>
      <h3 id={id} className="flex items-center gap-2 text-base font-medium text-ink">
        <span className="text-ink-quiet">{icon}</span>
        {title}
      </h3>
      {children}
    </section>
  );
}
