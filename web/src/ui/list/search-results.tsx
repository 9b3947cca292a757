import type { ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { searchLength } from '#web/lib/search/parse-search.ts';
import { MarksFor } from '#web/ui/content/marked.tsx';

interface SearchResultsProps {
  /** What was searched for; empty for a list that is shown whole. */
  readonly search: string;
  /** Nothing has exactly these words. */
  readonly typoForgiven?: boolean;
  /** Without a line, only what was seen last was searched. */
  readonly fromSeen?: boolean;
  /** What is shown belongs to earlier words, while newer ones are looked for. */
  readonly stale?: boolean;
  readonly children: ReactNode;
}

/** What was found, with its matches marked, and how far it is what was asked for. The arrow down leads here from the box. */
export function SearchResults(props: SearchResultsProps) {
  const { search, typoForgiven = false, fromSeen = false, stale = false, children } = props;
  return (
    <div
      data-results={search}
      aria-busy={stale}
      className={cx('transition-opacity', stale && 'opacity-60 delay-150')}
    >
      <output className="block text-sm text-ink-soft">
        {search.length < searchLength - 1 ? null : (
          <Said>A search has at most 1,000 characters. What came after them was left out.</Said>
        )}
        {fromSeen ? <Said>Only what was seen last on this device was searched.</Said> : null}
        {typoForgiven ? <Said>Nothing has exactly these words. These are close.</Said> : null}
      </output>
      <MarksFor search={search} nearly={typoForgiven}>
        {children}
      </MarksFor>
    </div>
  );
}

function Said({ children }: { readonly children: ReactNode }) {
  return <span className="block pt-1 pb-3">{children}</span>;
}
