import { useQuery } from '@tanstack/react-query';
import { chainMessages } from '#contract/chain-messages.ts';
import { chainsQuery } from '#web/data/chains/chains.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EmptyChain } from '#web/ui/drawings/empty-chain.tsx';
import { LoadingText, Skeleton } from '#web/ui/list/skeleton.tsx';
import { cardGridClass } from '#web/ui/list/card-grid-class.ts';
import { ChainCard } from './chain-card.tsx';
import { ChainMenu } from './chain-menu.tsx';
import { CreateChainCard } from './create-chain-card.tsx';

/** The card that creates a chain, then the user's chains, with loading, empty and error states. */
export function ChainGrid() {
  const user = useUser();
  const chains = useQuery(chainsQuery({ userId: user.id }));
  return (
    <div className="relative">
      <ul aria-label="Chains" aria-busy={chains.isPending} className={cardGridClass}>
        <CreateChainCard />
        {chains.isPending ? <ChainCardSkeletons count={5} /> : null}
        {chains.data?.map((chain) => (
          <ChainCard key={chain.id} chain={chain} withTeam menu={<ChainMenu chain={chain} />} />
        ))}
      </ul>
      {chains.isPending ? <LoadingText>{chainMessages.loading}</LoadingText> : null}
      {chains.isError && !chains.data ? (
        <ErrorState title="Your chains could not be loaded" {...failureOf(chains)} />
      ) : null}
      {chains.data?.length === 0 ? (
        <EmptyState drawing={<EmptyChain />} title={chainMessages.none} />
      ) : null}
    </div>
  );
}

export function ChainCardSkeletons({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li
      key={index}
      aria-hidden="true"
      className="flex h-44 flex-col gap-3 rounded-lg border border-hairline bg-surface p-4"
    >
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-3 w-4/5" />
    </li>
  ));
}
