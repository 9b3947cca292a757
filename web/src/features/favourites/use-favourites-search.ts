import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { promptsQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { useAllPages } from '#web/data/backend/use-all-pages.ts';

interface FavouritesSearch {
  /** The matches, best first; all favourites without a search and until the first response. */
  readonly prompts: readonly PromptSummary[];
  readonly complete: boolean;
  readonly typoForgiven: boolean;
  readonly fromOfflineCache: boolean;
  /** The results belong to an earlier search. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Searches the favourites in the database and loads all pages of the results. */
export function useFavouritesSearch(
  all: readonly PromptSummary[],
  search: string,
): FavouritesSearch {
  const user = useUser();
  const searching = search !== '';
  const query = useInfiniteQuery({
    ...promptsQuery('favourites', user.id, search),
    enabled: searching,
    placeholderData: keepPreviousData,
  });
  useAllPages(query);
  const results = searching ? query.data : undefined;
  const prompts = useMemo(
    () => results?.prompts.filter(({ starred }) => starred) ?? all,
    [results, all],
  );
  return {
    prompts,
    complete: !searching || (results !== undefined && !query.hasNextPage),
    typoForgiven: results?.typoForgiven ?? false,
    fromOfflineCache: results?.fromOfflineCache ?? false,
    stale: searching && (results === undefined || query.isPlaceholderData),
    error: searching ? query.error : null,
    retry: () => void query.refetch(),
  };
}
