import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptsQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { useAllPages } from '#web/data/backend/use-all-pages.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { EmptyStar } from '#web/ui/drawings/empty-star.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SkeletonCards } from '#web/ui/list/skeleton-cards.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { FavouritesList } from './favourites-list.tsx';

interface FavouritesProps {
  readonly renderActions: (prompt: PromptSummary) => ReactNode;
}

/**
 * All favourites of the user. Sort, filters and groups need all of them, so every page is fetched.
 */
export function Favourites({ renderActions }: FavouritesProps) {
  const user = useUser();
  const favourites = useInfiniteQuery({ ...promptsQuery('favourites', user.id), retry: 1 });
  useAllPages(favourites);
  // An optimistic update: an unstarred prompt leaves the page before the server responds.
  const prompts = useMemo(
    () => favourites.data?.prompts.filter(({ starred }) => starred),
    [favourites.data],
  );

  if (favourites.isPending) return <FavouritesSkeleton />;
  if (!prompts || favourites.isFetchNextPageError) {
    const { message, hint } = toDataError(favourites.error);
    return (
      <ErrorState
        title={messages.favourites.failed}
        message={hint === null ? message : `${message} ${hint}`}
        onRetry={() => void favourites.refetch()}
      />
    );
  }
  if (prompts.length === 0) {
    return (
      <EmptyState
        drawing={<EmptyStar />}
        title="No favourites yet"
        text="Star a prompt to find it here."
        action={
          <ButtonLink to={routes.library} variant="primary">
            {messages.favourites.browseLibrary}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <FavouritesList
      prompts={prompts}
      complete={!favourites.hasNextPage}
      renderActions={renderActions}
    />
  );
}

function FavouritesSkeleton() {
  return (
    <div className="flex flex-col gap-8">
      <Skeleton className="h-11" />
      <SkeletonCards label="Loading favourites" />
    </div>
  );
}
