import type { Ref } from 'react';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { fillVariables } from '#templating/variables.ts';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { EditorForm } from '#web/ui/form/editor-form.tsx';
import { VariableFields } from '#web/ui/form/variable-fields.tsx';
import type { useVariableValues } from '#web/features/prompts/copy/use-variable-values.ts';
import type { PromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import { RailSection } from './rail-section.tsx';

interface VariablesFormProps {
  readonly prompt: PromptDetail;
  /** The prompt's text with what it includes. */
  readonly content: string;
  readonly filling: ReturnType<typeof useVariableValues>;
  readonly actions: PromptActions;
  readonly ref: Ref<HTMLFormElement>;
}

/** The variables of a prompt, to fill in beside its text. */
export function VariablesForm({ prompt, content, filling, actions, ref }: VariablesFormProps) {
  const { variables, values, isValid, setValue, clear } = filling;
  const isFilled = Object.values(values).some((value) => value !== '');
  return (
    <RailSection
      title="Variables"
      aside={
        isFilled ? (
          <Button size="small" variant="quiet" className="-my-1.5 -mr-2.5" onClick={clear}>
            Clear
          </Button>
        ) : null
      }
    >
      <EditorForm
        ref={ref}
        className="flex flex-col gap-3 pointer-fine:[&_:is(input,select)]:h-9"
        onSubmit={() => {
          const text = fillVariables(content, values);
          if (isValid) void actions.copyFilled(prompt, text, values);
        }}
      >
        <VariableFields variables={variables} values={values} onChange={setValue} />
        <p className="text-xs text-ink-quiet">
          Empty fields use their default, or stay as placeholders.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" size="small" icon={<CopyIcon of={prompt.id} size={15} />}>
            Copy prompt
          </Button>
          <Button
            size="small"
            variant="quiet"
            className="-ml-2.5 outline-offset-0 pointer-coarse:ml-0"
            onClick={() => actions.copyPlain(prompt)}
          >
            Copy without filling in
          </Button>
        </div>
      </EditorForm>
    </RailSection>
  );
}
