import { useMemo, useRef, useState, type ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import type { ConflictChoice } from '#text/three-way-merge.ts';
import { invalidMessage } from '#web/data/prompts/invalid-message.ts';
import { checkValues, sameValues, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { SidePanel } from '#web/ui/overlay/overlays.tsx';
import { MergeFields, type LineChoice } from './merge-fields.tsx';
import { isLineField, mergeValues, type LineField } from './merge-values.ts';

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
  const [lines, setLines] = useState<Partial<Record<LineField, LineChoice>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const result = { merged, mine, theirs }[choice];
  const isTheirs = sameValues(result, theirs);

  function chooseLines(field: LineField, side: ConflictChoice) {
    const { values } = mergeValues(base, mine, theirs, { [field]: side });
    setLines((before) => ({ ...before, [field]: side }));
    setMerged((before) => ({ ...before, [field]: values[field] }));
  }

  function change(changed: Partial<PromptValues>) {
    for (const field of Object.keys(changed).filter(isLineField)) {
      setLines((before) => ({ ...before, [field]: 'edited' }));
    }
    setMerged((before) => ({ ...before, ...changed }));
  }

  function save() {
    setIsChecked(true);
    const isUndecided = merge.conflicts.some((field) => isLineField(field) && !lines[field]);
    if (choice === 'merged' && isUndecided) {
      fields.current?.querySelector<HTMLElement>('[data-undecided] input')?.focus();
      return;
    }
    if (isTheirs || Object.keys(checkValues(result)).length === 0) {
      props.onSave(result, isTheirs);
    } else toast.error(invalidMessage(result, '', messages.prompts.requiredFields));
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
      <div ref={fields}>
        <MergeFields
          mine={mine}
          theirs={theirs}
          merged={choice === 'merged' ? merged : null}
          conflicts={merge.conflicts}
          lines={lines}
          isChecked={isChecked}
          onChooseLines={chooseLines}
          onChange={change}
        />
      </div>
    </SidePanel>
  );
}
