import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { chainMessages } from '#contract/chain-messages.ts';
import { routes } from '#contract/routes.ts';
import { chainQuery, type ChainDetail } from '#web/data/chains/chains.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { NavigateWithError } from '#web/ui/feedback/navigate-with-error.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface ChainLoaderProps {
  readonly id: string | undefined;
  /** Waits for the server instead of showing a cached chain. */
  readonly fresh?: boolean;
  /** Keeps showing a chain that was deleted elsewhere, since its form may have changes. */
  readonly forForm?: boolean;
  readonly children: (chain: ChainDetail) => ReactNode;
}

/** Loads a chain for a page. Redirects to the list if there is no such chain. */
export function ChainLoader({ id, fresh = false, forForm = false, children }: ChainLoaderProps) {
  const chain = useQuery(chainQuery(id));
  const isLoading = chain.isPending || (fresh && !chain.isFetchedAfterMount);
  const isGone = chain.isError && toDataError(chain.error).status === 404;
  if (isGone && !(forForm && chain.data)) {
    return <NavigateWithError to={routes.chains} message={chainMessages.notFound} />;
  }
  if (isLoading) return <ChainSkeleton />;
  if (!chain.data) {
    return <ChainFailed {...failureOf(chain)} />;
  }
  return children(chain.data);
}

function ChainFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  useEffect(() => toast.error(chainMessages.loadFailed), []);
  return (
    <>
      <PageHeader title="Chain" back={routes.chains} />
      <ErrorState title="The chain could not be opened" message={message} onRetry={onRetry} />
    </>
  );
}

function StepSkeleton() {
  return (
    <div className="flex gap-3 rounded-lg border border-hairline bg-surface p-4 sm:gap-4 sm:p-5">
      <Skeleton className="size-8 shrink-0 rounded-full" />
      <div className="flex-1 space-y-3 pt-1.5">
        <Skeleton className="h-4 w-1/3" />
        <div className="h-24 rounded-md bg-sunken" />
      </div>
    </div>
  );
}

export function ChainSkeleton() {
  return (
    <div>
      <output className="sr-only">Loading chain</output>
      <h1 className="sr-only">Chain</h1>
      <div className="mb-6 flex h-[66px] flex-col justify-center gap-3 pl-10">
        <Skeleton className="h-7 w-2/3 max-w-md" />
        <Skeleton className="h-4 w-1/2 max-w-xs" />
      </div>
      <div className="flex max-w-[760px] flex-col gap-3">
        <StepSkeleton />
        <StepSkeleton />
      </div>
    </div>
  );
}
