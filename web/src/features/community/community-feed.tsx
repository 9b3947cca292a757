import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import {
  communityQuery,
  type CommunityChoice,
  type CommunityPrompt,
} from '#web/data/community/community.ts';
import { useOffline } from '#web/data/backend/connection.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { EmptySearch } from '#web/ui/drawings/empty-search.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadMore } from '#web/ui/list/load-more.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { LoadingText, Skeleton, SkeletonRows } from '#web/ui/list/skeleton.tsx';
import type { View } from '#web/ui/list/view-toggle.tsx';
import { CommunityCard } from './community-card.tsx';

interface CommunityFeedProps {
  readonly choice: CommunityChoice;
  readonly view: View;
  readonly renderActions: (prompt: CommunityPrompt) => ReactNode;
  /** More actions, for other people's prompts only. */
  readonly renderMore: (prompt: CommunityPrompt) => ReactNode;
  readonly onFork: (prompt: CommunityPrompt) => void;
  /** Adds a tag to the filters, or sets the category. */
  readonly onTag: (tag: string) => void;
  readonly onCategory: (category: string) => void;
}

const layout: Record<View, string> = {
  grid: 'grid grid-cols-1 gap-3 md:grid-cols-2',
  list: '@container border-t border-hairline',
  roomy: '@container border-t border-hairline',
};

/** All public prompts in the selected order, page after page. */
export function CommunityFeed(props: CommunityFeedProps) {
  const { choice, view, renderActions, renderMore, onFork } = props;
  const user = useUser();
  const feed = useInfiniteQuery({
    ...communityQuery(choice, user.id),
    placeholderData: keepPreviousData,
  });
  const isOffline = useOffline();
  if (feed.isPending) return <CommunitySkeleton view={view} />;
  if (!feed.data) {
    const { message, hint } = toDataError(feed.error);
    const problem = hint === null ? message : `${message} ${hint}`;
    return (
      <ErrorState
        title={messages.community.failed}
        message={isOffline ? "You're offline. Community needs a connection." : problem}
        retryLabel={messages.community.tryAgain}
        onRetry={() => location.reload()}
      />
    );
  }
  const { prompts, typoForgiven } = feed.data;
  return (
    <SearchResults
      search={choice.search}
      typoForgiven={typoForgiven}
      stale={feed.isPlaceholderData}
    >
      {prompts.length === 0 ? (
        <EmptyState
          drawing={<EmptySearch />}
          title={messages.community.none}
          text={
            <>
              {messages.community.noneHint}
              <InvalidFilter search={choice.search} />
            </>
          }
        />
      ) : (
        <ul aria-label="Public prompts" className={layout[view]}>
          {prompts.map((prompt) => (
            <CommunityCard
              key={prompt.id}
              prompt={prompt}
              view={view}
              actions={renderActions(prompt)}
              more={prompt.author.id === user.id ? null : renderMore(prompt)}
              onFork={() => onFork(prompt)}
              onTag={props.onTag}
              onCategory={props.onCategory}
            />
          ))}
        </ul>
      )}
      <LoadMore list={feed} />
    </SearchResults>
  );
}

function InvalidFilter({ search }: { readonly search: string }) {
  const hint = invalidFilter(search);
  return hint === null ? null : <span className="mt-1.5 block">{hint}</span>;
}

function CommunitySkeleton({ view }: { readonly view: View }) {
  if (view !== 'grid') {
    return <SkeletonRows count={12} label={messages.prompts.loading} view={view} />;
  }
  return (
    <div className={cx('relative', layout.grid)}>
      <LoadingText>{messages.prompts.loading}</LoadingText>
      {Array.from({ length: 6 }, (_, index) => (
        <div
          key={index}
          className="flex h-44 flex-col gap-3 rounded-lg border border-hairline bg-surface p-4"
        >
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-3/4" />
          <Skeleton className="mt-auto h-3 w-1/3" />
        </div>
      ))}
    </div>
  );
}
