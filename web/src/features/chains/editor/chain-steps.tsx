import { PenLine, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { chainMessages } from '#contract/chain-messages.ts';
import { UnreadPrompts } from '#web/features/chains/view/unread-prompts.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { choiceOfOwnPrompt } from './step-choice.ts';
import { StepEditor } from './step-editor.tsx';
import type { ChainFormState } from './use-chain-form.ts';

interface ChainStepsProps {
  readonly form: ChainFormState;
  readonly teamId: string | null;
  readonly teamName: string;
  /** Opens the dialog that adds prompts of the library. */
  readonly onAdd: () => void;
}

/** The prompts of a chain's form, and the buttons that add some. */
export function ChainSteps({ form, teamId, teamName, onAdd }: ChainStepsProps) {
  const headingId = useId();
  const [newKey, setNewKey] = useState<string | null>(null);
  const { values, change, errors } = form;
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} className="font-serif text-2xl font-medium text-ink">
          Prompts
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<PenLine size={16} />}
            onClick={() => {
              const step = choiceOfOwnPrompt();
              setNewKey(step.key);
              form.addStep(step);
            }}
          >
            Write a prompt
          </Button>
          <Button
            icon={<Plus size={17} />}
            aria-haspopup="dialog"
            aria-invalid={errors.steps && values.steps.length === 0 ? true : undefined}
            onClick={onAdd}
          >
            Add Prompt
          </Button>
        </div>
      </div>
      {errors.steps ? (
        <p role="alert" className="mb-3 text-sm text-danger-ink">
          {errors.steps}
        </p>
      ) : null}
      {teamId === null ? null : (
        <div aria-live="polite" className="text-sm text-ink-soft [&>p]:mb-3">
          <UnreadPrompts teamId={teamId} teamName={teamName} steps={values.steps} />
        </div>
      )}
      {values.steps.length === 0 ? (
        <p className="rounded-lg border border-dashed border-outline px-6 py-10 text-center text-sm text-ink-soft">
          {chainMessages.noPrompts}
        </p>
      ) : (
        <StepEditor
          steps={values.steps}
          checked={form.checked}
          newKey={newKey}
          onChange={(steps) => change({ steps })}
          onRestore={form.addStep}
        />
      )}
    </section>
  );
}
