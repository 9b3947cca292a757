import type { ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { searchLength } from '#web/lib/search/parse-search.ts';
import { MarksFor } from '#web/ui/content/marked.tsx';

interface SearchResultsProps {
  /** The search; empty for a list that is shown whole. */
  readonly search: string;
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
 * the search box.
 */
export function SearchResults(props: SearchResultsProps) {
  const { search, typoForgiven = false, fromOfflineCache = false, stale = false, children } = props;
  return (
    <div
      data-results={search}
      aria-busy={stale}
      className={cx('transition-opacity', stale && 'opacity-60 delay-150')}
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
