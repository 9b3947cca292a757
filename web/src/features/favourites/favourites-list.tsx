import { useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useFilterCompletions } from '#web/data/search/use-filter-completions.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { useLocalStorageState } from '#web/lib/storage/use-local-storage-state.ts';
import { useSearch } from '#web/lib/search/use-search.ts';
import { setSearchParam } from '#web/lib/values/set-search-param.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { EmptySearch } from '#web/ui/drawings/empty-search.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ListHead } from '#web/ui/list/list-head.tsx';
import { SummaryRow } from '#web/ui/list/summary-row.tsx';
import { routes } from '#contract/routes.ts';
import { Button } from '#web/ui/form/button.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { views, ViewToggle, type View } from '#web/ui/list/view-toggle.tsx';
import { cardGridClass } from '#web/ui/list/card-grid-class.ts';
import {
  filterChoices,
  filterFavourites,
  groupFavourites,
  recentlyUsed,
  sortFavourites,
  type FavouritesFilter,
  type FavouritesSort,
} from './arrange-favourites.ts';
import { FavouriteCard } from './favourite-card.tsx';
import { FavouritesFilterMenu } from './favourites-filter-menu.tsx';
import { RecentlyUsed } from './recently-used.tsx';
import { useFavouritesSearch } from './use-favourites-search.ts';

interface FavouritesListProps {
  readonly prompts: readonly PromptSummary[];
  /** False while more pages are loading. */
  readonly complete: boolean;
  readonly renderActions: (prompt: PromptSummary) => ReactNode;
}

/** The default order of search results. */
const best = { value: 'best', label: 'Best match' } as const;
const sorts: readonly { value: FavouritesSort; label: string }[] = [
  { value: 'recent', label: 'Most Recent' },
  { value: 'lastUsed', label: 'Last Used' },
  { value: 'alphabetical', label: 'Alphabetical' },
];
const sortNames = ['recent', 'lastUsed', 'alphabetical'] as const;
const noFilter: FavouritesFilter = { categories: new Set(), tags: new Set() };

/** The favourites by group, with search, sort, filters, view and the recently used ones. */
export function FavouritesList({ prompts, complete, renderActions }: FavouritesListProps) {
  const { typed, type, query: search } = useSearch();
  const completions = useFilterCompletions();
  const [address, setAddress] = useSearchParams();
  const filter = useMemo<FavouritesFilter>(
    () => ({
      categories: new Set(address.getAll('category')),
      tags: new Set(address.getAll('tag')),
    }),
    [address],
  );
  const [sort, setSort] = useLocalStorageState('cuebook.favourites.sort', sortNames);
  const [searchSort, setSearchSort] = useState<FavouritesSort | 'best'>('best');
  const [view, setView] = useLocalStorageState('cuebook.favourites.view', views);

  const choices = useMemo(() => filterChoices(prompts), [prompts]);
  const recent = useMemo(() => recentlyUsed(prompts), [prompts]);
  const results = useFavouritesSearch(prompts, search);
  const order = search === '' ? sort : searchSort;
  const groups = useMemo(() => {
    const filtered = filterFavourites(results.prompts, filter);
    return groupFavourites(order === 'best' ? filtered : sortFavourites(filtered, order));
  }, [results.prompts, filter, order]);
  const isComplete = complete && results.complete;

  /** Keeps the filter in the address, for the way back from a prompt. */
  function narrow({ categories, tags }: FavouritesFilter) {
    const next = setSearchParam('category', '');
    next.delete('tag');
    for (const category of categories) next.append('category', category);
    for (const tag of tags) next.append('tag', tag);
    setAddress(next, { replace: true });
  }

  return (
    <div className="flex flex-col gap-8">
      {recent.length > 0 ? (
        <section aria-labelledby="recently-used">
          <h2 id="recently-used" className="mb-3 font-serif text-xl font-medium text-ink">
            {messages.favourites.recentlyUsed}
          </h2>
          <RecentlyUsed prompts={recent} />
        </section>
      ) : null}
      <div>
        <ListHead
          search={
            <SearchBox
              label="Search favourites"
              placeholder="Search favourites by title or content..."
              filters
              completions={completions}
              value={typed}
              onChange={type}
            />
          }
          found={
            isComplete ? groups.reduce((sum, group) => sum + group.prompts.length, 0) : undefined
          }
        >
          <Select
            label="Sort"
            hideLabel
            className="w-36 max-sm:w-[calc(100%-6rem)]"
            value={order}
            onChange={(chosen) => {
              if (search !== '') setSearchSort(chosen);
              else if (chosen !== 'best') setSort(chosen);
            }}
            options={search === '' ? sorts : [best, ...sorts]}
          />
          <FavouritesFilterMenu
            categories={{
              all: choices.categories,
              chosen: filter.categories,
              onChange: (categories) => narrow({ ...filter, categories }),
            }}
            tags={{
              all: choices.tags,
              chosen: filter.tags,
              onChange: (tags) => narrow({ ...filter, tags }),
            }}
            onClear={() => narrow(noFilter)}
          />
          <ViewToggle value={view} onChange={setView} views={views} />
        </ListHead>
        <SearchResults
          search={search}
          typoForgiven={results.typoForgiven}
          fromOfflineCache={results.fromOfflineCache}
          stale={results.stale}
        >
          {results.error ? (
            <ErrorState
              title={messages.favourites.failed}
              message={toDataError(results.error).message}
              onRetry={results.retry}
            />
          ) : null}
          {groups.length === 0 && isComplete ? (
            <EmptyState
              drawing={<EmptySearch />}
              title="No matching favourites"
              text={invalidFilter(search) ?? 'Try fewer words or remove a filter.'}
              action={
                <Button
                  onClick={() => {
                    type('');
                    narrow(noFilter);
                  }}
                >
                  Clear search and filters
                </Button>
              }
            />
          ) : null}
          <div className="flex flex-col gap-8 pt-4">
            {groups.map((group) => (
              <section key={group.id ?? 'none'} aria-label={group.name}>
                <h2 className="mb-3 flex items-center gap-2.5 font-serif text-xl font-medium text-ink">
                  <span className="min-w-0 break-words">{group.name}</span>
                  <Badge className="shrink-0 font-sans">
                    {formatCount(group.prompts.length, 'prompt')}
                  </Badge>
                </h2>
                <Cards prompts={group.prompts} view={view} renderActions={renderActions} />
              </section>
            ))}
          </div>
        </SearchResults>
      </div>
      {isComplete ? null : <Spinner label="Loading more" className="self-center" />}
    </div>
  );
}

interface CardsProps {
  readonly prompts: readonly PromptSummary[];
  readonly view: View;
  readonly renderActions: (prompt: PromptSummary) => ReactNode;
}

function Cards({ prompts, view, renderActions }: CardsProps) {
  if (view === 'grid') {
    return (
      <ul className={cardGridClass}>
        {prompts.map((prompt) => (
          <FavouriteCard key={prompt.id} prompt={prompt} actions={renderActions(prompt)} />
        ))}
      </ul>
    );
  }
  return (
    <ul className="@container border-t border-hairline">
      {prompts.map((prompt) => (
        <li
          key={prompt.id}
          data-row
          className="[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]"
        >
          <SummaryRow
            prompt={prompt}
            view={view}
            to={routes.prompt(prompt.id)}
            actions={renderActions(prompt)}
          />
        </li>
      ))}
    </ul>
  );
}
