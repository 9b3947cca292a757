import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { promptsQuery } from '#web/data/prompts/prompt-lists.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { useAllPages } from '#web/data/backend/use-all-pages.ts';

interface FoundFavourites {
  /** Best first. All favourites for no words, and until the first answer comes. */
  readonly prompts: readonly PromptSummary[];
  readonly complete: boolean;
  readonly typoForgiven: boolean;
  readonly fromSeen: boolean;
  /** They belong to earlier words. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The favourites that the words of a search ask for, as the database finds them: all pages. */
export function useFavouritesSearch(all: readonly PromptSummary[], words: string): FoundFavourites {
  const user = useUser();
  const searching = words !== '';
  const found = useInfiniteQuery({
    ...promptsQuery('favourites', user.id, words),
    enabled: searching,
    placeholderData: keepPreviousData,
  });
  useAllPages(found);
  const answer = searching ? found.data : undefined;
  const prompts = useMemo(
    () => answer?.prompts.filter(({ starred }) => starred) ?? all,
    [answer, all],
  );
  return {
    prompts,
    complete: !searching || (answer !== undefined && !found.hasNextPage),
    typoForgiven: answer?.typoForgiven ?? false,
    fromSeen: answer?.fromOfflineCache ?? false,
    stale: searching && (answer === undefined || found.isPlaceholderData),
    error: searching ? found.error : null,
    retry: () => void found.refetch(),
  };
}
