import { useMemo, useState, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import type { Prompt } from '#web/data/prompt.ts';
import { countOf } from '#web/lib/count-of.ts';
import { useKept } from '#web/lib/use-kept.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptySearch } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MarksFor } from '#web/ui/marked.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Select } from '#web/ui/select.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { views, ViewToggle, type View } from '#web/ui/view-toggle.tsx';
import {
  filterChoices,
  filterFavourites,
  groupFavourites,
  recentlyUsed,
  sortFavourites,
  type FavouritesSort,
} from './arrange-favourites.ts';
import { FavouriteCard } from './favourite-card.tsx';
import { RecentlyUsed } from './recently-used.tsx';
import { FavouritesFilterMenu } from './favourites-filter-menu.tsx';

interface FavouritesListProps {
  readonly prompts: readonly Prompt[];
  /** False while further ones are on their way. */
  readonly complete: boolean;
  readonly renderStar: (prompt: Prompt) => ReactNode;
}

const sorts: readonly { value: FavouritesSort; label: string }[] = [
  { value: 'recent', label: 'Most Recent' },
  { value: 'lastUsed', label: 'Last Used' },
  { value: 'alphabetical', label: 'Alphabetical' },
];
const sortNames = ['recent', 'lastUsed', 'alphabetical'] as const;
const nothing: ReadonlySet<string> = new Set();

/** Favourites with what was used last, search, sort, filters and view; grouped by group. */
export function FavouritesList({ prompts, complete, renderStar }: FavouritesListProps) {
  const [search, setSearch] = useState('');
  const [categories, setCategories] = useState(nothing);
  const [tags, setTags] = useState(nothing);
  const [sort, setSort] = useKept('cuebook.favourites.sort', sortNames);
  const [view, setView] = useKept('cuebook.favourites.view', views);

  const choices = useMemo(() => filterChoices(prompts), [prompts]);
  const recent = useMemo(() => recentlyUsed(prompts), [prompts]);
  const groups = useMemo(() => {
    const filtered = filterFavourites(prompts, { search, categories, tags });
    return groupFavourites(sortFavourites(filtered, sort));
  }, [prompts, search, categories, tags, sort]);

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
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          className="basis-full sm:min-w-52 sm:flex-1 sm:basis-0"
          label="Search favourites"
          placeholder="Search favourites by title or content..."
          value={search}
          onChange={setSearch}
        />
        <Select
          label="Sort"
          hideLabel
          className="min-w-32 flex-1 sm:w-40 sm:flex-none"
          value={sort}
          onChange={setSort}
          options={sorts}
        />
        <FavouritesFilterMenu
          categories={{ all: choices.categories, chosen: categories, onChange: setCategories }}
          tags={{ all: choices.tags, chosen: tags, onChange: setTags }}
        />
        <ViewToggle value={view} onChange={setView} />
      </div>
      {groups.length === 0 && complete ? (
        <EmptyState
          drawing={<EmptySearch />}
          title="No favourite matches"
          text="Try fewer words, or take a filter off."
        />
      ) : null}
      <MarksFor search={search}>
        {groups.map((group) => (
          <section key={group.id ?? 'none'} aria-label={group.name}>
            <h2 className="mb-3 flex items-center gap-2.5 font-serif text-xl font-medium text-ink">
              {group.name}
              <Badge className="font-sans">{countOf(group.prompts.length, 'prompt')}</Badge>
            </h2>
            <Cards prompts={group.prompts} view={view} renderStar={renderStar} />
          </section>
        ))}
      </MarksFor>
      {complete ? null : <Spinner label="Loading more" className="self-center" />}
    </div>
  );
}

interface CardsProps {
  readonly prompts: readonly Prompt[];
  readonly view: View;
  readonly renderStar: (prompt: Prompt) => ReactNode;
}

function Cards({ prompts, view, renderStar }: CardsProps) {
  return (
    <ul
      className={
        view === 'grid'
          ? 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3'
          : 'border-t border-hairline'
      }
    >
      {prompts.map((prompt) => (
        <FavouriteCard key={prompt.id} prompt={prompt} view={view} star={renderStar(prompt)} />
      ))}
    </ul>
  );
}
