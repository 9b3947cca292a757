import { History } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import { ChainGrid } from '#web/features/chains/list/chain-grid.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';

/** /app/chains */
export function Component() {
  return (
    <>
      <PageHeader
        title="Prompt Chains"
        subtitle="Create and manage prompt sequences"
        back={routes.app}
        actions={
          <ButtonLink to={routes.chainRuns} variant="quiet" icon={<History size={17} />}>
            Runs
          </ButtonLink>
        }
      />
      <ChainGrid />
    </>
  );
}
