import { routes } from '#contract/routes.ts';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { EmptySearch } from '#web/ui/drawings/empty-search.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';

interface NoMatchesProps {
  readonly search: string;
  readonly onClear: () => void;
}

/** Says that a search has no match, and where to look next. */
export default function NoMatches({ search, onClear }: NoMatchesProps) {
  return (
    <EmptyState
      drawing={<EmptySearch />}
      title={`No prompts match “${search}”`}
      text={invalidFilter(search)}
      action={
        <>
          <Button onClick={onClear}>Clear search</Button>
          <ButtonLink to={`${routes.community}?q=${encodeURIComponent(search)}`}>
            Search the community
          </ButtonLink>
        </>
      }
    />
  );
}
