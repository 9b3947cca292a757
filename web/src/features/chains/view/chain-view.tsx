import { Pencil } from 'lucide-react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import type { Prompt } from '#web/data/prompts/prompt.ts';
import { numberBindings } from '#web/lib/variables/step-bindings.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { ChainMenu } from '#web/features/chains/list/chain-menu.tsx';
import { ChainStepCard } from './chain-step-card.tsx';
import { RecentRuns } from '#web/features/chains/run/recent-runs.tsx';
import { RunChainButton } from '#web/features/chains/run/run-chain-button.tsx';
import { useRemoveStep } from '#web/features/chains/editor/use-remove-step.ts';

interface ChainViewProps {
  readonly chain: ChainDetail;
  /** Copies a prompt, once its variables are filled in. */
  readonly onCopy: (prompt: Prompt) => void;
}

/** The read view of a chain: its steps in order and its recent runs. */
export function ChainView({ chain, onCopy }: ChainViewProps) {
  const navigate = useNavigate();
  const removeStep = useRemoveStep(chain);
  const bindings = numberBindings(chain.steps);
  return (
    <>
      <PageHeader
        title={chain.title}
        back={routes.chains}
        subtitle={
          <>
            {formatCount(chain.steps.length, 'prompt')}, last updated{' '}
            <RelativeTime at={chain.updatedAt} />
          </>
        }
        actions={
          <>
            <ButtonLink to={routes.editChain(chain.id)} icon={<Pencil size={16} />}>
              Edit Chain
            </ButtonLink>
            <RunChainButton chain={chain} />
            <ChainMenu
              chain={chain}
              withEdit={false}
              onDeleted={() => void navigate(routes.chains, { replace: true })}
            />
          </>
        }
      />
      <div className="max-w-[760px]">
        {chain.description === '' ? null : (
          <p className="mb-6 max-w-[65ch] whitespace-pre-wrap text-ink-soft">{chain.description}</p>
        )}
        {chain.steps.length === 0 ? (
          <p className="text-sm text-ink-quiet">This chain has no prompts yet.</p>
        ) : (
          <ol aria-label="Steps" className="flex flex-col gap-3">
            {chain.steps.map((step, index) => (
              <ChainStepCard
                key={step.id}
                step={step}
                number={index + 1}
                bindings={bindings[index] ?? {}}
                onCopy={onCopy}
                // A chain needs at least one step.
                onRemove={chain.steps.length > 1 ? () => void removeStep(step.id) : null}
              />
            ))}
          </ol>
        )}
        <RecentRuns chainId={chain.id} />
      </div>
    </>
  );
}
