import { useEffect, useRef } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { Button } from '#web/ui/form/button.tsx';
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
        <p
          role="alert"
          className="flex flex-wrap items-center justify-center gap-3 text-sm text-ink-soft"
        >
          More results could not be loaded.
          <Button size="small" onClick={() => load.current()}>
            Try again
          </Button>
        </p>
      ) : (
        <Spinner label="Loading more" />
      )}
    </div>
  );
}
