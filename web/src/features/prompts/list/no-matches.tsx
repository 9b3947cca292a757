import { routes } from '#contract/routes.ts';
import { invalidFilter } from '#web/lib/search/parse-search.ts';
import { EmptySearch } from '#web/ui/drawings/empty-search.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';

interface NoMatchesProps {
  readonly search: string;
  /** Whether the prompts of a team were searched. */
  readonly inTeam?: boolean;
  readonly onClear: () => void;
}

/** Says that a search has no match, and where to look next. */
export default function NoMatches({ search, inTeam = false, onClear }: NoMatchesProps) {
  return (
    <EmptyState
      drawing={<EmptySearch />}
      title={`No prompts match “${search}”${inTeam ? ' in this team' : ''}`}
      text={invalidFilter(search)}
      action={
        <>
          <Button onClick={onClear}>Clear search</Button>
          {inTeam ? null : (
            <ButtonLink to={`${routes.community}?q=${encodeURIComponent(search)}`}>
              Search the community
            </ButtonLink>
          )}
        </>
      }
    />
  );
}
