import { useEffect, useRef } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly loading: boolean;
  /** The last requested page failed to load. */
  readonly failed: boolean;
  readonly onLoad: () => void;
}

/**
 * The end of an infinite list: loads the next page when scrolled near, and offers to retry if that
 * fails.
 */
export function LoadMore({ hasMore, loading, failed, onLoad }: LoadMoreProps) {
  const mark = useRef<HTMLDivElement>(null);
  const load = useLatestRef(onLoad);

  useEffect(() => {
    const element = mark.current;
    if (!element || !hasMore || loading || failed) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, loading, failed, load]);

  if (!hasMore) return null;
  return (
    <div ref={mark} className="flex min-h-16 items-center justify-center py-4">
      {failed && !loading ? (
        <p
          role="alert"
          className="flex flex-wrap items-center justify-center gap-3 text-sm text-ink-soft"
        >
          More results could not be loaded.
          <Button size="small" onClick={onLoad}>
            Try again
          </Button>
        </p>
      ) : (
        <Spinner label="Loading more" />
      )}
    </div>
  );
}
