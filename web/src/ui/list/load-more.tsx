import { useEffect, useRef } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { RetryNote } from '#web/ui/feedback/retry-note.tsx';
import type { PagedQuery } from './list-end.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

interface LoadMoreProps {
  readonly list: PagedQuery & { readonly hasNextPage: boolean };
}

/**
 * The end of an infinite list: loads the next page when scrolled near, and offers to retry if that
 * fails.
 */
export function LoadMore({ list }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage: isLoading, isFetchNextPageError: hasFailed } = list;
  const mark = useRef<HTMLDivElement>(null);
  const load = useLatestRef(() => void list.fetchNextPage());

  useEffect(() => {
    const element = mark.current;
    if (!element || !hasNextPage || isLoading || hasFailed) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, isLoading, hasFailed, load]);

  if (!hasNextPage) return null;
  return (
    <div ref={mark} className="flex min-h-16 items-center justify-center py-4">
      {hasFailed && !isLoading ? (
        <RetryNote message="More results could not be loaded." onRetry={() => load.current()} />
      ) : (
        <Spinner label="Loading more" />
      )}
    </div>
  );
}
