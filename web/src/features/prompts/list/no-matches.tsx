import { routes, searchPath } from '#contract/routes.ts';
import type { SearchedList } from '#web/data/prompts/prompt.ts';
import { useMatchesElsewhere } from '#web/data/search/use-matches-elsewhere.ts';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { EmptySearch } from '#web/ui/drawings/empty-search.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';

interface NoMatchesProps {
  readonly search: string;
  readonly list: SearchedList | 'team';
  readonly onClear: () => void;
}

/** Says that a search has no match, and where to look next. */
export default function NoMatches({ search, list, onClear }: NoMatchesProps) {
  const elsewhere = useMatchesElsewhere(search, list === 'mine');
  // All buttons come at once, so that none moves under the pointer.
  if (elsewhere.isLoading) return null;
  return (
    <EmptyState
      drawing={<EmptySearch />}
      title={`No prompts match “${search}”${list === 'team' ? ' in this team' : ''}`}
      text={invalidFilter(search)}
      action={
        <>
          <Button onClick={onClear}>Clear search</Button>
          {elsewhere.places.map(({ where, path, count }) => (
            <ButtonLink key={path} to={path} className="max-w-full">
              <span className="truncate">
                Show {count ?? 'all'} {where}
              </span>
            </ButtonLink>
          ))}
          {list === 'team' ? null : (
            <ButtonLink to={searchPath(routes.community, search)}>Search the community</ButtonLink>
          )}
        </>
      }
    />
  );
}
