import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { chainRunsQuery, type RunSummary } from '#web/data/chains/chain-runs.ts';
import { useUser } from '#web/data/session/session.ts';
import { RetryNote } from '#web/ui/feedback/retry-note.tsx';
import { DeleteRunDialog } from './delete-run-dialog.tsx';
import { RunRow } from './run-row.tsx';

const maxShown = 5;

/** The latest runs of a chain, with a link to all of them; nothing if there are none. */
export function RecentRuns({ chainId }: { readonly chainId: string }) {
  const user = useUser();
  const runs = useInfiniteQuery(chainRunsQuery(user.id, chainId));
  const [deleting, setDeleting] = useState<RunSummary | null>(null);
  if (runs.isError && !runs.data) {
    return (
      <RetryNote
        message="The runs of this chain could not be loaded."
        onRetry={() => void runs.refetch()}
        className="mt-10"
      />
    );
  }
  const rows = runs.data ?? [];
  if (rows.length === 0 && deleting === null) return null;
  return (
    <section aria-labelledby="runs" className="mt-10">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="runs" className="font-serif text-2xl font-medium text-ink">
          Runs
        </h2>
        {rows.length > maxShown ? (
          <Link
            to={routes.runsOfChain(chainId)}
            className="text-sm text-cue-ink underline underline-offset-3"
          >
            All runs of this chain
          </Link>
        ) : null}
      </div>
      <ul className="border-t border-hairline">
        {rows.slice(0, maxShown).map((run) => (
          <li key={run.id}>
            <RunRow run={run} onDelete={setDeleting} />
          </li>
        ))}
      </ul>
      <DeleteRunDialog run={deleting} onClose={() => setDeleting(null)} />
    </section>
  );
}
