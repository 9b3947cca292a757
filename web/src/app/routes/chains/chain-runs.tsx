import { useSearchParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { RunHistory } from '#web/features/chains/run/run-history.tsx';
import { isUuid } from '#contract/uuid.ts';
import { PageHeader } from '#web/ui/content/page-header.tsx';

/** /app/chains/runs, of one chain with ?chain={id} */
export function Component() {
  const [parameters] = useSearchParams();
  const chain = parameters.get('chain');
  const chainId = chain !== null && isUuid(chain) ? chain : null;
  return (
    <>
      <PageHeader
        title="Runs"
        back={chainId === null ? routes.chains : routes.chain(chainId)}
        subtitle={
          chainId === null
            ? 'All runs of your chains, with prompts and answers'
            : 'All runs of this chain, with prompts and answers'
        }
      />
      <RunHistory key={chainId} chainId={chainId} />
    </>
  );
}
