import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { searchLength } from '#web/lib/search/normalize-search.ts';
import { MarksFor } from '#web/ui/content/marked.tsx';

interface SearchResultsProps {
  /** The search; empty for a list that is shown whole. */
  readonly search: string;
  /** The order of the list. */
  readonly order?: string;
  /** There are no exact matches: close ones are shown. */
  readonly typoForgiven?: boolean;
  /** Offline: only the prompts cached on this device were searched. */
  readonly fromOfflineCache?: boolean;
  /** The results belong to an earlier search while the current one is loading. */
  readonly stale?: boolean;
  readonly children: ReactNode;
}

/**
 * Search results with their matches marked and their limits stated. The down arrow leads here from
 * the search box. Another search or order starts at its top, under the sticky head.
 */
export function SearchResults(props: SearchResultsProps) {
  const { search, typoForgiven = false, fromOfflineCache = false, stale = false, children } = props;
  const results = useRef<HTMLDivElement>(null);
  const list = `${search} ${props.order}`;
  const startedList = useRef(list);
  useEffect(() => {
    if (startedList.current === list) return;
    startedList.current = list;
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) results.current?.scrollIntoView();
  }, [list]);
  return (
    <div
      ref={results}
      data-results={search}
      aria-busy={stale}
      className={cx('scroll-mt-20 transition-opacity', stale && 'opacity-60 delay-150')}
    >
      <output className="block text-sm text-ink-soft">
        {search.length < searchLength - 1 ? null : (
          <Notice>Searches are limited to 1,000 characters. The rest was left out.</Notice>
        )}
        {fromOfflineCache ? (
          <Notice>Offline: only prompts saved on this device were searched.</Notice>
        ) : null}
        {typoForgiven ? <Notice>No exact matches. Showing close ones.</Notice> : null}
      </output>
      <MarksFor search={search} nearly={typoForgiven}>
        {children}
      </MarksFor>
    </div>
  );
}

function Notice({ children }: { readonly children: ReactNode }) {
  return <span className="block pt-1 pb-3">{children}</span>;
}
