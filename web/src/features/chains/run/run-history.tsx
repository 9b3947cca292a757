import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chainRunsQuery, type RunSummary } from '#web/data/chains/chain-runs.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import { useNextPage } from '#web/data/backend/use-next-page.ts';
import { EmptyChain } from '#web/ui/drawings/empty-chain.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ListEnd } from '#web/ui/list/list-end.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { VirtualList } from '#web/ui/list/virtual-list.tsx';
import { DeleteRunDialog } from './delete-run-dialog.tsx';
import { RunRow, runRowHeight } from './run-row.tsx';

/** All runs, or those of one chain, including runs of deleted chains. */
export function RunHistory({ chainId }: { readonly chainId: string | null }) {
  const user = useUser();
  const runs = useInfiniteQuery(chainRunsQuery(user.id, chainId));
  const [deleting, setDeleting] = useState<RunSummary | null>(null);
  const nextPage = useNextPage(runs);

  if (runs.isPending) {
    return <SkeletonRows count={6} label="Loading runs" rowClassName="h-[68px]" />;
  }
  if (!runs.data) {
    return <ErrorState title="The runs could not be loaded" {...failureOf(runs)} />;
  }
  if (runs.data.length === 0) {
    return (
      <EmptyState
        drawing={<EmptyChain />}
        title="No runs yet"
        text="Open a chain and run it. Its prompts and answers are saved here."
      />
    );
  }
  return (
    <div className="border-t border-hairline">
      <VirtualList
        items={runs.data}
        keyOf={(run) => run.id}
        estimateSize={runRowHeight}
        sameHeight
        label="Runs"
        onEndReached={nextPage}
        renderItem={(run) => <RunRow run={run} onDelete={setDeleting} />}
        footer={<ListEnd list={runs} loading="Loading runs" />}
      />
      <DeleteRunDialog run={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}
