import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useRememberSearch } from '#web/data/search/last-search.ts';
import { useUser } from '#web/data/session/session.ts';
import { sharedPromptsQuery } from '#web/data/shares/shared-prompts.ts';
import { useSearch } from '#web/lib/search/use-search.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { LoadMore } from '#web/ui/list/load-more.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { SummaryRow } from '#web/ui/list/summary-row.tsx';
import NoMatches from '../list/no-matches.tsx';
import { RowActions } from '../list/row-actions.tsx';
import { usePromptActions } from '../list/use-prompt-actions.tsx';

/** The prompts that others share with the user alone, with a search. */
export function SharedPrompts() {
  const user = useUser();
  const { typed, type, query } = useSearch();
  useRememberSearch();
  const { actions, dialogs } = usePromptActions();
  const prompts = useInfiniteQuery({
    ...sharedPromptsQuery(user.id, query),
    placeholderData: keepPreviousData,
  });
  if (prompts.isPending) {
    return <SkeletonRows count={6} label={messages.prompts.loading} view="list" />;
  }
  if (!prompts.data) {
    return <ErrorState title="Prompts could not be loaded" {...failureOf(prompts)} />;
  }
  const { prompts: rows, ...searchFlags } = prompts.data;
  if (rows.length === 0 && typed === '' && query === '') {
    return (
      <EmptyState
        title="No shared prompts yet"
        text="Prompts that people share with you by email appear here once you accept."
      />
    );
  }
  return (
    <>
      <SearchBox
        label="Search shared prompts"
        placeholder={messages.prompts.search}
        filters
        value={typed}
        onChange={type}
        className="mb-3"
      />
      <SearchResults search={query} {...searchFlags} stale={prompts.isPlaceholderData}>
        {rows.length === 0 ? (
          <NoMatches search={query} list="shared" onClear={() => type('')} />
        ) : (
          <ul aria-label="Prompts" className="@container border-t border-hairline">
            {rows.map((prompt) => (
              <li key={prompt.id} data-row>
                <SummaryRow
                  prompt={prompt}
                  view="list"
                  to={routes.prompt(prompt.id)}
                  actions={<RowActions prompt={prompt} actions={actions} />}
                />
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={prompts} />
      </SearchResults>
      {dialogs}
    </>
  );
}
