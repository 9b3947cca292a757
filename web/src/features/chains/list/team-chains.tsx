import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { chainMessages } from '#contract/chain-messages.ts';
import { routes } from '#contract/routes.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { chainsQuery } from '#web/data/chains/chains.ts';
import { useUser } from '#web/data/session/session.ts';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { LoadingText } from '#web/ui/list/skeleton.tsx';
import { cardGridClass } from '#web/ui/list/card-grid-class.ts';
import { ChainCard } from './chain-card.tsx';
import { ChainCardSkeletons } from './chain-grid.tsx';
import { ChainMenu } from './chain-menu.tsx';

/** The chains of a team on its page, which its owners and editors change. */
export function TeamChains({ team }: { readonly team: TeamDetail }) {
  const user = useUser();
  const chains = useQuery(chainsQuery({ teamId: team.id }));
  const count = chains.data?.length ?? team.chainCount;
  const isEditor = team.role !== 'viewer';
  return (
    <div className="relative">
      {chains.isError && !chains.data ? (
        <ErrorState title="The team's chains could not be loaded" {...failureOf(chains)} />
      ) : count === 0 ? (
        <p className="text-sm text-ink-quiet">
          {isEditor
            ? 'Chains run several prompts, one after the other. All members see them.'
            : 'This team has no chains.'}
        </p>
      ) : (
        <ul aria-label="Chains" aria-busy={chains.isPending} className={cardGridClass}>
          {chains.isPending ? <ChainCardSkeletons count={count} /> : null}
          {chains.data?.map((chain) => (
            <ChainCard
              key={chain.id}
              chain={chain}
              menu={isEditor || chain.userId === user.id ? <ChainMenu chain={chain} /> : undefined}
            />
          ))}
        </ul>
      )}
      {chains.isPending && count > 0 ? <LoadingText>{chainMessages.loading}</LoadingText> : null}
      {isEditor ? (
        <ButtonLink
          to={`${routes.createChain}?team=${team.id}`}
          icon={<Plus size={18} />}
          className="mt-3"
        >
          New Chain
        </ButtonLink>
      ) : null}
    </div>
  );
}
