import type { ReactNode } from 'react';
import { EmptyPages } from '#web/ui/drawings/empty-pages.tsx';

interface EmptyStateProps {
  /** A small drawing; blank pages by default. */
  readonly drawing?: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  /** The button or link that adds the first item. */
  readonly action?: ReactNode;
}

/** A message in place of an empty list. */
export function EmptyState(props: EmptyStateProps) {
  const { drawing = <EmptyPages />, title, text, action } = props;
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center wrap-anywhere">
      <div className="mb-5 text-ink-quiet">{drawing}</div>
      <p className="max-w-md text-base font-medium text-balance text-ink">{title}</p>
      {text ? <p className="mt-1.5 max-w-md text-sm text-balance text-ink-quiet">{text}</p> : null}
      {action ? (
        <div className="mt-5 flex max-w-full flex-wrap justify-center gap-2">{action}</div>
      ) : null}
    </div>
  );
}
