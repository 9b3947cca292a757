import { Pencil } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { useUser } from '#web/data/session/session.ts';
import { useMayEdit } from '#web/data/teams/use-may-edit.ts';
import type { Prompt } from '#web/data/prompts/prompt.ts';
import { numberBindings } from '#web/lib/variables/step-bindings.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { chainListOf } from '#web/features/chains/list/chain-list-of.ts';
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
  const user = useUser();
  const mayEdit = useMayEdit(chain) === true;
  const list = chainListOf(chain, user.id);
  const removeStep = useRemoveStep(chain);
  const bindings = numberBindings(chain.steps);
  return (
    <>
      <PageHeader
        title={chain.title}
        back={list}
        subtitle={
          <>
            {formatCount(chain.steps.length, 'prompt')}, last updated{' '}
            <RelativeTime at={chain.updatedAt} />
            {chain.teamId === null ? null : (
              <>
                {' · Shared with '}
                {chain.teamName === null ? (
                  'a team that you left'
                ) : (
                  <Link to={routes.team(chain.teamId)} className="underline">
                    {chain.teamName}
                  </Link>
                )}
              </>
            )}
          </>
        }
        actions={
          <>
            {mayEdit ? (
              <ButtonLink to={routes.editChain(chain.id)} icon={<Pencil size={16} />}>
                Edit Chain
              </ButtonLink>
            ) : null}
            <RunChainButton chain={chain} />
            {mayEdit ? (
              <ChainMenu
                chain={chain}
                withEdit={false}
                onDeleted={() => void navigate(list, { replace: true })}
              />
            ) : null}
          </>
        }
      />
      <div className="max-w-[760px]">
        {chain.description === '' ? null : (
          <p dir="auto" className="mb-6 max-w-[65ch] text-left whitespace-pre-wrap text-ink-soft">
            {chain.description}
          </p>
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
                onRemove={mayEdit && chain.steps.length > 1 ? () => void removeStep(step.id) : null}
              />
            ))}
          </ol>
        )}
        <RecentRuns chainId={chain.id} />
      </div>
    </>
  );
}
