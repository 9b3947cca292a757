import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { chainRunQuery, type ChainRun } from '#web/data/chains/chain-runs.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { NavigateWithError } from '#web/ui/feedback/navigate-with-error.tsx';

interface RunLoaderProps {
  readonly id: string;
  readonly children: (run: ChainRun) => ReactNode;
}

/**
 * Loads the current state of a run for its page. Redirects to the list of runs if there is no such
 * run.
 */
export function RunLoader({ id, children }: RunLoaderProps) {
  const run = useQuery(chainRunQuery(id));
  if (run.isPending || !run.isFetchedAfterMount) return <SpinnerPage label="Loading run" />;
  if (run.isError && toDataError(run.error).status === 404) {
    return <NavigateWithError to={routes.chainRuns} message={toDataError(run.error).message} />;
  }
  if (!run.data) {
    return (
      <>
        <PageHeader title="Run" back={routes.chainRuns} />
        <ErrorState title="The run could not be opened" {...failureOf(run)} />
      </>
    );
  }
  return children(run.data);
}
