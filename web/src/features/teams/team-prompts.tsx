import { useInfiniteQuery } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { teamPromptsQuery } from '#web/data/teams/team-prompts.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { SummaryRow } from '#web/ui/list/summary-row.tsx';

/** The prompts that are shared with a team, as rows. A button loads more: members stand below. */
export function TeamPrompts({ teamId }: { readonly teamId: string }) {
  const prompts = useInfiniteQuery(teamPromptsQuery(teamId));
  if (prompts.isPending) return <SkeletonRows count={3} label="Loading prompts…" view="list" />;
  if (!prompts.data) {
    return <ErrorState title="The team's prompts could not be loaded" {...failureOf(prompts)} />;
  }
  if (prompts.data.prompts.length === 0) {
    return <p className="text-sm text-ink-quiet">No prompts are shared with this team.</p>;
  }
  return (
    <>
      <ul aria-label="Prompts" className="@container border-t border-hairline">
        {prompts.data.prompts.map((prompt) => (
          <li key={prompt.id} data-row>
            <SummaryRow prompt={prompt} view="list" to={routes.prompt(prompt.id)} actions={null} />
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
