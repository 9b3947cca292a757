import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import type { StepChoice } from '#web/data/chains/chain-values.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptsQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { sharedPromptsQuery } from '#web/data/shares/shared-prompts.ts';
import { promptsOfTeamsQuery, teamPromptsQuery } from '#web/data/teams/team-prompts.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { useUser } from '#web/data/session/session.ts';
import { useNextPage } from '#web/data/backend/use-next-page.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { EmptySearch } from '#web/ui/drawings/empty-search.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ListEnd } from '#web/ui/list/list-end.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { VirtualList } from '#web/ui/list/virtual-list.tsx';
import { PickablePrompt, pickableHeight } from './pickable-prompt.tsx';

/** The list to choose prompts from. */
export type PromptSource = 'mine' | 'favourites' | 'team' | 'teams' | 'shared';

interface PromptMatchesProps {
  readonly source: PromptSource;
  /** Needed for the source `team`. */
  readonly teamId: string | null;
  readonly search: string;
  readonly steps: readonly StepChoice[];
  readonly onAdd: (prompt: PromptSummary) => void;
}

/** Prompts to add to a chain: all of them or the search results, page after page. */
export function PromptMatches(props: PromptMatchesProps) {
  const { source, teamId, search, steps, onAdd } = props;
  const user = useUser();
  const list = useInfiniteQuery({
    ...queryOf(source, { teamId, userId: user.id, search }),
    placeholderData: keepPreviousData,
  });
  const teams = useQuery({ ...teamsQuery(user.id), enabled: source === 'teams' });
  const nextPage = useNextPage(list);

  if (list.isPending) {
    return <SkeletonRows count={6} label={messages.prompts.loading} rowClassName="h-[68px]" />;
  }
  if (!list.data) {
    return (
      <ErrorState
        title="Prompts could not be loaded"
        message={messages.prompts.loadFailed(toDataError(list.error).message)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const { prompts, ...searchFlags } = list.data;
  return (
    <SearchResults search={search} {...searchFlags} stale={list.isPlaceholderData}>
      {prompts.length === 0 ? (
        <NoMatches search={search} source={source} />
      ) : (
        <VirtualList
          // A new search is a new list, scrolled to the top.
          key={search}
          items={prompts}
          keyOf={(prompt) => prompt.id}
          estimateSize={pickableHeight}
          sameHeight
          height={408}
          label="Prompts to add"
          onEndReached={nextPage}
          renderItem={(prompt) => (
            <PickablePrompt
              prompt={prompt}
              from={
                source === 'teams'
                  ? teams.data?.find(({ id }) => id === prompt.teamId)?.name
                  : undefined
              }
              steps={steps}
              onAdd={() => onAdd(prompt)}
            />
          )}
          footer={<ListEnd list={list} loading={messages.prompts.loading} />}
        />
      )}
    </SearchResults>
  );
}

interface Choice extends Pick<PromptMatchesProps, 'teamId' | 'search'> {
  readonly userId: string;
}

function queryOf(source: PromptSource, { teamId, userId, search }: Choice) {
  switch (source) {
    case 'team':
      return teamPromptsQuery(teamId ?? '', userId, search);
    case 'teams':
      return promptsOfTeamsQuery(userId, search);
    case 'shared':
      return sharedPromptsQuery(userId, search);
    case 'mine':
    case 'favourites':
      return promptsQuery(source, userId, search);
  }
}

function NoMatches({ search, source }: { search: string; source: PromptSource }) {
  if (search !== '') {
    return (
      <EmptyState
        drawing={<EmptySearch />}
        title="No prompts found."
        text={invalidFilter(search)}
      />
    );
  }
  if (source === 'team') return <EmptyState title="No prompts are shared with this team." />;
  if (source === 'teams') return <EmptyState title="No prompts are shared with your teams." />;
  if (source === 'shared') return <EmptyState title="No prompts are shared with you." />;
  if (source === 'favourites') return <EmptyState title="You have no favourites yet." />;
  return (
    <EmptyState
      title="You have no prompts yet."
      text="Create one in your library, then add it here. This chain is saved as a draft."
      action={<ButtonLink to={routes.library}>Browse Library</ButtonLink>}
    />
  );
}
