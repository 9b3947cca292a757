import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { applySourceChanges, type SourceText } from '#web/data/prompts/forks.ts';
import { checkValues, valuesOf } from '#web/data/prompts/prompt-values.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { SidePanel } from '#web/ui/overlay/side-panel.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConflictFields } from '#web/features/prompts/panel/conflict-fields.tsx';
import { mergeValues } from '#web/features/prompts/panel/merge-values.ts';

interface TakeOverPanelProps {
  readonly fork: PromptDetail;
  /** What the source was when it was forked. */
  readonly base: SourceText;
  readonly source: PromptDetail;
  readonly onClose: () => void;
}

const choices = [
  { value: 'merged', label: 'Merged' },
  { value: 'mine', label: 'Mine' },
  { value: 'theirs', label: 'Theirs' },
] as const;

type Choice = (typeof choices)[number]['value'];

const submitLabels: Readonly<Record<Choice, string>> = {
  merged: 'Save the merge',
  mine: 'Keep mine',
  theirs: 'Take theirs',
};

/** A three-way merge of a fork with its source; nothing is written until one way is chosen. */
export function TakeOverPanel({ fork, base, source, onClose }: TakeOverPanelProps) {
  const take = useMutation(applySourceChanges(fork.id, source.id));
  // Whom a fork is shown to and where it lies is no affair of its source.
  const [mine, theirs, merge] = useMemo(() => {
    const own = valuesOf(fork);
    const { isPublic, groupId } = own;
    const seen = { ...valuesOf(source), isPublic, groupId };
    return [own, seen, mergeValues({ ...seen, ...base }, own, seen)];
  }, [fork, base, source]);
  const [choice, setChoice] = useState<Choice>('merged');
  const [merged, setMerged] = useState(merge.values);
  const [problem, setProblem] = useState<string | null>(null);

  async function save() {
    const values = { merged, mine, theirs }[choice];
    if (Object.keys(checkValues(values)).length > 0) {
      toast.error(messages.prompts.requiredFields);
      return;
    }
    setProblem(null);
    try {
      await take.mutateAsync({ base: fork.version, values, sourceVersion: source.version });
      toast.success(choice === 'mine' ? 'Your words are kept' : 'The changes are taken over');
      onClose();
    } catch (reason) {
      setProblem(toDataError(reason).message);
    }
  }

  return (
    <SidePanel
      open
      width="wide"
      closeOnOutside={false}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Take over the changes"
      footer={
        <>
          <Button onClick={onClose} className="mr-auto">
            Cancel
          </Button>
          <Button variant="primary" busy={take.isPending} onClick={() => void save()}>
            {submitLabels[choice]}
          </Button>
        </>
      }
    >
      <p className="mb-5 text-sm text-ink-soft">
        Your fork is at the left, the source in version {source.version} at the right. What only one
        of you changed is taken from there. Your present words stay in the history.
      </p>
      {problem ? (
        <p
          role="alert"
          className="mb-5 rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink"
        >
          {problem}
        </p>
      ) : null}
      <Segmented label="What to save" value={choice} onChange={setChoice} options={choices} />
      <ConflictFields
        mine={mine}
        theirs={theirs}
        merged={choice === 'merged' ? merged : null}
        conflicts={merge.conflicts}
        onChange={(change) => setMerged((known) => ({ ...known, ...change }))}
      />
    </SidePanel>
  );
}
