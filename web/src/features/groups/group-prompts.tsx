import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { groupPromptsQuery } from '#web/data/groups/group-prompts.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { EmptySearch } from '#web/ui/list/drawings.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadMore } from '#web/ui/list/load-more.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { SkeletonCards } from '#web/ui/list/skeleton-cards.tsx';
import { GroupPromptCard } from './group-prompt-card.tsx';

interface GroupPromptsProps {
  readonly groupId: string;
  /** The search in title and content; empty for all prompts. */
  readonly search: string;
  /** The button of the empty state. */
  readonly emptyAction: ReactNode;
  /** Actions of each card, apart from opening it. */
  readonly renderActions: (prompt: PromptSummary) => ReactNode;
}

/** All prompts of a group as cards, page after page. */
export function GroupPrompts({ groupId, search, emptyAction, renderActions }: GroupPromptsProps) {
  const user = useUser();
  const prompts = useInfiniteQuery({
    ...groupPromptsQuery(groupId, user.id, search),
    placeholderData: keepPreviousData,
  });
  if (prompts.isPending) {
    return <SkeletonCards label={messages.prompts.loading} cardClassName="h-[180px]" />;
  }
  if (!prompts.data) {
    return (
      <ErrorState
        title="The prompts of this group could not be loaded"
        message={toDataError(prompts.error).message}
        onRetry={() => void prompts.refetch()}
      />
    );
  }
  const { prompts: rows, ...searchFlags } = prompts.data;
  return (
    <SearchResults search={search} {...searchFlags} stale={prompts.isPlaceholderData}>
      {rows.length === 0 ? (
        <NoPrompts search={search} action={emptyAction} />
      ) : (
        <ul aria-label="Prompts" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {rows.map((prompt) => (
            <GroupPromptCard
              key={prompt.id}
              prompt={prompt}
              searched={search !== ''}
              actions={renderActions(prompt)}
            />
          ))}
        </ul>
      )}
      <LoadMore
        hasMore={prompts.hasNextPage}
        loading={prompts.isFetchingNextPage}
        failed={prompts.isFetchNextPageError}
        onLoad={() => void prompts.fetchNextPage()}
      />
    </SearchResults>
  );
}

function NoPrompts({ search, action }: { readonly search: string; readonly action: ReactNode }) {
  if (search === '') return <EmptyState title={messages.groups.noPrompts} action={action} />;
  return (
    <EmptyState
      drawing={<EmptySearch />}
      title="No matching prompts in this group"
      text={invalidFilter(search) ?? 'Try fewer words or remove a filter.'}
    />
  );
}
