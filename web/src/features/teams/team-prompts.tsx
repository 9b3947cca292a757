import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { teamPromptsQuery } from '#web/data/teams/team-prompts.ts';
import { useSearch } from '#web/lib/search/use-search.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { SummaryRow } from '#web/ui/list/summary-row.tsx';

interface TeamPromptsProps {
  readonly teamId: string;
  /** Whether there are prompts to search. */
  readonly isSearchable: boolean;
  /** Actions of each prompt, apart from opening it. */
  readonly renderActions: (prompt: PromptSummary) => ReactNode;
}

/** The prompts that are shared with a team, with a search box. */
export function TeamPrompts({ teamId, isSearchable, renderActions }: TeamPromptsProps) {
  const { typed, type, query } = useSearch();
  return (
    <>
      {isSearchable || typed !== '' ? (
        <div className="mb-3 max-w-[480px]">
          <SearchBox
            label="Search this team"
            placeholder="Search this team's prompts"
            filters
            value={typed}
            onChange={type}
          />
        </div>
      ) : null}
      <TeamPromptRows teamId={teamId} search={query} renderActions={renderActions} />
    </>
  );
}

interface TeamPromptRowsProps extends Pick<TeamPromptsProps, 'teamId' | 'renderActions'> {
  readonly search: string;
}

/** Prompts as rows. A button loads more: members stand below. */
function TeamPromptRows({ teamId, search, renderActions }: TeamPromptRowsProps) {
  const prompts = useInfiniteQuery(teamPromptsQuery(teamId, search));
  if (prompts.isPending) return <SkeletonRows count={3} label="Loading prompts…" view="list" />;
  if (!prompts.data) {
    return <ErrorState title="The team's prompts could not be loaded" {...failureOf(prompts)} />;
  }
  if (prompts.data.prompts.length === 0) {
    return (
      <p className="text-sm text-ink-quiet">
        {search === ''
          ? 'No prompts are shared with this team.'
          : 'No prompts of this team match your search.'}
      </p>
    );
  }
  return (
    <>
      <ul aria-label="Prompts" className="@container border-t border-hairline">
        {prompts.data.prompts.map((prompt) => (
          <li key={prompt.id} data-row className="group/row">
            <SummaryRow
              prompt={prompt}
              view="list"
              to={routes.prompt(prompt.id)}
              actions={renderActions(prompt)}
            />
          </li>
        ))}
      </ul>
      {prompts.hasNextPage ? (
        <div className="mt-3 flex flex-wrap items-center gap-3 text-sm">
          <Button busy={prompts.isFetchingNextPage} onClick={() => void prompts.fetchNextPage()}>
            Show more
          </Button>
          {prompts.isFetchNextPageError ? (
            <p role="alert">More prompts could not be loaded.</p>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
