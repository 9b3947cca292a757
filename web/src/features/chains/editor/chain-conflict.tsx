import type { ReactNode } from 'react';
import type { ChainValues } from '#web/data/chains/chain-values.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { titleOf } from '#web/features/chains/view/step-note.tsx';

interface ChainConflictProps {
  /** The chain as it was saved elsewhere. */
  readonly theirs: ChainDetail;
  readonly mine: ChainValues;
  readonly busy: boolean;
  readonly onBack: () => void;
  /** Nothing is saved; what stands stays. */
  readonly onTakeTheirs: () => void;
  readonly onSaveAsNew: () => void;
  readonly onReplace: (theirs: ChainDetail) => void;
}

/** The chain was saved elsewhere while it was edited: both are shown, and nothing is written until one way is chosen. */
export function ChainConflict(props: ChainConflictProps) {
  const { theirs, mine, busy, onBack, onTakeTheirs, onSaveAsNew, onReplace } = props;
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => {
        if (!open) onBack();
      }}
      title="This chain has moved on"
      description={
        <>
          It was saved elsewhere <RelativeTime at={theirs.updatedAt} />, while you were writing.
          Nothing has been overwritten. A chain keeps no history: what you replace is gone.
        </>
      }
      footer={
        <>
          <Button onClick={onBack} className="mr-auto">
            Back to my words
          </Button>
          <Button onClick={onTakeTheirs}>Keep theirs</Button>
          <Button busy={busy} onClick={() => onReplace(theirs)}>
            Replace it with mine
          </Button>
          <Button variant="primary" busy={busy} onClick={onSaveAsNew}>
            Save mine as a new chain
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Side
          name="Mine"
          title={mine.title}
          description={mine.description}
          steps={mine.steps.map(({ key, title }) => ({ key, title }))}
        />
        <Side
          name="Theirs"
          title={theirs.title}
          description={theirs.description}
          steps={theirs.steps.map(({ id, prompt }) => ({ key: id, title: prompt?.title ?? '' }))}
        />
      </div>
    </Dialog>
  );
}

interface SideProps {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly steps: readonly { readonly key: string; readonly title: string }[];
}

function Side({ name, title, description, steps }: SideProps): ReactNode {
  return (
    <section aria-label={name} className="min-w-0 rounded-md border border-hairline p-4">
      <p className="text-xs font-medium text-ink-quiet">{name}</p>
      <h3 className="mt-1 text-base font-medium text-ink">{title}</h3>
      {description === '' ? null : (
        <p className="mt-1 text-sm whitespace-pre-wrap text-ink-soft">{description}</p>
      )}
      <ol className="mt-3 flex list-decimal flex-col gap-1 pl-6 text-sm text-ink-soft">
        {steps.map((step) => (
          <li key={step.key}>{titleOf(step.title)}</li>
        ))}
      </ol>
    </section>
  );
}
