import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { routes } from '#contract/routes.ts';
import { groupPromptsQuery } from '#web/data/groups/group-prompts.ts';
import type { Group } from '#web/data/groups/groups.ts';
import type { PromptSort, PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { EmptySearch } from '#web/ui/drawings/empty-search.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadMore } from '#web/ui/list/load-more.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { SkeletonCards } from '#web/ui/list/skeleton-cards.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { SummaryRow } from '#web/ui/list/summary-row.tsx';
import type { View } from '#web/ui/list/view-toggle.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { cardGridClass } from '#web/ui/list/card-grid-class.ts';
import { GroupPromptCard } from './group-prompt-card.tsx';

interface GroupPromptsProps {
  readonly group: Pick<Group, 'id' | 'teamId'>;
  /** Whether it isn't known yet if the group belongs to a team. */
  readonly isLoading: boolean;
  /** Whether it shows the prompts of groups below it too. */
  readonly andBelow: boolean;
  /** The search in title and content; empty for all prompts. */
  readonly search: string;
  readonly onClearSearch: () => void;
  readonly sort: PromptSort;
  readonly view: View;
  /** The button of the empty state. */
  readonly emptyAction: ReactNode;
  /** Actions of each card, apart from opening it. */
  readonly renderActions: (prompt: PromptSummary) => ReactNode;
}

/** All prompts of a group as cards or rows, page after page. */
export function GroupPrompts(props: GroupPromptsProps) {
  const { group, isLoading, andBelow, search, sort, view, emptyAction, renderActions } = props;
  const toPrompt = group.teamId === null ? routes.libraryPrompt : routes.prompt;
  const user = useUser();
  const prompts = useInfiniteQuery({
    ...groupPromptsQuery(group, user.id, search, sort, andBelow),
    placeholderData: keepPreviousData,
  });
  if (prompts.isPending || isLoading) {
    return view === 'grid' ? (
      <SkeletonCards label={messages.prompts.loading} cardClassName="h-[180px]" />
    ) : (
      <SkeletonRows count={8} label={messages.prompts.loading} view={view} />
    );
  }
  if (!prompts.data) {
    return (
      <ErrorState title="The prompts of this group could not be loaded" {...failureOf(prompts)} />
    );
  }
  const { prompts: rows, ...searchFlags } = prompts.data;
  return (
    <SearchResults search={search} order={sort} {...searchFlags} stale={prompts.isPlaceholderData}>
      {rows.length === 0 ? (
        <NoPrompts search={search} onClear={props.onClearSearch} action={emptyAction} />
      ) : view === 'grid' ? (
        <ul aria-label="Prompts" className={cardGridClass}>
          {rows.map((prompt) => (
            <GroupPromptCard
              key={prompt.id}
              prompt={prompt}
              to={toPrompt(prompt.id)}
              searched={search !== ''}
              actions={renderActions(prompt)}
            />
          ))}
        </ul>
      ) : (
        <ul aria-label="Prompts" className="@container border-t border-hairline">
          {rows.map((prompt) => (
            <li key={prompt.id} data-row>
              <SummaryRow
                prompt={prompt}
                view={view}
                to={toPrompt(prompt.id)}
                actions={renderActions(prompt)}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={prompts} />
    </SearchResults>
  );
}

function NoPrompts(props: {
  readonly search: string;
  readonly onClear: () => void;
  readonly action: ReactNode;
}) {
  const { search, onClear, action } = props;
  if (search === '') return <EmptyState title={messages.groups.noPrompts} action={action} />;
  return (
    <EmptyState
      drawing={<EmptySearch />}
      title={`No prompts match “${search}” in this group`}
      text={invalidFilter(search) ?? 'Try fewer words or remove a filter.'}
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  );
}
