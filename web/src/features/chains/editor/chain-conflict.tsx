import { valuesOfChain } from '#web/data/chains/values-of-chain.ts';
import type { ReactNode } from 'react';
import { bindingsToSave, type ChainValues } from '#web/data/chains/chain-values.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { BindingList } from '#web/features/chains/view/binding-list.tsx';
import { titleOf } from '#web/features/chains/view/step-note.tsx';

interface ChainConflictProps {
  /** The chain as it was saved elsewhere. */
  readonly theirs: ChainDetail;
  readonly mine: ChainValues;
  readonly busy: boolean;
  readonly onBack: () => void;
  /** Discards the edit and leaves the stored chain as it is. */
  readonly onTakeTheirs: () => void;
  readonly onSaveAsNew: () => void;
  readonly onReplace: (theirs: ChainDetail) => void;
}

/**
 * Shows an edited chain beside the one saved elsewhere; nothing is written until the user decides.
 */
export function ChainConflict(props: ChainConflictProps) {
  const { theirs, mine, busy, onBack, onTakeTheirs, onSaveAsNew, onReplace } = props;
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={onBack}
      title="This chain was changed elsewhere"
      description={
        <>
          It was saved <RelativeTime at={theirs.updatedAt} />, while you were editing. Nothing has
          been overwritten. Chains have no history, so whatever you replace is gone.
        </>
      }
      footer={
        <>
          <Button onClick={onBack} className="mr-auto">
            Keep editing
          </Button>
          <Button onClick={onTakeTheirs}>Keep theirs</Button>
          <Button busy={busy} onClick={() => onReplace(theirs)}>
            Replace with mine
          </Button>
          <Button variant="primary" busy={busy} onClick={onSaveAsNew}>
            Save mine as a new chain
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Side name="Mine" title={mine.title} description={mine.description} steps={mine.steps} />
        <Side name="Theirs" {...valuesOfChain(theirs)} />
      </div>
    </Dialog>
  );
}

function Side({
  name,
  title,
  description,
  steps,
}: ChainValues & { readonly name: string }): ReactNode {
  const bindings = bindingsToSave(steps);
  return (
    <section aria-label={name} className="min-w-0 rounded-md border border-hairline p-4">
      <p className="text-xs font-medium text-ink-quiet">{name}</p>
      <h3 className="mt-1 text-base font-medium text-ink">{title}</h3>
      {description === '' ? null : (
        <p className="mt-1 text-sm whitespace-pre-wrap text-ink-soft">{description}</p>
      )}
      <ol className="mt-3 flex list-decimal flex-col gap-1 pl-6 text-sm text-ink-soft">
        {steps.map((step, index) => (
          <li key={step.key}>
            {titleOf(step.title)}
            {step.content === null ? null : (
              <p className="max-h-48 overflow-hidden text-xs break-words whitespace-pre-wrap text-ink-quiet">
                {step.content.slice(0, 2_000)}
              </p>
            )}
            <BindingList bindings={bindings[index] ?? {}} />
          </li>
        ))}
      </ol>
    </section>
  );
}
