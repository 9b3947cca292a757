import type { ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { EmptyPages } from './drawings.tsx';

interface EmptyStateProps {
  /** A small drawing; blank pages by default. */
  readonly drawing?: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  /** The button or link that adds the first item. */
  readonly action?: ReactNode;
  /** Less padding, for one section of a page among others. */
  readonly compact?: boolean;
}

/** A message in place of an empty list. */
export function EmptyState(props: EmptyStateProps) {
  const { drawing = <EmptyPages />, title, text, action, compact = false } = props;
  return (
    <div className={cx('flex flex-col items-center px-6 text-center', compact ? 'py-6' : 'py-14')}>
      <div className="mb-5 text-ink-quiet">{drawing}</div>
      <p className="max-w-md text-base font-medium text-balance text-ink">{title}</p>
      {text ? <p className="mt-1.5 max-w-md text-sm text-balance text-ink-quiet">{text}</p> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
