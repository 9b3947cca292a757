import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { foundCountQuery } from '#web/data/search/found-count.ts';
import { promptSorts } from '#web/data/prompts/prompt.ts';
import { useFilterCompletions } from '#web/data/search/use-filter-completions.ts';
import { useRememberSearch } from '#web/data/search/last-search.ts';
import { teamPromptsQuery } from '#web/data/teams/team-prompts.ts';
import { useUser } from '#web/data/session/session.ts';
import type { Search } from '#web/lib/search/use-search.ts';
import { useLocalStorageState } from '#web/lib/storage/use-local-storage-state.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { ListHead } from '#web/ui/list/list-head.tsx';
import { LoadMoreButton } from '#web/ui/list/load-more-button.tsx';
import { SortSelect } from '#web/ui/list/sort-select.tsx';
import { rowViews } from '#web/ui/list/row-view.ts';
import { ViewToggle } from '#web/ui/list/view-toggle.tsx';
import { LibraryFilter } from './library-filter.tsx';
import { PromptList } from './prompt-list.tsx';
import type { RowSelection } from './row-selection.ts';
import { usePromptActions } from './use-prompt-actions.tsx';

const noTeamPrompts = 'No prompts are shared with this team.';

/** On a team's page more follows below the list. */
function renderMore(list: ComponentProps<typeof LoadMoreButton>['list']) {
  return <LoadMoreButton list={list} failure="More prompts could not be loaded." />;
}

interface SearchableListProps {
  readonly search: Search;
  /** Lists the prompts of this team instead of the person's own. */
  readonly teamId?: string | null;
  readonly label: string;
  /** Whether the library has no prompts: then there is nothing to search or to sort. */
  readonly isEmpty?: boolean;
  readonly toPrompt: (id: string) => string;
  readonly emptyAction: ReactNode;
  readonly selection?: RowSelection;
}

/** The library of the person or a team: a head with search, order, filter and view, and the list that it finds. */
export function SearchableList(props: SearchableListProps) {
  const { search, teamId = null, label, isEmpty = false, toPrompt, emptyAction, selection } = props;
  const { typed, type, query } = search;
  const library = teamId === null ? 'library' : 'team';
  const user = useUser();
  const found = useQuery(foundCountQuery(user.id, query, undefined, false, teamId));
  const [sort, setSort] = useLocalStorageState(`cuebook.${library}.sort`, promptSorts);
  const [view, setView] = useLocalStorageState(`cuebook.${library}.view`, rowViews);
  const { actions, dialogs } = usePromptActions();
  const completions = useFilterCompletions(teamId);
  useRememberSearch();
  const hasNoHead = isEmpty && typed === '';
  return (
    <>
      {hasNoHead ? null : (
        <ListHead
          search={
            <SearchBox
              label={teamId === null ? 'Search prompts' : 'Search this team'}
              placeholder={teamId === null ? messages.prompts.search : "Search this team's prompts"}
              filters
              completions={completions}
              value={typed}
              onChange={type}
            />
          }
          found={found.data}
        >
          <SortSelect value={sort} onChange={setSort} searched={query !== ''} />
          <LibraryFilter search={typed} onChange={type} teamId={teamId} />
          {/* On a phone both views have two lines. */}
          <ViewToggle value={view} onChange={setView} views={rowViews} className="max-sm:hidden" />
        </ListHead>
      )}
      <div className={hasNoHead ? undefined : 'border-t border-hairline'}>
        <PromptList
          kind="mine"
          search={query}
          {...(teamId === null
            ? {}
            : {
                teamQuery: teamPromptsQuery(teamId, user.id, query, sort),
                emptyTitle: noTeamPrompts,
                renderEnd: renderMore,
              })}
          onClearSearch={() => type('')}
          sort={sort}
          view={view}
          label={label}
          actions={actions}
          toPrompt={toPrompt}
          emptyAction={emptyAction}
          selection={selection}
        />
      </div>
      {dialogs}
    </>
  );
}
