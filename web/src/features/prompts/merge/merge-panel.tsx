import { useMemo, useState, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { checkValues, sameValues, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { SidePanel } from '#web/ui/overlay/overlays.tsx';
import { MergeFields } from './merge-fields.tsx';
import { mergeValues } from './merge-values.ts';

const choices = [
  { value: 'merged', label: 'Merged' },
  { value: 'mine', label: 'Mine' },
  { value: 'theirs', label: 'Theirs' },
] as const;

export type MergeChoice = (typeof choices)[number]['value'];

interface MergePanelProps {
  readonly title: string;
  /** Both sides were made from it. */
  readonly base: PromptValues;
  readonly mine: PromptValues;
  readonly theirs: PromptValues;
  readonly busy: boolean;
  readonly problem?: string | null;
  readonly cancelLabel: string;
  readonly renderIntro: (choice: MergeChoice) => ReactNode;
  /** `isTheirs`: the result is what the other side saved. */
  readonly submitLabelOf: (choice: MergeChoice, isTheirs: boolean) => string;
  readonly onCancel: () => void;
  readonly onSave: (result: PromptValues, isTheirs: boolean) => void;
}

/** A three-way merge of a prompt. Nothing is written until the person chooses a result. */
export function MergePanel(props: MergePanelProps) {
  const { title, base, mine, theirs, busy, problem, renderIntro, submitLabelOf, onCancel } = props;
  const merge = useMemo(() => mergeValues(base, mine, theirs), [base, mine, theirs]);
  const [choice, setChoice] = useState<MergeChoice>('merged');
  const [merged, setMerged] = useState(merge.values);
  const result = { merged, mine, theirs }[choice];
  const isTheirs = sameValues(result, theirs);

  function save() {
    if (isTheirs || Object.keys(checkValues(result)).length === 0) {
      props.onSave(result, isTheirs);
    } else toast.error(messages.prompts.requiredFields);
  }

  return (
    <SidePanel
      open
      width="wide"
      closeOnOutside={false}
      onOpenChange={onCancel}
      title={title}
      footer={
        <>
          <Button onClick={onCancel} className="mr-auto">
            {props.cancelLabel}
          </Button>
          <Button variant="primary" busy={busy} onClick={save}>
            {submitLabelOf(choice, isTheirs)}
          </Button>
        </>
      }
    >
      <p className="mb-5 text-sm text-ink-soft">{renderIntro(choice)}</p>
      {problem ? <Alert className="mb-5">{problem}</Alert> : null}
      <Segmented label="What to save" value={choice} onChange={setChoice} options={choices} />
      <MergeFields
        mine={mine}
        theirs={theirs}
        merged={choice === 'merged' ? merged : null}
        conflicts={merge.conflicts}
        onChange={(change) => setMerged((before) => ({ ...before, ...change }))}
      />
    </SidePanel>
  );
}
