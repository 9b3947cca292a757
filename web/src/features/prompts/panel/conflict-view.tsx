import { useMemo, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { checkValues, sameValues, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import { Button } from '#web/ui/form/button.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { SidePanel } from '#web/ui/overlay/side-panel.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConflictFields } from './conflict-fields.tsx';
import { mergeValues } from './merge-values.ts';
import type { Conflict } from './use-save.ts';

interface ConflictViewProps {
  readonly conflict: Conflict;
  readonly mine: PromptValues;
  /** The newer save can only be the person's own, from another place. */
  readonly byMe: boolean;
  readonly busy: boolean;
  readonly onBack: () => void;
  /** Nothing is saved: what somebody saved stays, mine is not wanted any more. */
  readonly onTakeTheirs: () => void;
  readonly onSave: (values: PromptValues) => void;
}

type Choice = 'merged' | 'mine' | 'theirs';

const choices = [
  { value: 'merged', label: 'Merged' },
  { value: 'mine', label: 'Mine' },
  { value: 'theirs', label: 'Theirs' },
] as const;

/** The prompt moved on while it was edited: both sides are shown, and nothing is written until one way is chosen. */
export function ConflictView(props: ConflictViewProps) {
  const { conflict, mine, byMe, busy, onBack, onTakeTheirs, onSave } = props;
  const { theirs, base } = conflict;
  const merge = useMemo(() => mergeValues(base, mine, theirs), [base, mine, theirs]);
  const [choice, setChoice] = useState<Choice>('merged');
  const [merged, setMerged] = useState(merge.values);
  const result = choice === 'merged' ? merged : choice === 'mine' ? mine : theirs;
  const nothingToSave = sameValues(result, theirs);

  function save() {
    if (nothingToSave) onTakeTheirs();
    else if (Object.keys(checkValues(result)).length > 0) {
      toast.error(messages.prompts.requiredFields);
    } else onSave(result);
  }

  return (
    <SidePanel
      open
      width="wide"
      closeOnOutside={false}
      onOpenChange={(open) => {
        if (!open) onBack();
      }}
      title="This prompt has moved on"
      footer={
        <>
          <Button onClick={onBack} className="mr-auto">
            Back to my words
          </Button>
          <Button variant="primary" busy={busy} onClick={save}>
            {nothingToSave ? 'Keep theirs' : `Save ${choice === 'merged' ? 'the merge' : 'mine'}`}
          </Button>
        </>
      }
    >
      <p className="mb-5 text-sm text-ink-soft">
        {byMe ? 'You' : 'Somebody'} saved version {theirs.version}
        {byMe ? ' elsewhere' : ''} <RelativeTime at={theirs.updatedAt} />, while you were writing.
        Nothing has been overwritten.{' '}
        {choice === 'theirs'
          ? 'Keep it, and your words are discarded.'
          : 'Choose what to save; that version stays in the history.'}
      </p>
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
