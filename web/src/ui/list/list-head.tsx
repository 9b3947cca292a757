import type { ReactNode } from 'react';
import { formatFound } from '#web/lib/text/format-count.ts';

/**
 * The head of a list, which stays in sight while the page scrolls: the search box, and behind it the
 * number found, order, filter and view. They wrap below a search box that would be narrower than
 * 320 px. On a phone only the search box stays.
 */
export function ListHead(props: {
  readonly search: ReactNode;
  /** The number of matches; undefined while it is counted. */
  readonly found?: number | undefined;
  readonly children: ReactNode;
}) {
  const { search, found, children } = props;
  return (
    <div className="max-sm:contents sm:sticky sm:top-0 sm:z-20 sm:-mx-1 sm:mb-1 sm:flex sm:flex-wrap sm:items-center sm:gap-2 sm:bg-ground sm:px-1 sm:py-2">
      <div
        data-list-head
        className="sm:flex-[999_1_20rem] max-sm:sticky max-sm:top-0 max-sm:z-20 max-sm:bg-ground max-sm:py-2"
      >
        {search}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:mb-2 sm:max-w-full sm:flex-[1_0_auto] sm:justify-end">
        <output className="mr-auto min-w-20 text-sm whitespace-nowrap text-ink-quiet tabular-nums max-sm:text-xs">
          {found === undefined ? null : formatFound(found)}
        </output>
        {children}
      </div>
    </div>
  );
}
